package linker

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/structural-memory/smp/facts"
)

// apart keeps, of what has one name, what its use can mean: where it is called
// a function or a class, else a property or a class.
func (s *solver) apart(f *file, i int32, v *val) *val {
	if v == nil || v.k != vUnion {
		return v
	}
	call, called := f.callOf(i)
	var funcs, classes, others []*val
	each(v, func(m *val) {
		switch m.k {
		case vFunc:
			funcs = append(funcs, m)
		case vClass:
			classes = append(classes, m)
		default:
			others = append(others, m)
		}
	})
	switch {
	case called && len(funcs) == 1 && len(classes) == 1:
		return s.functionOrClass(f, call, funcs[0], classes[0])
	case called && len(funcs)+len(classes) > 0:
		return union(append(classes, funcs...)...)
	case len(others) > 0:
		return union(others...)
	case len(classes) > 0:
		return union(classes...)
	}
	return v
}

// functionOrClass tells a function from the constructors of a class of its
// name, as overloads are told apart.
func (s *solver) functionOrClass(f *file, call int32, fn, c *val) *val {
	fits := s.applies(f, call, fn.refs)
	if c.ref.def().Kind == facts.Interface || c.ref.def().Mods&facts.Abstract != 0 {
		if fits || c.ref.def().Kind == facts.Class {
			return fn
		}
		return c
	}
	built := s.constructors(c)
	switch {
	case fits && (len(built) > 0 && !s.applies(f, call, built) || len(built) == 0 && f.facts.Exprs[call].ArgN > 0):
		return fn
	case !fits:
		return c
	case len(built) == 0:
		return fn
	}
	all := append(fn.refs[:len(fn.refs):len(fn.refs)], built...)
	if best := s.choose(f, call, &val{k: vFunc, refs: all}); slices.Contains(built, best[0]) {
		return c
	}
	return fn
}

// invoked is, where an object is called, its call operator; in Scala the class
// beside it, if the object has none.
func (s *solver) invoked(f *file, i int32, v *val) *val {
	if v == nil || v.k != vClass || v.ref.def().Form != "object" {
		return v
	}
	if _, called := f.callOf(i); !called {
		return v
	}
	for _, op := range [...]string{"invoke", "apply"} {
		if m := s.member(v, op); m != nil && m.k == vFunc {
			return m
		}
	}
	def := v.ref.def()
	for _, d := range s.children(v.ref.f, def.Parent, def.Name) {
		if o := &v.ref.f.facts.Defs[d]; o.Kind.TypeLike() && o.Form != "object" {
			return class(ref{v.ref.f, d})
		}
	}
	return v
}

// generated is a member that the compiler makes: of data classes and enums.
func (s *solver) generated(recv *val, name string) *val {
	if recv == nil || recv.k != vInst && recv.k != vClass {
		return nil
	}
	switch form := recv.ref.def().Form; {
	case recv.k == vInst && (form == "data_class" || form == "case_class") && name == "copy":
		return &val{k: vExt, name: "data.copy", recv: &val{k: vExt, name: "data", args: []*val{recv}}}
	case recv.k == vClass && form == "enum" && name == "entries":
		return ext("List", inst(recv.ref))
	case recv.k == vClass && form == "enum" && (name == "values" || name == "valueOf"):
		return &val{k: vExt, name: "enum." + name, recv: ext("enum", inst(recv.ref))}
	}
	return nil
}

// jvmPart is part i of an object that is taken apart: what its componentN gives,
// or what its constructor took.
func jvmPart(s *solver, v *val, i int32) *val {
	if m := s.member(v, "component"+strconv.Itoa(int(i)+1)); m != nil && m.k == vFunc {
		return s.resultOf(m.refs[0].f, facts.None, m.refs[0], v)
	}
	for _, r := range s.constructors(class(v.ref)) {
		if def := r.def(); int(i) < len(def.Params) && def.Params[i].Type != facts.None {
			return subst(s.typ(r.f, def.Params[i].Type), v.ref, v.args, 6)
		}
	}
	return s.element(v, "iter")
}

// accessor is a property of Kotlin that Java calls by its methods, or methods
// of Java that Kotlin reads as a property.
func (s *solver) accessor(recv *val, name string, java bool) *val {
	var out []*val
	each(recv, func(m *val) {
		if m.k != vInst && m.k != vClass {
			return
		}
		if java {
			prop := name
			for _, p := range [...]string{"get", "set"} {
				if rest, ok := strings.CutPrefix(name, p); ok && rest != "" && !unicode.IsLower(rune(rest[0])) {
					r, n := utf8.DecodeRuneInString(rest)
					prop = string(unicode.ToLower(r)) + rest[n:]
				}
			}
			if r, ok := s.property(m, prop); ok {
				out = append(out, &val{k: vFnType, args: []*val{s.defType(r)}, ref: r})
			}
			return
		}
		r, n := utf8.DecodeRuneInString(name)
		getters := []string{"get" + string(unicode.ToUpper(r)) + name[n:]}
		if strings.HasPrefix(name, "is") {
			getters = append(getters, name)
		}
		for _, g := range getters {
			if fn := s.member(m, g); fn != nil && fn.k == vFunc && fn.refs[0].f.facts.Lang == "java" {
				out = append(out, s.resultOf(fn.refs[0].f, facts.None, fn.refs[0], m))
				return
			}
		}
	})
	return union(out...)
}

// property is the definition of a property of Kotlin.
func (s *solver) property(v *val, name string) (ref, bool) {
	for _, b := range s.mro(v.ref) {
		if b.k != vInst || b.ref.f.facts.Lang != "kotlin" {
			continue
		}
		s.ask(b.ref.f.path, name)
		for _, d := range s.children(b.ref.f, b.ref.d, name) {
			if def := &b.ref.f.facts.Defs[d]; def.Kind == facts.Variable || def.Mods&(facts.Getter|facts.Computed) != 0 {
				return ref{b.ref.f, d}, true
			}
		}
	}
	return ref{}, false
}

// numberHas tells whether an operator is a number's own rather than the
// extension x: that is meant only where it takes the very type that is given.
func (s *solver) numberHas(f *file, call int32, e *facts.Expr, v, x *val) bool {
	if v == nil || v.recv == nil || v.recv.k != vExt || numbers[lastName(v.recv.name)] == 0 && boxed(lastName(v.recv.name)) != "Long" || !operators[e.Name] || !s.builtins(v).hasMember(v.recv.name, e.Name) {
		return false
	}
	if call == facts.None || x.k != vFunc {
		return true
	}
	args := f.facts.Args(call)
	for _, r := range x.refs {
		if p := r.def().Params; len(args) == 1 && len(p) == 1 && args[0] != facts.None {
			a, t := s.expr(f, args[0]), s.typ(r.f, p[0].Type)
			if a != nil && t != nil && a.k == vExt && t.k == vExt && boxed(lastName(a.name)) == boxed(lastName(t.name)) && boxed(lastName(a.name)) != boxed(lastName(v.recv.name)) {
				return false
			}
		}
	}
	return true
}
