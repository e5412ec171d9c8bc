package linker

import (
	"slices"
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/graph"
)

// swiftLabels are the labels of a function's parameters, "_" for none: of its
// Disc, "(at:Int,_:String)". A case of an enum has them as parameters' names.
func swiftLabels(def *facts.Def) []string {
	if len(def.Params) == 0 {
		return nil
	}
	out := make([]string, 0, len(def.Params))
	if def.Kind == facts.Variable {
		for _, p := range def.Params {
			if p.Name == "" {
				p.Name = "_"
			}
			out = append(out, p.Name)
		}
		return out
	}
	depth, start := 0, 1
	for i := 1; i < len(def.Disc); i++ {
		switch def.Disc[i] {
		case '(', '[', '<':
			depth++
		case ')', ']':
			depth--
		case '>':
			if def.Disc[i-1] != '-' { // "->"
				depth--
			}
		}
		if depth < 0 || depth == 0 && def.Disc[i] == ',' {
			label, _, _ := strings.Cut(def.Disc[start:i], ":")
			out = append(out, label)
			start = i + 1
		}
		if depth < 0 {
			break
		}
	}
	return out
}

func sameLabels(a, b *facts.Def) bool {
	if len(a.Params) != len(b.Params) {
		return false
	}
	if a.Disc == b.Disc {
		return true
	}
	x, y := swiftLabels(a), swiftLabels(b)
	for i := range x {
		if i >= len(y) || x[i] != y[i] {
			return false
		}
	}
	return len(x) == len(y)
}

// swiftArguments are the labels of a call's arguments: "_" for none, "*" for
// the first closure behind the parentheses.
func swiftArguments(f *file, call int32) []string {
	name := f.facts.Exprs[call].Name
	if name == "" {
		return nil
	}
	return strings.Split(strings.TrimSuffix(name, ":"), ":")
}

// swiftMatch gives each argument of a call its parameter; false where the
// labels do not fit. Parameters with default values may be left out.
func (s *solver) swiftMatch(f *file, call int32, r ref) ([]int, bool) {
	def := r.def()
	labels := swiftLabels(def)
	if len(labels) != len(def.Params) {
		return nil, false
	}
	given := swiftArguments(f, call)
	out := make([]int, len(given))
	return out, s.matchLabels(def, labels, r.f, given, out, 0, 0)
}

// matchLabels matches the arguments from a on with the parameters from p on.
func (s *solver) matchLabels(def *facts.Def, labels []string, of *file, given []string, out []int, a, p int) bool {
	if !s.enter() {
		return false
	}
	defer s.leave()
	for ; p < len(labels); p++ {
		param := &def.Params[p]
		if a < len(given) && (given[a] == labels[p] || given[a] == "*" && s.takesClosure(of, param)) {
			out[a] = p
			next := a + 1
			for param.Flags&facts.ParamRest != 0 && next < len(given) && given[next] == "_" {
				out[next] = p
				next++
			}
			if s.matchLabels(def, labels, of, given, out, next, p+1) {
				return true
			}
		}
		if param.Flags&(facts.ParamOptional|facts.ParamRest) == 0 {
			return false
		}
	}
	return a == len(given)
}

// takesClosure tells whether a parameter's type may be one of functions.
func (s *solver) takesClosure(f *file, p *facts.Param) bool {
	if p.Type == facts.None {
		return true
	}
	t := s.callable(s.typ(f, p.Type))
	switch {
	case t == nil:
		return true
	case t.k == vExt:
		return !s.builtins(t).types[lastName(t.name)] && !f.fam.builtins.has(t.name)
	}
	return t.k == vFnType || t.k == vParam || t.k == vUnion
}

// swiftAccepts tells whether a call with these labels can mean a function.
func swiftAccepts(s *solver, f *file, call int32, r ref) bool {
	if e := &f.facts.Exprs[call]; e.Op != facts.OpCall {
		return true
	}
	_, ok := s.swiftMatch(f, call, r)
	return ok
}

// swiftPlace is the parameter that argument k of a call is for; -1 for none.
func swiftPlace(s *solver, f *file, call int32, r ref, k int) int {
	at, ok := s.swiftMatch(f, call, r)
	if !ok || k >= len(at) {
		return -1
	}
	return at[k]
}

// swiftFit keeps, of what a name or a member may mean, the functions that the
// call can mean by its labels; where it is not called, a property before a
// function.
func swiftFit(s *solver, f *file, i int32, v *val) *val {
	if v == nil || v.k != vFunc && v.k != vUnion {
		return v
	}
	call, called := f.callOf(i)
	var funcs, others []*val
	each(v, func(m *val) {
		if m.k != vFunc {
			others = append(others, m)
			return
		}
		var rs []ref
		for _, r := range m.refs {
			if swiftShows(f, r) && (!called || swiftAccepts(s, f, call, r)) {
				rs = append(rs, r)
			}
		}
		if len(rs) > 0 {
			c := *m
			c.refs = rs
			funcs = append(funcs, &c)
		}
	})
	if len(others) > 0 && (!called || len(funcs) == 0) {
		return union(others...)
	}
	return union(funcs...)
}

// swiftShows tells whether a member is there for a file: what is private is
// for its own file, what tests add for tests.
func swiftShows(f *file, r ref) bool {
	return r.f == f || r.def().Mods&facts.Private == 0 && (!r.f.test || f.test)
}

// swiftNamed is what a name stands for where it is used: a generic parameter
// is the type that bounds it, what is called has the labels of the call, and a
// type from outside may be built as an extension says.
func swiftNamed(s *solver, f *file, i int32, v *val, found bool) *val {
	e := &f.facts.Exprs[i]
	call, called := f.callOf(i)
	if v != nil && v.k == vParam && v.name == e.Name {
		v = s.classOf(s.boundOf(v))
	}
	if !called {
		return swiftFit(s, f, i, v)
	}
	fit := swiftFit(s, f, i, v)
	if fit == nil && v != nil && v.k == vFunc && v.recv != nil { // a function outside of the type has the labels
		if t, _ := swiftTop(s, f, 0, e.Name, e.Pos, asValue); t != nil {
			fit = swiftFit(s, f, i, t)
		}
	}
	switch {
	case fit == nil && v == nil && !found:
		own, imported := swiftSeen(s, f, s.space(f.fam, "extension", e.Name)) // of a base from outside, may be
		if outside := swiftOutside(s, f); len(outside) > 0 && len(own)+len(imported) == 0 {
			return ext(swiftForeign(outside, e.Name))
		}
	case fit == nil:
	case fit.k == vExt && fit.recv == nil && upper(lastName(fit.name)):
		if x := s.swiftExtensions(f, fit, "init", call); x != nil {
			return x
		}
	case fit.k == vClass:
		return swiftBuilt(s, f, call, fit)
	}
	return fit
}

// swiftBuilt is what a call of a type builds; nil where nothing that it has
// takes these labels.
func swiftBuilt(s *solver, f *file, call int32, c *val) *val {
	def := c.ref.def()
	if def.Kind == facts.Interface && def.Form != "type_alias" {
		return swiftRequired(s, f, call, c)
	}
	inits := swiftInits(s, c.ref)
	if len(s.accepted(f, call, inits)) > 0 {
		return c
	}
	labels, lib := swiftArguments(f, call), f.fam.builtins
	for _, b := range s.mro(c.ref) { // what a base from outside has, or what the compiler makes
		if n := lastName(b.name); b.k == vExt && (!lib.bare[n] && !(def.Form == "enum" && lib.raw[n]) ||
			len(labels) == 1 && (labels[0] == "rawValue" || labels[0] == "from")) {
			return c
		}
	}
	if def.Form == "class" && (len(inits) > 0 || len(labels) > 0) {
		return nil
	}
	for _, l := range labels { // one argument a property
		if l != "*" && notFunctionOf(s.member(inst(c.ref), l)) == nil {
			return nil
		}
	}
	return c
}

// swiftRequired is the initializer that a protocol requires of its types.
func swiftRequired(s *solver, f *file, call int32, c *val) *val {
	m := s.member(c, "init")
	if m == nil || m.k != vFunc {
		return c
	}
	var rs []ref
	for _, r := range m.refs {
		if swiftAccepts(s, f, call, r) {
			rs = append(rs, r)
		}
	}
	if len(rs) == 0 {
		return nil
	}
	return &val{k: vFunc, refs: rs, recv: c, via: graph.ViaConstructor}
}

// swiftInits are the initializers of a type: its own, those of its extensions
// and of its bases.
func swiftInits(s *solver, r ref) []ref {
	if v := s.ofInstance(class(r), "init", true); v != nil && v.k == vFunc {
		return v.refs
	}
	return nil
}

// swiftDefaults are the implementations that extensions of a protocol, or of
// protocols below it, give a requirement.
func swiftDefaults(s *solver, r, of ref) []ref {
	if r.def().Mods&facts.Abstract == 0 || of.def().Kind != facts.Interface {
		return nil
	}
	var out []ref
	for _, p := range append([]ref{of}, s.subclasses(of)...) {
		if p.def().Kind != facts.Interface {
			continue
		}
		for _, b := range s.mro(p) {
			if b.k != vInst {
				continue
			}
			for _, part := range s.parts(b.ref) {
				if part.def().Form != "extension" {
					continue
				}
				s.ask(part.f.path, r.def().Name)
				for _, d := range s.children(part.f, part.d, r.def().Name) {
					o := ref{part.f, d}
					if o.def().Kind.Callable() && sameLabels(r.def(), o.def()) && !slices.Contains(out, o) {
						out = append(out, o)
					}
				}
			}
		}
	}
	return out
}
