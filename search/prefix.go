package search

import (
	"slices"
	"strings"
)

// maxExpand bounds the terms that a prefix stands for.
const maxExpand = 64

// expand are the terms that begin with the prefix: stems and whole names, of
// the base and of what came later.
func (x *Index) expand(r TermReader, prefix string) ([]string, error) {
	var out []string
	for _, p := range []string{prefix, wholeMark + prefix} {
		terms, err := r.Prefix(p, maxExpand)
		if err != nil {
			return nil, err
		}
		out = append(out, terms...)
		for t := range x.delta {
			if strings.HasPrefix(t, p) {
				out = append(out, t)
			}
		}
	}
	for _, m := range []map[string]bool{keys(x.paths), keys(x.notes)} {
		for t := range m {
			if strings.HasPrefix(t, prefix) {
				out = append(out, t)
			}
		}
	}
	slices.Sort(out)
	out = slices.Compact(out)
	return out[:min(len(out), 2*maxExpand)], nil
}

func keys[V any](m map[string]V) map[string]bool {
	out := make(map[string]bool, len(m))
	for k := range m {
		out[k] = true
	}
	return out
}
