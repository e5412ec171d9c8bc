package linker

import (
	"path"
	"strings"

	"github.com/structural-memory/smp/facts"
)

// rubyConst is the constant of a name, dotted or not: of the classes around,
// of the ancestors of the innermost one, of the top; else one from outside.
func rubyConst(s *solver, f *file, scope int32, name string) *val {
	if name == "" {
		return nil
	}
	first, rest, _ := strings.Cut(strings.TrimPrefix(name, "."), ".")
	cref := f.owner(scope)
	if name[0] == '.' {
		cref = facts.None
	}
	v := s.once(memoKey{r: ref{f, max(0, cref)}, what: qRubyConst, name: first}, func() *val {
		for c := cref; c > 0; c = f.owner(f.facts.Defs[c].Parent) {
			if v := rubyIn(s, f, rubyFull(f, c), first); v != nil {
				return v
			}
		}
		if cref > 0 {
			for i, b := range s.mro(s.target(ref{f, cref})) {
				if b.k == vInst && i > 0 {
					if v := rubyIn(s, f, rubyFull(b.ref.f, b.ref.d), first); v != nil {
						return v
					}
				}
			}
		}
		if f.fam.builtins.has(first) {
			return ext(first) // opened again or not
		}
		if v := rubyIn(s, f, "", first); v != nil {
			return v
		}
		for _, m := range rubyTopIncludes(s, f) {
			if v := rubyIn(s, f, m, first); v != nil {
				return v
			}
		}
		return ext(first)
	})
	for rest != "" && v != nil {
		var next string
		next, rest, _ = strings.Cut(rest, ".")
		v = rubyStep(s, f, v, next)
	}
	return v
}

// rubyStep is A::B. What a module of the program lacks, a library adds to it;
// and the program may add to the modules of a library.
func rubyStep(s *solver, f *file, v *val, name string) *val {
	switch {
	case v.k == vClass:
		if m := rubyLookup(s, v.ref, name, true); m != nil {
			return m
		}
		return ext(joinDots(rubyFull(v.ref.f, v.ref.d), name))
	case v.k == vExt && v.recv == nil:
		if m := rubyIn(s, f, v.name, name); m != nil {
			return m
		}
		return ext(v.name + "." + name)
	}
	return s.member(v, name)
}

// rubyTopIncludes are the modules that a file, or one that it requires, mixes
// into everything.
func rubyTopIncludes(s *solver, f *file) []string {
	v := s.once(memoKey{r: ref{f, 0}, what: qRubyTopIncludes}, func() *val {
		out := &val{k: vTuple}
		for _, r := range append([]ref{{f, 0}}, rubyRequired(s, f)...) {
			x := r.f
			s.ask(x.path, "include")
			for _, c := range x.facts.Calls {
				if c.Def != 0 {
					continue
				}
				e := &x.facts.Exprs[c.Expr]
				if e.Op != facts.OpCall || e.A == facts.None || x.facts.Exprs[e.A].Op != facts.OpName || x.facts.Exprs[e.A].Name != "include" {
					continue
				}
				for _, a := range x.facts.Args(c.Expr) {
					if a == facts.None {
						continue
					}
					if m := &x.facts.Exprs[a]; m.Op == facts.OpName && rubyConstName(m.Name) {
						out.args = append(out.args, ext(strings.TrimPrefix(m.Name, ".")))
					}
				}
			}
		}
		return out
	})
	if v == nil {
		return nil
	}
	out := make([]string, len(v.args))
	for i, a := range v.args {
		out[i] = a.name
	}
	return out
}

// rubySees tells whether what file o adds to a class is there for those who
// mean the class as file f does: tests keep to themselves, but what they add to
// a library they share.
func rubySees(s *solver, f *file, full string, o *file) bool {
	return o == f || !o.test && !o.alone || o.test && f.test && rubyForeign(s, f, full)
}

// rubyForeign tells whether a class of that full name is one of a library that
// the program opens again: what it has besides is not known.
func rubyForeign(s *solver, f *file, full string) bool {
	first, _, dotted := strings.Cut(full, ".")
	if f.fam.builtins.has(first) {
		return true
	}
	if !dotted {
		return false
	}
	for _, r := range s.space(f.fam, "", first) {
		if r.def().Kind.TypeLike() {
			return false
		}
	}
	return true
}

// rubyIn is the constant that a class has itself: a class or module, or what
// a constant was given.
func rubyIn(s *solver, f *file, full, name string) *val {
	rs := rubyVisible(f, s.space(f.fam, full, name))
	var vs []*val
	for _, r := range rs {
		s.ask(r.f.path, r.def().Name)
		if r.def().Kind.TypeLike() {
			return class(s.target(r))
		}
		vs = append(vs, s.defType(r))
	}
	if v := union(vs...); v != nil || len(rs) == 0 {
		return v
	}
	return ext("?" + name)
}

// rubyVisible are the definitions that a file can mean: its own before those
// of the program, those of other tests only where there are no others.
func rubyVisible(f *file, rs []ref) []ref {
	var own, program, tests []ref
	for _, r := range rs {
		switch {
		case r.f == f:
			own = append(own, r)
		case r.f.test:
			tests = append(tests, r)
		case !r.f.alone:
			program = append(program, r)
		}
	}
	switch {
	case len(own) > 0 && (f.test || f.alone):
		return own
	case len(program) > 0 || len(own) > 0:
		return append(own, program...)
	case f.test && len(tests) > 0:
		return nearest(f, tests)
	}
	return nil
}

// rubyPick chooses between methods of one name: the one that was defined last
// in the file itself, else in the nearest.
func rubyPick(f *file, rs []ref) []ref {
	best := rs[0]
	for _, r := range rs[1:] {
		if r.f == best.f || r.f == f || best.f != f && common(r.f.dir, f.dir) >= common(best.f.dir, f.dir) {
			best = r
		}
	}
	return []ref{best}
}

// rubyType resolves the types of documentation comments.
func rubyType(s *solver, f *file, t *facts.Type, args []int32) (*val, bool) {
	switch t.Name {
	case "Boolean", "void", "Object", "BasicObject", "any", "untyped", "undefined", "Type", "String.Type":
		return nil, true
	}
	if !rubyConstName(t.Name) {
		return nil, true
	}
	return s.instance(rubyConst(s, f, t.Scope, t.Name), s.typs(f, args)), true
}

// rubyRoots is which file a "require" means: by its path below a load path,
// which folders named lib, test and spec are, and the root.
type rubyRoots struct{ features map[string][]*file }

func newRubyRoots(l *Linker) *rubyRoots {
	r := &rubyRoots{features: map[string][]*file{}}
	for _, f := range l.inOrder() {
		if f.fam.id != "ruby" {
			continue
		}
		p := strings.TrimSuffix(f.path, ".rb")
		r.features[p] = append(r.features[p], f)
		for d := f.dir; d != ""; d = parentDir(d) {
			if b := path.Base(d); b == "lib" || b == "test" || b == "spec" {
				k := p[len(d)+1:]
				r.features[k] = append(r.features[k], f)
			}
		}
	}
	return r
}

// state is all that resolution rests on, by the keys that it asks under.
func (r *rubyRoots) state() map[uint32]string {
	if r == nil {
		return nil
	}
	out := map[uint32]string{}
	for name, files := range r.features {
		var sb strings.Builder
		for _, f := range files {
			sb.WriteString(f.path + "\x00")
		}
		out[key("require", name)] = sb.String()
	}
	return out
}

// rubyModules are the files that a require loads.
func rubyModules(s *solver, f *file, im *facts.Import) ([]*file, string) {
	name := strings.TrimSuffix(im.Module, ".rb")
	if strings.HasPrefix(name, ".") {
		name = path.Join(f.dir, name)
		for _, p := range []string{name + ".rb", name} {
			s.ask("path:", p)
			if t := s.l.files[p]; t != nil && t.fam == f.fam {
				return []*file{t}, ""
			}
		}
		return nil, ""
	}
	s.ask("require", name)
	var best *file
	for _, t := range s.l.roots.ruby.features[name] {
		if t = s.l.files[t.path]; t != nil && (best == nil || common(t.dir, f.dir) > common(best.dir, f.dir)) {
			best = t
		}
	}
	if best != nil {
		return []*file{best}, ""
	}
	return nil, name
}
