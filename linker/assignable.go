package linker

import "strings"

func primitive(t string) bool {
	switch t {
	case "int", "long", "short", "byte", "char", "boolean", "bool", "float", "double":
		return true
	}
	return false
}

// assignable rates a value against a parameter's type. Either may be unknown:
// the element of a list whose declaration does not say what it holds.
func (s *solver) assignable(v, t *val) int {
	if v == nil || t == nil || !s.enter() {
		return 3
	}
	defer s.leave()
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
