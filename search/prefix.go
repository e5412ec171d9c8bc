package search

import (
	"slices"
	"strings"
	"sync"

	"github.com/structural-memory/smp/embed/text"
)

// A prefix stands for at most maxExpand words and as many names: the first
// that some document has where the weights look. maxLook bounds what is read
// of the base to find them.
const (
	maxExpand = 64
	maxLook   = 4096
)

// prefixCache keeps what prefixes stand for.
type prefixCache struct {
	mu sync.Mutex
	m  map[termKey][]string
}

// cachedPrefixes bounds the cache.
const cachedPrefixes = 1024

// expand are the terms that begin with the prefix: the stem of the prefix
// itself, which may be shorter, other stems, and whole names.
func (x *Index) expand(r TermReader, prefix string, w *Weights) ([]string, error) {
	k := termKey{prefix, w}
	x.prefixes.mu.Lock()
	out, ok := x.prefixes.m[k]
	x.prefixes.mu.Unlock()
	if ok {
		return out, nil
	}
	for _, p := range []string{prefix, wholeMark + prefix} {
		begin, err := x.begin(r, p)
		if err != nil {
			return nil, err
		}
		n := 0
		for _, t := range begin {
			h, err := x.term(r, t, w)
			if err != nil {
				return nil, err
			}
			if len(h.docs) == 0 {
				continue // only of what is dead, or in fields that do not count
			}
			out = append(out, t)
			if n++; n == maxExpand {
				break
			}
		}
	}
	x.prefixes.mu.Lock()
	defer x.prefixes.mu.Unlock()
	if x.prefixes.m == nil || len(x.prefixes.m) >= cachedPrefixes {
		x.prefixes.m = map[termKey][]string{}
	}
	x.prefixes.m[k] = out
	return out, nil
}

// begin are the terms that begin so, in order, whether or not anything has
// them.
func (x *Index) begin(r TermReader, prefix string) (out []string, err error) {
	if x.first > 0 {
		if out, err = r.Prefix(prefix, maxLook); err != nil {
			return nil, err
		}
	}
	out = slices.Clone(out)
	if stem := stemOf(prefix); stem != "" && stem != prefix {
		out = append(out, stem)
	}
	out = with(out, x.delta, prefix)
	out = with(out, x.paths, prefix)
	out = with(out, x.notes, prefix)
	slices.Sort(out)
	return slices.Compact(out), nil
}

// stemOf is the stem of a word in small letters, "" of what is none.
func stemOf(word string) (stem string) {
	var z text.Splitter
	n := 0
	stems(&z, word, func(s string) { stem = s; n++ })
	if n != 1 || strings.ContainsAny(word, wholeMark+"_") {
		return ""
	}
	return stem
}

func with[V any](out []string, m map[string]V, prefix string) []string {
	for t := range m {
		if strings.HasPrefix(t, prefix) {
			out = append(out, t)
		}
	}
	return out
}
