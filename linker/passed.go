package linker

import (
	"slices"
	"strings"

	"github.com/structural-memory/smp/facts"
)

// Where nothing says what a parameter is, the calls that reach it do: those
// that build the class by its name, and, where the language asks for it, calls
// of the class's own methods on self and on the class by its name.

// maxPassed bounds the calls that are looked at for one parameter.
const maxPassed = 24

// buildSites are the calls of a file that say what they call: "A::B.new(…)"
// under "B", "A::B.m(…)" under "B.m", "m(…)" and "self.m(…)" under ".m",
// "super(…)" in m under "super.m".
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
		switch {
		case m.Op == facts.OpName && f.fam.passedOwn:
			return "." + m.Name
		case m.Op == facts.OpSuper && f.fam.passedOwn:
			return "super." + f.facts.Defs[e.Scope].Name
		}
		if m.Op != facts.OpMember || m.A == facts.None {
			return ""
		}
		switch of := &f.facts.Exprs[m.A]; of.Op {
		case facts.OpName, facts.OpMember:
			if m.Name == "new" {
				return lastName(of.Name)
			}
			if f.fam.passedOwn && rubyConstName(of.Name) {
				return lastName(of.Name) + "." + m.Name
			}
		case facts.OpThis, facts.OpSelfClass:
			if f.fam.passedOwn {
				return "." + m.Name
			}
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
	out := make([]string, 0, len(f.builds)+len(f.mentions)+len(f.handing))
	for name := range f.builds {
		out = append(out, f.fam.id+":"+name)
	}
	for name := range f.mentions {
		out = append(out, "<"+f.fam.id+":"+name)
	}
	for name := range f.handing {
		out = append(out, "("+f.fam.id+":"+name)
	}
	for event := range f.listens {
		out = append(out, "!"+f.fam.id+":"+event)
	}
	if len(f.mounting.sites) > 0 {
		out = append(out, "/"+f.fam.id)
	}
	return out
}

func withoutBuilder(fs []*file, f *file) []*file {
	return slices.DeleteFunc(fs, func(x *file) bool { return x == f })
}

// insertBuilder keeps the files in order of their paths.
func insertBuilder(fs []*file, f *file) []*file {
	i, _ := slices.BinarySearchFunc(fs, f, func(a, b *file) int { return strings.Compare(a.path, b.path) })
	return slices.Insert(fs, i, f)
}

// passed is what the program gives to a parameter; key "" for all of it, else
// for what a hash that is given has under the key. If of is a class, only what
// its objects are built with counts.
func (s *solver) passed(f *file, d, index int32, key string, of ref) *val {
	def := &f.facts.Defs[d]
	p := &def.Params[index]
	if p.Flags&(facts.ParamRest|facts.ParamKwRest) != 0 || p.Flags&facts.ParamKwOnly != 0 && !f.fam.passedOwn {
		return nil
	}
	if def.Mods&facts.Constructor == 0 && !f.fam.passedOwn {
		return nil
	}
	name := string(rune(index)) + key
	if of.f != nil {
		name += "\x00" + identity(of)
	}
	return s.once(memoKey{r: ref{f, d}, what: qPassed, name: name}, func() *val {
		var out []*val
		s.callers(f, d, of, func(from *file, call int32) {
			switch arg := argFor(from, call, p, int(index)); {
			case arg == facts.None:
			case key != "" && arg == call:
				out = append(out, s.argNamed(from, call, key))
			case key != "":
				out = append(out, s.keyed(from, arg, key, 4))
			case arg == call:
				out = append(out, ext(f.fam.literal("dict")))
			default:
				out = append(out, s.expr(from, arg))
			}
		})
		return union(out...)
	})
}

// passedRest is one of the arguments that a rest parameter gathers.
func (s *solver) passedRest(f *file, d int32, index int) *val {
	return s.once(memoKey{r: ref{f, d}, what: qPassedRest}, func() *val {
		var out []*val
		s.callers(f, d, ref{}, func(from *file, call int32) {
			for i, a := range from.facts.Args(call) {
				if a == facts.None || i < index || from.keyOf(a) != "" {
					continue
				}
				switch from.facts.Exprs[a].Op {
				case facts.OpLambda, facts.OpLit:
				case facts.OpSpread:
					out = append(out, s.element(s.expr(from, a), "iter"))
				default:
					out = append(out, s.expr(from, a))
				}
			}
		})
		return union(out...)
	})
}

// argFor is the argument that a call gives to a parameter: the call itself if
// its named arguments are, as a hash; None if it is not known which.
func argFor(f *file, call int32, p *facts.Param, index int) int32 {
	args := f.facts.Args(call)
	for i, a := range args {
		if a == facts.None {
			continue
		}
		e := &f.facts.Exprs[a]
		switch {
		case e.Op == facts.OpUnary && e.Name != "": // named
			if p.Flags&facts.ParamKwOnly != 0 && e.Name == p.Name {
				return a
			}
			if p.Flags&facts.ParamKwOnly == 0 && i == index {
				return call
			}
		case p.Flags&facts.ParamKwOnly != 0:
		case e.Op == facts.OpSpread && i <= index:
			return facts.None
		case i == index && e.Op != facts.OpLambda:
			return a
		}
	}
	return facts.None
}

// callers are the calls whose callee is known without types to be a function.
// Tests say nothing of what is given elsewhere, nor do scripts.
func (s *solver) callers(f *file, d int32, of ref, visit func(from *file, call int32)) {
	def := &f.facts.Defs[d]
	owner := f.owner(def.Parent)
	var names []string
	switch {
	case owner > 0 && def.Mods&facts.Constructor != 0:
		names = s.builtNames(ref{f, d}, owner)
	case owner > 0 && def.Mods&facts.Static != 0:
		names = []string{"." + def.Name, lastName(f.facts.Defs[owner].Name) + "." + def.Name}
	case f.fam.passedOwn:
		names = []string{"." + def.Name}
	}
	if f.fam.passedOwn && owner > 0 {
		names = append(names, "super."+def.Name)
	}
	n, looked := 0, 0
	for _, name := range names {
		s.ask("new:"+f.fam.id, name)
		for _, from := range s.l.builds[f.fam.id+":"+name] {
			if from != f && (from.test && !f.test || from.alone && !f.alone) {
				continue
			}
			for _, call := range from.builds[name] {
				if looked++; n >= maxPassed || looked > maxNamed {
					s.cut = true
					return
				}
				if s.calls(from, call, f, d, owner, of) {
					n++
					visit(from, call)
				}
			}
		}
	}
}

// builtNames are the names of the classes that a constructor builds: its own,
// and those that inherit it.
func (s *solver) builtNames(r ref, owner int32) []string {
	names := []string{lastName(r.f.facts.Defs[owner].Name)}
	if !r.f.fam.passedOwn {
		return names
	}
	for _, c := range s.subclasses(s.target(ref{r.f, owner})) {
		if n := lastName(c.def().Name); !slices.Contains(names, n) && s.builds(c, r) {
			if len(names) == maxPassed {
				s.cut = true
				break
			}
			names = append(names, n)
		}
	}
	return names
}

// builds tells whether r is the constructor of a class.
func (s *solver) builds(c, r ref) bool {
	rs := s.constructors(class(c))
	return len(rs) > 0 && rs[0] == r
}

// calls tells whether a call of buildSites reaches a function of a class, for
// an object of class of, if there is one.
func (s *solver) calls(from *file, call int32, f *file, d, owner int32, of ref) bool {
	e := &from.facts.Exprs[call]
	if e.Op == facts.OpNew {
		c := s.classOf(s.typ(from, e.T))
		return c != nil && c.k == vClass && c.ref == s.target(ref{f, owner})
	}
	m := &from.facts.Exprs[e.A]
	if m.Op == facts.OpMember {
		if on := from.facts.Exprs[m.A].Op; on == facts.OpName || on == facts.OpMember {
			c := s.expr(from, m.A)
			if c == nil || c.k != vClass {
				return false
			}
			if of.f != nil && c.ref != of && !s.derives(c.ref, of) {
				return false
			}
			r := s.target(ref{f, owner})
			return c.ref == r || s.derives(c.ref, r) && (m.Name != "new" || s.builds(c.ref, ref{f, d}))
		}
	}
	static, o := from.selfIs(e.Scope)
	if owner <= 0 {
		return from == f && o <= 0
	}
	if o <= 0 || static != (f.facts.Defs[d].Mods&facts.Static != 0) {
		return false
	}
	a, b := s.target(ref{from, o}), s.target(ref{f, owner})
	if of.f != nil && a != of && !s.derives(a, of) && !s.derives(of, a) {
		return false
	}
	if m.Op == facts.OpSuper {
		return a != b && s.derives(a, b)
	}
	return a == b || s.derives(a, b) || s.derives(b, a)
}

// selfIs is the class around a place, and whether self is that class there
// rather than one of its objects.
func (f *file) selfIs(scope int32) (static bool, owner int32) {
	for d := scope; d > 0; d = f.facts.Defs[d].Parent {
		def := &f.facts.Defs[d]
		if def.Kind.TypeLike() {
			return static || d == scope, d
		}
		static = static || def.Mods&facts.Static != 0
	}
	return false, facts.None
}
