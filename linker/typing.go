package linker

import (
	"strings"

	"github.com/structural-memory/smp/facts"
)

// typ is the value that something of a type has; nil when the type is not
// known. What has parts is remembered like expressions are.
func (s *solver) typ(f *file, t int32) *val {
	if t == facts.None {
		return nil
	}
	k := exprKey{f, -2 - t}
	parts := f.facts.Types[t].ArgN > 0
	if parts {
		if v, ok := s.exprs[k]; ok {
			return v
		}
	}
	if !s.enter() {
		return nil
	}
	defer s.leave()
	if !parts {
		return s.typed(f, t)
	}
	s.note(k, nil) // what it is while it is found out
	v := s.typed(f, t)
	s.note(k, v)
	return v
}

func (s *solver) typed(f *file, t int32) *val {
	ty := &f.facts.Types[t]
	args := f.facts.TypeArgs(t)
	switch ty.Op {
	case facts.TName:
		return s.typeName(f, ty, args)
	case facts.TUnion, facts.TInter, facts.TDyn:
		return union(s.typs(f, args)...)
	case facts.TArray:
		return ext(f.fam.listType, s.typs(f, args)...)
	case facts.TTuple:
		return &val{k: vTuple, args: s.typs(f, args)}
	case facts.TFunc:
		return &val{k: vFnType, name: ty.Name, args: s.typs(f, args)}
	case facts.TObject:
		if ty.Def != facts.None {
			return inst(ref{f, ty.Def})
		}
	case facts.TTypeof:
		return s.expr(f, ty.Expr)
	case facts.TRef:
		if len(args) > 0 {
			v := s.typ(f, args[0])
			if ty.Name == "nullable" && f.fam.nullable != nil {
				return f.fam.nullable(v)
			}
			return v
		}
	case facts.TSelf:
		return s.this(f, ty.Scope)
	case facts.TLit:
		if ty.Name == "null" {
			return nil
		}
		return ext(f.fam.literal(ty.Name))
	case facts.TImport:
		if f.fam.resolve == nil {
			return nil
		}
		m := f.fam.resolve(s, f, &facts.Import{Module: ty.Name}, asType)
		if len(args) > 0 && m != nil {
			inner := &f.facts.Types[args[0]]
			return s.instance(s.path(m, inner.Name, asType), s.typs(f, f.facts.TypeArgs(args[0])))
		}
		return m
	case facts.TIndexed:
		if len(args) > 0 {
			base := s.typ(f, args[0])
			if ty.Name != "" {
				return s.member(base, ty.Name)
			}
			return s.element(base, "")
		}
	case facts.TMapped:
		if (ty.Name == "new" || ty.Name == "meta") && len(args) == 1 {
			return s.classOf(s.typ(f, args[0]))
		}
		if len(args) > 0 { // a conditional type: either branch
			return nil
		}
	}
	return nil
}

func (s *solver) typs(f *file, ts []int32) []*val {
	out := make([]*val, len(ts))
	for i, t := range ts {
		out[i] = s.typ(f, t)
	}
	return out
}

// classOf is the class whose instance v is.
func (s *solver) classOf(v *val) *val {
	if v != nil && v.k == vInst {
		return class(v.ref, v.args...)
	}
	return v
}

func (s *solver) typeName(f *file, ty *facts.Type, args []int32) *val {
	first, rest, dotted := strings.Cut(ty.Name, ".")
	if f.fam.typeHook != nil {
		if v, ok := f.fam.typeHook(s, f, ty, args); ok {
			return v
		}
	}
	v, found := s.name(f, ty.Scope, first, ty.Pos, asType)
	if !found && f.fam.qualified != nil {
		if q := f.fam.qualified(s, f, ty.Scope, ty.Name, asType); q != nil {
			return s.instance(q, s.typs(f, args))
		}
	}
	if dotted && v != nil {
		v = s.path(v, rest, asType)
	}
	if v == nil && !found {
		return ext("?"+ty.Name, s.typs(f, args)...)
	}
	return s.instance(v, s.typs(f, args))
}

// path follows dotted names from a module, a namespace or a class.
func (s *solver) path(v *val, names string, sp space) *val {
	for names != "" && v != nil {
		var n string
		n, names, _ = strings.Cut(names, ".")
		v = s.part(v, n, sp)
	}
	return v
}

// part is one step of a path.
func (s *solver) part(v *val, name string, sp space) *val {
	if v == nil {
		return nil
	}
	if !s.enter() {
		return nil
	}
	defer s.leave()
	switch v.k {
	case vModule:
		return s.export(v.ref.f, name, sp)
	case vSpace:
		return s.spaceMember(v, name, sp)
	case vClass:
		if sp == asType {
			if def := v.ref.def(); def.Kind == facts.Interface && def.Type != facts.None && (def.Form == "typedef" || def.Form == "type_alias") {
				if c := s.classOf(s.aliased(v.ref)); c != nil && c.k != vClass || c != nil && c.ref != v.ref {
					return s.part(c, name, sp)
				}
			}
			if n := s.nested(v.ref, name); n != nil {
				if v.ref.f.fam.instances {
					n = union(n, s.nestedSpecial(v, name))
				}
				return n
			}
		}
		return s.member(v, name)
	case vExt:
		return ext(v.name + "." + name)
	case vUnion:
		var out []*val
		each(v, func(m *val) { out = append(out, s.part(m, name, sp)) })
		return union(out...)
	}
	return s.member(v, name)
}

// instance is what has the type that v names: a class becomes its instance, an
// alias what it stands for.
func (s *solver) instance(v *val, args []*val) *val {
	if v == nil {
		return nil
	}
	if !s.enter() {
		return nil
	}
	defer s.leave()
	switch v.k {
	case vClass:
		def := v.ref.def()
		if (def.Form == "type_alias" || def.Form == "typedef" || def.Form == "assoc_type" || def.Form == "delegate") && def.Type != facts.None {
			return subst(s.aliased(v.ref), v.ref, args, 6)
		}
		if len(args) == 0 {
			args = v.args
		}
		return inst(v.ref, args...)
	case vExt:
		if len(args) == 0 {
			args = v.args
		}
		if v.name != "" && len(args) > 0 && args[0] != nil && transparentTypes[lastName(v.name)] {
			return args[0]
		}
		return ext(v.name, args...)
	case vUnion:
		var out []*val
		each(v, func(m *val) { out = append(out, s.instance(m, args)) })
		return union(out...)
	case vFunc, vModule, vSpace:
		return nil
	}
	return v
}

// transparentTypes are generic types that have the members of their argument.
var transparentTypes = map[string]bool{"Partial": true, "Required": true, "Readonly": true, "NonNullable": true, "Awaited": true,
	"Optional": false, "DeepPartial": true, "Annotated": true, "Final": true, "ClassVar": true, "InstanceType": true, "Pick": true, "Omit": true}

func (s *solver) aliased(r ref) *val {
	return s.once(memoKey{r: r, what: qAliased}, func() *val {
		v := s.typ(r.f, r.def().Type)
		if v != nil && v.k == vFnType && r.def().Form == "delegate" {
			c := *v
			c.ref = r
			return &c
		}
		return v
	})
}

func lastName(name string) string {
	if i := strings.LastIndexAny(name, ".#/"); i >= 0 {
		return name[i+1:]
	}
	return name
}

// defType is the declared or inferred type of a variable or field, the result
// of a function.
func (s *solver) defType(r ref) *val {
	s.ask(r.f.path, r.def().Name)
	return s.once(memoKey{r: r, what: qDefType}, func() *val {
		def := r.def()
		if def.Type != facts.None && (def.Kind == facts.Variable || def.Kind.Callable()) {
			v := s.typ(r.f, def.Type)
			if v != nil && !(r.f.fam.inheritTypes && v.k == vExt && v.name == r.f.fam.listType && len(v.args) == 0 && def.Kind.Callable()) {
				return v
			}
		}
		if r.f.fam.inheritTypes && def.Kind.Callable() && def.Parent > 0 && r.f.facts.Defs[def.Parent].Kind.TypeLike() {
			if v := s.inheritedType(r, func(o ref) int32 { return o.def().Type }); v != nil {
				return v
			}
		}
		if def.Kind == facts.Variable {
			return s.variableValue(r)
		}
		if def.Mods&facts.Abstract != 0 {
			return nil
		}
		var vs []*val
		for _, e := range def.Rets {
			vs = append(vs, s.expr(r.f, e))
		}
		return union(vs...)
	})
}

// variableValue joins what a variable is given where it is defined and in the
// bindings of its scope.
func (s *solver) variableValue(r ref) *val {
	def := r.def()
	if def.Value != facts.None && r.f.facts.Exprs[def.Value].Op == facts.OpObject {
		return inst(r)
	}
	vs := []*val{s.expr(r.f, def.Value)}
	for _, i := range r.f.bindsOf(def.Name) {
		if b := &r.f.facts.Binds[i]; b.Def == def.Parent && (b.Kind == facts.BindVar || b.Kind == facts.BindGlobal) || b.Kind == facts.BindGlobal && def.Parent == 0 {
			vs = append(vs, s.bindValue(r.f, b))
		}
	}
	for _, i := range s.fieldsOf(r.f, def.Parent, def.Name) {
		if b := &r.f.facts.Binds[i]; b.Kind == facts.BindField {
			vs = append(vs, s.bindValue(r.f, b))
		}
	}
	return union(vs...)
}

// this is the receiver at a place.
func (s *solver) this(f *file, scope int32) *val {
	for d := scope; d > 0; d = f.facts.Defs[d].Parent {
		def := &f.facts.Defs[d]
		if def.Form == "impl" || def.Form == "extension" {
			return s.receiver(ref{f, d})
		}
		if (def.Form == "module" || def.Form == "namespace") && !f.fam.mixins {
			return nil
		}
		if def.Kind.TypeLike() {
			r := s.target(ref{f, d})
			return inst(r, selfArgs(r)...)
		}
		if def.Recv != facts.None {
			return s.receiver(ref{f, d})
		}
		if target, ok := f.protoOf[d]; ok {
			if v := s.protoHolder(f, target); v != nil {
				return v
			}
		}
		if p := def.Parent; def.Kind.Callable() && p > 0 && f.facts.Defs[p].Kind == facts.Variable {
			return inst(ref{f, p}) // a method of an object literal
		}
		if def.Kind.Callable() && def.Form != "arrow" && def.Form != "lambda" && s.isConstructor(ref{f, d}) {
			return inst(ref{f, d})
		}
	}
	return nil
}

// isConstructor tells whether a plain function builds objects: it gives this
// fields, or its prototype has members.
func (s *solver) isConstructor(r ref) bool {
	if !r.f.fam.prototypes {
		return false
	}
	b := r.f.facts.Binds
	for _, i := range r.f.fields {
		if b[i].Kind == facts.BindField && b[i].Def == r.d {
			return true
		}
	}
	return len(s.protoMembers(r)) > 0
}
