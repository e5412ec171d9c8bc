package linker

import (
	"strings"
	"sync"

	"github.com/structural-memory/smp/facts"
)

// roots is what the languages know about where modules lie.
type roots struct {
	l      *Linker
	js     *jsRoots
	py     *pyRoots
	rust   *rustRoots
	spaces map[string]bool // family:namespace that exists, or has one below
}

// newRoots reads what configuration files say. They are read again when a
// file of the languages concerned was added or removed, or one of them changed.
func newRoots(l *Linker) *roots {
	r := &roots{l: l, spaces: map[string]bool{}}
	for k := range l.spaces {
		fam, ns, _ := strings.Cut(k, ":")
		for {
			r.spaces[fam+":"+ns] = true
			i := strings.LastIndexByte(ns, '.')
			if i < 0 {
				break
			}
			ns = ns[:i]
		}
	}
	r.js = newJSRoots(l)
	r.py = newPyRoots(l)
	r.rust = newRustRoots(l)
	return r
}

// content reads a configuration file once an Update.
func (l *Linker) content(p string) ([]byte, error) {
	return l.cache.get(p, l.src.Content)
}

type contentCache struct {
	mu sync.Mutex
	m  map[string]cached
}

type cached struct {
	data []byte
	err  error
}

func (c *contentCache) get(p string, read func(string) ([]byte, error)) ([]byte, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if x, ok := c.m[p]; ok {
		return x.data, x.err
	}
	data, err := read(p)
	if c.m == nil {
		c.m = map[string]cached{}
	}
	c.m[p] = cached{data, err}
	return data, err
}

// families are the strategies by id; "" serves languages without one.
func families() map[string]*family {
	js := jsFamily()
	plain := &family{builtins: loadBuiltins("none"), listType: "list"}
	all := map[string]*family{"": plain, "js": js, "typescript": js, "tsx": js, "javascript": js, "python": pythonFamily(), "jvm": jvmFamily(), "rust": rustFamily()}
	for _, f := range all {
		if f.resolve == nil {
			f.resolve = func(*solver, *file, *facts.Import, space) *val { return nil }
		}
		if f.star == nil {
			f.star = func(*solver, *file, *facts.Import, string, space) *val { return nil }
		}
	}
	return all
}
