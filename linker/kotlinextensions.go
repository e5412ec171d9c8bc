package linker

import (
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/graph"
)

// extensionOf is the extension of that name for a receiver: the first that its
// type allows of those in reach. Functions that do not take the call's
// arguments are passed over if others further out do; call is None where
// nothing is called.
// Where the receiver's type is not known, only an import by name counts.
func (s *solver) extensionOf(f *file, scope int32, name string, recv *val, call int32) *val {
	var found, loose *val
	pick := func(rs []ref, via graph.Via, certain bool) bool {
		fit := s.fitting(rs, name, recv, certain)
		v := s.extension(fit, recv, via)
		if v == nil {
			return true
		}
		if call == facts.None || v.k != vFunc || s.applies(f, call, v.refs) {
			found = v
		} else if loose == nil {
			loose = v
		}
		return found == nil
	}
	s.extensionsAround(f, scope, name, pick)
	if found == nil {
		return loose
	}
	return found
}

// extensionsAround visits the definitions of a name that may be extensions,
// level by level: those of the classes around, those that are imported by
// name, those of the package, those that wildcards bring. Those imported by
// name come twice, the second time as certain.
func (s *solver) extensionsAround(f *file, scope int32, name string, visit func(rs []ref, via graph.Via, certain bool) bool) {
	for d := scope; d > 0; d = f.facts.Defs[d].Parent {
		var rs []ref
		if !f.facts.Defs[d].Kind.TypeLike() {
			for _, k := range s.children(f, d, name) {
				rs = append(rs, ref{f, k})
			}
		} else {
			for _, b := range s.mro(s.target(ref{f, d})) {
				if b.k == vInst {
					rs = append(rs, s.extensionsIn(b.ref, name)...)
				}
			}
		}
		if !visit(rs, graph.ViaScope, false) {
			return
		}
	}
	var named []ref
	for _, i := range f.importsOf(name) {
		im := &f.facts.Imports[i]
		rs := s.space(f.fam, im.Module, im.Name)
		if len(rs) == 0 {
			if c := jvmFind(s, f, im.Module, asType); c != nil && c.k == vClass { // of an object
				for _, k := range s.children(c.ref.f, c.ref.d, im.Name) {
					rs = append(rs, ref{c.ref.f, k})
				}
			}
		}
		named = append(named, rs...)
	}
	if !visit(named, graph.ViaImport, false) || !visit(named, graph.ViaImport, true) {
		return
	}
	if !visit(s.space(f.fam, f.facts.Package, name), graph.ViaPackage, false) {
		return
	}
	var starred []ref
	for _, i := range f.stars {
		starred = append(starred, s.space(f.fam, f.facts.Imports[i].Module, name)...)
	}
	visit(starred, graph.ViaImport, false)
}

// extensionsIn are a class's own members of a name and those of its companion.
func (s *solver) extensionsIn(r ref, name string) []ref {
	s.ask(r.f.path, name)
	var rs []ref
	for _, k := range s.children(r.f, r.d, name) {
		rs = append(rs, ref{r.f, k})
	}
	for _, c := range s.all(r.f, r.d) {
		if r.f.facts.Defs[c].Form == "companion" {
			for _, k := range s.children(r.f, c, name) {
				rs = append(rs, ref{r.f, k})
			}
		}
	}
	return rs
}

// fitting keeps the extensions that a receiver can have. Of those of which its
// type does not tell, because it comes from outside, it keeps them if they are
// extensions of one type; all of them if certain says that somebody imported
// them by name, which nobody does without a use, and nothing is known.
func (s *solver) fitting(rs []ref, name string, recv *val, certain bool) []ref {
	known := recv != nil && (recv.k != vExt || s.inLibrary(recv))
	var fit, unsure []ref
	one := true
	for _, r := range rs {
		if def := r.def(); def.Recv == facts.None || def.Kind.TypeLike() {
			continue
		}
		s.ask(r.f.path, name)
		switch {
		case certain && !known, s.extensionFor(r, recv):
			fit = append(fit, r)
		case !known && !operators[name] && s.mayExtend(r, recv):
			one = one && (len(unsure) == 0 || same(s.receiver(unsure[0]), s.receiver(r), 1))
			unsure = append(unsure, r)
		}
	}
	if len(fit) == 0 && one {
		return unsure
	}
	return fit
}

// operators are functions that so many types have that their name tells
// nothing of an unknown one.
var operators = map[string]bool{"get": true, "set": true, "contains": true, "plus": true, "minus": true, "times": true, "div": true, "rem": true, "and": true, "or": true, "xor": true,
	"inv": true, "shl": true, "shr": true, "compareTo": true, "equals": true, "hashCode": true, "toString": true, "rangeTo": true, "iterator": true, "next": true, "hasNext": true,
	"invoke": true, "close": true, "size": true, "isEmpty": true}

// mayExtend tells whether a value from outside may be of the type from outside
// that an extension is for: its class is not known, or the bases of its class.
func (s *solver) mayExtend(r ref, recv *val) bool {
	t := s.receiver(r)
	if t == nil || t.k != vExt || recv == nil || recv.k != vExt || strings.HasPrefix(t.name, "?") {
		return false
	}
	if recv.recv != nil || strings.HasSuffix(recv.name, ")") || strings.HasPrefix(recv.name, "?") {
		return true
	}
	return !s.inLibrary(t) && !primitive(t.name) && t.name != "String"
}

// inLibrary tells whether a type from outside is one of those that the tables
// describe.
func (s *solver) inLibrary(v *val) bool {
	return s.builtins(v).types[lastName(v.name)] && !foreignType(s.l.current(s), v.name)
}
