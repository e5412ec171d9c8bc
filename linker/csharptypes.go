package linker

import (
	"strings"

	"github.com/structural-memory/smp/facts"
)

// csType resolves type names: by the number of their arguments too, since
// types that differ in nothing else may share a name. What no scope and no
// namespace has comes from another assembly.
func csType(s *solver, f *file, t *facts.Type, args []int32) (*val, bool) {
	switch t.Name {
	case "dynamic", "void", "_":
		return nil, true
	}
	first, rest, dotted := strings.Cut(t.Name, ".")
	arity := len(args)
	if dotted {
		arity = -1
	}
	v := csScoped(s, f, t.Scope, first, arity)
	if v == nil {
		return csOutside(t.Name, s.typs(f, args)), true
	}
	if dotted {
		v = csArity(s.path(v, rest, asType), len(args))
	}
	if v != nil && v.k == vExt && len(v.args) == 0 {
		return csOutside(v.name, s.typs(f, args)), true
	}
	return s.instance(v, s.typs(f, args)), true
}

// csScoped is what a type name stands for: a type parameter, a type nested in
// one around or in its bases, a type of a namespace.
func csScoped(s *solver, f *file, scope int32, name string, arity int) *val {
	s.ask(f.path, name)
	if f.fam.builtins.has(name) {
		return ext(name)
	}
	for d := scope; d > 0; d = f.facts.Defs[d].Parent {
		def := &f.facts.Defs[d]
		for _, p := range def.TypeParams {
			if p.Name == name && arity <= 0 {
				return &val{k: vParam, ref: ref{f, d}, name: name}
			}
		}
		if !def.Kind.TypeLike() || def.Form == "namespace" {
			continue
		}
		r := s.target(ref{f, d})
		if def.Name == name && (arity < 0 || arity == len(def.TypeParams)) {
			return class(r)
		}
		if v := csArity(s.nested(r, name), arity); v != nil {
			return v
		}
	}
	return csOuter(s, f, scope, name, arity, asType)
}

// csArity keeps of several types those with that number of type parameters.
func csArity(v *val, arity int) *val {
	if v == nil || arity < 0 || v.k != vUnion && v.k != vClass {
		return v
	}
	var out []*val
	each(v, func(m *val) {
		if m.k != vClass || len(m.ref.def().TypeParams) == arity {
			out = append(out, m)
		}
	})
	return union(out...)
}

// csOutside is a type of another assembly. The delegates that lambdas are
// mostly given as are function types.
func csOutside(name string, args []*val) *val {
	arg := func(i int) *val {
		if i < len(args) {
			return args[i]
		}
		return nil
	}
	switch lastName(name) {
	case "Func":
		if len(args) > 0 {
			return &val{k: vFnType, args: args}
		}
	case "Action":
		return &val{k: vFnType, args: append(args[:len(args):len(args)], nil)}
	case "Predicate":
		return &val{k: vFnType, args: []*val{arg(0), ext("bool")}}
	case "Comparison":
		return &val{k: vFnType, args: []*val{arg(0), arg(0), ext("int")}}
	case "Converter":
		return &val{k: vFnType, args: []*val{arg(0), arg(1)}}
	case "EventHandler":
		return &val{k: vFnType, args: []*val{ext("object"), arg(0), nil}}
	case "Nullable", "Expression":
		if len(args) == 1 {
			return args[0]
		}
	}
	if n, ok := csKeywords[name]; ok {
		name = n
	}
	return ext(name, args...)
}

// csKeywords are the types that have a keyword beside their name.
var csKeywords = map[string]string{"String": "string", "Object": "object", "Boolean": "bool", "Char": "char", "Byte": "byte", "SByte": "sbyte",
	"Int16": "short", "UInt16": "ushort", "Int32": "int", "UInt32": "uint", "Int64": "long", "UInt64": "ulong", "Single": "float", "Double": "double", "Decimal": "decimal",
	"System.String": "string", "System.Object": "object", "System.Int32": "int", "System.Boolean": "bool"}

// csNullable is "T?": another type for values, the same for objects.
func csNullable(v *val) *val {
	if v == nil {
		return nil
	}
	switch {
	case v.k == vInst && (v.ref.def().Form == "struct" || v.ref.def().Form == "enum"), v.k == vExt && csStructs[lastName(v.name)]:
		return ext("Nullable", v)
	}
	return v
}

// csStructs are the library's types that are values.
var csStructs = map[string]bool{"bool": true, "byte": true, "sbyte": true, "char": true, "short": true, "ushort": true, "int": true, "uint": true, "long": true, "ulong": true,
	"float": true, "double": true, "decimal": true, "nint": true, "nuint": true, "Half": true, "Int128": true, "UInt128": true, "BigInteger": true, "Guid": true,
	"DateTime": true, "DateTimeOffset": true, "TimeSpan": true, "DateOnly": true, "TimeOnly": true, "CancellationToken": true, "KeyValuePair": true, "Index": true, "Range": true,
	"IntPtr": true, "UIntPtr": true, "Span": true, "ReadOnlySpan": true, "Memory": true, "ReadOnlyMemory": true, "ValueTask": true, "StreamingContext": true,
	"ActivityTraceId": true, "ActivitySpanId": true, "DateTimeKind": true, "DayOfWeek": true, "StringComparison": true, "BindingFlags": true}

// csNamed chooses between types that share a name by the type arguments that
// are given, and takes for one from outside what begins a path and is nowhere
// else.
func csNamed(s *solver, f *file, i int32, v *val, found bool) *val {
	e := &f.facts.Exprs[i]
	if v == nil && !found {
		if _, called := f.callOf(i); called {
			return csInherited(s, f, e)
		}
		if e.Name != "" && e.Name[0] >= 'A' && e.Name[0] <= 'Z' {
			return csOutside(e.Name, nil)
		}
		return nil
	}
	if call, called := f.callOf(i); called && v != nil && v.k == vFunc {
		if d := f.owner(e.Scope); d != facts.None {
			v = csTaking(s, f, call, s.target(ref{f, d}), v)
		}
	}
	var args []*val
	if e.T != facts.None {
		args = s.typ(f, e.T).parts()
	}
	if v != nil && v.k == vUnion {
		if c := csArity(v, len(args)); c != nil {
			v = c
		}
	}
	if v != nil && v.k == vClass && len(args) > 0 {
		return class(v.ref, args...)
	}
	return v
}

// csParts are the parts of a class, in the order of their files.
func csParts(s *solver, r ref) []ref {
	def := r.def()
	if def.Mods&facts.Partial == 0 || !def.Kind.TypeLike() {
		return []ref{r}
	}
	v := s.once(memoKey{r: r, what: qCsParts}, func() *val {
		var all []ref
		if p := def.Parent; !csInNamespace(r.f, p) {
			for _, o := range csParts(s, ref{r.f, p}) {
				s.ask(o.f.path, def.Name)
				for _, d := range s.children(o.f, o.d, def.Name) {
					all = append(all, ref{o.f, d})
				}
			}
		} else {
			all = s.space(r.f.fam, csNamespace(r.f, p), def.Name)
		}
		project := s.projectOf(r.f)
		out := &val{k: vTuple}
		for _, o := range all {
			s.ask(o.f.path, def.Name)
			if d := o.def(); d.Kind == def.Kind && d.Mods&facts.Partial != 0 && len(d.TypeParams) == len(def.TypeParams) && s.projectOf(o.f) == project {
				out.refs = append(out.refs, o)
			}
		}
		return out
	})
	if v == nil || len(v.refs) == 0 {
		return []ref{r}
	}
	return v.refs
}

// csPart is what taking a value apart gives: a record's positional properties,
// or what its Deconstruct gives out.
func csPart(s *solver, v *val, i int32) *val {
	if m := s.member(v, "Deconstruct"); m != nil && m.k == vFunc {
		for _, r := range m.refs {
			if p := r.def().Params; int(i) < len(p) {
				return subst(s.typ(r.f, p[i].Type), v.ref, v.args, 6)
			}
		}
	}
	if v.ref.def().Form != "record" {
		return nil
	}
	for _, r := range s.constructors(v) {
		if p := r.def().Params; int(i) < len(p) {
			return subst(s.typ(r.f, p[i].Type), v.ref, v.args, 6)
		}
	}
	return nil
}

// csPrefers takes, of functions that fit alike, those without type parameters.
func csPrefers(d *facts.Def) int {
	if len(d.TypeParams) == 0 {
		return 1
	}
	return 0
}

// csSuits knows what values do that only sometimes have a value, lists without
// a type of their own, and types that are no arguments of others.
func csSuits(s *solver, f *file, arg int32, v, t *val, p *facts.Param) (int, bool) {
	switch {
	case v.k == vFnType && t.k == vFnType && len(v.args) != len(t.args):
		return 0, true
	case v.k == vExt && t.k == vExt && lastName(v.name) == lastName(t.name) && len(v.args) > 0 && csAnyOf(t):
		return 8 - min(1, len(v.args)-len(t.args)), true // IEnumerable<T> before IEnumerable
	case v.k == vUnion && !csMissing(t): // "x ? null : 1"
		missing := false
		each(v, func(m *val) { missing = missing || csMissing(m) })
		if missing && t.k == vExt && csStructs[lastName(t.name)] {
			return 0, true
		}
	case t.k == vParam && v.k == vExt && (lastName(v.name) == "Span" || lastName(v.name) == "ReadOnlySpan" || v.name == csList):
		return 0, true
	case v.k == vExt && t.k == vExt && lastName(v.name) == "Span" && lastName(t.name) == "ReadOnlySpan":
		return 7, true
	case v.k == vExt && v.name == csList && t.k == vInst:
		return 3, true
	case v.k == vExt && v.name == csList:
		if t.k == vExt && s.builtins(t).types[lastName(t.name)] && !csStructs[lastName(t.name)] || t.k == vExt && strings.HasSuffix(t.name, "Span") {
			return 5, true
		}
	}
	return 0, false
}

// csAnyOf tells whether a type has nothing but type parameters as arguments.
func csAnyOf(t *val) bool {
	for _, a := range t.args {
		if a == nil || a.k != vParam {
			return false
		}
	}
	return true
}

func csMissing(v *val) bool { return v.k == vExt && lastName(v.name) == "Nullable" }

// csList is the type of a collection expression before it is given to
// something.
const csList = "[]"
