package linker

import (
	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/graph"
)

// ref is a definition of some file.
type ref struct {
	f *file
	d int32
}

// def is the definition itself; what is outside has an empty one.
func (r ref) def() *facts.Def {
	if r.f == nil {
		return &facts.Def{}
	}
	return &r.f.facts.Defs[r.d]
}

// vkind is what a value is, as far as linking needs to know.
type vkind uint8

const (
	vInst   vkind = iota + 1 // an instance of the class, interface or object literal ref
	vClass                   // the class itself
	vFunc                    // the functions refs (overloads), bound to recv if that is set
	vModule                  // the file as a module
	vSpace                   // a namespace, package or folder, by name
	vExt                     // something outside the repository, or built in, by name
	vUnion                   // one of args
	vTuple                   // args in order
	vFnType                  // a function of a declared type: args are parameters, then the result
	vLambda                  // the lambda expression ref.d of file ref.f
	vParam                   // a generic parameter: name, of the definition ref
)

// val is a value or a type; nil is the unknown one. Values are immutable.
type val struct {
	k    vkind
	ref  ref
	name string
	refs []ref  // vFunc; files or parts of a class that are remembered together
	args []*val // type arguments, union members, tuple elements
	recv *val   // vFunc: what it was looked up on
	via  graph.Via
}

func inst(r ref, args ...*val) *val  { return &val{k: vInst, ref: r, args: args} }
func class(r ref, args ...*val) *val { return &val{k: vClass, ref: r, args: args} }
func ext(name string, args ...*val) *val {
	return &val{k: vExt, name: name, args: args}
}

// maxUnion bounds a union: past it a value is as good as unknown.
const maxUnion = 12

// union joins values; unknown ones are left out.
func union(vs ...*val) *val { return unionOf(maxUnion, vs) }

// unionOf is a union with another bound.
func unionOf(most int, vs []*val) *val {
	var out []*val
	for _, v := range vs {
		if v == nil {
			continue
		}
		members := []*val{v}
		if v.k == vUnion {
			members = v.args
		}
	next:
		for _, m := range members {
			for _, o := range out {
				if same(o, m, 3) {
					continue next
				}
			}
			out = append(out, m)
		}
	}
	switch {
	case len(out) == 0:
		return nil
	case len(out) == 1:
		return out[0]
	case len(out) > most:
		out = out[:most]
	}
	return &val{k: vUnion, args: out}
}

// same compares values to a depth.
func same(a, b *val, depth int) bool {
	if a == b {
		return true
	}
	if a == nil || b == nil || a.k != b.k || a.ref != b.ref || a.name != b.name || len(a.args) != len(b.args) || len(a.refs) != len(b.refs) {
		return false
	}
	for i := range a.refs {
		if a.refs[i] != b.refs[i] {
			return false
		}
	}
	if depth > 0 {
		for i := range a.args {
			if !same(a.args[i], b.args[i], depth-1) {
				return false
			}
		}
	}
	return true
}

// each calls do for the members of a union, or for the value itself.
func each(v *val, do func(*val)) {
	if v == nil {
		return
	}
	if v.k == vUnion {
		for _, m := range v.args {
			do(m)
		}
		return
	}
	do(v)
}

// arg is type argument i, nil if there is none.
func (v *val) arg(i int) *val {
	if v == nil || i < 0 || i >= len(v.args) {
		return nil
	}
	return v.args[i]
}

// subst replaces the generic parameters of owner by args. Parameters without
// an argument become unknown only when drop is set.
func subst(v *val, owner ref, args []*val, depth int) *val {
	if v == nil || depth <= 0 || len(args) == 0 {
		return v
	}
	if v.k == vParam {
		if v.ref != owner {
			return v
		}
		for i, p := range owner.def().TypeParams {
			if p.Name == v.name && i < len(args) && args[i] != nil {
				return args[i]
			}
		}
		return v
	}
	if len(v.args) == 0 && v.recv == nil {
		return v
	}
	changed := false
	out := make([]*val, len(v.args))
	for i, a := range v.args {
		out[i] = subst(a, owner, args, depth-1)
		changed = changed || out[i] != a
	}
	if !changed {
		return v
	}
	if v.k == vUnion {
		return union(out...)
	}
	c := *v
	c.args = out
	return &c
}

// parts are the arguments of a value; the unknown one has none.
func (v *val) parts() []*val {
	if v == nil {
		return nil
	}
	return v.args
}
