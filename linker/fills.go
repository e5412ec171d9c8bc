package linker

import "github.com/structural-memory/smp/facts"

// What a container holds is what the program puts into it: "a[k] = v" and
// "a << v" are bindings of the member "[]" of a.

// withElements are the containers of v, the value of a name in a definition,
// with what is put into them under that name.
func (s *solver) withElements(v *val, f *file, d int32, name string) *val {
	if v == nil || !f.fam.fills {
		return v
	}
	fills := s.fieldsOf(f, d, "[]")
	if len(fills) == 0 || !s.holdsNothing(v) {
		return v
	}
	var put []*val
	for _, i := range fills {
		if b := &f.facts.Binds[i]; b.Kind == facts.BindMember && f.fills(b.Target, name) && f.keyOf(b.Value) == "" {
			put = append(put, s.expr(f, b.Value))
		}
	}
	el := union(put...)
	if el == nil {
		return v
	}
	var out []*val
	each(v, func(m *val) {
		switch {
		case !s.empty(m):
		case s.builtins(m).elems[lastName(m.name)] == "1":
			m = ext(m.name, nil, el)
		default:
			m = ext(m.name, el)
		}
		out = append(out, m)
	})
	return union(out...)
}

// keyOf is the key that a value is put under, where it is written out: what is
// read by other keys, or iterated, says nothing of it.
func (f *file) keyOf(value int32) string {
	if value != facts.None && f.facts.Exprs[value].Op == facts.OpUnary {
		return f.facts.Exprs[value].Name
	}
	return ""
}

// putUnder are the values that are put under a key into a variable of a
// definition.
func (s *solver) putUnder(f *file, d int32, name, key string) *val {
	if d == facts.None {
		return nil
	}
	var out []*val
	for _, i := range s.fieldsOf(f, d, "[]") {
		if b := &f.facts.Binds[i]; b.Kind == facts.BindMember && f.keyOf(b.Value) == key && f.fills(b.Target, name) {
			out = append(out, s.expr(f, b.Value))
		}
	}
	return union(out...)
}

// fills tells whether a place where something is put is the variable of that
// name: the method of the name of an instance variable gives it.
func (f *file) fills(target int32, name string) bool {
	t := &f.facts.Exprs[target]
	return t.Name == name || t.Op == facts.OpName && name[0] == '@' && name[1:] == t.Name
}

func (s *solver) holdsNothing(v *val) bool {
	found := false
	each(v, func(m *val) { found = found || s.empty(m) })
	return found
}

// empty tells whether a value is a container of which it is not known what it
// holds.
func (s *solver) empty(v *val) bool {
	if v.k != vExt || v.recv != nil {
		return false
	}
	for _, a := range v.args {
		if a != nil {
			return false
		}
	}
	b := s.builtins(v)
	return b != nil && b.elems[lastName(v.name)] != ""
}

// gathered is what a call gives that hands an object to its block, which puts
// something into it: the object as the block leaves it.
func (s *solver) gathered(f *file, call int32, param int32) *val {
	args := f.facts.Args(call)
	if len(args) == 0 {
		return nil
	}
	lambda := args[len(args)-1]
	for i := range f.facts.Binds {
		if b := &f.facts.Binds[i]; b.Kind == facts.BindLambdaParam && b.Value == lambda && b.Index == param && b.To > b.From {
			v, _ := s.boundTo(f, b.Def, b.Name, b.To-1, asValue)
			return v
		}
	}
	return nil
}
