package linker

import (
	"slices"
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/graph"
)

// csExtend finds the extension methods that a member access means: the type's
// own members come first, unless none takes the call's arguments.
func csExtend(s *solver, f *file, i int32, recv, v *val) *val {
	e := &f.facts.Exprs[i]
	if v == nil && recv != nil && recv.k == vInst {
		v = csValueMember(s, recv, e.Name)
	}
	call, called := f.callOf(i)
	if recv != nil && recv.k == vClass && called {
		return csTaking(s, f, call, recv.ref, v)
	}
	if recv == nil || recv.k == vClass || recv.k == vSpace || !called {
		return v
	}
	if v != nil && v.k == vFunc && anyTakes(f, call, v.refs) || v != nil && v.k == vFnType {
		return v
	}
	if v != nil && v.k == vInst { // a property is not called: what is, stands elsewhere
		v = nil
		if recv.k == vInst {
			for _, b := range s.mro(recv.ref) {
				if b.k == vExt && s.builtins(b).hasMember(b.name, e.Name) {
					v = s.ofExternal(subst(b, recv.ref, recv.args, 6), e.Name)
				}
			}
		}
	}
	all := csExtensions(s, f, e.Scope, e.Name)
	if v != nil && v.k == vExt && v.recv != nil && v.recv.k == vExt && s.builtins(v).hasMember(v.recv.name, lastName(v.name)) {
		if s.builtins(v).declarer(v.recv.name, e.Name) != "IEnumerable" {
			return v // the type's own
		}
		all = csEnclosing(f, e.Scope, all) // nearer than any that a using directive brings
	}
	var fit []ref
	unsure := false
	for _, r := range all {
		switch s.extends(r, recv) {
		case yes:
			fit = append(fit, r)
		case maybe:
			unsure = true
		}
	}
	if len(fit) == 0 {
		if unsure && (v == nil || v.k == vExt) {
			return ext("?" + e.Name)
		}
		if recv.k == vInst {
			return csTaking(s, f, call, recv.ref, v)
		}
		return v
	}
	return &val{k: vFunc, refs: fit, recv: recv, via: graph.ViaImport}
}

// csTaking is v, or where none of its functions takes the call's arguments, what
// the class has of that name from outside: "Equals(a, b)" beside an Equals of
// its own.
func csTaking(s *solver, f *file, call int32, r ref, v *val) *val {
	if v == nil || v.k != vFunc || len(v.refs) == 0 || anyTakes(f, call, v.refs) {
		return v
	}
	name := v.refs[0].def().Name
	for _, b := range s.mro(r) {
		if b.k == vExt && s.builtins(b).hasMember(b.name, name) {
			return s.ofExternal(b, name)
		}
	}
	if s.file != nil && f.fam.builtins.hasMember(f.fam.root, name) {
		return s.ofExternal(ext(f.fam.root), name)
	}
	return v
}

// csValueMember is what enums have as members.
func csValueMember(s *solver, recv *val, name string) *val {
	if recv.ref.def().Form == "enum" && (name == "HasFlag" || name == "CompareTo") {
		return s.ofExternal(ext("Enum"), name)
	}
	return nil
}

func anyTakes(f *file, call int32, rs []ref) bool {
	n := len(f.facts.Args(call))
	for _, r := range rs {
		if takes(r.def(), n, true) {
			return true
		}
	}
	return false
}

// csExtensions are the extension methods of a name whose namespace is open.
func csExtensions(s *solver, f *file, scope int32, name string) []ref {
	for scope > 0 && f.facts.Defs[scope].Form != "namespace" {
		scope = f.facts.Defs[scope].Parent
	}
	v := s.once(memoKey{r: ref{f, scope}, what: qCsExtensions, name: name}, func() *val {
		var out []ref
		add := func(ns string) { out = append(out, s.space(f.fam, "!"+ns, name)...) }
		csLevels(f, scope, func(ns string, def int32) bool {
			add(ns)
			if def == facts.None {
				return true
			}
			csUsings(s, f, def, func(from *file, im *facts.Import) bool {
				switch {
				case im.Alias != "":
				case im.Kind == facts.ImportStatic:
					if c := csFind(s, f, im.Module, -1); c != nil && c.k == vClass {
						for _, r := range s.space(f.fam, "!"+csNamespace(c.ref.f, c.ref.def().Parent), name) {
							if s.target(ref{r.f, r.def().Parent}) == c.ref {
								out = append(out, r)
							}
						}
					}
				default:
					add(csOpenedSpace(s, from, im))
				}
				return true
			})
			return true
		})
		v := &val{k: vFunc}
		for _, r := range out {
			if !slices.Contains(v.refs, r) {
				s.ask(r.f.path, name)
				v.refs = append(v.refs, r)
			}
		}
		return v
	})
	if v == nil {
		return nil
	}
	return v.refs
}

// csEnclosing keeps the extension methods that stand in a namespace around a
// place.
func csEnclosing(f *file, scope int32, rs []ref) []ref {
	var out []ref
	for _, r := range rs {
		ns := csNamespace(r.f, r.f.facts.Defs[r.def().Parent].Parent)
		csLevels(f, scope, func(around string, _ int32) bool {
			if around == ns && ns != "" {
				out = append(out, r)
			}
			return around != ns
		})
	}
	return out
}

// answer is one of a question about types that are not always known.
type answer uint8

const (
	no answer = iota
	maybe
	yes
)

// extends tells whether an extension method is one of a value's type.
func (s *solver) extends(r ref, recv *val) answer {
	t := s.receiver(r)
	if t == nil {
		return maybe
	}
	best := no
	each(recv, func(v *val) { best = max(best, s.isA(v, t, 4)) })
	return best
}

// isA tells whether a value is of a type, as far as the types are known.
func (s *solver) isA(v, t *val, depth int) answer {
	if v == nil || t == nil || depth == 0 {
		return maybe
	}
	switch t.k {
	case vParam:
		b := s.boundOf(t)
		if b == nil {
			return yes
		}
		return s.isA(v, b, depth-1)
	case vUnion: // several bounds
		out := yes
		each(t, func(m *val) { out = min(out, s.isA(v, m, depth-1)) })
		return out
	}
	if v.k == vParam {
		b := s.boundOf(v)
		if b == nil {
			return no
		}
		out := no
		each(b, func(m *val) { out = max(out, s.isA(m, t, depth-1)) })
		return out
	}
	if t.k == vExt && t.name == "object" {
		return yes
	}
	switch v.k {
	case vInst:
		for _, b := range s.mro(v.ref) {
			b = subst(b, v.ref, v.args, 6)
			if b.k == vInst && t.k == vInst && b.ref == t.ref || b.k == vExt && t.k == vExt && lastName(b.name) == lastName(t.name) {
				return s.argsAre(b, t, depth)
			}
		}
	case vExt:
		if v.name == "Nullable" && !(t.k == vExt && t.name == "Nullable") { // "x?.Method()"
			return s.isA(v.arg(0), t, depth-1)
		}
		if strings.HasSuffix(v.name, ")") {
			return maybe // the result of something outside
		}
		for _, b := range s.outerBases(v) {
			if t.k == vExt && lastName(b.name) == lastName(t.name) {
				return s.argsAre(b, t, depth)
			}
		}
		if t.k == vExt && strings.HasPrefix(lastName(t.name), "I") && !s.builtins(v).types[lastName(v.name)] && !primitive(v.name) {
			return maybe // an interface that the type may have
		}
	case vFnType, vLambda, vFunc:
		if t.k == vFnType {
			return yes
		}
	case vTuple:
		if t.k == vTuple && len(t.args) == len(v.args) {
			return yes
		}
	}
	return no
}

// argsAre compares the type arguments of two types of one name.
func (s *solver) argsAre(v, t *val, depth int) answer {
	for i, a := range t.args {
		if a == nil || a.k == vParam {
			continue
		}
		if x := v.arg(i); x != nil && x.k != vParam && (csMissing(x) != csMissing(a) || s.isA(x, a, depth-1) == no) {
			return no
		}
	}
	return yes
}

// csInherited is a method that a class may have from a base of another
// assembly, since nothing in reach has the name e.
func csInherited(s *solver, f *file, e *facts.Expr) *val {
	name := e.Name
	for d := e.Scope; d > 0; d = f.facts.Defs[d].Parent {
		if !f.facts.Defs[d].Kind.TypeLike() || f.facts.Defs[d].Form == "namespace" {
			continue
		}
		for _, b := range s.mro(s.target(ref{f, d})) {
			if b.k == vExt && !csInterfaceName(b.name) {
				return &val{k: vExt, name: b.name + "." + name, recv: b}
			}
		}
	}
	if s.file != nil && f.fam.builtins.hasMember(f.fam.root, name) {
		return s.ofExternal(ext(f.fam.root), name)
	}
	var static *val
	csUsings(s, f, 0, func(_ *file, im *facts.Import) bool {
		if im.Kind == facts.ImportStatic && im.Alias == "" && csFind(s, f, im.Module, -1) == nil {
			static = ext(im.Module + "." + name)
		}
		return static == nil
	})
	return static
}

// csInterfaceName tells whether a name is one of an interface, by the
// convention that all of .NET keeps.
func csInterfaceName(name string) bool {
	n := lastName(name)
	return len(n) > 1 && n[0] == 'I' && n[1] >= 'A' && n[1] <= 'Z'
}

// csOverrides tells whether a method of a subclass is an implementation of one
// of its bases' methods.
func csOverrides(base, o ref) bool {
	a, b := base.def(), o.def()
	if len(a.Params) != len(b.Params) || len(a.TypeParams) != len(b.TypeParams) || b.Mods&facts.Static != a.Mods&facts.Static {
		return false
	}
	owner := &base.f.facts.Defs[a.Parent]
	if owner.Kind == facts.Interface {
		if _, of, ok := strings.Cut(b.Disc, "@"); ok && of != owner.Name {
			return false
		}
	} else if b.Mods&facts.Override == 0 {
		return false
	}
	apart := false
	for i := range a.Params {
		if !csSameParam(base, o, i) {
			return false
		}
		apart = apart || strings.Contains(a.Params[i].Text, "?") != strings.Contains(b.Params[i].Text, "?")
	}
	return !apart || !csOverloaded(base, o)
}

// csOverloaded tells whether a method beside base has the parameters of o as
// they are written: the two differ in whether a value may be missing, which is
// another type for values and the same for objects.
func csOverloaded(base, o ref) bool {
	for _, d := range base.f.children(base.def().Parent, base.def().Name) {
		def := &base.f.facts.Defs[d]
		if d == base.d || len(def.Params) != len(o.def().Params) {
			continue
		}
		same := true
		for i, p := range o.def().Params {
			same = same && strings.ReplaceAll(p.Text, " ", "") == strings.ReplaceAll(def.Params[i].Text, " ", "")
		}
		if same {
			return true
		}
	}
	return false
}

// csSameParam compares parameter types by their text, unless type parameters
// may stand for what the other has.
func csSameParam(base, o ref, i int) bool {
	a, b := base.def(), o.def()
	x, y := csTypeText(a.Params[i].Text), csTypeText(b.Params[i].Text)
	if x == y {
		return true
	}
	generic := a.TypeParams
	for p := a.Parent; p > 0; p = base.f.facts.Defs[p].Parent {
		generic = append(generic[:len(generic):len(generic)], base.f.facts.Defs[p].TypeParams...)
	}
	for _, p := range generic {
		for _, w := range strings.FieldsFunc(x, func(r rune) bool { return strings.ContainsRune("<>[](), ", r) }) {
			if w == p.Name {
				return true
			}
		}
	}
	return false
}

// csTypeText is a type as written, without nullability, namespaces and the
// differences between keywords and names.
func csTypeText(t string) string {
	t = strings.ReplaceAll(strings.ReplaceAll(t, "?", ""), " ", "")
	if i := strings.LastIndexByte(t, '.'); i >= 0 && !strings.ContainsAny(t, "<(,") {
		t = t[i+1:]
	}
	if k, ok := csKeywords[t]; ok {
		return k
	}
	return t
}
