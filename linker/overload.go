package linker

import (
	"slices"
	"strings"

	"github.com/structural-memory/smp/facts"
)

// choose picks the functions that a call of v can mean: among overloads those
// that take the number of arguments, then those whose parameter types fit
// best. More than one remains where nothing tells them apart.
func (s *solver) choose(f *file, i int32, v *val) []ref {
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
// parameters: both are in the list when parts of a class were merged.
func overridden(rs []ref) []ref {
	var out []ref
	seen := map[string]bool{}
	for _, r := range rs {
		d := r.def().Disc
		if d != "" && seen[d] {
			continue
		}
		seen[d] = true
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

func primitive(t string) bool {
	switch t {
	case "int", "long", "short", "byte", "char", "boolean", "bool", "float", "double":
		return true
	}
	return false
}

// assignable rates a value against a parameter's type.
func (s *solver) assignable(v, t *val) int {
	if v.k == vClass && t.k == vInst && v.ref.f.fam.objectOf != nil {
		v = v.ref.f.fam.objectOf(v)
	}
	switch {
	case v.k == vLambda || v.k == vFunc:
		c := s.callable(t)
		if c == nil {
			return 3
		}
		if c.k == vFnType {
			if v.k == vLambda {
				l := &v.ref.f.facts.Lambdas[v.ref.f.facts.Exprs[v.ref.d].D]
				if int(l.Params) != len(c.args)-1 {
					return 1
				}
			}
			return 6
		}
		if c.k == vInst {
			return 1
		}
		if c.k == vExt && (primitive(c.name) || c.name == "String" || c.name == "string") {
			return 0
		}
		return 4
	case t.k == vParam:
		return 4
	case v.k == vExt && t.k == vExt:
		return s.assignableOutside(v, t)
	case v.k == vInst && t.k == vInst:
		if v.ref == t.ref {
			return 8
		}
		for i, b := range s.mro(v.ref) {
			if b.k == vInst && b.ref == t.ref {
				return max(5, 8-i)
			}
		}
		return 0
	case v.k == vInst && t.k == vExt:
		for _, b := range s.mro(v.ref) {
			if b.k != vExt {
				continue
			}
			for _, o := range s.outerBases(b) {
				if lastName(o.name) == lastName(t.name) {
					return 6
				}
			}
		}
		if n := lastName(t.name); n == "Object" || n == "Any" || n == "object" {
			return 2
		}
		return 1
	case v.k == vExt && t.k == vInst:
		if len(v.name) > 0 && (v.name[0] == '?' || strings.Contains(v.name, ".")) {
			return 3
		}
		return 0
	case v.k == vUnion:
		best := 0
		each(v, func(m *val) { best = max(best, s.assignable(m, t)) })
		return best
	case t.k == vUnion:
		best := 0
		each(t, func(m *val) { best = max(best, s.assignable(v, m)) })
		return best
	}
	return 3
}

// assignableOutside rates types from outside: by name, by what is known of
// their bases, and by their type arguments.
func (s *solver) assignableOutside(v, t *val) int {
	from, to := lastName(v.name), lastName(t.name)
	switch {
	case from == to:
		fit := 8
		for i, a := range t.args {
			if x := v.arg(i); x != nil && a != nil {
				fit = min(fit, s.assignable(x, a))
			}
		}
		return fit
	case to == "Nullable":
		return max(0, s.assignable(v, t.arg(0))-1)
	case from == "Nullable" && csStructs[to], csStructs[from] && csStructs[to] && (numbers[from] == 0 || numbers[to] == 0):
		return 0
	case to == "decimal" && (from == "float" || from == "double"), to == "char" && csStructs[from]:
		return 0
	default:
		for i, b := range s.outerBases(v) {
			if i > 0 && lastName(b.name) == to && s.assignableOutside(b, t) > 0 {
				return max(5, 8-i)
			}
		}
	}
	return assignableNames(from, to)
}

// numbers orders the number types by what widens to what.
var numbers = map[string]int{"byte": 1, "short": 2, "char": 2, "int": 3, "Integer": 3, "number": 3, "long": 4, "Long": 4, "float": 5, "Float": 5, "double": 6, "Double": 6, "Int": 3,
	"sbyte": 1, "ushort": 2, "uint": 4, "ulong": 5, "decimal": 7}

func assignableNames(v, t string) int {
	switch {
	case v == t:
		return 8
	case v == "?" || t == "?" || strings.HasPrefix(v, "?"):
		return 3
	}
	a, b := numbers[v], numbers[t]
	switch {
	case a > 0 && b > 0 && a <= b:
		return 7 - (b - a)
	case t == "Object" || t == "Any" || t == "object" || t == "any" || t == "unknown":
		return 2
	case v == "String" && (t == "CharSequence" || t == "Comparable"):
		return 6
	case a > 0 || b > 0 || v == "String" || v == "string" || v == "boolean" || t == "boolean" || v == "bool" || t == "bool" || v == "char":
		if a > 0 && t == "Number" {
			return 5
		}
		return 0
	}
	return 1
}
