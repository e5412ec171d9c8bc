package linker

import (
	"slices"
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/graph"
)

// Where templates are instantiated, a type parameter without a bound stands
// for what the program gives for it: by calls of a function, by the types that
// name a class.

// maxInstances bounds the calls and types that say what one parameter is, and
// maxNamed those of the same name that are looked at.
const (
	maxInstances = 24
	maxNamed     = 300
)

// calledName is the name by which a call may give type arguments.
func calledName(f *file, call int32) string {
	e := &f.facts.Exprs[call]
	if e.Op != facts.OpCall || e.A == facts.None || e.ArgN == 0 && e.T == facts.None {
		return ""
	}
	if callee := &f.facts.Exprs[e.A]; callee.Op == facts.OpName || callee.Op == facts.OpMember {
		return strings.TrimPrefix(callee.Name, "::")
	}
	return ""
}

// mentions are the types of a file that are instances, by the last part of
// their name.
func mentions(f *file) map[string][]int32 {
	if !f.fam.instances {
		return nil
	}
	var out map[string][]int32
	for i := range f.facts.Types {
		if t := &f.facts.Types[i]; t.Op == facts.TName && t.ArgN > 0 {
			if out == nil {
				out = map[string][]int32{}
			}
			name := lastName(t.Name)
			out[name] = append(out[name], int32(i))
		}
	}
	return out
}

// instances is what a type parameter stands for, through all parameters that
// are given for it.
func (s *solver) instances(v *val) *val {
	if s.untold {
		return nil
	}
	var out []*val
	seen := []*val{v}
	for i := 0; i < len(seen); i++ {
		if i == maxInstances {
			s.cut = true
			break
		}
		each(s.instance1(seen[i]), func(a *val) {
			switch {
			case a.k != vParam:
				out = append(out, a)
			case !slices.ContainsFunc(seen, func(b *val) bool { return b.ref == a.ref && b.name == a.name }):
				seen = append(seen, a)
			}
		})
	}
	return union(out...)
}

// eachInstance visits what a type parameter stands for. Instances of it within
// its instances are followed to a small depth.
func (s *solver) eachInstance(v *val, visit func(*val)) {
	if s.within >= 2 || s.untold {
		return
	}
	s.within++
	each(s.boundOf(v), func(m *val) { s.fuel--; visit(m) })
	s.within--
}

// instance1 is what is given for a type parameter itself. What is given for
// others does not count while it is found out: everything in a program of
// templates would depend on everything.
func (s *solver) instance1(v *val) *val {
	def := v.ref.def()
	k := slices.IndexFunc(def.TypeParams, func(p facts.TypeParam) bool { return p.Name == v.name })
	if k < 0 {
		return nil
	}
	return s.once(memoKey{r: v.ref, what: qGiven, name: v.name}, func() *val {
		s.memo, s.memoUntold, s.untold = s.memoUntold, s.memo, true
		defer func() { s.memo, s.memoUntold, s.untold = s.memoUntold, s.memo, false }()
		if def.Kind.TypeLike() {
			return union(s.named(v.ref, k), s.typ(v.ref.f, def.TypeParams[k].Def))
		}
		if def.Recv != facts.None {
			if of := s.receiver(v.ref); of != nil && of.k == vInst { // the parameter of the class under another name
				for i, a := range of.args {
					if p := of.ref.def().TypeParams; a != nil && a.k == vParam && a.ref == v.ref && a.name == v.name && i < len(p) {
						return &val{k: vParam, ref: of.ref, name: p[i].Name}
					}
				}
			}
		}
		return s.given(v.ref, k)
	})
}

// named is what the types that name a class give for its parameter k.
func (s *solver) named(r ref, k int) *val {
	name := r.def().Name
	s.ask("<>:"+r.f.fam.id, name)
	var out []*val
	looked, n := 0, 0
	for _, from := range s.l.builds["<"+r.f.fam.id+":"+name] {
		if from.test && !r.f.test {
			continue
		}
		for _, t := range from.mentions[name] {
			if looked++; looked > maxNamed || n == maxInstances {
				s.cut = true
				return union(out...)
			}
			args := from.facts.TypeArgs(t)
			if k >= len(args) { // the default
				continue
			}
			if of := s.typ(from, t); of != nil && of.k == vInst && of.ref == r {
				if a := s.typ(from, args[k]); a != nil && !(a.k == vParam && a.ref == r) {
					out = append(out, a)
					n++
				}
			}
		}
	}
	return union(out...)
}

// given is what the calls of a function give for its type parameter k.
func (s *solver) given(r ref, k int) *val {
	name := r.def().Name
	s.ask("new:"+r.f.fam.id, name)
	var out []*val
	looked, n := 0, 0
	for _, from := range s.l.builds[r.f.fam.id+":"+name] {
		if from.test && !r.f.test {
			continue
		}
		for _, call := range from.builds[name] {
			if looked++; looked > maxNamed || n == maxInstances {
				s.cut = true
				return union(out...)
			}
			if !s.means(from, call, r) {
				continue
			}
			args := make([]*val, len(r.def().TypeParams))
			if t := from.facts.Exprs[call].T; t != facts.None {
				if tuple := s.typ(from, t); tuple != nil && tuple.k == vTuple {
					copy(args, tuple.args)
				}
			}
			s.infer(from, call, r, r, args)
			if a := args[k]; a != nil && !(a.k == vParam && a.ref == r) {
				out = append(out, a)
				n++
			}
		}
	}
	return union(out...)
}

// means tells whether a call is one of the function r.
func (s *solver) means(f *file, call int32, r ref) bool {
	m := s.once(memoKey{r: ref{f, call}, what: qMeant}, func() *val {
		var out []ref
		each(s.expr(f, f.facts.Exprs[call].A), func(v *val) {
			if v.k != vFunc {
				return
			}
			if rs := s.choose(f, call, v); len(rs) == 1 { // else it says nothing sure
				out = append(out, rs[0])
				if f.fam.definitions != nil {
					out = append(out, f.fam.definitions(s, f, rs[0])...)
				}
			}
		})
		return &val{k: vFunc, refs: out}
	})
	return m != nil && slices.Contains(m.refs, r)
}

// possible marks functions as what a call may mean, among others.
func possible(v *val) *val {
	if v == nil {
		return nil
	}
	switch v.k {
	case vFunc:
		c := *v
		c.via = graph.ViaDispatch
		return &c
	case vUnion:
		out := make([]*val, len(v.args))
		for i, a := range v.args {
			out[i] = possible(a)
		}
		return &val{k: vUnion, args: out}
	}
	return v
}
