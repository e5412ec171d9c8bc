package linker

import (
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/graph"
)

// csharpFamily: names live in namespaces that many files fill, using
// directives open them, classes may be written in parts, extension methods
// are members where their namespace is open, overloads are told apart by
// their parameters.
func csharpFamily() *family {
	return &family{
		id:               "csharp",
		hands:            true,
		namedArgs:        true,
		handedCalls:      []string{"Invoke"},
		resolve:          csResolve,
		modules:          csModules,
		spaceOf:          csSpaceOf,
		partsOf:          csParts,
		merged:           func(s *solver, r ref) ref { return csParts(s, r)[0] },
		top:              csTop,
		named:            csNamed,
		typeHook:         csType,
		spaceMember:      csSpaceMember,
		extend:           csExtend,
		overrides:        csOverrides,
		nullable:         csNullable,
		partOf:           csPart,
		hidden:           func(d *facts.Def) bool { return strings.Contains(d.Disc, "@") },
		ctors:            func(r ref) []string { return []string{r.def().Name} },
		literals:         map[string]string{"string": "string", "template": "string", "number": "int", "bool": "bool", "char": "char", "list": "List", "collection": csList},
		listType:         "Array",
		root:             "object",
		builtins:         loadBuiltins("csharp"),
		iterMembers:      []string{"GetEnumerator", "GetAsyncEnumerator"},
		indexMembers:     []string{"this[]"},
		implicitThis:     true,
		overloads:        true,
		interfaceValues:  true,
		interfacesApart:  true,
		scopedExtensions: true,
		targetTyped:      true,
		suits:            csSuits,
		prefers:          csPrefers,
	}
}

// csSpaceOf puts types into their namespace, and extension methods into one
// beside it, where they are looked up by their own name.
func csSpaceOf(f *file, d int32) (string, bool) {
	def := &f.facts.Defs[d]
	if def.Kind.TypeLike() {
		return csNamespace(f, def.Parent), def.Form != "namespace" && csInNamespace(f, def.Parent)
	}
	if def.Mods&facts.Extension != 0 && def.Parent > 0 && csInNamespace(f, f.facts.Defs[def.Parent].Parent) {
		return "!" + csNamespace(f, f.facts.Defs[def.Parent].Parent), true
	}
	return "", false
}

func csInNamespace(f *file, d int32) bool { return d == 0 || f.facts.Defs[d].Form == "namespace" }

// csNamespace is the full name of the namespace that definition d is, or of
// the file's.
func csNamespace(f *file, d int32) string {
	if d <= 0 {
		return f.facts.Package
	}
	return joinDots(csNamespace(f, f.facts.Defs[d].Parent), f.facts.Defs[d].Name)
}

func joinDots(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + "." + b
}

// csLevels visits the namespaces around a place, innermost first. With the
// last of those that one declaration opens comes the definition whose using
// directives count from there on; None for the others.
func csLevels(f *file, scope int32, visit func(ns string, def int32) bool) {
	for d := scope; d > 0; d = f.facts.Defs[d].Parent {
		if f.facts.Defs[d].Form != "namespace" {
			continue
		}
		outer := csNamespace(f, f.facts.Defs[d].Parent)
		for ns, def := csNamespace(f, d), d; len(ns) > len(outer); ns, def = cutLast(ns), facts.None {
			if !visit(ns, def) {
				return
			}
		}
	}
	for ns := f.facts.Package; ns != ""; ns = cutLast(ns) {
		if !visit(ns, facts.None) {
			return
		}
	}
	visit("", 0)
}

func cutLast(ns string) string { return ns[:max(0, strings.LastIndexByte(ns, '.'))] }

// csTop is what a name stands for outside all types.
func csTop(s *solver, f *file, scope int32, name string, pos uint32, sp space) (*val, bool) {
	if scope == 0 && sp == asValue { // top-level statements
		if v, ok := s.bound(f, 0, name, pos, sp); ok {
			return v, true
		}
		var local []int32
		for _, d := range s.children(f, 0, name) {
			if f.facts.Defs[d].Form == "local_function" {
				local = append(local, d)
			}
		}
		if v := s.defsAll(f, local, sp, graph.ViaFile); v != nil {
			return v, true
		}
	}
	if f.fam.builtins.has(name) {
		return ext(name), true
	}
	if v := csOuter(s, f, scope, name, -1, sp); v != nil {
		return v, true
	}
	return nil, false
}

// csOuter looks a name up in the namespaces around a place and in what is
// opened there. A negative arity takes types of any number of parameters.
func csOuter(s *solver, f *file, scope int32, name string, arity int, sp space) *val {
	for scope > 0 && f.facts.Defs[scope].Form != "namespace" {
		scope = f.facts.Defs[scope].Parent
	}
	k := memoKey{r: ref{f, scope}, what: qCsOuter, sp: sp, name: name}
	if arity >= 0 {
		k.name += "`" + string(rune('0'+arity))
	}
	return s.once(k, func() (v *val) {
		csLevels(f, scope, func(ns string, def int32) bool {
			if v = csMember(s, f, ns, name, arity, graph.ViaPackage); v != nil || def == facts.None {
				return v == nil
			}
			for _, i := range f.importsOf(name) {
				if f.facts.Imports[i].Scope == def {
					v = s.importValue(f, i, sp)
					return v == nil
				}
			}
			v = csOpened(s, f, def, name, arity, sp)
			return v == nil
		})
		return v
	})
}

// csOpened is what using directives bring for a name: types of their
// namespaces, members of their static classes.
func csOpened(s *solver, f *file, def int32, name string, arity int, sp space) (v *val) {
	csUsings(s, f, def, func(from *file, im *facts.Import) bool {
		switch {
		case im.Alias != "":
			if im.Alias == name {
				v = csResolve(s, from, im, sp)
			}
		case im.Kind == facts.ImportStatic:
			c := csFind(s, f, im.Module, -1)
			if c == nil || c.k != vClass {
				break
			}
			if v = csArity(s.nested(c.ref, name), arity); v == nil && sp == asValue {
				if m := s.member(c, name); m != nil && m.k != vExt {
					v = m
				}
			}
		default:
			v = csTypes(s, f, s.space(f.fam, csOpenedSpace(s, from, im), name), arity)
		}
		return v == nil
	})
	return v
}

// csUsings visits the using directives of a file or a namespace in it; those
// of the file include the global ones of its project.
func csUsings(s *solver, f *file, def int32, visit func(from *file, im *facts.Import) bool) {
	for _, i := range f.stars {
		if im := &f.facts.Imports[i]; im.Scope == def && !visit(f, im) {
			return
		}
	}
	if def != 0 {
		return
	}
	project := s.projectOf(f)
	s.ask("csglobals", project)
	for _, g := range s.l.roots.cs.globals[project] {
		from := g.f
		if from == nil {
			from = f
		}
		if g.f != f && !visit(from, &g.im) {
			return
		}
	}
}

// csOpenedSpace is the namespace that a using directive names: inside a
// namespace it may be named from there.
func csOpenedSpace(s *solver, f *file, im *facts.Import) string {
	for ns := csNamespace(f, im.Scope); ns != "" && !s.isSpace(f.fam, im.Module); ns = cutLast(ns) {
		if full := ns + "." + im.Module; s.isSpace(f.fam, full) {
			return full
		}
	}
	return im.Module
}

// csMember is what a namespace has: a type, or a namespace in it.
func csMember(s *solver, f *file, ns, name string, arity int, via graph.Via) *val {
	if v := csTypes(s, f, s.space(f.fam, ns, name), arity); v != nil {
		return v
	}
	if full := joinDots(ns, name); s.isSpace(f.fam, full) {
		return namespace(f, full)
	}
	return nil
}

// csTypes are types of one full name, the nearest for each number of type
// parameters.
func csTypes(s *solver, f *file, rs []ref, arity int) *val {
	var vs []*val
	for len(rs) > 0 {
		n := len(rs[0].def().TypeParams)
		var same, rest []ref
		for _, r := range rs {
			if len(r.def().TypeParams) == n {
				same = append(same, r)
			} else {
				rest = append(rest, r)
			}
		}
		if rs = rest; arity < 0 || arity == n {
			r := nearest(f, same)[0]
			s.ask(r.f.path, r.def().Name)
			vs = append(vs, class(s.target(r)))
		}
	}
	return union(vs...)
}

// csFind is the type or namespace of a full name.
func csFind(s *solver, f *file, full string, arity int) *val {
	for i := len(full); i > 0; {
		i = max(0, strings.LastIndexByte(full[:i], '.'))
		first, rest, dotted := strings.Cut(strings.TrimPrefix(full[i:], "."), ".")
		n := arity
		if dotted {
			n = -1
		}
		if v := csTypes(s, f, s.space(f.fam, full[:i], first), n); v != nil {
			return csArity(s.path(v, rest, asType), arity)
		}
	}
	if s.isSpace(f.fam, full) {
		return namespace(f, full)
	}
	return nil
}

// csResolve is what "using A = N.T" binds.
func csResolve(s *solver, f *file, im *facts.Import, sp space) *val {
	for ns := csNamespace(f, im.Scope); ; ns = cutLast(ns) {
		if v := csFind(s, f, joinDots(ns, im.Module), -1); v != nil {
			return v
		}
		if ns == "" {
			return ext(im.Module)
		}
	}
}

// csModules are the files that an import names: a using directive of a
// namespace of the repository names none in particular.
func csModules(s *solver, f *file, im *facts.Import) ([]*file, string) {
	if im.Name == "*" && im.Kind != facts.ImportStatic {
		if s.isSpace(f.fam, csOpenedSpace(s, f, im)) {
			return nil, ""
		}
		return nil, im.Module
	}
	v := csResolve(s, f, im, asType)
	if v.k == vExt {
		return nil, im.Module
	}
	var out []*file
	each(v, func(m *val) {
		if m.k == vClass {
			out = append(out, m.ref.f)
		}
	})
	return out, ""
}

func csSpaceMember(s *solver, v *val, name string, sp space) *val {
	if m := csMember(s, v.ref.f, v.name, name, -1, graph.ViaImport); m != nil {
		return m
	}
	return ext(v.name + "." + name)
}
