package linker

import (
	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/graph"
)

// swiftFamily: a module is one namespace over all of its files, extensions
// add members and bases to types of any module, functions are told apart by
// the labels of their arguments first, and ".name" is looked up in the type
// that its place wants.
func swiftFamily() *family {
	return &family{
		id:        "swift",
		resolve:   swiftResolve,
		modules:   swiftModules,
		spaceOf:   swiftSpaceOf,
		spaceName: swiftSpaceName,
		spaceMember: func(s *solver, v *val, name string, sp space) *val {
			return swiftOfModule(s, v.ref.f, v.name, name, sp)
		},
		top:             swiftTop,
		receivers:       swiftInside,
		typeHook:        swiftType,
		lookup:          swiftLookup,
		partsOf:         swiftParts,
		extend:          swiftExtend,
		named:           swiftNamed,
		accepts:         swiftAccepts,
		place:           swiftPlace,
		inits:           swiftInits,
		overrides:       func(base, o ref) bool { return sameLabels(base.def(), o.def()) },
		defaults:        swiftDefaults,
		selfType:        func(t *facts.Type) bool { return t.Op == facts.TSelf },
		ctors:           func(ref) []string { return []string{"init"} },
		literals:        map[string]string{"string": "String", "number": "Int", "bool": "Bool", "list": "Array", "dict": "Dictionary", "regex": "Regex"},
		listType:        "Array",
		builtins:        loadBuiltins("swift"),
		callMembers:     []string{"callAsFunction"},
		iterMembers:     []string{"makeIterator", "subscript"},
		indexMembers:    []string{"subscript"},
		virtual:         true,
		overloads:       true,
		interfaceValues: true,
		aliasValues:     true,
		trailingLambdas: true,
		functionsApart:  true,
		upperTypes:      true,
	}
}

// swiftSpaceOf puts what stands at the top of a file into one space, since
// which module a file belongs to its path tells, and the members of extensions
// into another: which types they extend only the modules tell. Extensions that
// add protocols are found by the name of the type.
func swiftSpaceOf(f *file, d int32) (string, bool) {
	def := &f.facts.Defs[d]
	switch {
	case def.Form == "extension":
		return "extended", len(def.Bases) > 0
	case def.Mods&facts.Local != 0:
		return "", false
	case def.Parent == 0:
		return "", true
	case f.facts.Defs[def.Parent].Form == "extension":
		return "extension", true
	}
	return "", false
}

func swiftSpaceName(f *file, d int32) string {
	if def := &f.facts.Defs[d]; def.Form == "extension" {
		return lastName(def.Name)
	}
	return f.facts.Defs[d].Name
}

// swiftInside is what a name means in a type: one of its parameters, a type or
// a member that it or one of its bases has.
func swiftInside(s *solver, f *file, d int32, name string, pos uint32, sp space) *val {
	def := &f.facts.Defs[d]
	if !def.Kind.TypeLike() || def.Form == "type_alias" || def.Form == "assoc_type" {
		return nil
	}
	this := inst(ref{f, d})
	if def.Form == "extension" {
		this = s.receiver(ref{f, d})
	}
	if this == nil || this.k != vInst {
		if this != nil && this.k == vExt && sp == asValue {
			return swiftOfOuter(s, f, this, name)
		}
		return nil
	}
	if sp == asType {
		return swiftNested(s, this.ref, name)
	}
	outer, static := f.memberAt(d, pos)
	if outer || static {
		if v := s.member(class(this.ref), name); v != nil && !unknownMember(v) {
			return v
		}
	}
	if outer {
		return nil
	}
	this = inst(this.ref, selfArgs(this.ref)...) // values are shared
	if v := s.member(this, name); v != nil && !unknownMember(v) {
		return v
	}
	if v := s.member(class(this.ref), name); v != nil && !unknownMember(v) {
		return v
	}
	if v := swiftExtensionOf(s, f, this, name); v != nil {
		return v
	}
	return nil
}

// swiftOfOuter is a member of the type from outside that an extension is for.
func swiftOfOuter(s *solver, f *file, this *val, name string) *val {
	if v := swiftExtensionOf(s, f, this, name); v != nil {
		return v
	}
	if v := s.swiftConforming(f, this, name, facts.None); v != nil {
		return v
	}
	if s.builtins(this).hasMember(this.name, name) {
		return s.ofExternal(this, name)
	}
	return nil
}

// memberAt says of a place in a type whether it lies in a type inside it, and
// whether in a static member.
func (f *file) memberAt(d int32, pos uint32) (inner, static bool) {
	for _, k := range f.all(d) {
		if m := &f.facts.Defs[k]; pos >= m.StartByte && pos < m.EndByte {
			return m.Kind.TypeLike(), m.Mods&facts.Static != 0
		}
	}
	return false, false
}

// swiftNested is a type of that name in a type, its bases or their extensions,
// or one of its parameters.
func swiftNested(s *solver, r ref, name string) *val {
	for _, p := range r.def().TypeParams {
		if p.Name == name {
			return &val{k: vParam, ref: r, name: name}
		}
	}
	if def := r.def(); def.Name == name && def.Form != "extension" {
		return class(r)
	}
	v := s.once(memoKey{r: r, what: qSwiftNested, name: name}, func() *val {
		var required *val // an associated type: what a class calls so comes first
		for _, b := range s.mro(r) {
			if b.k != vInst {
				continue
			}
			for _, p := range s.parts(b.ref) {
				s.ask(p.f.path, name)
				v := s.defs(p.f, s.children(p.f, p.d, name), asType, graph.ViaInheritance)
				switch {
				case v == nil:
				case v.k == vClass && v.ref.def().Form == "assoc_type":
					required = v
				default:
					return v
				}
			}
		}
		return required
	})
	return v
}

// swiftType resolves the type that an extension is for outside of it: inside,
// the name would be looked up in that very type.
func swiftType(s *solver, f *file, t *facts.Type, args []int32) (*val, bool) {
	def := &f.facts.Defs[t.Scope]
	if def.Form != "extension" || def.Recv == facts.None || &f.facts.Types[def.Recv] != t {
		return nil, false
	}
	outside := *t
	outside.Scope = def.Parent
	return s.typeName(f, &outside, args), true
}

// swiftTop is what a name means at the top: something of the module, of the
// modules that are imported, a module, something of the language's library or
// of an imported module from outside.
func swiftTop(s *solver, f *file, _ int32, name string, pos uint32, sp space) (*val, bool) {
	if v, ok := s.bound(f, 0, name, pos, sp); ok {
		return v, true
	}
	own, imported := swiftSeen(s, f, s.space(f.fam, "", name))
	for _, rs := range [][]ref{own, imported} {
		if len(rs) > 0 {
			return s.refs(swiftNearest(f, rs), sp, swiftVia(s, f, rs[0])), true
		}
	}
	if id := swiftNamedModule(s, f, name); id != "" {
		return namespace(f, id), true
	}
	outside := swiftOutside(s, f)
	for _, m := range outside {
		if m == name {
			return ext(name), true
		}
	}
	switch {
	case f.fam.builtins.has(name) || f.fam.builtins.types[name]:
		return ext(name), true
	case upper(name) && len(outside) > 0: // a type: it must come from one of them
		return ext(swiftForeign(outside, name)), true
	}
	return nil, false
}

func swiftVia(s *solver, f *file, r ref) graph.Via {
	switch {
	case r.f == f:
		return graph.ViaFile
	case swiftModule(s, r.f) == swiftModule(s, f):
		return graph.ViaPackage
	}
	return graph.ViaImport
}

// swiftForeign names something from outside, by its module where only one can
// have it.
func swiftForeign(modules []string, name string) string {
	if len(modules) == 1 {
		return modules[0] + "#" + name
	}
	return name
}

func upper(name string) bool { return name != "" && name[0] >= 'A' && name[0] <= 'Z' }

// swiftNearest keeps of several types of one name the nearest; functions may
// be overloads.
func swiftNearest(f *file, rs []ref) []ref {
	var types, others []ref
	for _, r := range rs {
		if r.def().Kind.TypeLike() {
			types = append(types, r)
		} else {
			others = append(others, r)
		}
	}
	if len(types) > 0 {
		types = nearest(f, types)[:1]
	}
	return append(types, others...)
}

// swiftOfModule is what a module has under a name.
func swiftOfModule(s *solver, f *file, module, name string, sp space) *val {
	var rs []ref
	for _, r := range s.space(f.fam, "", name) {
		if swiftModule(s, r.f) == module && (r.f == f || r.def().Mods&facts.Private == 0) {
			rs = append(rs, r)
		}
	}
	if len(rs) == 0 {
		return nil
	}
	return s.refs(swiftNearest(f, rs), sp, graph.ViaImport)
}

func swiftResolve(s *solver, f *file, im *facts.Import, sp space) *val {
	id := swiftNamedModule(s, f, im.Module)
	switch {
	case id == "":
		return ext(im.Module + "#" + im.Name)
	case im.Name == "*":
		return namespace(f, id)
	}
	return swiftOfModule(s, f, id, im.Name, sp)
}

// swiftModules: an import names a module, not its files.
func swiftModules(s *solver, f *file, im *facts.Import) ([]*file, string) {
	if swiftNamedModule(s, f, firstPart(im.Module)) != "" {
		return nil, ""
	}
	return nil, im.Module
}
