package linker

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/structural-memory/smp/facts"
)

// repo holds the tables over all files: what a single file cannot know. They
// are kept from one Update to the next and changed by what changed.
type repo struct {
	headers    map[string]*header
	extensions map[string][]ref            // type → the members it gets elsewhere, and blocks of them
	stores     map[string][]ref            // field → the bindings that store a function in it
	subs       map[string][]ref            // class → the classes that name it as a base
	spaces     map[string]map[string][]ref // family and namespace → name → definitions
	builds     map[string][]*file          // family and class name → the files that build such a class
	spaceCount map[string]int              // family:namespace, and each one above it → definitions
	roots      *roots
}

func newRepo() repo {
	return repo{headers: map[string]*header{}, extensions: map[string][]ref{}, stores: map[string][]ref{}, subs: map[string][]ref{}, spaces: map[string]map[string][]ref{},
		spaceCount: map[string]int{}, builds: map[string][]*file{}, roots: &roots{}}
}

// swap replaces a file in the namespace tables; old or now may be nil.
func (l *Linker) swap(old, now *file, d *dirty) {
	l.swapBuilds(old, now)
	before, after := l.spaceNames(old), l.spaceNames(now)
	for k := range before {
		l.removeSpace(old, k, d)
	}
	for k, ds := range after {
		l.addSpace(now, k, ds, d)
	}
	for k, ds := range before {
		if !sameDefs(old, ds, now, after[k]) {
			d.keys[key("ns:"+k.space, k.name)] = true
		}
	}
	for k := range after {
		if _, was := before[k]; !was {
			d.keys[key("ns:"+k.space, k.name)] = true
		}
	}
}

type spaceKey struct{ space, name string }

// spaceNames are a file's definitions by the namespace and name that they are
// known by.
func (l *Linker) spaceNames(f *file) map[spaceKey][]int32 {
	if f == nil || f.fam.spaceOf == nil {
		return nil
	}
	out := map[spaceKey][]int32{}
	for _, d := range f.kids {
		if ns, ok := f.fam.spaceOf(f, d); ok {
			k := spaceKey{f.fam.id + ":" + ns, f.facts.Defs[d].Name}
			if f.fam.spaceName != nil {
				k.name = f.fam.spaceName(f, d)
			}
			out[k] = append(out[k], d)
		}
	}
	return out
}

func sameDefs(a *file, as []int32, b *file, bs []int32) bool {
	if len(as) != len(bs) {
		return false
	}
	for i := range as {
		x, y := &a.facts.Defs[as[i]], &b.facts.Defs[bs[i]]
		if x.Kind != y.Kind || x.Disc != y.Disc || a.facts.QName(as[i]) != b.facts.QName(bs[i]) {
			return false
		}
	}
	return true
}

func (l *Linker) removeSpace(f *file, k spaceKey, d *dirty) {
	names := l.spaces[k.space]
	n := len(names[k.name])
	names[k.name] = slices.DeleteFunc(names[k.name], func(r ref) bool { return r.f == f })
	l.count(k.space, len(names[k.name])-n, d)
	if len(names[k.name]) == 0 {
		delete(names, k.name)
	}
}

func (l *Linker) addSpace(f *file, k spaceKey, ds []int32, d *dirty) {
	names := l.spaces[k.space]
	if names == nil {
		names = map[string][]ref{}
		l.spaces[k.space] = names
	}
	rs := names[k.name]
	i, _ := slices.BinarySearchFunc(rs, f.path, func(r ref, p string) int { return strings.Compare(r.f.path, p) })
	for n, x := range ds {
		rs = slices.Insert(rs, i+n, ref{f, x})
	}
	names[k.name] = rs
	l.count(k.space, len(ds), d)
}

// count keeps track of which namespaces there are.
func (l *Linker) count(space string, by int, d *dirty) {
	fam, ns, _ := strings.Cut(space, ":")
	for by != 0 {
		k := fam + ":" + ns
		was := l.spaceCount[k]
		l.spaceCount[k] = was + by
		if (was == 0) != (was+by == 0) {
			d.keys[key("ns?"+fam, ns)] = true
		}
		i := strings.LastIndexByte(ns, '.')
		if i < 0 {
			return
		}
		ns = ns[:i]
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
	return s.l.spaceCount[fam.id+":"+ns] > 0
}

// header is what a file says about types of other files: which it extends,
// which it derives from. Types are named by identity, since indices move.
type header struct {
	f          *file
	extensions []relation
	stores     []relation // d is a binding
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

// maxHeaderRounds bounds how many types may be known one through the other.
// Each round makes only the headers that the one before has touched.
const maxHeaderRounds = 64

// indexHeaders makes the headers of files that changed or whose headers rest
// on what changed, and puts them into the tables. Bases may be found through
// extensions that only this run brings, so it goes on until nothing changes.
func (l *Linker) indexHeaders(ctx context.Context, changed []*file, removed []string, d *dirty) {
	for _, p := range removed {
		l.putHeader(p, nil, d)
	}
	todo := map[*file]bool{}
	for _, f := range changed {
		if f.hasHeader() || l.headers[f.path] != nil {
			todo[f] = true
		}
	}
	since := d // what is other than when the headers were made
	for range maxHeaderRounds {
		for _, h := range l.headers {
			if f := l.files[h.f.path]; f != nil && (h.f != f || since.touches(h.keys)) {
				todo[f] = true
			}
		}
		if len(todo) == 0 {
			return
		}
		list := make([]*file, 0, len(todo))
		for f := range todo {
			list = append(list, f)
		}
		slices.SortFunc(list, func(a, b *file) int { return strings.Compare(a.path, b.path) })
		made := make([]*header, len(list))
		if l.parallel(ctx, len(list), func(s *solver, i int) {
			l.safely(s, list[i], func() { made[i] = s.header(list[i]) })
		}) != nil {
			return
		}
		since = &dirty{keys: map[uint32]bool{}}
		for i, f := range list {
			l.putHeader(f.path, made[i], since)
		}
		if len(since.keys) == 0 {
			return
		}
		maps.Copy(d.keys, since.keys)
		clear(todo)
	}
}

// hasHeader tells whether a file can say anything about types of others.
func (f *file) hasHeader() bool {
	if len(f.extension) > 0 || f.fam.stores && len(f.fields) > 0 {
		return true
	}
	for i := range f.facts.Defs {
		if d := &f.facts.Defs[i]; d.Kind.TypeLike() && len(d.Bases) > 0 {
			return true
		}
	}
	return false
}

// putHeader replaces a file's header in the tables, and notes what changed.
func (l *Linker) putHeader(path string, h *header, d *dirty) {
	old := l.headers[path]
	differ := map[uint32]int{}
	if old != nil {
		for _, e := range old.extensions {
			l.extensions[e.of] = withoutFile(l.extensions[e.of], path)
		}
		for _, e := range old.stores {
			l.stores[e.of] = withoutFile(l.stores[e.of], path)
		}
		for _, e := range old.subs {
			l.subs[e.of] = withoutFile(l.subs[e.of], path)
		}
		old.tally(differ, -1)
	}
	delete(l.headers, path)
	if h != nil {
		for _, e := range h.extensions {
			l.extensions[e.of] = insertRef(l.extensions[e.of], ref{h.f, e.d})
		}
		for _, e := range h.stores {
			l.stores[e.of] = insertRef(l.stores[e.of], ref{h.f, e.d})
		}
		for _, e := range h.subs {
			l.subs[e.of] = insertRef(l.subs[e.of], ref{h.f, e.d})
		}
		h.tally(differ, 1)
		l.headers[path] = h
	}
	for k, n := range differ {
		if n != 0 {
			d.keys[k] = true
		}
	}
}

func withoutFile(rs []ref, path string) []ref {
	return slices.DeleteFunc(rs, func(r ref) bool { return r.f.path == path })
}

func insertRef(rs []ref, r ref) []ref {
	i, found := slices.BinarySearchFunc(rs, r, func(a, b ref) int { return cmp.Or(strings.Compare(a.f.path, b.f.path), cmp.Compare(a.d, b.d)) })
	if found {
		rs[i] = r
		return rs
	}
	return slices.Insert(rs, i, r)
}

// tally adds up what a header says, by the keys that it is asked under.
func (h *header) tally(count map[uint32]int, sign int) {
	for _, e := range h.extensions {
		x := sign * (int(key(h.f.path, h.f.facts.QName(e.d)+h.f.facts.Defs[e.d].Disc)>>1) + 1)
		count[key("ext:"+e.of, "")] += x
		def := &h.f.facts.Defs[e.d]
		if def.Form != "impl" && def.Form != "extension" {
			count[key("ext:"+e.of, def.Name)] += x
			continue
		}
		for _, k := range h.f.all(e.d) {
			count[key("ext:"+e.of, h.f.facts.Defs[k].Name)] += x
		}
	}
	for _, e := range h.stores {
		b := &h.f.facts.Binds[e.d]
		count[key("set:"+e.of, "")] += sign * (int(key(h.f.path, h.f.facts.QName(b.Def)+"="+h.f.text(b.Value, 4))>>1) + 1)
	}
	for _, e := range h.subs {
		count[key("sub:"+e.of, "")] += sign * (int(key(h.f.path, h.f.facts.QName(e.d))>>1) + 1)
	}
}

// header resolves a file's receivers and bases.
func (s *solver) header(f *file) *header {
	h := &header{f: f}
	s.start(f)
	for _, d := range f.extension {
		if f.facts.Defs[d].Parent > 0 && f.facts.Defs[f.facts.Defs[d].Parent].Form == "impl" {
			continue // its block stands for it
		}
		s.refuel()
		if v := s.receiver(ref{f, d}); v != nil && (v.k == vInst || v.k == vClass) && v.ref != (ref{f, d}) {
			h.extensions = append(h.extensions, relation{d: d, of: identity(s.target(v.ref))})
		}
	}
	for d := range f.facts.Defs {
		def := &f.facts.Defs[d]
		if !def.Kind.TypeLike() || len(def.Bases) == 0 {
			continue
		}
		s.refuel()
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
	if f.fam.stores {
		h.stores = s.storesOf(f)
	}
	h.keys = s.allKeys()
	s.begin()
	return h
}
