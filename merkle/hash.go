package merkle

import (
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
)

// Hash is a SHA-256.
type Hash [32]byte

// String is the hash in hex, all of it.
func (h Hash) String() string { return hex.EncodeToString(h[:]) }

// ParseHash reads a hash that is written in full.
func ParseHash(s string) (h Hash, err error) {
	if len(s) != 2*len(h) {
		return h, fmt.Errorf("%q is no hash: it must have %d hexadecimal digits", clip(s), 2*len(h))
	}
	if _, err := hex.Decode(h[:], []byte(s)); err != nil {
		return h, fmt.Errorf("%q is no hash: use hexadecimal digits", clip(s))
	}
	return h, nil
}

// Prefix is the beginning of a hash in hex, in lower case.
type Prefix string

// MinPrefix is how many digits a shortened hash must have.
const MinPrefix = 8

// ParsePrefix reads a hash that may be shortened.
func ParsePrefix(s string) (Prefix, error) {
	p := strings.ToLower(s)
	if len(p) < MinPrefix || len(p) > 2*len(Hash{}) {
		return "", fmt.Errorf("%q is no hash: use %d to %d hexadecimal digits", clip(s), MinPrefix, 2*len(Hash{}))
	}
	if strings.Trim(p, "0123456789abcdef") != "" {
		return "", fmt.Errorf("%q is no hash: use hexadecimal digits", clip(s))
	}
	return Prefix(p), nil
}

// Matches tells whether the hash begins so.
func (p Prefix) Matches(h Hash) bool { return strings.HasPrefix(h.String(), string(p)) }

// Bytes are the whole bytes of the prefix: all but the last digit where their
// number is odd.
func (p Prefix) Bytes() []byte {
	b, err := hex.DecodeString(string(p[:len(p)&^1]))
	if err != nil {
		return nil // not made by ParsePrefix
	}
	return b
}

// What Resolve answers where there is not exactly one.
var (
	ErrNoHash    = errors.New("no hash begins so")
	ErrAmbiguous = errors.New("several hashes begin so; give more digits")
)

// Resolve is the one of the hashes that begins with the prefix.
func Resolve(p Prefix, hashes ...Hash) (found Hash, err error) {
	err = ErrNoHash
	for _, h := range hashes {
		switch {
		case !p.Matches(h) || err == nil && h == found:
		case err == nil:
			return Hash{}, fmt.Errorf("%s: %w", p, ErrAmbiguous)
		default:
			found, err = h, nil
		}
	}
	if err != nil {
		return Hash{}, fmt.Errorf("%s: %w", p, err)
	}
	return found, nil
}

// clip shortens what an error quotes.
func clip(s string) string {
	if len(s) <= 80 {
		return s
	}
	return s[:80] + "…"
}
