package linker

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/structural-memory/smp/facts"
)

// repo holds the tables over all files: what a single file cannot know.
type repo struct {
	headers    map[string]*header
	extensions map[string][]ref            // type → the members it gets elsewhere, and blocks of them
	subs       map[string][]ref            // class → the classes that name it as a base
	spaces     map[string]map[string][]ref // family and namespace → name → definitions
	dirs       map[string][]*file
	roots      *roots
}

// header is what a file says about types of other files: which it extends,
// which it derives from. Types are named by identity, since indices move.
type header struct {
	f          *file
	extensions []relation
	subs       []relation
	keys       []uint32
}

type relation struct {
	d    int32
	name string
	of   string
}

// identity names a definition independently of its index.
func identity(r ref) string {
	if id := r.f.ids[r.d]; id != "" {
		return id
	}
	return r.f.path + "#" + r.f.facts.QName(r.d)
}

// index builds the tables from the files as they are now.
func (l *Linker) index(d *dirty) {
	l.sorted = l.sorted[:0]
	for _, f := range l.files {
		l.sorted = append(l.sorted, f)
	}
	slices.SortFunc(l.sorted, func(a, b *file) int { return strings.Compare(a.path, b.path) })
	l.dirs = map[string][]*file{}
	l.spaces = map[string]map[string][]ref{}
	for _, f := range l.sorted {
		l.dirs[f.dir] = append(l.dirs[f.dir], f)
		l.addSpaces(f)
	}
	l.roots = newRoots(l)
	d.tableNames()
	l.indexHeaders(d)
}

// addSpaces puts a file's top-level names into its namespace.
func (l *Linker) addSpaces(f *file) {
	if f.fam.spaceOf == nil {
		return
	}
	for _, d := range f.kids {
		ns, ok := f.fam.spaceOf(f, d)
		if !ok {
			continue
		}
		k := f.fam.id + ":" + ns
		m := l.spaces[k]
		if m == nil {
			m = map[string][]ref{}
			l.spaces[k] = m
		}
		n := f.facts.Defs[d].Name
		m[n] = append(m[n], ref{f, d})
	}
}

// space is what a namespace has under a name.
func (s *solver) space(fam *family, ns, name string) []ref {
	s.ask("ns:"+fam.id+":"+ns, name)
	return s.l.spaces[fam.id+":"+ns][name]
}

// isSpace tells whether a namespace, or one below it, exists.
func (s *solver) isSpace(fam *family, ns string) bool {
	s.ask("ns?"+fam.id, ns)
	return s.l.roots.spaces[fam.id+":"+ns]
}

func (l *Linker) indexHeaders(d *dirty) {
	old := l.headers
	l.headers = make(map[string]*header, len(l.files))
	var todo []*file
	for _, f := range l.sorted {
		if h := old[f.path]; h != nil && h.f == f && !d.touches(h.keys) {
			l.headers[f.path] = h
			continue
		}
		todo = append(todo, f)
	}
	// Extensions first: bases may be found only through them.
	made := make([]*header, len(todo))
	l.extensions, l.subs = map[string][]ref{}, map[string][]ref{}
	_ = l.parallel(context.Background(), len(todo), func(s *solver, i int) { made[i] = s.header(todo[i]) })
	for i, f := range todo {
		l.headers[f.path] = made[i]
	}
	for _, f := range l.sorted {
		h := l.headers[f.path]
		for _, e := range h.extensions {
			l.extensions[e.of] = append(l.extensions[e.of], ref{f, e.d})
		}
		for _, e := range h.subs {
			l.subs[e.of] = append(l.subs[e.of], ref{f, e.d})
		}
	}
}

// header resolves a file's receivers and bases.
func (s *solver) header(f *file) *header {
	h := &header{f: f}
	s.file, s.fuel, s.keys = f, 1<<30, nil
	for _, d := range f.extension {
		if f.facts.Defs[d].Parent > 0 && f.facts.Defs[f.facts.Defs[d].Parent].Form == "impl" {
			continue // its block stands for it
		}
		if v := s.receiver(ref{f, d}); v != nil && (v.k == vInst || v.k == vClass) && v.ref != (ref{f, d}) {
			h.extensions = append(h.extensions, relation{d: d, of: identity(s.target(v.ref))})
		}
	}
	for d := range f.facts.Defs {
		def := &f.facts.Defs[d]
		if !def.Kind.TypeLike() || len(def.Bases) == 0 {
			continue
		}
		r := s.target(ref{f, int32(d)})
		for _, b := range def.Bases {
			v := s.typ(f, b.Type)
			if v == nil && b.Expr != facts.None {
				v = s.instance(s.expr(f, b.Expr), nil)
			}
			each(v, func(m *val) {
				if m.k == vInst && m.ref != r {
					h.subs = append(h.subs, relation{d: int32(d), of: identity(m.ref)})
				}
			})
		}
	}
	h.keys = compact(s.keys)
	s.keys = nil
	return h
}

// extensionMembers are the members of that name which a type gets outside its
// own definition: from impl blocks, extensions, out-of-class definitions.
func (s *solver) extensionMembers(r ref, name string) []*val {
	if !r.def().Kind.TypeLike() {
		return nil
	}
	var out []*val
	id := identity(r)
	s.ask("ext:"+id, name)
	for _, x := range s.l.extensions[id] {
		def := x.def()
		if def.Form == "impl" || def.Form == "extension" {
			if v := s.defs(x.f, x.f.children(x.d, name), asValue, viaReceiver); v != nil {
				out = append(out, v)
			}
		} else if def.Name == name && def.Kind.Callable() {
			out = append(out, &val{k: vFunc, refs: []ref{x}, via: viaReceiver})
		} else if def.Name == name {
			out = append(out, s.defType(x))
		}
	}
	return out
}

// parts are the definitions that make up a class.
func (s *solver) parts(r ref) []ref {
	if r.f.fam.partsOf != nil {
		return r.f.fam.partsOf(s, r)
	}
	out := []ref{r}
	if !r.def().Kind.TypeLike() {
		return out
	}
	id := identity(r)
	s.ask("ext:"+id, "")
	for _, x := range s.l.extensions[id] {
		if def := x.def(); (def.Form == "impl" || def.Form == "extension") && len(def.Bases) > 0 {
			out = append(out, x)
		}
	}
	return out
}

// subclasses are the classes below r, nearest first, bounded.
func (s *solver) subclasses(r ref) []ref {
	var out []ref
	seen := map[ref]bool{r: true}
	queue := []ref{r}
	for len(queue) > 0 && len(out) < maxDispatch {
		c := queue[0]
		queue = queue[1:]
		id := identity(c)
		s.ask("sub:"+id, "")
		for _, b := range s.l.subs[id] {
			t := s.target(b)
			if !seen[t] {
				seen[t] = true
				out = append(out, t)
				queue = append(queue, t)
			}
		}
	}
	return out
}

// maxDispatch bounds the implementations that a call can be dispatched to.
const maxDispatch = 200

func sortRefs(rs []ref) []ref {
	slices.SortFunc(rs, func(a, b ref) int { return cmp.Or(strings.Compare(a.f.path, b.f.path), cmp.Compare(a.d, b.d)) })
	return slices.Compact(rs)
}
