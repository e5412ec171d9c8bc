package linker

import "github.com/structural-memory/smp/facts"

// cInMacro tells whether a position lies in the macro of that name: a macro
// does not expand itself.
func cInMacro(f *file, name string, pos uint32) bool {
	for _, d := range f.children(0, name) {
		if def := &f.facts.Defs[d]; def.Form == "macro" && def.StartByte <= pos && pos < def.EndByte {
			return true
		}
	}
	return false
}

// macro is a macro with parameters, or what another one stands for. What has
// the same name in the same file is there where the macro is not, on other
// platforms, unless the macro wraps it.
func (c *cLook) macro(macros, others []ref) *val {
	var funcs, beside []ref
	var vs []*val
	for _, r := range macros {
		if r.def().Kind.Callable() {
			funcs = append(funcs, r)
		} else if v := c.alias(r); v != nil {
			vs = append(vs, v)
		}
		for _, o := range others {
			if o.f == r.f && c.sp == asValue {
				beside = append(beside, o)
			}
		}
	}
	if len(funcs) > 0 {
		best := c.best(funcs)
		vs = append(vs, &val{k: vFunc, refs: []ref{best}, via: c.via(funcs)})
		if len(beside) > 0 && wraps(best) {
			beside = nil
		}
	}
	if len(beside) > 0 {
		if o := c.best(beside); o.def().Kind.Callable() {
			vs = append(vs, c.functions([]ref{o}))
		} else {
			vs = append(vs, c.variable(o))
		}
	}
	if len(vs) == 0 && c.f.fam.builtins.has(c.name) {
		return ext(c.name)
	}
	if len(vs) == 0 {
		return ext("?")
	}
	return union(vs...)
}

// alias is what a macro without parameters stands for, looked up where it is
// used.
func (c *cLook) alias(r ref) *val {
	def := r.def()
	if def.Value == facts.None {
		return nil
	}
	e := &r.f.facts.Exprs[def.Value]
	if e.Op != facts.OpName {
		if c.sp == asType {
			return nil
		}
		return c.s.expr(r.f, def.Value)
	}
	if e.Name == c.name {
		return nil
	}
	v, _ := cTop(c.s, c.f, 0, e.Name, 0, c.sp)
	return v
}

// wraps tells whether a macro calls what has its own name.
func wraps(r ref) bool {
	f := r.f.facts
	for i := range f.Calls {
		if k := &f.Calls[i]; k.Def == r.d {
			if e := &f.Exprs[k.Expr]; e.A != facts.None && f.Exprs[e.A].Op == facts.OpName && f.Exprs[e.A].Name == r.def().Name {
				return true
			}
		}
	}
	return false
}
