package outline

import (
	"bytes"
	"encoding/binary"
	"math/bits"
	"strings"
)

const (
	maxSig   = 120 // of a signature
	maxValue = 72  // of a value in it
	maxDoc   = 2000
)

// sig is the first line of an entry, without what may not be shown.
func (b *Builder) sig(e Entry, hidden bool) string {
	if e.Sig != "" {
		return b.scrub(strings.TrimRight(b.OneLine(e.Sig), " ;{"))
	}
	end := min(len(b.Src), e.Start+4*maxSig) // a line may be the whole file
	if n := bytes.IndexByte(b.Src[e.Start:end], '\n'); n >= 0 {
		end = e.Start + n
	}
	if e.End > 0 {
		end = max(e.Start, min(end, e.End))
	}
	line := b.Src[e.Start:end]
	if e.KeyEnd > 0 && e.KeyEnd >= e.Start {
		value := b.Src[min(e.KeyEnd, end):end]
		if e.End == 0 || e.End > end || hidden || len(value) > maxValue {
			line = b.Src[e.Start:min(e.KeyEnd, e.Start+4*maxSig)]
		}
	}
	s := b.OneLine(string(line))
	return b.scrub(strings.TrimRight(s, " ,;{(["))
}

// OneLine is a text as a signature shows it: folded, cut, valid.
func (b *Builder) OneLine(s string) string {
	return OneLine(strings.ToValidUTF8(s, "\uFFFD"), maxSig)
}

// scrub is Scrub where the format may hold secrets.
func (b *Builder) scrub(s string) string {
	if b.Open {
		return s
	}
	return Scrub(s)
}

// OneLine folds white space and cuts at limit bytes, marking the cut.
func OneLine(s string, limit int) string {
	if !strings.ContainsAny(s, "\n\t\r") && !strings.Contains(s, "  ") {
		return cut(strings.TrimSpace(s), limit)
	}
	return cut(strings.Join(strings.Fields(s), " "), limit)
}

// cut shortens s to limit bytes, with a mark, at a whole character.
func cut(s string, limit int) string {
	if len(s) <= limit {
		return s
	}
	end := limit - len("…")
	for end > 0 && s[end]&0xc0 == 0x80 {
		end--
	}
	return s[:end] + "…"
}

// Cut is cut for what is kept of a page's text.
func Cut(s string, limit int) string { return cut(s, limit) }

// clean replaces what is no UTF-8.
func (b *Builder) clean(s string) string {
	if b.invalid {
		return strings.ToValidUTF8(s, "\uFFFD")
	}
	return s
}

// Clean is clean, for scanners that build texts of their own.
func (b *Builder) Clean(s string) string { return b.clean(s) }

// hash mixes eight bytes a step; it needs to be stable, not strong.
func hash(p []byte) uint64 {
	const k = 0x9e3779b97f4a7c15
	h := uint64(len(p)) * k
	for ; len(p) >= 8; p = p[8:] {
		h = bits.RotateLeft64((h^binary.LittleEndian.Uint64(p))*k, 29)
	}
	for _, c := range p {
		h = (h ^ uint64(c)) * 1099511628211
	}
	h ^= h >> 32
	return h * k
}
