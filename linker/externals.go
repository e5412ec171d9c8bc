package linker

import (
	"strings"

	"github.com/structural-memory/smp/facts"
)

// builtins are those of the language whose file is being linked: external
// values have no file of their own.
func (s *solver) builtins(*val) *builtins {
	if s.l.current(s) == nil {
		return nil
	}
	return s.l.current(s).fam.builtins
}

// externalCall is the entry of an external function and its receiver.
func (s *solver) externalEntry(v *val) (entry, *val, bool) {
	b := s.builtins(v)
	if b == nil {
		return entry{}, nil, false
	}
	if v.recv != nil {
		t := "tuple"
		if v.recv.k == vExt {
			t = lastName(v.recv.name)
		} else if v.recv.k == vInst {
			t = "*" // what every type has
		} else if v.recv.k != vTuple {
			t = "Function"
		}
		e, ok := b.members[t+"."+lastName(v.name)]
		recv := v.recv
		if !ok && len(b.bases) > 0 {
			for _, base := range s.outerBases(v.recv) {
				if e, ok = b.members[lastName(base.name)+"."+lastName(v.name)]; ok {
					if e.result != "self" {
						recv = base
					}
					break
				}
			}
		}
		if !ok {
			e, ok = b.members["*."+lastName(v.name)]
		}
		return e, recv, ok
	}
	if foreignType(s.l.current(s), v.name) {
		return entry{}, nil, false
	}
	e, ok := b.members["."+lastName(v.name)]
	return e, nil, ok
}

// foreignType tells whether a name is one of a class that a file imports from a
// module that the table does not have it from: the table serves several
// languages, whose libraries use some names for different things.
func foreignType(f *file, name string) bool {
	if f == nil || !f.fam.functionsApart || f.facts.Lang == "scala" {
		return false
	}
	module, item, ok := strings.Cut(name, "#")
	return ok && item != "" && item[0] >= 'A' && item[0] <= 'Z' && !f.fam.builtins.from[module][item]
}

// outerBases are the types from outside that v, one from outside or an array
// or a tuple, is: itself first.
func (s *solver) outerBases(v *val) []*val {
	b := s.builtins(v)
	if v.k != vExt || b == nil {
		return nil
	}
	out := []*val{v}
	for i := 0; i < len(out) && len(out) < 20; i++ {
		for _, spec := range b.bases[lastName(out[i].name)] {
			if m := b.make(spec, out[i], func(int) *val { return nil }, func() *val { return nil }); m != nil && m.k == vExt {
				out = append(out, m)
			}
		}
	}
	return out
}

// externalProp is what reading a member of a type from outside gives, if the
// table has it.
func (s *solver) externalProp(v *val, name string) (*val, bool) {
	b := s.builtins(v)
	if b == nil || len(b.props) == 0 {
		return nil, false
	}
	for _, base := range s.outerBases(v) {
		if spec, ok := b.props[lastName(base.name)+"."+name]; ok {
			m := b.make(spec, base, func(int) *val { return nil }, func() *val { return nil })
			return m, m != nil
		}
	}
	return nil, false
}

// externalOut is what a call of a function from outside puts into a variable.
func (s *solver) externalOut(f *file, call int32, v *val) *val {
	b := s.builtins(v)
	if b == nil || v.recv == nil {
		return nil
	}
	for _, base := range s.outerBases(v.recv) {
		if spec, ok := b.outs[lastName(base.name)+"."+lastName(v.name)]; ok {
			return b.make(spec, base, s.argOf(f, call), func() *val { return nil })
		}
	}
	return nil
}

// argOf gives builtins.make the arguments of a call, and by negative numbers
// its type arguments and what its arguments return.
func (s *solver) argOf(f *file, i int32) func(int) *val {
	return func(n int) *val {
		switch e := &f.facts.Exprs[i]; {
		case n <= -100:
			if a := f.facts.Args(i); -100-n < len(a) {
				return s.returnOf(f, s.expr(f, a[-100-n]))
			}
		case n < 0:
			if e.Op == facts.OpCall && e.T != facts.None {
				return s.typ(f, e.T).arg(-1 - n)
			}
		default:
			if a := f.facts.Args(i); n < len(a) {
				return s.expr(f, a[n])
			}
		}
		return nil
	}
}

// returnOf is what a function value gives when something outside calls it.
func (s *solver) returnOf(f *file, v *val) *val {
	a := s.callable(v)
	if a == nil {
		return nil
	}
	switch a.k {
	case vLambda:
		return s.lambdaResult(a)
	case vFunc:
		return s.resultOf(f, -1, a.refs[0], a.recv)
	case vClass:
		return s.instance(a, nil)
	case vFnType:
		return a.arg(len(a.args) - 1)
	}
	return nil
}

// externalResult is what calling something outside gives: what the builtins
// say; for an unknown class or function, an external value of its name.
func (s *solver) externalResult(f *file, i int32, v *val) *val {
	arg := s.argOf(f, i)
	ret := func() *val {
		for n := range f.facts.Args(i) {
			a := s.callable(arg(n))
			if a == nil {
				continue
			}
			switch a.k {
			case vLambda, vFunc, vClass, vFnType:
				return s.returnOf(f, a)
			}
		}
		return nil
	}
	if e, recv, ok := s.externalEntry(v); ok {
		if out := s.builtins(v).make(e.result, recv, arg, ret); out != nil || e.result != "_" {
			return out
		}
		return ext(v.name + "()") // nothing of the repository's comes out of it
	}
	if v.recv == nil && s.builtins(v) != nil && s.builtins(v).types[lastName(v.name)] {
		return s.builtOutside(f, i, v) // building a type that the table knows
	}
	if v.recv == nil && f.fam.upperTypes && upper(lastName(v.name)) {
		return s.builtOutside(f, i, v)
	}
	return ext(v.name + "()")
}

// externalParam is what a function from outside gives to parameter index of
// a function that it takes as an argument.
func (s *solver) externalParam(f *file, call int32, v *val, index int) *val {
	e, recv, ok := s.externalEntry(v)
	if ok && len(e.params) > 0 && e.params[0] != "" && e.params[0][0] == '@' {
		index++
	}
	if !ok || index >= len(e.params) {
		return nil
	}
	return s.builtins(v).make(e.params[index], recv, s.argOf(f, call), func() *val { return nil })
}

// builtOutside is an instance of a class from outside, with the type arguments
// that the call gives.
func (s *solver) builtOutside(f *file, i int32, v *val) *val {
	if e := &f.facts.Exprs[i]; len(v.args) == 0 && e.Op == facts.OpCall && e.T != facts.None {
		if t := s.typ(f, e.T); t != nil && t.k == vTuple {
			return ext(v.name, t.args...)
		}
	}
	return ext(v.name, v.args...)
}
