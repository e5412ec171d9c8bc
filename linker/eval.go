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
	case "list", "set", "dict":
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

// built is what a constructor expression gives.
func (s *solver) built(f *file, i int32, e *facts.Expr) *val {
	if e.T != facts.None {
		return s.typ(f, e.T)
	}
	if e.A == facts.None && f.fam.targetTyped {
		if at, ok := f.argSite(i); ok {
			return s.argType(f, at)
		}
	}
	v := s.classNamed(s.expr(f, e.A))
	if v == nil {
		return nil
	}
	switch v.k {
	case vFunc:
		if len(v.refs) > 0 && f.fam.prototypes {
			return inst(v.refs[0])
		}
	case vInst, vLambda, vFnType:
		if m := s.member(v, "new()"); m != nil && m.k == vFunc {
			return s.result(f, i, m)
		}
		return nil
	case vClass:
		return s.newInstance(f, i, v)
	}
	return s.instance(v, nil)
}

// classNamed is the class whose name v is, else v.
func (s *solver) classNamed(v *val) *val {
	if v != nil && v.k == vExt && v.name == "class-string" && len(v.args) == 1 {
		return s.classOf(v.args[0])
	}
	return v
}

// newInstance is an instance of a class, its type arguments taken from the
// expression or from the constructor's arguments.
func (s *solver) newInstance(f *file, i int32, v *val) *val {
	e := &f.facts.Exprs[i]
	if e.Op == facts.OpCall && e.T != facts.None {
		if t := s.typ(f, e.T); t != nil && t.k == vTuple {
			return s.instance(v, t.args)
		}
	}
	if n := len(v.ref.def().TypeParams); n > 0 && len(v.args) == 0 {
		c := s.constructors(v)
		if v.ref.f.fam.accepts != nil {
			if c = s.accepted(f, i, c); len(c) == 0 {
				return s.instance(v, s.swiftInferred(f, i, v))
			}
		}
		if len(c) > 0 {
			args := make([]*val, n)
			s.infer(f, i, c[0], v.ref, args)
			return s.instance(v, args)
		}
	}
	return s.instance(v, nil)
}

// constructors are the constructors of a class, nearest base first.
func (s *solver) constructors(v *val) []ref {
	if inits := v.ref.f.fam.inits; inits != nil {
		return inits(s, v.ref)
	}
	for _, b := range s.mro(v.ref) {
		if b.k != vInst {
			return nil
		}
		for _, n := range b.ref.f.fam.constructors(b.ref) {
			s.ask(b.ref.f.path, n)
			if m := s.own(b.ref, n, false); m != nil && m.k == vFunc {
				if rs := builders(m.refs); len(rs) > 0 {
					return rs
				}
			}
		}
		if !b.ref.f.fam.inheritConstructors {
			return nil
		}
	}
	return nil
}

// builders leaves out the constructors that run once for the class.
func builders(rs []ref) []ref {
	for i, r := range rs {
		if r.def().Form != "static_constructor" {
			continue
		}
		out := append([]ref(nil), rs[:i]...)
		for _, r := range rs[i+1:] {
			if r.def().Form != "static_constructor" {
				out = append(out, r)
			}
		}
		return out
	}
	return rs
}

// result is what calling v gives; i is the call expression.
func (s *solver) result(f *file, i int32, v *val) *val {
	if v == nil {
		return nil
	}
	switch v.k {
	case vFunc:
		return s.returned(f, i, v)
	case vClass:
		if v.ref.def().Form == "type_alias" {
			return s.instance(v, nil)
		}
		return s.newInstance(f, i, v)
	case vExt:
		if f.fam.fills && lastName(v.name) == "each_with_object" {
			if g := s.gathered(f, i, 1); g != nil {
				return g
			}
		}
		return s.externalResult(f, i, v)
	case vUnion:
		var out []*val
		each(v, func(m *val) { out = append(out, s.result(f, i, m)) })
		return union(out...)
	case vFnType:
		return v.arg(len(v.args) - 1)
	case vLambda:
		return s.lambdaResult(v)
	case vParam:
		if !f.fam.instances {
			return nil
		}
		if a := f.facts.Exprs[i].A; a != facts.None && f.facts.Exprs[a].Op == facts.OpName && f.facts.Exprs[a].Name == v.name {
			return v // T(x)
		}
		var out []*val
		s.eachInstance(v, func(m *val) { out = append(out, s.result(f, i, m)) })
		return union(out...)
	case vInst:
		if c := s.callable(v); c != nil && c != v {
			return s.result(f, i, c)
		}
		if f.fam.valueCalls {
			return v
		}
	}
	return nil
}

// callable is what is called when v is: itself, or the member that the
// language calls on objects.
func (s *solver) callable(v *val) *val {
	if v == nil || v.k != vInst {
		return v
	}
	for _, n := range v.ref.f.fam.callMembers {
		if m := s.member(v, n); m != nil && m.k == vFunc {
			if def := m.refs[0].def(); def.Form == "signature" {
				return s.signature(m.refs[0])
			}
			return m
		}
	}
	if v.ref.f.fam.singleMethod {
		if r, ok := s.onlyMethod(v.ref); ok {
			return subst(s.signature(r), v.ref, v.args, 6)
		}
	}
	return v
}

// signature is a function as a function type.
func (s *solver) signature(r ref) *val {
	def := r.def()
	t := &val{k: vFnType}
	for i := range def.Params {
		if def.Params[i].Flags&facts.ParamSelf != 0 {
			continue
		}
		t.args = append(t.args, s.typ(r.f, def.Params[i].Type))
	}
	t.args = append(t.args, s.defType(r))
	return t
}

// onlyMethod is the method of a functional interface.
func (s *solver) onlyMethod(r ref) (ref, bool) {
	var found ref
	for _, k := range r.f.all(r.d) {
		def := &r.f.facts.Defs[k]
		if def.Kind == facts.Function && def.Mods&facts.Abstract != 0 {
			if found.f != nil {
				return ref{}, false
			}
			found = ref{r.f, k}
		}
	}
	return found, found.f != nil
}

// returned is what a function gives: its result type with the receiver's and
// the call's type arguments filled in.
func (s *solver) returned(f *file, i int32, v *val) *val {
	rs := s.choose(f, i, v)
	var out []*val
	for _, r := range rs {
		out = append(out, s.resultOf(f, i, r, v.recv))
	}
	return union(out...)
}

func (s *solver) resultOf(f *file, i int32, r ref, recv *val) *val {
	def := r.def()
	if def.Mods&facts.Constructor != 0 && recv != nil && i != facts.None && (f.facts.Exprs[i].Op == facts.OpNew || f.fam.inits != nil) {
		return s.instance(recv, nil)
	}
	if o := s.typedBy(r); r.f.fam.selfType != nil && o.def().Type != facts.None && recv != nil {
		if o.f.fam.selfType(&o.f.facts.Types[o.def().Type]) {
			return s.instance(recv, nil)
		}
		if v, ok := s.selfUnion(o, recv); ok {
			return v
		}
	}
	return s.filled(f, i, r, recv, s.defType(r))
}

// selfUnion is the result of a function whose result type is the receiver's
// among others: "static|null".
func (s *solver) selfUnion(r ref, recv *val) (*val, bool) {
	t := &r.f.facts.Types[r.def().Type]
	if t.Op != facts.TUnion {
		return nil, false
	}
	var out []*val
	self := false
	for _, a := range r.f.facts.TypeArgs(r.def().Type) {
		if r.f.fam.selfType(&r.f.facts.Types[a]) {
			self = true
			out = append(out, s.instance(recv, nil))
		} else {
			out = append(out, s.typ(r.f, a))
		}
	}
	return union(out...), self
}

// filled is a type in r's declaration with the type arguments of the receiver
// and of the call i filled in.
func (s *solver) filled(f *file, i int32, r ref, recv, t *val) *val {
	def := r.def()
	if t == nil {
		return nil
	}
	if recv != nil && (recv.k == vInst || recv.k == vClass) {
		for _, b := range s.mro(recv.ref) {
			if b.k == vInst && b.ref.f == r.f && b.ref.d == def.Parent {
				t = subst(t, b.ref, subst(&val{k: vTuple, args: b.args}, recv.ref, recv.args, 6).args, 6)
			}
		}
	}
	if len(def.TypeParams) > 0 && i != facts.None {
		args := make([]*val, len(def.TypeParams))
		if e := &f.facts.Exprs[i]; e.T != facts.None && e.Op == facts.OpCall {
			if given := s.typ(f, e.T); given != nil && given.k == vTuple {
				copy(args, given.args)
			}
		}
		if recv != nil && def.Recv != facts.None && def.Mods&facts.Extension != 0 {
			s.match(s.receiver(r), recv, r, args, 4)
		}
		s.infer(f, i, r, r, args)
		t = subst(t, r, args, 6)
	}
	return t
}

// infer finds type arguments of owner by matching the declared types of r's
// parameters with the call's arguments.
func (s *solver) infer(f *file, i int32, r, owner ref, into []*val) {
	args := f.facts.Args(i)
	if place := r.f.fam.place; place != nil {
		for n, a := range args {
			if p := place(s, f, i, r, n); p >= 0 && p < len(r.def().Params) {
				s.match(s.typ(r.f, r.def().Params[p].Type), s.expr(f, a), owner, into, 4)
			}
		}
		return
	}
	k := 0
	self := s.selfGiven(f, i, r)
	for p := range r.def().Params {
		param := &r.def().Params[p]
		if param.Flags&facts.ParamSelf != 0 && self {
			if r.def().Mods&facts.Extension != 0 {
				s.match(s.typ(r.f, param.Type), s.expr(f, f.facts.Exprs[f.facts.Exprs[i].A].A), owner, into, 4)
			}
			continue
		}
		if k >= len(args) {
			return
		}
		if param.Type != facts.None {
			s.match(s.typ(r.f, param.Type), s.expr(f, args[k]), owner, into, 4)
		}
		k++
	}
}

func (s *solver) match(pattern, v *val, owner ref, into []*val, depth int) {
	if pattern == nil || v == nil || depth == 0 {
		return
	}
	if v.k == vClass && pattern.k == vInst && v.ref.f.fam.objectOf != nil {
		v = v.ref.f.fam.objectOf(v)
	}
	if pattern.k == vParam && pattern.ref == owner {
		for i, p := range owner.def().TypeParams {
			if p.Name == pattern.name && into[i] == nil && !(v.k == vParam && v.ref == owner) {
				into[i] = v
			}
		}
		return
	}
	if pattern.k == vFnType && v.k == vLambda {
		s.match(pattern.arg(len(pattern.args)-1), s.lambdaResult(v), owner, into, depth-1)
		return
	}
	if pattern.k == vFnType && v.k == vClass { // its constructor
		s.match(pattern.arg(len(pattern.args)-1), inst(v.ref, v.args...), owner, into, depth-1)
		return
	}
	if pattern.k == vFnType && v.k == vFunc && len(v.refs) > 0 {
		s.match(pattern.arg(len(pattern.args)-1), s.defType(v.refs[0]), owner, into, depth-1)
		return
	}
	if pattern.k == vInst && v.k == vInst && pattern.ref != v.ref {
		for _, b := range s.mro(v.ref) {
			if b.k == vInst && b.ref == pattern.ref {
				v = subst(b, v.ref, v.args, 6)
			}
		}
	}
	if pattern.k == vClass && v.k == vClass || pattern.k == v.k && (pattern.ref == v.ref || pattern.k == vExt) {
		for i := range pattern.args {
			s.match(pattern.args[i], v.arg(i), owner, into, depth-1)
		}
	}
	if pattern.k == vUnion {
		for _, p := range pattern.args {
			s.match(p, v, owner, into, depth-1)
		}
	}
}

// lambdaResult joins what a lambda returns.
func (s *solver) lambdaResult(v *val) *val {
	f := v.ref.f
	l := &f.facts.Lambdas[f.facts.Exprs[v.ref.d].D]
	if l.Type != facts.None {
		if t := s.typ(f, l.Type); t != nil {
			return t
		}
	}
	var out []*val
	for _, r := range l.Rets {
		out = append(out, s.expr(f, r))
	}
	return union(out...)
}

// calleeOf is what a call calls: for a constructor expression the constructors.
func (s *solver) calleeOf(f *file, call int32) *val {
	e := &f.facts.Exprs[call]
	if e.Op != facts.OpNew {
		return s.expr(f, e.A)
	}
	if !f.fam.overloads {
		return nil
	}
	var out []*val
	each(s.built(f, call, e), func(v *val) {
		if v.k == vInst {
			if rs := s.constructors(class(v.ref)); len(rs) > 0 {
				out = append(out, &val{k: vFunc, refs: rs, recv: v})
			}
		}
	})
	return union(out...)
}

// argType is the type that a call's parameter declares for an argument.
func (s *solver) argType(f *file, at site) *val {
	var out []*val
	each(s.calleeOf(f, at.call), func(c *val) {
		switch c.k {
		case vExt:
			out = append(out, s.externalOut(f, at.call, c))
		case vFunc:
			for _, r := range s.choose(f, at.call, c) {
				k := at.arg
				if s.selfGiven(f, at.call, r) {
					k++
				}
				if k < len(r.def().Params) {
					out = append(out, s.filled(f, at.call, r, c.recv, s.typ(r.f, r.def().Params[k].Type)))
				}
			}
		case vFnType:
			if at.arg < len(c.args)-1 {
				out = append(out, c.args[at.arg])
			}
		}
	})
	return union(out...)
}

// lambdaParam is what a lambda's parameter is given by the call that the
// lambda is an argument of.
func (s *solver) lambdaParam(f *file, lambda, index int32) *val {
	at, ok := f.lambdaSite(lambda)
	if !ok {
		return s.boundLambda(f, lambda, index)
	}
	callee := s.calleeOf(f, at.call)
	var out []*val
	each(callee, func(c *val) {
		switch c.k {
		case vExt:
			out = append(out, s.externalParam(f, at.call, c, int(index)))
		case vFunc:
			for _, r := range s.choose(f, at.call, c) {
				out = append(out, s.declaredLambdaParam(f, at, r, c.recv, int(index)))
			}
		case vFnType:
			if p := s.callable(c.arg(at.arg)); p != nil && p.k == vFnType {
				out = append(out, p.lambdaParam(int(index)))
			}
		case vClass:
			out = append(out, s.builtLambdaParam(f, at, c, int(index)))
		}
	})
	return union(out...)
}

// builtLambdaParam is the parameter of a lambda that a class is built of, or
// that becomes an interface with one method.
func (s *solver) builtLambdaParam(f *file, at site, c *val, index int) *val {
	if c.ref.def().Kind == facts.Interface {
		if t := s.callable(inst(c.ref, c.args...)); t != nil && t.k == vFnType {
			return t.lambdaParam(index)
		}
		return nil
	}
	var out []*val
	for _, r := range s.choose(f, at.call, &val{k: vFunc, refs: s.constructors(c)}) {
		out = append(out, s.declaredLambdaParam(f, at, r, inst(c.ref, c.args...), index))
	}
	return union(out...)
}

// declaredLambdaParam is the type that a function declares for a parameter of
// the function it takes as an argument.
func (s *solver) declaredLambdaParam(f *file, at site, r ref, recv *val, index int) *val {
	def := r.def()
	var out []*val
	if r.f.fam.yields {
		out = append(out, s.yielded(r, index))
	}
	t := s.takenBy(f, at, r, recv)
	each(t, func(m *val) {
		c := s.callable(m)
		if c == nil || c.k != vFnType {
			return
		}
		p := c.lambdaParam(index)
		if recv != nil && recv.k == vInst {
			p = subst(p, recv.ref, recv.args, 6)
		}
		if n := len(def.TypeParams); n > 0 {
			args := make([]*val, n)
			if recv != nil && def.Recv != facts.None && def.Mods&facts.Extension != 0 {
				s.match(s.receiver(r), recv, r, args, 4)
			}
			s.infer(f, at.call, r, r, args)
			p = subst(p, r, args, 6)
		}
		out = append(out, p)
	})
	return union(out...)
}

// takenAt is the type that a function declares for an argument. A lambda behind
// the brackets is given to the last parameter.
func (s *solver) takenAt(f *file, at site, r ref) *val {
	def := r.def()
	k := at.arg
	if s.selfGiven(f, at.call, r) {
		k++
	}
	n := len(def.Params)
	if r.f.fam.place != nil {
		if k = r.f.fam.place(s, f, at.call, r, at.arg); k < 0 {
			return nil
		}
	} else if f.fam.trailingLambdas && k < n-1 && at.arg == len(f.facts.Args(at.call))-1 {
		if last := s.callable(s.typ(r.f, def.Params[n-1].Type)); last != nil && last.k == vFnType {
			k = n - 1
		}
	}
	if k >= n {
		if n == 0 || def.Params[n-1].Flags&facts.ParamRest == 0 {
			return nil
		}
		k = n - 1
	}
	t := s.typ(r.f, def.Params[k].Type)
	if t != nil && t.k == vExt && def.Params[k].Flags&facts.ParamRest != 0 && len(t.args) == 1 {
		t = t.args[0]
	}
	return t
}

// lambdaParam is what parameter i of a lambda of this function type is: a
// receiver is no parameter.
func (v *val) lambdaParam(i int) *val {
	if v.name == "receiver" {
		i++
	}
	if i < len(v.args)-1 {
		return v.args[i]
	}
	return nil
}

// boundLambda is the parameter of a lambda that is given to a name or field
// of a declared function type, or returned where one is declared.
func (s *solver) boundLambda(f *file, lambda, index int32) *val {
	t := f.lambdaType(lambda)
	if t == facts.None {
		if c := s.callable(s.wantedOf(f, lambda)); c != nil && c.k == vFnType {
			return c.lambdaParam(int(index))
		}
		return nil
	}
	var out []*val
	each(s.awaited(s.typ(f, t)), func(m *val) {
		if c := s.callable(m); c != nil && c.k == vFnType {
			out = append(out, c.lambdaParam(int(index)))
		}
	})
	return union(out...)
}
