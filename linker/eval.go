package linker

import (
	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/graph"
)

// eval computes the value of an expression; expr remembers it.
func (s *solver) eval(f *file, i int32) *val {
	e := &f.facts.Exprs[i]
	switch e.Op {
	case facts.OpName:
		v, found := s.name(f, e.Scope, e.Name, e.Pos, asValue)
		if !found && f.fam.qualified != nil {
			return f.fam.qualified(s, f, e.Scope, e.Name, asValue)
		}
		if f.fam.named != nil {
			return f.fam.named(s, f, i, v, found)
		}
		return v
	case facts.OpMember:
		return s.memberExpr(f, i, e)
	case facts.OpCall:
		if f.paths && e.ArgN == 0 {
			if v := s.narrowed(f, i, e); v != nil {
				return v
			}
		}
		return s.result(f, i, s.expr(f, e.A))
	case facts.OpNew:
		return s.built(f, i, e)
	case facts.OpIndex:
		if e.Name != "" && f.fam.passedOwn {
			return s.atKey(f, e)
		}
		return s.element(s.expr(f, e.A), "")
	case facts.OpIter:
		return s.element(s.expr(f, e.A), "iter"+e.Name)
	case facts.OpElem:
		return s.tupleElement(s.expr(f, e.A), e.B)
	case facts.OpLit:
		return s.literal(f, i, e)
	case facts.OpThis:
		if f.fam.lambdaThis != nil {
			if v := f.fam.lambdaThis(s, f, e.Scope, e.Pos); v != nil {
				return v
			}
		}
		return s.this(f, e.Scope)
	case facts.OpSuper:
		if f.fam.superCall != nil {
			return f.fam.superCall(s, f, e.Scope)
		}
		return s.namedBase(f, e, s.super(f, e.Scope))
	case facts.OpSelfClass:
		return s.classOf(s.this(f, e.Scope))
	case facts.OpLambda:
		return &val{k: vLambda, ref: ref{f, i}}
	case facts.OpDef:
		if e.D == facts.None {
			return nil
		}
		return s.defsAll(f, []int32{e.D}, asValue, graph.ViaScope)
	case facts.OpObject:
		if e.D != facts.None {
			return inst(ref{f, e.D})
		}
		return ext("Object")
	case facts.OpAwait:
		return s.awaited(s.expr(f, e.A))
	case facts.OpTry:
		return s.payload(s.expr(f, e.A))
	case facts.OpUnion:
		var vs []*val
		for _, a := range f.facts.Args(i) {
			vs = append(vs, s.expr(f, a))
		}
		return union(vs...)
	case facts.OpTuple:
		var vs []*val
		for _, a := range f.facts.Args(i) {
			vs = append(vs, s.expr(f, a))
		}
		return &val{k: vTuple, args: vs}
	case facts.OpCast:
		if v := s.typ(f, e.T); v != nil {
			if f.fam.cast != nil && e.A != facts.None {
				return f.fam.cast(v, s.expr(f, e.A))
			}
			return v
		}
		return s.expr(f, e.A)
	case facts.OpCatch:
		return s.typ(f, e.T)
	case facts.OpEnter:
		return s.entered(s.expr(f, e.A))
	case facts.OpYield:
		return ext("Generator", s.expr(f, e.A))
	case facts.OpUnary, facts.OpSpread:
		return s.expr(f, e.A)
	case facts.OpParam:
		if e.A != facts.None {
			if v := s.typ(f, e.T); v != nil {
				return v
			}
			return s.lambdaParam(f, e.A, e.B)
		}
		return s.paramValue(f, e.Scope, e.B)
	case facts.OpBinary:
		return s.operator(f, e)
	}
	return nil
}

func (s *solver) memberExpr(f *file, i int32, e *facts.Expr) *val {
	if f.fam.memberHook != nil {
		if v, ok := f.fam.memberHook(s, f, e); ok {
			return v
		}
	}
	if f.paths {
		if v := s.narrowed(f, i, e); v != nil {
			return v
		}
	}
	recv := s.expr(f, e.A)
	v := s.member(recv, e.Name)
	if f.fam.extensionNames && (v == nil || v.k == vExt) {
		if x := s.extensionInScope(f, e, recv); x != nil {
			return x
		}
	}
	if f.fam.extend != nil {
		return f.fam.extend(s, f, i, recv, v)
	}
	return v
}

// narrowed is what is known of a property at a place where it was asked what
// it is: a narrowing of its path, "$this->a".
func (s *solver) narrowed(f *file, i int32, e *facts.Expr) *val {
	p := f.pathOf(i)
	if p == "" || len(f.bindsOf(p)) == 0 {
		return nil
	}
	for d := e.Scope; d >= 0; d = f.facts.Defs[d].Parent {
		if v, _ := s.boundTo(f, d, p, e.Pos, asValue); v != nil {
			return v
		}
	}
	return nil
}

// extensionInScope is a function in scope whose receiver type is that of the
// value: how types from outside get members.
func (s *solver) extensionInScope(f *file, e *facts.Expr, recv *val) *val {
	fn, found := s.topName(f, e.Scope, e.Name, e.Pos, asValue)
	if !found || fn == nil || fn.k != vFunc {
		return nil
	}
	var fit []ref
	for _, r := range fn.refs {
		def := r.def()
		if def.Recv == facts.None {
			continue
		}
		t := s.receiver(r)
		switch {
		case t == nil || recv == nil:
		case t.k == vParam, t.k == vExt && recv.k == vExt && lastName(t.name) == lastName(recv.name), t.k == vInst && recv.k == vInst && s.derives(recv.ref, t.ref):
			fit = append(fit, r)
		}
	}
	if len(fit) == 0 {
		return nil
	}
	return &val{k: vFunc, refs: fit, via: fn.via}
}

// derives tells whether a class is another or has it as a base.
func (s *solver) derives(r, base ref) bool {
	for _, b := range s.mro(r) {
		if b.k == vInst && b.ref == base {
			return true
		}
	}
	return false
}

// operator is the result of a binary operator: that of an overloaded one, or
// the left operand's type.
func (s *solver) operator(f *file, e *facts.Expr) *val {
	a, b := s.expr(f, e.A), s.expr(f, e.B)
	if a == nil || e.Name == "+" && b != nil && b.k == vExt && (b.name == "String" || b.name == "string" || b.name == "double") {
		return b
	}
	return a
}

func (s *solver) literal(f *file, i int32, e *facts.Expr) *val {
	name := f.fam.literal(e.Name)
	switch e.Name {
	case "null":
		return nil
	case "list", "set", "dict", "collection":
		var vs []*val
		for _, a := range f.facts.Args(i) {
			vs = append(vs, s.expr(f, a))
		}
		el := union(vs...)
		if e.Name == "dict" {
			return ext(name, nil, el)
		}
		return ext(name, el)
	case "tuple":
		var vs []*val
		for _, a := range f.facts.Args(i) {
			vs = append(vs, s.expr(f, a))
		}
		return &val{k: vTuple, args: vs}
	}
	return ext(name)
}

// super is the receiver seen as an instance of its bases.
func (s *solver) super(f *file, scope int32) *val {
	d := f.owner(scope)
	var r ref
	if d == facts.None {
		v := s.this(f, scope)
		if v == nil || v.k != vInst {
			return nil
		}
		r = v.ref
	} else {
		r = s.target(ref{f, d})
	}
	var out []*val
	bases := s.bases(r)
	if f.fam.rank != nil {
		bases = s.parents(r)
	}
	for _, b := range bases {
		if b.k == vExt || b.ref.def().Kind == facts.Class || f.fam.superInterfaces {
			out = append(out, b)
		}
	}
	if len(out) == 0 && f.fam.root != "" {
		return ext(f.fam.root)
	}
	return union(out...)
}

// namedBase is, of the bases of a class, the one that super is written with.
func (s *solver) namedBase(f *file, e *facts.Expr, bases *val) *val {
	if e.T == facts.None || bases == nil || bases.k != vUnion {
		return bases
	}
	named := s.typ(f, e.T)
	var out []*val
	each(bases, func(b *val) {
		if named != nil && b.k == named.k && b.ref == named.ref && lastName(b.name) == lastName(named.name) {
			out = append(out, b)
		}
	})
	if len(out) == 0 {
		return bases
	}
	return union(out...)
}

// parents are the bases that a class extends, without what it mixes in and
// what it implements.
func (s *solver) parents(r ref) []*val {
	var out []*val
	for _, p := range s.parts(r) {
		for _, b := range p.def().Bases {
			if b.Rel != facts.Extends {
				continue
			}
			each(s.typ(p.f, b.Type), func(v *val) { out = append(out, v) })
		}
	}
	return out
}
