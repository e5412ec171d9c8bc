package linker

import (
	"github.com/structural-memory/smp/facts"
)

// Where nothing says what a constructor's parameter is, the calls that build
// the class by its name do.

// maxPassed bounds the calls that are looked at for one parameter.
const maxPassed = 24

// buildSites are the calls of a file that build a class by its name, by that
// name's last part.
func buildSites(f *file) map[string][]int32 {
	nameOf := buildName
	switch {
	case f.fam.instances && f.facts.Lang == "cpp":
		nameOf = calledName
	case !f.fam.passedTypes:
		return nil
	}
	var out map[string][]int32
	for i := range f.facts.Calls {
		c := f.facts.Calls[i].Expr
		if name := nameOf(f, c); name != "" {
			if out == nil {
				out = map[string][]int32{}
			}
			out[name] = append(out[name], c)
		}
	}
	return out
}

// buildName is the class that a call builds: "A::B.new(…)" is "B".
func buildName(f *file, call int32) string {
	e := &f.facts.Exprs[call]
	if e.ArgN == 0 {
		return ""
	}
	switch e.Op {
	case facts.OpCall:
		if e.A == facts.None {
			return ""
		}
		m := &f.facts.Exprs[e.A]
		if m.Op != facts.OpMember || m.Name != "new" || m.A == facts.None {
			return ""
		}
		if of := &f.facts.Exprs[m.A]; of.Op == facts.OpName || of.Op == facts.OpMember {
			return lastName(of.Name)
		}
	case facts.OpNew:
		if e.T != facts.None {
			return lastName(f.facts.Types[e.T].Name)
		}
	}
	return ""
}

// swapBuilds replaces a file in the table of such calls. Their prints say when
// one of them changed.
func (l *Linker) swapBuilds(old, now *file) {
	if old != nil {
		for _, k := range old.buildKeys() {
			if l.builds[k] = withoutBuilder(l.builds[k], old); len(l.builds[k]) == 0 {
				delete(l.builds, k)
			}
		}
	}
	if now != nil {
		for _, k := range now.buildKeys() {
			l.builds[k] = insertBuilder(l.builds[k], now)
		}
	}
}

// buildKeys are the keys of a file in the table.
func (f *file) buildKeys() []string {
	out := make([]string, 0, len(f.builds)+len(f.mentions))
	for name := range f.builds {
		out = append(out, f.fam.id+":"+name)
	}
	for name := range f.mentions {
		out = append(out, "<"+f.fam.id+":"+name)
	}
	return out
}

func withoutBuilder(fs []*file, f *file) []*file {
	var out []*file
	for _, x := range fs {
		if x != f {
			out = append(out, x)
		}
	}
	return out
}

// insertBuilder keeps the files in order of their paths.
func insertBuilder(fs []*file, f *file) []*file {
	out := make([]*file, 0, len(fs)+1)
	done := false
	for _, x := range fs {
		if !done && x.path > f.path {
			out, done = append(out, f), true
		}
		out = append(out, x)
	}
	if !done {
		out = append(out, f)
	}
	return out
}

// passed is what the program gives to a parameter of a constructor. Tests say
// nothing of what it is elsewhere.
func (s *solver) passed(f *file, d, index int32) *val {
	def := &f.facts.Defs[d]
	owner := f.owner(def.Parent)
	if def.Mods&facts.Constructor == 0 || owner <= 0 || def.Params[index].Flags&(facts.ParamRest|facts.ParamKwRest|facts.ParamKwOnly) != 0 {
		return nil
	}
	r := s.target(ref{f, owner})
	name := lastName(f.facts.Defs[owner].Name)
	return s.once(memoKey{r: ref{f, d}, what: 'V', name: string(rune(index))}, func() *val {
		s.ask("new:"+f.fam.id, name)
		var out []*val
		n := 0
		for _, from := range s.l.builds[f.fam.id+":"+name] {
			if from.test && !f.test {
				continue
			}
			for _, call := range from.builds[name] {
				args := from.facts.Args(call)
				if int(index) >= len(args) || args[index] == facts.None {
					continue
				}
				if n++; n > maxPassed {
					return union(out...)
				}
				if c := s.builtClass(from, call); c != nil && c.k == vClass && c.ref == r {
					out = append(out, s.expr(from, args[index]))
				}
			}
		}
		return union(out...)
	})
}

// builtClass is the class that a call of buildSites names.
func (s *solver) builtClass(f *file, call int32) *val {
	e := &f.facts.Exprs[call]
	if e.Op == facts.OpNew {
		return s.classOf(s.typ(f, e.T))
	}
	return s.expr(f, f.facts.Exprs[e.A].A)
}
