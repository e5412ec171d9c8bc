package ignore

import (
	"strings"
	"sync"
)

// Matcher answers for any path of a tree, reading ignore files as it goes
// down and keeping them. It may be used by several goroutines.
type Matcher struct {
	root Scope
	fold bool
	read ReadFunc

	mu   sync.Mutex
	dirs map[string]Scope
}

// ReadFunc returns the text of the ignore file of the given name in a
// directory relative to the root; nil if there is none.
type ReadFunc func(dir, name string) []byte

// NewMatcher makes a matcher for the tree below a root. The scope holds what
// ranks below the root's own files: info/exclude and files above the root.
func NewMatcher(below Scope, fold bool, read ReadFunc) *Matcher {
	m := &Matcher{fold: fold, read: read, dirs: map[string]Scope{}}
	m.root = m.enter(below, "")
	return m
}

// Match says whether path, slash-separated and relative to the root, is
// ignored, and which rule says so: the path's own or that of a directory
// above. A path that a "!" rule includes is not ignored and has that rule.
func (m *Matcher) Match(path string, isDir bool) (ignored bool, why Rule) {
	scope, held := m.root, Verdict{}
	for from := 0; ; {
		slash := strings.IndexByte(path[from:], '/')
		last := slash < 0
		end := len(path)
		if !last {
			end = from + slash
		}
		here := path[:end]
		v := scope.Match(here, path[from:end], isDir || !last)
		if held.Ignored() && !v.own {
			v = held
		}
		if last {
			return v.Ignored(), v.Rule()
		}
		if v.Ignored() {
			if v.own || !scope.Reaches(here) {
				return true, v.Rule()
			}
			held = v
		} else {
			held = Verdict{}
			scope = m.scope(scope, here)
		}
		from = end + 1
	}
}

func (m *Matcher) scope(up Scope, dir string) Scope {
	m.mu.Lock()
	s, ok := m.dirs[dir]
	m.mu.Unlock()
	if ok {
		return s
	}
	s = m.enter(up, dir)
	m.mu.Lock()
	m.dirs[dir] = s
	m.mu.Unlock()
	return s
}

func (m *Matcher) enter(up Scope, dir string) Scope {
	return up.Enter(dir, m.read(dir, GitFile), m.read(dir, OwnFile), m.fold)
}

// Enter returns the scope inside dir, given the texts of its ignore files.
func (s Scope) Enter(dir string, git, own []byte, fold bool) Scope {
	prefix := ""
	if dir != "" {
		prefix = dir + "/"
	}
	if git != nil {
		s = s.WithGit(Parse(Source{Text: git, File: prefix + GitFile, Dir: dir, Fold: fold}))
	}
	if own != nil {
		s = s.WithOwn(Parse(Source{Text: own, File: prefix + OwnFile, Dir: dir, Fold: fold}))
	}
	return s
}
