package ignore

import "strings"

// quickFrom is the number of patterns from which on a list looks most of them
// up instead of trying each.
const quickFrom = 12

// quick finds the patterns of the usual shapes by key. Values are positions in
// the list, ascending.
type quick struct {
	names map[string][]int32 // "name"
	exts  map[string][]int32 // "*.ext"
	paths map[string][]int32 // "/a/b"
	rest  []int32            // all others
}

func newQuick(pats []pattern) *quick {
	q := &quick{names: map[string][]int32{}, exts: map[string][]int32{}, paths: map[string][]int32{}}
	for i := range pats {
		p, n := &pats[i], int32(i)
		switch {
		case p.suffix != "" && p.suffix[0] == '.' && strings.LastIndexByte(p.suffix, '.') == 0:
			q.exts[p.suffix] = append(q.exts[p.suffix], n)
		case p.tail != nil:
			q.rest = append(q.rest, n)
		case p.nameOnly:
			q.names[p.head] = append(q.names[p.head], n)
		default:
			q.paths[p.head] = append(q.paths[p.head], n)
		}
	}
	return q
}

// find is List.find by key.
func (q *quick) find(l *List, path, name string, isDir bool) *pattern {
	best := int32(-1)
	try := func(at []int32) {
		for i := len(at) - 1; i >= 0 && at[i] > best; i-- {
			if isDir || !l.pats[at[i]].dirOnly {
				best = at[i]
			}
		}
	}
	try(q.names[name])
	if dot := strings.LastIndexByte(name, '.'); dot >= 0 {
		try(q.exts[name[dot:]])
	}
	rel := l.relative(path)
	if len(q.paths) > 0 {
		try(q.paths[rel])
	}
	for i := len(q.rest) - 1; i >= 0 && q.rest[i] > best; i-- {
		p := &l.pats[q.rest[i]]
		if (isDir || !p.dirOnly) && p.matches(rel, name, false) {
			best = q.rest[i]
		}
	}
	if best < 0 {
		return nil
	}
	return &l.pats[best]
}
