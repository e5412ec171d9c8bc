package linker

import (
	"github.com/structural-memory/smp/facts"
)

// place says what the type of an expression has to be: a type that is
// declared, that of the parameter a call has for it, of the other side of a
// comparison or assignment, of what a closure has to return, of the elements of
// a list.
type place struct {
	typ    int32
	call   int32
	arg    int
	other  int32
	lambda int32
	list   int32
}

var noPlace = place{typ: facts.None, call: facts.None, other: facts.None, lambda: facts.None, list: facts.None}

// places are the places of a file's expressions, and of which others they are
// the beginning or one of several values.
type places struct {
	of map[int32]place
	up map[int32]int32
}

// wanted is the type that the place of ".name" wants; a chain of members and
// calls that begins with it has one place.
func (s *solver) wanted(f *file, i int32) *val {
	if !s.enter() {
		return nil
	}
	defer s.leave()
	f.placesOnce.Do(f.findPlaces)
	for n := 0; n < 50; n++ {
		if p, ok := f.places.of[i]; ok {
			return s.wantedAt(f, p)
		}
		up, ok := f.places.up[i]
		if !ok {
			return nil
		}
		i = up
	}
	return nil
}

func (s *solver) wantedAt(f *file, p place) *val {
	if !s.enter() {
		return nil
	}
	defer s.leave()
	switch {
	case p.typ != facts.None:
		return s.typ(f, p.typ)
	case p.call != facts.None:
		return s.wantedBy(f, p)
	case p.lambda != facts.None:
		at, ok := f.lambdaSite(p.lambda)
		if !ok {
			return nil
		}
		if t := s.callable(s.wantedBy(f, at.place())); t != nil && t.k == vFnType {
			return t.arg(len(t.args) - 1)
		}
		return nil
	case p.list != facts.None:
		v := s.wanted(f, p.list)
		if v != nil && v.k == vInst { // a set of options
			return v
		}
		return s.element(v, "")
	}
	return s.expr(f, p.other)
}

func (at site) place() place {
	p := noPlace
	p.call, p.arg = at.call, at.arg
	return p
}

// wantedBy is the type of the parameter that a call has for an argument, of
// all functions that it may mean.
func (s *solver) wantedBy(f *file, p place) *val {
	callee := s.calleeOf(f, p.call)
	var out []*val
	functions := func(rs []ref, recv *val) {
		for _, r := range rs {
			if k := swiftPlace(s, f, p.call, r, p.arg); k >= 0 && k < len(r.def().Params) {
				t := s.typ(r.f, r.def().Params[k].Type)
				if r.def().Params[k].Flags&facts.ParamRest != 0 {
					t = s.element(t, "")
				}
				out = append(out, s.filled(f, p.call, r, recv, t))
			}
		}
	}
	each(callee, func(c *val) {
		switch c.k {
		case vFunc:
			functions(c.refs, c.recv)
		case vClass:
			n := len(out)
			functions(s.constructors(c), inst(c.ref, c.args...))
			if labels := swiftArguments(f, p.call); len(out) == n && p.arg < len(labels) { // of a property
				out = append(out, notFunctionOf(s.member(inst(c.ref, c.args...), labels[p.arg])))
			}
		case vExt:
			out = append(out, s.wantedOutside(f, p, c))
		case vFnType:
			if p.arg < len(c.args)-1 {
				out = append(out, c.args[p.arg])
			}
		}
	})
	for k, v := range out {
		if v != nil && v.k == vParam {
			out[k] = s.boundOf(v)
		}
	}
	return union(out...)
}

// wantedOutside is the same for functions from outside.
func (s *solver) wantedOutside(f *file, p place, c *val) *val {
	lib, name := f.fam.builtins, lastName(c.name)
	takes := func(member string, recv *val) (*val, bool) {
		specs, ok := lib.takes[member]
		if !ok || p.arg >= len(specs) {
			return nil, ok
		}
		return lib.make(specs[p.arg], recv, s.argOf(f, p.call), func() *val { return nil }), true
	}
	if c.recv == nil {
		v, _ := takes(name, nil)
		return v
	}
	for _, b := range s.outerBases(c.recv) {
		if v, ok := takes(lastName(b.name)+"."+name, b); ok {
			return v
		}
	}
	return nil
}

// wantedOf is the type that the place of an expression wants, in languages
// that tell.
func (s *solver) wantedOf(f *file, i int32) *val {
	if !s.enter() {
		return nil
	}
	defer s.leave()
	if f.fam.place == nil {
		return nil
	}
	return s.wanted(f, i)
}

// swiftInferred are the type arguments of a struct that is built with one
// argument a property.
func (s *solver) swiftInferred(f *file, call int32, c *val) []*val {
	args := make([]*val, len(c.ref.def().TypeParams))
	labels := swiftArguments(f, call)
	for k, a := range f.facts.Args(call) {
		if k < len(labels) && a != facts.None {
			s.match(notFunctionOf(s.member(inst(c.ref), labels[k])), s.expr(f, a), c.ref, args, 4)
		}
	}
	return args
}

func notFunctionOf(v *val) *val {
	if v == nil || v.k == vFunc {
		return nil
	}
	return v
}

// findPlaces notes the place of each expression that has one.
func (f *file) findPlaces() {
	f.places = places{map[int32]place{}, map[int32]int32{}}
	typed := func(e, t int32) {
		if e != facts.None && t != facts.None {
			p := noPlace
			p.typ = t
			f.places.of[e] = p
		}
	}
	for i := range f.facts.Binds {
		typed(f.facts.Binds[i].Value, f.facts.Binds[i].Type)
	}
	for i := range f.facts.Defs {
		d := &f.facts.Defs[i]
		if d.Kind == facts.Variable {
			typed(d.Value, d.Type)
		}
		for _, p := range d.Params {
			typed(p.Default, p.Type)
		}
		if d.Kind.Callable() {
			for _, r := range d.Rets {
				typed(r, d.Type)
			}
		}
	}
	for i := range f.facts.Exprs {
		f.placeParts(int32(i))
	}
}

// placeParts notes the places of an expression's parts.
func (f *file) placeParts(i int32) {
	e := &f.facts.Exprs[i]
	up := func(part int32) {
		if part != facts.None {
			f.places.up[part] = i
		}
	}
	switch e.Op {
	case facts.OpMember, facts.OpUnary, facts.OpTry, facts.OpAwait:
		up(e.A)
	case facts.OpUnion:
		for _, a := range f.facts.Args(i) {
			up(a)
		}
	case facts.OpLit:
		for _, a := range f.facts.Args(i) {
			if a != facts.None && e.Name == "list" {
				p := noPlace
				p.list = i
				f.places.of[a] = p
			}
		}
	case facts.OpBinary:
		for _, side := range [][2]int32{{e.A, e.B}, {e.B, e.A}} {
			if side[0] != facts.None && side[1] != facts.None {
				p := noPlace
				p.other = side[1]
				f.places.of[side[0]] = p
			}
		}
	case facts.OpLambda:
		l := &f.facts.Lambdas[e.D]
		for _, r := range l.Rets {
			if r == facts.None {
				continue
			}
			p := noPlace
			if p.typ = l.Type; p.typ == facts.None {
				p.lambda = i
			}
			f.places.of[r] = p
		}
	case facts.OpCall, facts.OpNew:
		up(e.A)
		for k, a := range f.facts.Args(i) {
			if a != facts.None {
				f.places.of[a] = site{i, k}.place()
			}
		}
	}
}
