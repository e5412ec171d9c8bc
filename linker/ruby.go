package linker

import (
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/graph"
)

// rubyFamily: classes and modules are opened again and again, so everything is
// known by the full name of what it is in; constants are looked up lexically,
// then in the ancestors, then at the top; methods of a class and of its
// instances are apart; a name without receiver is a method of self.
func rubyFamily() *family {
	return &family{
		id:                  "ruby",
		modules:             rubyModules,
		resolve:             func(s *solver, f *file, im *facts.Import, _ space) *val { return rubyConst(s, f, 0, im.Alias) },
		identity:            rubyIdentity,
		spaceOf:             rubySpaceOf,
		spaceName:           func(f *file, d int32) string { return lastName(f.facts.Defs[d].Name) },
		partsOf:             rubyParts,
		merged:              func(s *solver, r ref) ref { return rubyParts(s, r)[0] },
		nameHook:            rubyName,
		top:                 phpTop,
		named:               rubyNamed,
		typeHook:            rubyType,
		lookup:              rubyLookup,
		superCall:           rubySuper,
		extend:              rubyExtend,
		rank:                rubyRank,
		param:               rubyParam,
		pick:                rubyPick,
		overrides:           rubyOverrides,
		selfType:            func(t *facts.Type) bool { return t.Op == facts.TSelf },
		ctors:               func(ref) []string { return []string{"initialize"} },
		literals:            map[string]string{"string": "String", "template": "String", "number": "Integer", "list": "Array", "dict": "Hash", "regex": "Regexp"},
		listType:            "Array",
		builtins:            loadBuiltins("ruby"),
		iterMembers:         []string{"each"},
		indexMembers:        []string{"[]"},
		inheritConstructors: true,
		superInterfaces:     true,
		scopedExtensions:    true,
		targetTyped:         true,
		aliases:             true,
		mixins:              true,
		passedTypes:         true,
		passedOwn:           true,
		yields:              true,
		exactNew:            true,
		ownBlocks:           true,
		block:               lastBlock,
		handedCalls:         []string{"call", "yield", "()"},
		fills:               true,
		virtual:             true,
	}
}

// rubyIdentity is the full name of a class; tests and scripts have theirs
// apart, since several may define the same.
func rubyIdentity(f *file, d int32) string {
	full := rubyFullOf(f, d)
	if f.test || f.alone {
		return f.path + "::" + full
	}
	return "::" + full
}

// rubyFull is the full name of the class around a definition, itself
// included; "" at the top.
func rubyFull(f *file, d int32) string {
	if d = f.owner(d); d <= 0 {
		return ""
	}
	id := f.ids[d]
	return id[strings.LastIndex(id, "::")+2:]
}

// rubyFullOf computes it. "class A::B" inside A names A's own B.
func rubyFullOf(f *file, d int32) string {
	name := f.facts.Defs[d].Name
	parent := f.facts.Defs[d].Parent
	if first, rest, dotted := strings.Cut(name, "."); dotted {
		for p := f.owner(parent); p > 0; p = f.owner(f.facts.Defs[p].Parent) {
			if lastName(f.facts.Defs[p].Name) == first {
				return joinDots(rubyFull(f, p), rest)
			}
		}
	}
	return joinDots(rubyFull(f, parent), name)
}

// rubySpaceOf puts constants into the class they are in, methods beside them:
// "A#" holds those of instances, "A::" the class's own.
func rubySpaceOf(f *file, d int32) (string, bool) {
	def := &f.facts.Defs[d]
	switch {
	case def.Kind.TypeLike():
		return cutLast(rubyFull(f, d)), true
	case def.Form == "const":
		return rubyFull(f, def.Parent), true
	case !def.Kind.Callable():
		return "", false
	}
	owner := rubyFull(f, def.Parent)
	if def.Recv != facts.None {
		if t := f.facts.Types[def.Recv].Name; lastName(t) != lastName(owner) {
			owner = strings.TrimPrefix(t, ".")
		}
	}
	if owner == "" {
		return "", false
	}
	if def.Mods&facts.Static != 0 {
		return owner + "::", true
	}
	return owner + "#", true
}

// rubyParts are the definitions that make up a class: all of the program's,
// and for one of a test file those of the same file.
func rubyParts(s *solver, r ref) []ref {
	if !r.def().Kind.TypeLike() {
		return []ref{r}
	}
	v := s.once(memoKey{r: r, what: qRubyParts}, func() *val {
		full := rubyFull(r.f, r.d)
		out := &val{k: vTuple}
		var own []ref
		for _, o := range s.space(r.f.fam, cutLast(full), lastName(full)) {
			switch {
			case !o.def().Kind.TypeLike():
				continue
			case !o.f.test && !o.f.alone:
				out.refs = append(out.refs, o)
			case rubySees(s, r.f, full, o.f):
				own = append(own, o)
			default:
				continue
			}
			s.ask(o.f.path, o.def().Name)
		}
		out.refs = append(out.refs, own...)
		return out
	})
	if v == nil || len(v.refs) == 0 {
		return []ref{r}
	}
	return v.refs
}

// rubyName keeps constants out of the scopes of variables.
func rubyName(_ *solver, _ *file, _ int32, name string, _ uint32, _ space) (*val, bool) {
	return nil, rubyConstName(name)
}

func rubyConstName(name string) bool {
	name = strings.TrimPrefix(name, ".")
	return name != "" && name[0] >= 'A' && name[0] <= 'Z'
}

// rubyNamed is what a name stands for: called, a method of self, of the top,
// or of Kernel; else a variable or a constant.
func rubyNamed(s *solver, f *file, i int32, v *val, found bool) *val {
	e := &f.facts.Exprs[i]
	if _, called := f.callOf(i); !called {
		if rubyConstName(e.Name) {
			return rubyConst(s, f, e.Scope, e.Name)
		}
		return v
	}
	self := rubySelf(s, f, e.Scope)
	m := s.member(self, e.Name)
	if m != nil && !unknownMember(m) {
		return m
	}
	if self != nil && self.k == vClass && f.facts.Defs[e.Scope].Kind.TypeLike() {
		// A block in a class body mostly runs for an instance: tests, hooks.
		if n := s.member(inst(self.ref), e.Name); n != nil && !unknownMember(n) {
			return n
		}
	}
	var u *val
	if self != nil && self.ref.f != nil && self.ref.def().Form == "module" {
		if u = s.ofUsers(self, e.Name); u != nil {
			switch fn, _ := partFuncs(u); {
			case fn != nil && f.fam.builtins.has(e.Name):
				return union(u, ext(e.Name))
			case fn != nil:
				return u
			}
		}
	}
	if fn := rubyTopMethod(s, f, e.Name); fn != nil {
		return fn
	}
	switch {
	case f.fam.builtins.has(e.Name):
		return ext(e.Name)
	case m != nil:
		return m
	case u != nil:
		return u
	}
	return rubyObjectMethod(s, f, self, e.Name)
}

// rubyObjectMethod is a method that all objects have.
func rubyObjectMethod(s *solver, f *file, recv *val, name string) *val {
	if recv == nil || recv.k == vInst && (name == "new" || name == "allocate") {
		return nil
	}
	if _, ok := f.fam.builtins.members["*."+name]; ok {
		return &val{k: vExt, name: "Object." + name, recv: recv}
	}
	return nil
}

// rubySelf is self at a place; nil at the top.
func rubySelf(s *solver, f *file, scope int32) *val {
	static := false
	for d := scope; d > 0; d = f.facts.Defs[d].Parent {
		def := &f.facts.Defs[d]
		switch {
		case def.Kind.TypeLike():
			r := s.target(ref{f, d})
			if static || d == scope {
				return class(r)
			}
			return inst(r, selfArgs(r)...)
		case def.Recv != facts.None:
			return s.classOf(s.typ(f, def.Recv))
		case def.Kind == facts.Variable || def.Mods&facts.Static != 0:
			static = true
		}
	}
	return nil
}

// rubyTopMethod is a method that the file or one that it requires defines
// outside all classes.
func rubyTopMethod(s *solver, f *file, name string) *val {
	return s.once(memoKey{r: ref{f, 0}, what: qRubyTopMethod, name: name}, func() *val {
		for _, x := range append([]ref{{f, 0}}, rubyRequired(s, f)...) {
			s.ask(x.f.path, name)
			var rs []ref
			for _, d := range s.children(x.f, 0, name) {
				if x.f.facts.Defs[d].Kind.Callable() && x.f.facts.Defs[d].Recv == facts.None {
					rs = append(rs, ref{x.f, d})
				}
			}
			if len(rs) > 0 {
				return &val{k: vFunc, refs: rs, via: graph.ViaImport}
			}
		}
		return nil
	})
}

// rubyRequired are the files that a file requires, and those that they do.
func rubyRequired(s *solver, f *file) []ref {
	files, _ := s.reach(f, qRubyRequired, 100, func(x *file) ([]*file, bool) {
		s.ask(x.path, "*")
		files := rubyRakefile(s, x)
		for i := range x.facts.Imports {
			more, _ := rubyModules(s, x, &x.facts.Imports[i])
			files = append(files, more...)
		}
		return files, true
	})
	return files
}

// rubyRakefile is the Rakefile that loads a file of tasks: the nearest above.
func rubyRakefile(s *solver, f *file) []*file {
	if !strings.HasSuffix(f.path, ".rake") {
		return nil
	}
	for d := f.dir; ; d = parentDir(d) {
		p := joinSlash(d, "Rakefile")
		s.ask("path:", p)
		if t := s.l.files[p]; t != nil {
			return []*file{t}
		}
		if d == "" {
			return nil
		}
	}
}
