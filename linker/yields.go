package linker

import "github.com/structural-memory/smp/facts"

// What a method gives to the block that it is called with: what it yields,
// what it calls its block parameter with, and what the methods give that it
// passes the block on to.

// yieldsOf are the expressions of a method that run its block or pass it on.
func (f *file) yieldsOf(d int32) []int32 {
	f.yieldOnce.Do(func() {
		if !f.fam.yields {
			return
		}
		f.yields = map[int32][]int32{}
		for i := range f.facts.Exprs {
			if e := &f.facts.Exprs[i]; e.Op == facts.OpCall && e.A != facts.None && e.Scope > 0 {
				if how, _ := f.runsBlock(int32(i)); how != "" {
					f.yields[e.Scope] = append(f.yields[e.Scope], int32(i))
				}
			}
		}
	})
	return f.yields[d]
}

// runsBlock tells whether a call runs the block of the method that it is in,
// "yield", or passes it on as its last argument, "pass".
func (f *file) runsBlock(call int32) (how string, block int32) {
	e := &f.facts.Exprs[call]
	switch a := &f.facts.Exprs[e.A]; {
	case a.Op == facts.OpName && a.Name == "yield":
		return "yield", facts.None
	case a.Op == facts.OpMember && (a.Name == "call" || a.Name == "yield" || a.Name == "()") && a.A != facts.None && f.isBlock(a.A):
		return "yield", a.A
	}
	if args := f.facts.Args(call); len(args) > 0 {
		if last := args[len(args)-1]; last != facts.None && f.isBlock(last) {
			return "pass", last
		}
	}
	return "", facts.None
}

// isBlock tells whether an expression is the block parameter of the method
// around it.
func (f *file) isBlock(i int32) bool {
	e := &f.facts.Exprs[i]
	if e.Op != facts.OpName || e.Scope <= 0 {
		return false
	}
	ps := f.facts.Defs[e.Scope].Params
	return len(ps) > 0 && ps[len(ps)-1].Name == e.Name && ps[len(ps)-1].Flags == facts.ParamOptional && ps[len(ps)-1].Default == facts.None
}

// yielded is what a method gives to parameter index of its block.
func (s *solver) yielded(r ref, index int) *val {
	return s.once(memoKey{r: r, what: 'Y', name: string(rune(index))}, func() *val {
		s.ask(r.f.path, r.def().Name)
		var out []*val
		for _, i := range r.f.yieldsOf(r.d) {
			args := r.f.facts.Args(i)
			if how, _ := r.f.runsBlock(i); how == "pass" {
				out = append(out, s.passedOn(r.f, site{i, len(args) - 1}, index))
			} else if index < len(args) && args[index] != facts.None {
				out = append(out, s.expr(r.f, args[index]))
			}
		}
		return union(out...)
	})
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
