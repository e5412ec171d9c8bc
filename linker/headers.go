package linker

import "github.com/structural-memory/smp/graph"

const viaReceiver = graph.ViaReceiver

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
			if v := s.defs(x.f, s.children(x.f, x.d, name), asValue, viaReceiver); v != nil {
				out = append(out, v)
			}
		} else if def.Name == name && def.Kind.Callable() {
			out = append(out, &val{k: vFunc, refs: []ref{x}, via: viaReceiver})
		} else if def.Name == name && def.Kind.TypeLike() {
			out = append(out, class(x))
		} else if def.Name == name {
			out = append(out, s.defType(x))
		}
	}
	return out
}

// outsideType is a type that belongs to a class and is defined outside of it.
func (s *solver) outsideType(r ref, name string) *val {
	if !r.f.fam.outsideTypes {
		return nil
	}
	id := identity(r)
	s.ask("ext:"+id, name)
	for _, x := range s.l.extensions[id] {
		if def := x.def(); def.Name == name && def.Kind.TypeLike() {
			return class(x)
		}
	}
	return nil
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
			if c.f.fam.targetTyped && !s.derives(t, c) { // of a class with other type parameters
				continue
			}
			if !seen[t] {
				seen[t] = true
				out = append(out, t)
				queue = append(queue, t)
			}
		}
	}
	s.cut = s.cut || len(queue) > 0
	return out
}

// maxDispatch bounds the implementations that a call can be dispatched to.
const maxDispatch = 200
