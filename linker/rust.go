package linker

import (
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/graph"
)

// rustFamily: crates are trees of modules, names are looked up in their own
// module, methods come from impl blocks and traits.
func rustFamily() *family {
	return &family{
		id:           "rust",
		hands:        true,
		resolve:      rustResolve,
		modules:      rustModules,
		exported:     rustExported,
		nameHook:     rustName,
		top:          rustTop,
		typeHook:     rustType,
		companion:    rustCompanion,
		callFallback: rustMacro,
		spaceOf: func(f *file, d int32) (string, bool) {
			return "macro", f.facts.Defs[d].Mods&facts.MacroMod != 0
		},
		selfType:        func(t *facts.Type) bool { return t.Op == facts.TSelf },
		ctors:           func(ref) []string { return nil },
		literals:        map[string]string{"string": "str", "template": "str", "number": "i32", "list": "Vec"},
		listType:        "Vec",
		builtins:        loadBuiltins("rust"),
		callMembers:     nil,
		iterMembers:     []string{"into_iter", "iter", "next"},
		indexMembers:    []string{"index"},
		interfaceValues: true,
		recvHidden:      true,
		valueCalls:      true,
		plainBuilds:     true,
		virtual:         false,
	}
}

// rustName gives the names that begin a path their meaning.
func rustName(s *solver, f *file, scope int32, name string, pos uint32, sp space) (*val, bool) {
	m := module{f, enclosingModule(f, scope)}
	switch name {
	case "crate", "$crate":
		s.ask("rust^", f.path)
		if root := s.l.roots.rust.root[f]; root != nil {
			return moduleOf(root), true
		}
		return nil, true
	case "self":
		return m.value(), true
	case "super":
		s.ask("rust^", f.path)
		if p, ok := s.l.roots.rust.up(m); ok {
			return p.value(), true
		}
		return nil, true
	case "Self":
		return s.classOf(s.this(f, scope)), true
	}
	if strings.HasPrefix(name, "::") {
		v := rustCrate(s, f, name[2:])
		return v, v != nil
	}
	return nil, false
}

// rustCrate is a crate by its name in code.
func rustCrate(s *solver, f *file, name string) *val {
	s.ask("crate", name)
	if t := s.l.roots.rust.crates[name]; t != nil {
		return moduleOf(t)
	}
	switch name {
	case "std", "core", "alloc", "proc_macro", "test":
		return ext(name + "#")
	}
	return nil
}

// rustTop is what a name stands for in a module: its items, what it uses,
// what wildcards bring, crates, the prelude.
func rustTop(s *solver, f *file, mod int32, name string, pos uint32, sp space) (*val, bool) {
	if v, ok := rustItem(s, f, mod, name, sp); ok {
		return v, true
	}
	if v := rustCrate(s, f, name); v != nil {
		return v, true
	}
	if f.fam.builtins.has(name) {
		return ext(name), true
	}
	return nil, false
}

// rustItem is what a module has under a name, as others see it through its
// path.
func rustItem(s *solver, f *file, mod int32, name string, sp space) (*val, bool) {
	v, found := rustOwn(s, f, mod, name, sp)
	if v != nil {
		return v, true
	}
	if v := rustStarred(s, f, mod, name, sp); v != nil {
		return v, true
	}
	return nil, found
}

// rustOwn is what a module defines under a name, or uses by that name.
func rustOwn(s *solver, f *file, mod int32, name string, sp space) (v *val, found bool) {
	s.ask(f.path, name)
	s.ask(f.path, "*")
	if v := s.defs(f, s.children(f, mod, name), sp, graph.ViaFile); v != nil {
		return v, true
	}
	for _, i := range f.importsOf(name) {
		im := &f.facts.Imports[i]
		if enclosingModule(f, im.Scope) != mod {
			continue
		}
		found = true
		if v := s.importValue(f, i, sp); v != nil {
			return v, true
		}
	}
	return nil, found
}

func rustExported(s *solver, f *file, name string, sp space) *val {
	v, _ := rustItem(s, f, 0, name, sp)
	return v
}

// rustCompanion finds what an inline module uses and gives on.
func rustCompanion(s *solver, r ref, name string) *val {
	if r.def().Form != "module" {
		return nil
	}
	v, _ := rustItem(s, r.f, r.d, name, asValue)
	if v == nil {
		v, _ = rustItem(s, r.f, r.d, name, asType)
	}
	return v
}

// rustPath follows a path from the module that an import stands in.
func rustPath(s *solver, f *file, scope int32, parts []string, sp space) *val {
	if len(parts) == 0 {
		return nil
	}
	var v *val
	first := parts[0]
	if x, ok := rustName(s, f, scope, first, 0, asType); ok {
		v = x
	} else {
		mod := enclosingModule(f, scope)
		at := sp
		if len(parts) > 1 {
			at = asType
		}
		if len(parts) > 1 { // a name that an import of the same name would only lead back to
			if c := rustCrate(s, f, first); c != nil && len(s.children(f, mod, first)) == 0 && !rustDeclares(f, mod, first) {
				v = c
			}
		}
		if v == nil {
			v, _ = rustItem(s, f, mod, first, at)
		}
		if v == nil {
			v = rustCrate(s, f, first)
		}
		if v == nil {
			v = ext(first + "#")
		}
	}
	for i, p := range parts[1:] {
		if v == nil {
			return nil
		}
		if p == "super" {
			if v.k == vModule || v.k == vClass {
				s.ask("rust^", v.ref.f.path)
				up, ok := s.l.roots.rust.up(module{v.ref.f, max(0, v.ref.d)})
				if !ok {
					return nil
				}
				v = up.value()
				continue
			}
		}
		if p == "self" {
			continue
		}
		at := asType
		if i == len(parts)-2 {
			at = sp
		}
		if v.k == vExt {
			v = ext(extPath(v.name, p))
			continue
		}
		n := s.part(v, p, at)
		if n == nil && at == asType {
			n = s.part(v, p, asValue)
		}
		v = n
	}
	return v
}

// extPath extends the name of something outside by a path component.
func extPath(name, part string) string {
	if strings.HasSuffix(name, "#") {
		return name + part
	}
	return name + "." + part
}

// rustDeclares tells whether a module declares a child module of the name.
func rustDeclares(f *file, mod int32, name string) bool {
	for _, i := range f.importsOf(name) {
		if im := &f.facts.Imports[i]; im.Kind == facts.ImportMod && enclosingModule(f, im.Scope) == mod {
			return true
		}
	}
	return false
}

func rustParts(im *facts.Import) []string {
	var parts []string
	if im.Module != "" {
		parts = strings.Split(strings.TrimPrefix(im.Module, "::"), "::")
	}
	if im.Name != "" && im.Name != "*" {
		parts = append(parts, im.Name)
	}
	return parts
}

func rustResolve(s *solver, f *file, im *facts.Import, sp space) *val {
	if im.Kind == facts.ImportMod {
		s.ask("rust>", f.path)
		if t := s.l.roots.rust.child(f, im); t != nil {
			return moduleOf(t)
		}
		return nil
	}
	return rustPath(s, f, im.Scope, rustParts(im), sp)
}

func rustModules(s *solver, f *file, im *facts.Import) ([]*file, string) {
	v := rustResolve(s, f, im, asType)
	if v == nil {
		v = rustResolve(s, f, im, asValue)
	}
	var out []*file
	external := ""
	each(v, func(m *val) {
		switch {
		case m.k == vFunc && len(m.refs) > 0:
			out = append(out, m.refs[0].f)
		case m.k == vExt:
			external, _, _ = strings.Cut(m.name, "#")
		case m.ref.f != nil:
			out = append(out, m.ref.f)
		}
	})
	if len(out) > 0 {
		external = ""
	}
	return out, external
}

// rustType gives Self and associated types their meaning.
func rustType(s *solver, f *file, t *facts.Type, args []int32) (*val, bool) {
	if rest, ok := strings.CutPrefix(t.Name, "Self."); ok {
		v := s.classOf(s.this(f, t.Scope))
		if v == nil {
			return nil, true
		}
		return s.instance(s.path(v, rest, asType), s.typs(f, args)), true
	}
	if t.Name == "Self" {
		return s.this(f, t.Scope), true
	}
	return nil, false
}

// rustMacro finds a macro of the repository by name: macro_export puts it at
// the root of its crate.
func rustMacro(s *solver, f *file, c *facts.Call) *val {
	e := &f.facts.Exprs[c.Expr]
	if c.Flags&facts.CallMacro == 0 || e.A == facts.None {
		return nil
	}
	rs := s.space(f.fam, "macro", f.facts.Exprs[e.A].Name)
	if len(rs) == 0 {
		return ext("macro#" + f.facts.Exprs[e.A].Name)
	}
	return &val{k: vFunc, refs: nearest(f, rs)[:1], via: graph.ViaPackage}
}
