package linker

import (
	"slices"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/graph"
)

// A call of a function's own parameter is a call of what the repository's calls
// of the function hand it there by name. One of them is meant, so the edges are
// dispatch edges; what lambdas do belongs to the code around them already.

// handingSites are the calls of a file that may hand over a function, by the
// name of what they call.
func handingSites(f *file) map[string][]int32 {
	if !f.fam.hands {
		return nil
	}
	var out map[string][]int32
	for i := range f.facts.Calls {
		c := &f.facts.Calls[i]
		e := &f.facts.Exprs[c.Expr]
		if e.Op != facts.OpCall || e.A == facts.None || c.Flags&(facts.CallSpread|facts.CallNamed) != 0 || !f.hands(c.Expr) {
			continue
		}
		if callee := &f.facts.Exprs[e.A]; callee.Op == facts.OpName || callee.Op == facts.OpMember {
			if out == nil {
				out = map[string][]int32{}
			}
			name := lastName(callee.Name)
			out[name] = append(out[name], c.Expr)
		}
	}
	return out
}

// hands tells whether an argument of a call names something that is no local
// variable.
func (f *file) hands(call int32) bool {
	return slices.ContainsFunc(f.facts.Args(call), func(a int32) bool {
		for a != facts.None && f.facts.Exprs[a].Op == facts.OpUnary {
			a = f.facts.Exprs[a].A
		}
		if a == facts.None {
			return false
		}
		e := &f.facts.Exprs[a]
		return e.Op == facts.OpMember || e.Op == facts.OpName && !f.local(e)
	})
}

// paramCalled is the parameter that a call calls: a name, or a member of it
// that stands for the call.
func (f *file) paramCalled(e *facts.Expr) (d, index int32, ok bool) {
	if e.Op != facts.OpCall || e.A == facts.None || !f.fam.hands {
		return 0, 0, false
	}
	at := e.A
	if m := &f.facts.Exprs[at]; m.Op == facts.OpMember && slices.Contains(f.fam.handedCalls, m.Name) {
		at = m.A
	}
	for at != facts.None && f.facts.Exprs[at].Op == facts.OpUnary {
		at = f.facts.Exprs[at].A
	}
	if at == facts.None || f.facts.Exprs[at].Op != facts.OpName {
		return 0, 0, false
	}
	name := &f.facts.Exprs[at]
	for d := name.Scope; d > 0; d = f.facts.Defs[d].Parent {
		if len(f.children(d, name.Name)) > 0 {
			return 0, 0, false
		}
		var own *facts.Bind
		for _, k := range f.bindsIn(d, name.Name) {
			b := &f.facts.Binds[k]
			if b.Def != d || name.Pos < b.From || name.Pos >= b.To || b.Kind == facts.BindNarrow || b.Kind == facts.BindNot {
				continue
			}
			if b.Kind != facts.BindParam { // it is given another value, or is another variable
				return 0, 0, false
			}
			own = b
		}
		if own != nil {
			i := slices.IndexFunc(f.facts.Defs[d].Params, func(p facts.Param) bool { return p.Name == name.Name })
			return d, int32(i), i >= 0
		}
	}
	return 0, 0, false
}

// handed adds edges to the functions that a called parameter is handed; false
// if none is known.
func (w *writer) handed(c *facts.Call, e *facts.Expr) bool {
	d, index, ok := w.f.paramCalled(e)
	if !ok {
		return false
	}
	refs := w.s.handedTo(w.f, d, index)
	for i, r := range refs {
		if i == maxDispatch {
			w.open(c, e, graph.ReasonLimit)
			break
		}
		pair := handedPair{c.Def, r}
		if w.pairs[pair] {
			continue
		}
		if w.pairs == nil {
			w.pairs = map[handedPair]bool{}
		}
		w.pairs[pair] = true
		w.defined(c, r, graph.Dispatch, graph.ViaDispatch)
	}
	return len(refs) > 0
}

// handedPair is a caller with what it calls through a parameter.
type handedPair struct {
	src int32
	to  ref
}

// handedTo are the functions that calls hand to a parameter. What tests hand
// over, only tests run.
func (s *solver) handedTo(f *file, d, index int32) []ref {
	def := &f.facts.Defs[d]
	if def.Params[index].Flags&(facts.ParamRest|facts.ParamKwRest|facts.ParamSelf) != 0 {
		return nil
	}
	m := s.once(memoKey{r: ref{f, d}, what: qHanded, name: string(rune(index))}, func() *val {
		s.ask("fn:"+f.fam.id, def.Name)
		var out []ref
		looked := 0
		for _, from := range s.l.builds["("+f.fam.id+":"+def.Name] {
			if from.test && !f.test {
				continue
			}
			for _, call := range from.handing[def.Name] {
				if looked++; looked > maxNamed || len(out) > maxDispatch {
					s.cut = true
					return &val{k: vFunc, refs: out}
				}
				if arg := s.handedArg(from, call, ref{f, d}, int(index)); arg != facts.None {
					out = s.appendHanded(out, from, arg, f.test)
				}
			}
		}
		return &val{k: vFunc, refs: out}
	})
	if m == nil {
		return nil
	}
	return m.refs
}

// appendHanded adds the functions that an argument names.
func (s *solver) appendHanded(to []ref, from *file, arg int32, test bool) []ref {
	each(s.expr(from, arg), func(v *val) {
		if v.k == vFunc && len(v.refs) > 0 {
			if r := v.refs[0]; (test || !r.f.test) && r.def().Kind.Callable() && r.def().Form != "macro" && !slices.Contains(to, r) {
				to = append(to, r)
			}
		}
	})
	return to
}

// handedArg is the argument that a call gives to parameter index of r, None if
// the call is one of another function.
func (s *solver) handedArg(from *file, call int32, r ref, index int) int32 {
	args := from.facts.Args(call)
	if s.selfGiven(from, call, r) {
		index--
	}
	if index < 0 || index >= len(args) || args[index] == facts.None {
		return facts.None
	}
	if len(args) > 1 && r.f.fam.namedArgs && s.takesFunctions(r) > 1 {
		return facts.None // which of them an argument is for, its name may say
	}
	switch from.facts.Exprs[args[index]].Op {
	case facts.OpName, facts.OpMember, facts.OpUnary:
		if s.means(from, call, r) {
			return args[index]
		}
	}
	return facts.None
}

// takesFunctions is how many parameters of a function may be functions.
func (s *solver) takesFunctions(r ref) int {
	n := 0
	for i := range r.def().Params {
		p := &r.def().Params[i]
		if t := s.callable(s.typ(r.f, p.Type)); t != nil && t.k == vFnType || callableParam(r.def().Params, i) || p.Type == facts.None {
			n++
		}
	}
	return n
}
