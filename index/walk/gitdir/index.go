package gitdir

import (
	"encoding/binary"
	"encoding/hex"
	"errors"
	"strings"
)

var errIndex = errors.New("git index cannot be read; run git status to see what git says")

// index is what is of interest in an index file.
type index struct {
	Tracked
	shared string // object name of the shared index that this one builds on
}

const (
	modeMask      = 0o170000
	modeSubmodule = 0o160000
	flagExtended  = 0x4000
	statLength    = 40 // times, device, inode, mode, owner, size
)

// parseIndex reads the entries of index format 2, 3 or 4.
func parseIndex(data []byte, sha256 bool) (x index, err error) {
	if len(data) < 12 || string(data[:4]) != "DIRC" {
		return x, errIndex
	}
	version, count := binary.BigEndian.Uint32(data[4:]), int(binary.BigEndian.Uint32(data[8:]))
	if version < 2 || version > 4 || count > len(data)/48 {
		return x, errIndex
	}
	r := entryReader{data: string(data), at: 12, hash: 20, version: version}
	if sha256 {
		r.hash = 32
	}
	x.names = make([]string, 0, count)
	for range count {
		name, mode, ok := r.next()
		switch {
		case !ok:
			return x, errIndex
		case name == "": // a split index replaces an entry of its base
		case mode&modeMask == modeSubmodule:
			x.links = append(x.links, name)
		default:
			x.names = append(x.names, name)
		}
	}
	x.shared = r.link()
	return x, nil
}

// entryReader goes through the entries. Names are parts of data, except in
// format 4, where each name builds on the one before.
type entryReader struct {
	data     string
	at, hash int
	version  uint32
	previous string
}

func (r *entryReader) next() (name string, mode uint32, ok bool) {
	start := r.at
	at := start + statLength + r.hash + 2
	if at+2 > len(r.data) {
		return "", 0, false
	}
	mode = r.uint32(start + 24)
	if r.data[at-2]&(flagExtended>>8) != 0 {
		at += 2
	}
	keep := ""
	if r.version == 4 {
		drop, n := varint(r.data[at:])
		if n == 0 || drop > len(r.previous) {
			return "", 0, false
		}
		keep, at = r.previous[:len(r.previous)-drop], at+n
	}
	end := strings.IndexByte(r.data[at:], 0)
	if end < 0 {
		return "", 0, false
	}
	name = r.data[at : at+end]
	r.at = at + end + 1
	if r.version == 4 {
		name = keep + name
		r.previous = name
	} else {
		r.at = start + (at+end-start+8)/8*8 // one to eight zero bytes
	}
	return name, mode, r.at <= len(r.data)
}

// link looks through the extensions for the one of a split index.
func (r *entryReader) link() string {
	for at := r.at; at+8+r.hash <= len(r.data); {
		size := int(r.uint32(at + 4))
		if size < 0 {
			break
		}
		if r.data[at:at+4] == "link" && size >= r.hash && at+8+r.hash <= len(r.data) {
			return hex.EncodeToString([]byte(r.data[at+8 : at+8+r.hash]))
		}
		at += 8 + size
	}
	return ""
}

func (r *entryReader) uint32(at int) uint32 {
	return uint32(r.data[at])<<24 | uint32(r.data[at+1])<<16 | uint32(r.data[at+2])<<8 | uint32(r.data[at+3])
}

// varint reads git's offset encoding: seven bits a byte, most significant
// first, one added for each byte that goes on.
func varint(s string) (value, n int) {
	for ; n < len(s) && n < 5; n++ {
		value = value<<7 | int(s[n]&0x7f)
		if s[n]&0x80 == 0 {
			return value, n + 1
		}
		value++
	}
	return 0, 0
}
