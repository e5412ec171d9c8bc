package linker

import (
	"slices"
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/graph"
)

// cFamily is C and C++: a file sees itself and what it includes in the end.
// What is declared there is defined once somewhere in the repository, or once
// for each platform. Classes have their members in their body and, defined,
// outside of it.
func cFamily() *family {
	return &family{
		id:              "c",
		hands:           true,
		resolve:         func(*solver, *file, *facts.Import, space) *val { return nil },
		modules:         cModules,
		spaceOf:         cSpaceOf,
		top:             cTop,
		spaceMember:     cSpaceMember,
		named:           cNamed,
		extend:          cExtend,
		definitions:     cDefinitions,
		callFallback:    cByArguments,
		callMore:        cAlsoByArguments,
		special:         cSpecial,
		selected:        cSelected,
		viable:          cViable,
		outside:         cOutsideNames,
		suits:           cSuits,
		typeHook:        cTrait,
		dependent:       cDependent,
		prefers:         cPrefers,
		byValue:         cByValue,
		ctors:           func(r ref) []string { return []string{r.def().Name} },
		literals:        map[string]string{"string": "cstring", "template": "cstring", "number": "int", "list": "array", "null": "nullptr"},
		listType:        "array",
		builtins:        loadBuiltins("c"),
		callMembers:     []string{"operator()"},
		iterMembers:     []string{"begin"},
		indexMembers:    []string{"operator[]"},
		implicitThis:    true,
		interfaceValues: true,
		overloads:       true,
		implicitBuilds:  true,
		pointers:        true,
		stores:          true,
		injectedNames:   true,
		outsideTypes:    true,
		aliasValues:     true,
		instances:       true,
	}
}

// cNamespace is the namespace that the definition d is or stands in right
// below it, dotted; false inside classes and functions.
func cNamespace(f *file, d int32) (string, bool) {
	ns := ""
	for ; d > 0; d = f.facts.Defs[d].Parent {
		def := &f.facts.Defs[d]
		if def.Form != "namespace" {
			return "", false
		}
		if ns == "" {
			ns = def.Name
		} else {
			ns = def.Name + "." + ns
		}
	}
	return ns, true
}

// outOfClass is the space of what is defined as A::b outside of A.
const outOfClass = "@"

func cSpaceOf(f *file, d int32) (string, bool) {
	def := &f.facts.Defs[d]
	switch {
	case def.Mods&facts.Local != 0, def.Form == "namespace":
		return "", false
	case def.Recv != facts.None:
		return outOfClass, def.Kind.Callable()
	case def.Form == "macro":
		return "", true
	case def.Form == "enum_member" && f.facts.Defs[def.Parent].Form == "enum":
		return cNamespace(f, f.facts.Defs[def.Parent].Parent)
	}
	return cNamespace(f, def.Parent)
}

func cModules(s *solver, f *file, im *facts.Import) ([]*file, string) {
	if im.Kind != facts.ImportInclude && im.Kind != facts.ImportSystem {
		return nil, ""
	}
	s.ask("c>", f.path)
	if t := s.l.files[s.l.roots.c.resolve(f, im)]; t != nil {
		return []*file{t}, ""
	}
	if im.Kind == facts.ImportSystem {
		return nil, im.Module
	}
	return nil, ""
}

// cTop is what a name stands for outside functions and classes: the innermost
// namespace around that has it, seen from this file, decides.
func cTop(s *solver, f *file, scope int32, name string, pos uint32, sp space) (*val, bool) {
	if v, ok := cLocalUse(s, f, name, pos, sp); ok {
		return v, v != nil
	}
	ns, _ := cNamespace(f, scope)
	if global, ok := strings.CutPrefix(name, "::"); ok {
		ns, name = "", global
	}
	look := cLook{s: s, f: f, name: name, sp: sp, noMacro: cInMacro(f, name, pos)}
	k := memoKey{r: ref{f, 0}, what: qCName, sp: sp, name: ns + "\x00" + name}
	if look.noMacro {
		k.what = qCPlainName
	}
	v := s.once(k, func() *val { return look.from(ns) })
	return v, v != nil
}

// cLook is a look-up of a name from a file.
type cLook struct {
	s       *solver
	f       *file
	name    string
	sp      space
	noMacro bool
}

// from looks in a namespace and in those around it, then in what the includers
// of a header see, then outside the repository.
func (c *cLook) from(ns string) *val {
	c.s.ask("c>", c.f.path)
	for n := ns; ; n = outer(n) {
		if v := c.in(n); v != nil {
			return v
		}
		if n == "" {
			break
		}
	}
	if v := c.around(ns); v != nil {
		return v
	}
	if c.f.fam.builtins.has(c.name) {
		return ext(c.name)
	}
	return nil
}

// outer is the namespace around a namespace.
func outer(ns string) string { return ns[:max(0, strings.LastIndexByte(ns, '.'))] }

func inside(ns, name string) string {
	if ns == "" {
		return name
	}
	return ns + "." + name
}

// in is what a namespace has under the name, as the file sees it: what is
// defined in it, what using declarations and directives bring, namespaces
// inside it.
func (c *cLook) in(ns string) *val {
	s, f := c.s, c.f
	if v := c.value(s.space(f.fam, ns, c.name), f.path); v != nil {
		return v
	}
	if v := c.used(ns); v != nil {
		return v
	}
	if full := inside(ns, c.name); s.isSpace(f.fam, full) {
		return namespace(f, full)
	}
	return nil
}

func cSpaceMember(s *solver, v *val, name string, sp space) *val {
	f := v.ref.f
	s.ask("c>", f.path)
	c := cLook{s: s, f: f, name: name, sp: sp}
	if v := c.in(v.name); v != nil {
		return v
	}
	if v := c.aroundIn(v.name); v != nil {
		return v
	}
	if top, _, _ := strings.Cut(v.name, "."); !f.fam.builtins.has(top) {
		return nil
	}
	if sp == asType { // what the repository adds to std is not all of it
		return ext(inside(v.name, name))
	}
	return s.member(ext(v.name), name)
}

// around finds what a header names without including it: in what those who
// include the header see.
func (c *cLook) around(ns string) *val {
	for n := ns; ; n = outer(n) {
		if v := c.aroundIn(n); v != nil || n == "" {
			return v
		}
	}
}

func (c *cLook) aroundIn(ns string) *val {
	rs := c.s.space(c.f.fam, ns, c.name)
	if len(rs) == 0 {
		return nil
	}
	c.s.ask("c<", c.f.path)
	for _, p := range c.s.l.roots.c.around(c.f.path) {
		if from := c.s.l.files[p]; from == nil || from.test && !c.f.test {
			continue // what a test defines is not meant
		}
		c.s.ask("c>", p)
		if v := c.value(rs, p); v != nil {
			return v
		}
	}
	return nil
}

// value is the value of those of the definitions of a name that are visible
// from a file: a macro before all others, functions and variables before types.
func (c *cLook) value(rs []ref, from string) *val {
	var macros, funcs, vars, types []ref
	for _, r := range rs {
		def := r.def()
		if def.Form == "macro" && c.noMacro || !c.s.l.roots.c.sees(from, r.f.path) {
			continue
		}
		c.s.ask(r.f.path, def.Name)
		switch {
		case def.Form == "macro" && (c.sp == asValue || def.Kind == facts.Variable):
			macros = append(macros, r)
		case def.Kind.TypeLike():
			types = append(types, r)
		case c.sp == asType:
		case def.Kind.Callable():
			funcs = append(funcs, r)
		case def.Kind == facts.Variable:
			vars = append(vars, r)
		}
	}
	switch {
	case len(macros) > 0:
		return c.macro(macros, append(funcs, vars...))
	case len(funcs) > 0:
		if c.foreign(funcs) {
			return ext(c.name)
		}
		return c.functions(funcs)
	case len(vars) > 0:
		return c.variable(c.best(vars))
	case len(types) > 0:
		return c.typ(types)
	}
	return nil
}

// functions are overloads in C++. In C it is one function: the file's own
// definition, else one that it includes, else a declaration.
func (c *cLook) functions(rs []ref) *val {
	var refs, plain []ref
	for _, r := range rs {
		if r.def().Disc == "" {
			plain = append(plain, r)
		} else {
			refs = append(refs, r)
		}
	}
	// A declaration says which parameters may be left out.
	slices.SortStableFunc(refs, func(a, b ref) int { return int(b.def().Mods&facts.Declared) - int(a.def().Mods&facts.Declared) })
	if len(plain) > 0 {
		refs = append(refs, c.best(plain))
	}
	return &val{k: vFunc, refs: slices.Clip(refs), via: c.via(refs)}
}

func (c *cLook) via(rs []ref) graph.Via {
	for _, r := range rs {
		if r.f == c.f {
			return graph.ViaFile
		}
	}
	return graph.ViaImport
}

// best is the file's own definition, else another one, else a declaration.
func (c *cLook) best(rs []ref) ref {
	score := func(r ref) int {
		n := 0
		if r.f == c.f {
			n++
		}
		if r.def().Mods&facts.Declared == 0 {
			n += 2
		}
		return n
	}
	return slices.MaxFunc(rs, func(a, b ref) int { return score(a) - score(b) })
}

// typ is the class that a name means, or what an alias of one stands for where
// a value is meant. A template stands before its specializations.
func (c *cLook) typ(rs []ref) *val {
	score := func(r ref) int {
		n := 0
		if r.f == c.f {
			n++
		}
		if r.def().Disc == "" {
			n += 2
		}
		return n
	}
	r := slices.MaxFunc(rs, func(a, b ref) int { return score(a) - score(b) })
	if c.sp == asValue && r.def().Kind == facts.Interface && r.def().Type != facts.None {
		var out []*val
		each(c.s.aliased(r), func(v *val) { out = append(out, c.s.classOf(v)) })
		return union(out...)
	}
	return class(c.s.target(r))
}
