package linker

import (
	"slices"
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/graph"
)

// jvmFamily is Java, Kotlin and Scala: names live in packages, members are
// named without a receiver inside their class, overloads are told apart by
// their parameters, and all methods are virtual.
func jvmFamily() *family {
	lib, kotlin, scala := loadBuiltins("jvm"), loadBuiltins("kotlin"), loadBuiltins("scala")
	lib.extend(scala)
	lib.extend(kotlin)
	return &family{
		id:          "jvm",
		hands:       true,
		namedArgs:   true,
		handedCalls: []string{"invoke"},
		resolve:     jvmResolve,
		modules:     jvmModules,
		star:        jvmStar,
		packageName: jvmPackage,
		global:      jvmGlobal,
		spaceMember: jvmSpaceMember,
		spaceOf: func(f *file, d int32) (string, bool) {
			def := &f.facts.Defs[d]
			return f.facts.Package, def.Parent == 0 && def.Mods&facts.Local == 0
		},
		ctors:            func(r ref) []string { return []string{r.def().Name, "<init>", "constructor", "this"} },
		literals:         map[string]string{"string": "String", "template": "String", "number": "int", "bool": "boolean", "list": "Array"},
		listType:         "Array",
		builtins:         lib,
		callMembers:      []string{"invoke", "apply"},
		iterMembers:      []string{"iterator"},
		indexMembers:     []string{"get"},
		enumMethods:      map[string]bool{"values": true, "valueOf": true, "ordinal": true, "name": true, "compareTo": true, "entries": true},
		companion:        jvmCompanion,
		implicitThis:     true,
		overloads:        true,
		interfaceValues:  true,
		superInterfaces:  true,
		singleMethod:     true,
		restElem:         true,
		virtual:          true,
		extend:           jvmExtend,
		named:            jvmNamed,
		receivers:        jvmReceivers,
		reads:            scalaReads,
		cast:             func(t, v *val) *val { return scalaCast(lib, t, v) },
		partOf:           jvmPart,
		objectOf:         jvmObject,
		lambdaThis:       jvmThis,
		suits:            jvmSuits,
		trailingLambdas:  true,
		upperTypes:       true,
		injectedNames:    true,
		functionsApart:   true,
		aliasValues:      true,
		scopedExtensions: true,
		langNames:        map[string]*builtins{"kotlin": kotlin, "scala": scala},
	}
}

// jvmFind is the definition with a full name: the longest package that has
// the next component, then members.
func jvmFind(s *solver, f *file, full string, sp space) *val {
	for i := len(full); i > 0; i = strings.LastIndexByte(full[:i], '.') {
		pkg := full[:i]
		if i == len(full) {
			continue
		}
		first, rest, _ := strings.Cut(full[i+1:], ".")
		if rs := s.space(f.fam, pkg, first); len(rs) > 0 {
			of := sp
			if rest != "" {
				of = asType
			}
			return s.path(s.refs(nearestFor(f, rs, of), sp, graph.ViaImport), rest, sp)
		}
	}
	if !strings.Contains(full, ".") {
		if rs := s.space(f.fam, "", full); len(rs) > 0 {
			return s.refs(nearestFor(f, rs, sp), sp, graph.ViaImport)
		}
	}
	return nil
}

// refs is the value of definitions that may stand in several files.
func (s *solver) refs(rs []ref, sp space, via graph.Via) *val {
	var vs []*val
	for i := 0; i < len(rs); {
		j := i
		var ds []int32
		for j < len(rs) && rs[j].f == rs[i].f {
			ds = append(ds, rs[j].d)
			s.ask(rs[j].f.path, rs[j].def().Name)
			j++
		}
		if v := s.defs(rs[i].f, ds, sp, via); v != nil {
			vs = append(vs, v)
		}
		i = j
	}
	return mergeFuncs(append([]*val{nil}, vs...)[1:])
}

// nearestFor is nearest among what a name can mean: a type has no functions
// beside it, and as a value a class does not hide the functions of its name.
func nearestFor(f *file, rs []ref, sp space) []ref {
	var types, others []ref
	for _, r := range rs {
		if r.def().Kind.TypeLike() {
			types = append(types, r)
		} else {
			others = append(others, r)
		}
	}
	if len(types) == 0 || len(others) == 0 {
		return nearest(f, rs)
	}
	if types = nearest(f, types); sp == asType {
		return types
	}
	out := append(types[:len(types):len(types)], nearest(f, others)...)
	slices.SortStableFunc(out, func(a, b ref) int { return strings.Compare(a.f.path, b.f.path) })
	return out
}

// nearest keeps of several definitions of one full name those whose files lie
// nearest to f: modules of one repository may define the same name.
func nearest(f *file, rs []ref) []ref {
	if len(rs) < 2 {
		return rs
	}
	best, top := []ref(nil), -1
	for _, r := range rs {
		n := common(r.f.dir, f.dir)
		if r.f == f {
			n = 1 << 20
		}
		switch {
		case n > top:
			best, top = []ref{r}, n
		case n == top:
			best = append(best, r)
		}
	}
	// Functions of one package may be overloads in several files; a class is
	// one, with an object of its name beside it.
	if best[0].def().Kind.TypeLike() {
		n := 1
		for n < len(best) && best[n].f == best[0].f {
			n++
		}
		return best[:n]
	}
	var all []ref
	for _, r := range rs {
		if r.def().Kind.Callable() && common(r.f.dir, f.dir) >= min(top, 1) {
			all = append(all, r)
		}
	}
	if len(all) > len(best) {
		return all
	}
	return best
}

func jvmResolve(s *solver, f *file, im *facts.Import, sp space) *val {
	full := im.Module
	if im.Name != "" && im.Name != "*" {
		full += "." + im.Name
	}
	if im.Kind == facts.ImportStatic {
		if c := jvmFind(s, f, im.Module, asType); c != nil {
			return s.part(c, im.Name, sp)
		}
		return ext(im.Module + "#" + im.Name)
	}
	if v := jvmFind(s, f, full, sp); v != nil {
		return v
	}
	if s.isSpace(f.fam, full) {
		return namespace(f, full)
	}
	if i := strings.LastIndexByte(full, '.'); i > 0 {
		return ext(full[:i] + "#" + full[i+1:])
	}
	return ext("#" + full)
}

func jvmStar(s *solver, f *file, im *facts.Import, name string, sp space) *val {
	if rs := s.space(f.fam, im.Module, name); len(rs) > 0 {
		return s.refs(nearestFor(f, rs, sp), sp, graph.ViaImport)
	}
	if s.isSpace(f.fam, im.Module) {
		return nil
	}
	if k := f.fam.langNames[f.facts.Lang]; k != nil && k.from[im.Module][name] || f.fam.builtins.from[im.Module][name] {
		return ext(im.Module + "#" + name)
	}
	if c := jvmFind(s, f, im.Module, asType); c != nil { // import static a.B.*, import a.B.*
		if sp == asType {
			if c.k == vClass {
				return s.nested(c.ref, name)
			}
			return nil
		}
		if m := s.member(c, name); m != nil && m.k != vExt {
			return m
		}
	}
	return nil
}

func jvmPackage(s *solver, f *file, scope int32, name string, sp space) *val {
	if rs := s.space(f.fam, f.facts.Package, name); len(rs) > 0 {
		return s.refs(nearestFor(f, rs, sp), sp, graph.ViaPackage)
	}
	if f.facts.Lang == "scala" { // package clauses inside one another
		for pkg := outer(f.facts.Package); pkg != ""; pkg = outer(pkg) {
			if rs := s.space(f.fam, pkg, name); len(rs) > 0 {
				return s.refs(nearestFor(f, rs, sp), sp, graph.ViaPackage)
			}
		}
	}
	return nil
}

// jvmGlobal lets a full name begin with its package.
func jvmGlobal(s *solver, f *file, scope int32, name string, sp space) *val {
	if f.fam.builtins.has(name) || f.fam.langNames[f.facts.Lang].has(name) {
		return ext(name)
	}
	if f.facts.Lang == "kotlin" && sp == asValue && f.fam.builtins.hasMember("*", name) { // of this
		if this := s.this(f, scope); this != nil {
			return &val{k: vExt, name: "Any." + name, recv: this}
		}
	}
	if name == "copy" && sp == asValue && f.facts.Lang != "java" {
		if v := s.generated(s.this(f, scope), name); v != nil {
			return v
		}
	}
	if s.isSpace(f.fam, name) {
		return namespace(f, name)
	}
	return nil
}

func jvmSpaceMember(s *solver, v *val, name string, sp space) *val {
	fam := v.ref.f.fam
	if rs := s.space(fam, v.name, name); len(rs) > 0 {
		return s.refs(nearestFor(v.ref.f, rs, sp), sp, graph.ViaImport)
	}
	if full := v.name + "." + name; s.isSpace(fam, full) {
		return namespace(v.ref.f, full)
	}
	return nil
}

func jvmModules(s *solver, f *file, im *facts.Import) ([]*file, string) {
	full := im.Module
	if im.Name != "" && im.Name != "*" && im.Kind != facts.ImportStatic {
		full += "." + im.Name
	}
	if im.Name != "*" || im.Kind == facts.ImportStatic {
		v := jvmFind(s, f, full, asType)
		if v == nil {
			v = jvmFind(s, f, full, asValue)
		}
		var out []*file
		each(v, func(m *val) {
			switch {
			case m.k == vFunc && len(m.refs) > 0:
				out = append(out, m.refs[0].f)
			case m.ref.f != nil:
				out = append(out, m.ref.f)
			}
		})
		if len(out) > 0 {
			return out, ""
		}
	} else if s.isSpace(f.fam, im.Module) {
		return nil, ""
	}
	return nil, im.Module
}

// jvmCompanion finds the members of a Kotlin companion object, which its
// class offers, and those of a Scala class's companion.
func jvmCompanion(s *solver, r ref, name string) *val {
	for _, k := range s.all(r.f, r.d) {
		if def := &r.f.facts.Defs[k]; def.Form == "companion" || def.Form == "companion_object" {
			s.ask(r.f.path, name)
			if m := s.member(inst(ref{r.f, k}), name); m != nil && m.k != vExt {
				return m
			}
		}
	}
	return nil
}
