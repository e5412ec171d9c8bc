package linker

import (
	"strings"

	"github.com/structural-memory/smp/facts"
)

// cTrait knows the templates of the standard library that make types of types:
// std::decay_t<T> is T, as far as members go.
func cTrait(s *solver, f *file, t *facts.Type, args []int32) (*val, bool) {
	name, ok := strings.CutPrefix(strings.TrimPrefix(t.Name, "::"), "std.")
	if !ok || len(args) == 0 {
		return nil, false
	}
	switch name {
	case "conditional_t":
		if len(args) == 3 {
			return union(s.typ(f, args[1]), s.typ(f, args[2])), true
		}
	case "enable_if_t":
		if len(args) == 2 {
			return s.typ(f, args[1]), true
		}
	case "remove_reference_t", "remove_cv_t", "remove_cvref_t", "remove_const_t", "remove_volatile_t", "remove_pointer_t", "decay_t", "add_const_t",
		"add_lvalue_reference_t", "add_rvalue_reference_t", "add_pointer_t", "type_identity_t", "unwrap_reference_t", "unwrap_ref_decay_t":
		return s.typ(f, args[0]), true
	case "common_type_t":
		return union(s.typs(f, args)...), true
	}
	return nil, false
}

// cDependent tells whether a call stands in a template and has arguments whose
// types depend on its parameters.
func cDependent(s *solver, f *file, c *facts.Call) bool {
	if f.facts.Lang != "cpp" || !f.inTemplate(c.Def) {
		return false
	}
	for _, a := range f.facts.Args(c.Expr) {
		if a == facts.None {
			continue
		}
		dependent := s.expr(f, a) == nil
		each(s.expr(f, a), func(v *val) {
			dependent = dependent || v.k == vParam || v != s.expr(f, a) || v.k == vExt && strings.HasPrefix(v.name, "?")
		})
		if dependent {
			return true
		}
	}
	return false
}

// inTemplate tells whether a definition is a template or stands in one.
func (f *file) inTemplate(d int32) bool {
	for ; d > 0; d = f.facts.Defs[d].Parent {
		if len(f.facts.Defs[d].TypeParams) > 0 {
			return true
		}
	}
	return false
}
