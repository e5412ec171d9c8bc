package linker

import (
	"slices"

	"github.com/structural-memory/smp/facts"
)

// choose picks the functions that a call of v can mean: among overloads those
// that take the number of arguments, then those whose parameter types fit
// best. More than one remains where nothing tells them apart.
func (s *solver) choose(f *file, i int32, v *val) []ref {
	if !s.enter() {
		return v.refs
	}
	defer s.leave()
	if i != facts.None && len(v.refs) > 0 && v.refs[0].f.fam.accepts != nil {
		return s.chooseBest(f, i, s.accepted(f, i, v.refs))
	}
	if len(v.refs) <= 1 || i == facts.None {
		return v.refs
	}
	if pick := v.refs[0].f.fam.pick; pick != nil {
		return pick(f, v.refs)
	}
	if !v.refs[0].f.fam.overloads {
		if v.refs[0].f.fam.lastWins {
			return v.refs[len(v.refs)-1:]
		}
		return v.refs
	}
	args := f.facts.Args(i)
	spread := false
	for _, a := range args {
		spread = spread || a != facts.None && f.facts.Exprs[a].Op == facts.OpSpread
	}
	var fit []ref
	for _, r := range v.refs {
		if spread || takes(r.def(), len(args), s.selfGiven(f, i, r)) {
			fit = append(fit, r)
		}
	}
	if len(fit) == 0 {
		return v.refs
	}
	return s.chooseBest(f, i, fit)
}

// accepted are the functions that a call can mean by its labels.
func (s *solver) accepted(f *file, i int32, rs []ref) []ref {
	var fit []ref
	for _, r := range rs {
		if r.f.fam.accepts == nil || r.f.fam.accepts(s, f, i, r) {
			fit = append(fit, r)
		}
	}
	return fit
}

// chooseBest picks, of functions that a call can mean, those whose parameters
// fit best.
func (s *solver) chooseBest(f *file, i int32, fit []ref) []ref {
	if len(fit) <= 1 {
		return fit
	}
	args := f.facts.Args(i)
	fit = s.byTypeArgs(f, i, overridden(accessible(f, fit)))
	if f.fam.viable != nil {
		fit = f.fam.viable(fit, f.facts.Exprs[i].T != facts.None)
	}
	if len(fit) == 1 {
		return fit
	}
	settled := !f.fam.instances || s.settled(f, args)
	best, top := []ref(nil), -1<<30
	for _, r := range fit {
		score := 0
		if f.fam.prefers != nil && settled {
			score = f.fam.prefers(r.def())
		}
		for k, a := range args {
			score += 2 * s.fits(f, i, a, r, k)
		}
		if settled && s.stretched(f, i, r, args) || !settled && s.copies(r) {
			score--
		}
		switch {
		case score > top:
			best, top = []ref{r}, score
		case score == top:
			best = append(best, r)
		}
	}
	if f.fam.instances {
		return unhidden(best)
	}
	return best
}

// settled tells whether the types of arguments are known, and not only where
// the code around them is instantiated.
func (s *solver) settled(f *file, args []int32) bool {
	return !slices.ContainsFunc(args, func(a int32) bool {
		v := s.expr(f, a)
		return v != nil && (v.k == vParam || v.k == vUnion)
	})
}

// stretched tells whether a call leaves parameters out or gathers arguments
// for a rest parameter: of two that fit alike the other one is meant.
func (s *solver) stretched(f *file, i int32, r ref, args []int32) bool {
	p := r.def().Params
	n := len(args)
	if s.selfGiven(f, i, r) {
		n++
	}
	if len(p) != n {
		return true
	}
	if n == 0 || p[n-1].Flags&facts.ParamRest == 0 || len(args) == 0 {
		return false
	}
	last := args[len(args)-1]
	if last == facts.None {
		return true
	}
	v := s.expr(f, last)
	return v == nil || v.k != vExt || lastName(v.name) != r.f.fam.listType
}

// accessible leaves out what is private to other files, if something else is
// left.
func accessible(f *file, rs []ref) []ref {
	var out []ref
	for _, r := range rs {
		if r.f == f || r.def().Mods&facts.Private == 0 {
			out = append(out, r)
		}
	}
	if len(out) == 0 {
		return rs
	}
	return out
}

// overridden drops a base's method where a nearer one has the same
// parameters: both are in the list when parts of a class were merged. Those of
// one class differ in what the text of their parameters leaves out.
func overridden(rs []ref) []ref {
	var out []ref
	seen := map[string]ref{}
	for _, r := range rs {
		d := r.def().Disc
		if o, ok := seen[d]; ok && d != "" && (o.f != r.f || o.def().Parent != r.def().Parent) {
			continue
		}
		seen[d] = r
		out = append(out, r)
	}
	return out
}

// byTypeArgs keeps, for a call with explicit type arguments, the functions
// with as many type parameters.
func (s *solver) byTypeArgs(f *file, i int32, rs []ref) []ref {
	e := &f.facts.Exprs[i]
	if len(rs) < 2 || e.Op != facts.OpCall || e.T == facts.None || !f.fam.targetTyped {
		return rs
	}
	n := len(f.facts.TypeArgs(e.T))
	var out []ref
	for _, r := range rs {
		if len(r.def().TypeParams) == n {
			out = append(out, r)
		}
	}
	if len(out) == 0 {
		return rs
	}
	return out
}

// selfGiven tells whether a call gives the receiver apart from its arguments,
// so that the parameter that is the receiver takes none of them.
func (s *solver) selfGiven(f *file, i int32, r ref) bool {
	def := r.def()
	if len(def.Params) == 0 || def.Params[0].Flags&facts.ParamSelf == 0 {
		return false
	}
	if def.Mods&facts.Extension == 0 {
		return true
	}
	a := f.facts.Exprs[i].A
	if a == facts.None || f.facts.Exprs[a].Op != facts.OpMember {
		return false
	}
	recv := s.expr(f, f.facts.Exprs[a].A)
	return recv == nil || recv.k != vClass
}

// takes tells whether a function can be called with n arguments.
func takes(d *facts.Def, n int, selfGiven bool) bool {
	least, most := 0, 0
	for _, p := range d.Params {
		switch {
		case p.Flags&facts.ParamSelf != 0 && selfGiven:
		case p.Flags&(facts.ParamRest|facts.ParamKwRest) != 0:
			most = 1 << 20
		case p.Flags&facts.ParamOptional != 0:
			most++
		default:
			least++
			most++
		}
	}
	return n >= least && n <= most
}

// fits rates how well an argument suits a parameter: 0 not, 3 unknown,
// up to 8 the very type.
func (s *solver) fits(f *file, i, arg int32, r ref, k int) int {
	if !s.enter() {
		return 3
	}
	defer s.leave()
	def := r.def()
	given := len(f.facts.Args(i))
	if r.f.fam.place != nil {
		if k = r.f.fam.place(s, f, i, r, k); k < 0 {
			return 0
		}
	} else if s.selfGiven(f, i, r) {
		k, given = k+1, given+1
	}
	if k >= len(def.Params) {
		k = len(def.Params) - 1
	}
	if k < 0 {
		return 3
	}
	p := &def.Params[k]
	if arg == facts.None {
		return 3
	}
	v := s.expr(f, arg)
	if v == nil {
		if e := &f.facts.Exprs[arg]; e.Op == facts.OpLit && e.Name == "null" && !primitive(p.Text) {
			return 4
		}
		return 3
	}
	t := s.typ(r.f, p.Type)
	if t == nil {
		return 3
	}
	if f.fam.suits != nil {
		if n, ok := f.fam.suits(s, f, arg, v, t, p); ok {
			return n
		}
	}
	if p.Flags&facts.ParamRest != 0 {
		if !r.f.fam.restElem && v.k == vExt && v.name == t.name && given == len(def.Params) {
			return s.assignable(v, t) // the array itself
		}
		if t.k == vExt && len(t.args) == 1 {
			t = t.args[0]
		}
		return min(5, s.assignable(v, t))
	}
	return s.assignable(v, t)
}
