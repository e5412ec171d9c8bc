package linker

import (
	"path"
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/graph"
)

// phpFamily: names are made full by the namespace and its use declarations,
// functions fall back to the global ones, traits come before the parent, and
// methods and properties are names apart. Facts keep the "$" of variables and
// write a name that starts at the global namespace with a leading dot.
func phpFamily() *family {
	return &family{
		id:                  "php",
		hands:               true,
		namedArgs:           true,
		handedCalls:         []string{"__invoke"},
		resolve:             phpResolve,
		modules:             phpModules,
		spaceOf:             phpSpaceOf,
		nameHook:            phpName,
		top:                 phpTop,
		named:               phpNamed,
		typeHook:            phpType,
		extend:              phpExtend,
		superCall:           phpSuper,
		rank:                phpRank,
		aliases:             true,
		membersApart:        true,
		passedTypes:         true,
		inheritTypes:        true,
		selfType:            func(t *facts.Type) bool { return t.Op == facts.TSelf },
		ctors:               func(ref) []string { return []string{"__construct"} },
		literals:            map[string]string{"string": "string", "template": "string", "number": "int", "bool": "bool", "list": "array", "dict": "dict"},
		listType:            "array",
		builtins:            loadBuiltins("php"),
		callMembers:         []string{"__invoke"},
		iterMembers:         []string{"getIterator", "current"},
		indexMembers:        []string{"offsetGet"},
		inheritConstructors: true,
		superInterfaces:     false,
		interfaceValues:     true,
		restElem:            false,
		virtual:             true,
		targetTyped:         true,
		yields:              true,
		exactNew:            true,
		implementsLate:      true,
		block:               callableParam,
	}
}

// phpName keeps names that are no variables out of the scopes: they are looked
// up by namespace alone.
func phpName(_ *solver, _ *file, _ int32, name string, _ uint32, _ space) (*val, bool) {
	return nil, !strings.HasPrefix(name, "$")
}

// phpTop is what a variable is outside all functions.
func phpTop(s *solver, f *file, scope int32, name string, pos uint32, sp space) (*val, bool) {
	return s.bound(f, scope, name, pos, sp)
}

// phpNamed is what a name stands for by its use: a function where it is
// called, else a class, a constant, or a function that is passed on.
func phpNamed(s *solver, f *file, i int32, v *val, _ bool) *val {
	e := &f.facts.Exprs[i]
	if strings.HasPrefix(e.Name, "$") {
		return v
	}
	if _, called := f.callOf(i); called {
		return phpFunction(s, f, e.Scope, e.Name)
	}
	full := phpFull(s, f, e.Scope, e.Name, 0)
	if c := phpDefined(s, f, full, facts.Kind.TypeLike); c != nil {
		return c
	}
	for _, full := range phpFulls(s, f, e.Scope, e.Name, facts.ImportConst) {
		if c := phpDefined(s, f, full, func(k facts.Kind) bool { return k == facts.Variable }); c != nil {
			return c
		}
	}
	if fn := phpFunction(s, f, e.Scope, e.Name); fn.k == vFunc || f.fam.builtins.has(strings.TrimPrefix(e.Name, ".")) {
		return fn
	}
	return phpForeign(s, f, full)
}

// phpFunction is the function of a name: of the namespace, else the global
// one, else one from outside.
func phpFunction(s *solver, f *file, scope int32, name string) *val {
	fulls := phpFulls(s, f, scope, name, facts.ImportFunc)
	for i, full := range fulls {
		if i > 0 && f.fam.builtins.has(full) {
			break // what the repository has of that name is for older versions
		}
		if v := phpDefined(s, f, full, facts.Kind.Callable); v != nil {
			return v
		}
	}
	return phpOutside(fulls[len(fulls)-1])
}

// phpForeign is a class of that full name which the repository does not
// define: nil if it has the namespace and should have the class.
func phpForeign(s *solver, f *file, full string) *val {
	if i := strings.LastIndexByte(full, '.'); i > 0 && s.isSpace(f.fam, full[:i]) && len(s.l.spaces[f.fam.id+":"+full[:i]]) > 0 {
		return nil
	}
	return phpOutside(full)
}

// phpOutside is something of that full name outside the repository.
func phpOutside(full string) *val {
	if i := strings.LastIndexByte(full, '.'); i > 0 {
		return ext(full[:i] + "#" + full[i+1:])
	}
	return ext(full)
}

// phpFull is the full name that a name means: kind tells functions and
// constants from classes.
func phpFull(s *solver, f *file, scope int32, name string, kind facts.ImportFlags) string {
	if full, ok := strings.CutPrefix(name, "."); ok {
		return full
	}
	first, rest, dotted := strings.Cut(name, ".")
	if dotted {
		kind = 0
	}
	s.ask(f.path, first)
	for _, i := range f.importsOf(first) {
		im := &f.facts.Imports[i]
		if im.Flags&(facts.ImportFunc|facts.ImportConst) == kind && im.Kind == facts.ImportPlain && f.within(scope, im.Scope) {
			return joinDots(joinDots(im.Module, im.Name), rest)
		}
	}
	return joinDots(phpNamespace(f, scope), name)
}

// phpFulls are the full names that a function or constant can have: the
// global one too if it is named without any namespace.
func phpFulls(s *solver, f *file, scope int32, name string, kind facts.ImportFlags) []string {
	full := phpFull(s, f, scope, name, kind)
	if full == name || strings.Contains(name, ".") || full != joinDots(phpNamespace(f, scope), name) {
		return []string{full}
	}
	return []string{full, name}
}

// phpNamespace is the namespace around a place.
func phpNamespace(f *file, scope int32) string {
	for scope > 0 && f.facts.Defs[scope].Form != "namespace" {
		scope = f.facts.Defs[scope].Parent
	}
	return csNamespace(f, scope)
}

// phpDefined is what the repository defines under a full name.
func phpDefined(s *solver, f *file, full string, kind func(facts.Kind) bool) *val {
	ns, name := "", full
	if i := strings.LastIndexByte(full, '.'); i >= 0 {
		ns, name = full[:i], full[i+1:]
	}
	var rs []ref
	for _, r := range s.space(f.fam, ns, name) {
		if kind(r.def().Kind) {
			rs = append(rs, r)
		}
	}
	if len(rs) == 0 {
		return nil
	}
	r := s.phpNearest(f, full, rs)
	s.ask(r.f.path, name)
	via := graph.ViaImport
	if ns == f.facts.Package {
		via = graph.ViaPackage
	}
	return s.defs(r.f, []int32{r.d}, asValue, via)
}

// phpSpaceOf puts classes, functions and constants into their namespace,
// wherever a file declares them.
func phpSpaceOf(f *file, d int32) (string, bool) {
	def := &f.facts.Defs[d]
	switch def.Form {
	case "class", "interface", "trait", "enum", "function":
		return phpNamespace(f, d), true
	case "const":
		return csNamespace(f, def.Parent), csInNamespace(f, def.Parent)
	}
	return "", false
}

func phpResolve(s *solver, f *file, im *facts.Import, _ space) *val {
	kind := facts.Kind.TypeLike
	switch {
	case im.Flags&facts.ImportFunc != 0:
		kind = facts.Kind.Callable
	case im.Flags&facts.ImportConst != 0:
		kind = func(k facts.Kind) bool { return k == facts.Variable }
	}
	full := joinDots(im.Module, im.Name)
	if v := phpDefined(s, f, full, kind); v != nil {
		return v
	}
	return phpOutside(full)
}

// phpModules are the files that a use declaration or an include names.
func phpModules(s *solver, f *file, im *facts.Import) ([]*file, string) {
	if im.Kind == facts.ImportInclude {
		for _, p := range []string{path.Join(f.dir, im.Module), path.Clean(im.Module)} {
			s.ask("path:", p)
			if t := s.l.files[p]; t != nil && t.fam == f.fam {
				return []*file{t}, ""
			}
		}
		return nil, ""
	}
	full := joinDots(im.Module, im.Name)
	v := phpResolve(s, f, im, asType)
	switch {
	case v.k == vFunc:
		return []*file{v.refs[0].f}, ""
	case v.k == vClass:
		return []*file{v.ref.f}, ""
	case v.k == vExt && s.isSpace(f.fam, full):
		return nil, "" // a namespace
	case v.k == vExt && v.name == phpOutside(full).name:
		return nil, full
	}
	return nil, ""
}
