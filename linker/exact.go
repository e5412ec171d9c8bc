package linker

import "github.com/structural-memory/smp/facts"

// onlyMixed tells whether a class has the members of another and is no such
// object: documentation mixes them in.
func (s *solver) onlyMixed(sub, base ref) bool {
	for _, b := range s.mro(sub) {
		if b.k == vInst && b.ref == base {
			return b.via == placeLast
		}
	}
	return false
}

// inheritedFor is the method by which a class implements what an interface
// asks for, where a class above has it that knows nothing of the interface:
// one that implements it too has the method for all below.
func (s *solver) inheritedFor(sub, iface ref, name string) *val {
	for _, b := range s.mro(sub) {
		if b.k != vInst || b.ref == sub || b.ref.def().Kind != facts.Class || b.via == placeLast {
			continue
		}
		s.ask(b.ref.f.path, name)
		if m, _ := partFuncs(s.own(b.ref, name, false)); m != nil {
			if b.ref.def().Form != "trait" && s.derives(b.ref, iface) {
				return nil
			}
			return m
		}
	}
	return nil
}

// isNew tells whether an expression is a new object of the very class that it
// names: one that is built there, or a variable that holds nothing else.
func (s *solver) isNew(f *file, i int32, depth int) bool {
	e := &f.facts.Exprs[i]
	switch e.Op {
	case facts.OpUnary:
		return e.A != facts.None && s.isNew(f, e.A, depth)
	case facts.OpNew:
		return e.T != facts.None && f.facts.Types[e.T].Op == facts.TName
	case facts.OpCall: // A::B.new
		if e.A == facts.None || !f.fam.mixins || f.facts.Exprs[e.A].Op != facts.OpMember || f.facts.Exprs[e.A].Name != "new" {
			return false
		}
		of := f.facts.Exprs[e.A].A
		return of != facts.None && f.facts.Exprs[of].Op != facts.OpSelfClass && rubyConstName(f.facts.Exprs[of].Name)
	case facts.OpName:
		found := false
		for _, k := range f.bindsIn(e.Scope, e.Name) {
			b := &f.facts.Binds[k]
			if b.Def != e.Scope || b.Kind == facts.BindNarrow || b.Kind == facts.BindNot {
				continue
			}
			if b.Kind != facts.BindVar || b.Value == facts.None || depth == 0 || !s.isNew(f, b.Value, depth-1) {
				return false
			}
			found = true
		}
		return found
	}
	return false
}
