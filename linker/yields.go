package linker

import (
	"slices"
	"strings"

	"github.com/structural-memory/smp/facts"
)

// What a function gives to a function that it is called with, where no type
// says it: what it calls its parameter with, or its block, and what the
// functions give that it passes the parameter on to.

// ownBlock stands for the block of a method, where that is no parameter.
const ownBlock = -1

// blockUse is a call that runs what a function is given, or passes it on.
type blockUse struct {
	call  int32
	param int // which parameter, or ownBlock
	from  int // the first argument that is given to it, if it is run
	pass  int // the argument that it is passed on as, else -1
}

// blocksOf are the uses of what a function is called with.
func (f *file) blocksOf(d int32) []blockUse {
	f.blockOnce.Do(func() {
		if !f.fam.yields {
			return
		}
		f.blocks = map[int32][]blockUse{}
		for i := range f.facts.Exprs {
			if e := &f.facts.Exprs[i]; e.Op == facts.OpCall && e.A != facts.None && e.Scope > 0 {
				f.noteBlocks(int32(i), e)
			}
		}
	})
	return f.blocks[d]
}

func (f *file) noteBlocks(call int32, e *facts.Expr) {
	note := func(param, from, pass int) {
		f.blocks[e.Scope] = append(f.blocks[e.Scope], blockUse{call, param, from, pass})
	}
	args := f.facts.Args(call)
	switch a := &f.facts.Exprs[e.A]; {
	case a.Op == facts.OpName && f.fam.ownBlocks && a.Name == "yield":
		note(ownBlock, 0, -1)
		return
	case a.Op == facts.OpName && f.fam.builtins.runs[a.Name] && len(args) > 0:
		if p, ok := f.blockParam(args[0]); ok {
			note(p, 1, -1)
		}
		return
	case a.Op == facts.OpMember && a.A != facts.None && slices.Contains(f.fam.handedCalls, a.Name):
		if p, ok := f.blockParam(a.A); ok {
			note(p, 0, -1)
		}
	case a.Op == facts.OpName:
		if p, ok := f.blockParam(e.A); ok {
			note(p, 0, -1)
		}
	}
	for i, arg := range args {
		if p, ok := f.blockParam(arg); ok {
			note(p, 0, i)
		}
	}
}

// blockParam tells whether an expression is a parameter of the function around
// it which may be a function, and which.
func (f *file) blockParam(i int32) (int, bool) {
	if i == facts.None {
		return 0, false
	}
	e := &f.facts.Exprs[i]
	if e.Op != facts.OpName || e.Scope <= 0 {
		return 0, false
	}
	ps := f.facts.Defs[e.Scope].Params
	for k := range ps {
		if ps[k].Name == e.Name && f.fam.block(ps, k) {
			if k == len(ps)-1 && f.fam.ownBlocks {
				return ownBlock, true
			}
			return k, true
		}
	}
	return 0, false
}

// yielded is what a function gives to parameter index of what it is given as
// a parameter.
func (s *solver) yielded(r ref, param, index int) *val {
	if r.f.fam.ownBlocks {
		param = ownBlock
	}
	return s.once(memoKey{r: r, what: qYielded, name: string([]rune{rune(param + 1), rune(index)})}, func() *val {
		s.ask(r.f.path, r.def().Name)
		var out []*val
		for _, u := range r.f.blocksOf(r.d) {
			if u.param != param {
				continue
			}
			args := r.f.facts.Args(u.call)
			if u.pass >= 0 {
				out = append(out, s.passedOn(r.f, site{u.call, u.pass}, index))
			} else if k := u.from + index; k < len(args) && args[k] != facts.None {
				if r.f.facts.Exprs[args[k]].Op == facts.OpThis {
					out = append(out, ext(receiverItself))
				} else {
					out = append(out, s.expr(r.f, args[k]))
				}
			}
		}
		return union(out...)
	})
}

// receiverItself stands for what a method is called on, where it gives that to
// what it is given.
const receiverItself = "?receiver"

// yieldedBy is yielded for a call of the function on recv.
func (s *solver) yieldedBy(f *file, call int32, r ref, recv *val, param, index int) *val {
	var out []*val
	each(s.yielded(r, param, index), func(v *val) {
		if v.k == vExt && v.name == receiverItself {
			if v = recv; v == nil || v.k == vFunc {
				v = s.this(r.f, r.d)
			}
		}
		out = append(out, v)
	})
	return s.filled(f, call, r, recv, union(out...))
}

// passedOn is what a call gives to parameter index of the function that it is
// given.
func (s *solver) passedOn(f *file, at site, index int) *val {
	var out []*val
	each(s.calleeOf(f, at.call), func(c *val) {
		switch c.k {
		case vExt:
			out = append(out, s.externalParam(f, at.call, c, index))
		case vFunc:
			for _, r := range s.choose(f, at.call, c) {
				out = append(out, s.declaredLambdaParam(f, at, r, c.recv, index))
			}
		}
	})
	return union(out...)
}

// lastBlock tells whether parameter k takes the block of a method.
func lastBlock(ps []facts.Param, k int) bool {
	p := &ps[k]
	return k == len(ps)-1 && p.Flags == facts.ParamOptional && p.Default == facts.None
}

// callableParam tells whether parameter k may be a function by its type.
func callableParam(ps []facts.Param, k int) bool {
	t := ps[k].Text
	return t == "" || strings.Contains(t, "Closure") || strings.Contains(t, "callable") || t == "mixed"
}
