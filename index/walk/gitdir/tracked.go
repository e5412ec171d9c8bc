package gitdir

import (
	"errors"
	"io/fs"
	"path/filepath"
	"slices"
	"sort"
	"strings"
)

// Tracked is the set of paths in a repository's index. A nil *Tracked is an
// empty one.
type Tracked struct {
	names []string // sorted by bytes, as the index is
	links []string // submodules, sorted
}

// Tracked reads the index. A repository without one tracks nothing.
func (r *Repo) Tracked() (*Tracked, error) {
	data, err := readRegular(filepath.Join(r.Dir, "index"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	x, err := parseIndex(data, r.Config().SHA256)
	if err != nil || x.shared == "" {
		return &x.Tracked, err
	}
	return r.joinShared(x)
}

// joinShared adds the entries of the file that a split index builds on. What
// the split index deletes from it is not subtracted: to take a path for
// tracked that has just been removed does no harm.
func (r *Repo) joinShared(x index) (*Tracked, error) {
	data, err := readRegular(filepath.Join(r.Dir, "sharedindex."+x.shared))
	if err != nil {
		return &x.Tracked, err
	}
	base, err := parseIndex(data, len(x.shared) == 64)
	t := &x.Tracked
	t.names = append(t.names, base.names...)
	t.links = append(t.links, base.links...)
	slices.Sort(t.names)
	slices.Sort(t.links)
	return t, err
}

// Sub is the part below dir, with paths relative to it.
func (t *Tracked) Sub(dir string) *Tracked {
	if t == nil || dir == "" {
		return t
	}
	return &Tracked{names: below(t.names, dir+"/"), links: below(t.links, dir+"/")}
}

// Has says whether the file is tracked.
func (t *Tracked) Has(path string) bool {
	return t != nil && contains(t.names, path)
}

// HasBelow says whether anything inside dir is tracked.
func (t *Tracked) HasBelow(dir string) bool {
	if t == nil {
		return false
	}
	dir += "/"
	i := sort.SearchStrings(t.names, dir)
	return i < len(t.names) && strings.HasPrefix(t.names[i], dir)
}

// IsSubmodule says whether path is tracked as a commit of another repository.
func (t *Tracked) IsSubmodule(path string) bool {
	return t != nil && len(t.links) > 0 && contains(t.links, path)
}

// Len is the number of tracked files.
func (t *Tracked) Len() int {
	if t == nil {
		return 0
	}
	return len(t.names)
}

func contains(sorted []string, s string) bool {
	_, ok := slices.BinarySearch(sorted, s)
	return ok
}

func below(sorted []string, prefix string) []string {
	var out []string
	for _, s := range sorted[sort.SearchStrings(sorted, prefix):] {
		rest, ok := strings.CutPrefix(s, prefix)
		if !ok {
			break
		}
		out = append(out, rest)
	}
	return out
}

// Differ lists the names that only one of two sets has, sorted, and tells
// whether their submodules are others.
func (t *Tracked) Differ(other *Tracked) (names []string, links bool) {
	var a, b Tracked
	if t != nil {
		a = *t
	}
	if other != nil {
		b = *other
	}
	x, y := a.names, b.names
	for len(x) > 0 || len(y) > 0 {
		switch {
		case len(y) == 0 || len(x) > 0 && x[0] < y[0]:
			names, x = append(names, x[0]), x[1:]
		case len(x) == 0 || y[0] < x[0]:
			names, y = append(names, y[0]), y[1:]
		default:
			x, y = x[1:], y[1:]
		}
	}
	return slices.Compact(names), !slices.Equal(a.links, b.links)
}
