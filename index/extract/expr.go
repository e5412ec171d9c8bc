package extract

import (
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/internal/sitter"
)

// Expr makes an Expr of a node in value position, and records the calls in
// it. None when the value cannot matter for linking.
func (x *X) Expr(n sitter.Node) int32 {
	if !n.OK() {
		return facts.None
	}
	e := x.entry(n)
	x.branch(e, n)
	if e.expr == nil && (e.role == roleNone || e.role >= roleTName) {
		// Not an expression that is known: what is inside still counts.
		if e.stmt != nil {
			e.stmt(x, n)
		} else if e.block {
			x.Block(n, func() { x.WalkChildren(n) })
		} else {
			x.WalkChildren(n)
		}
		return facts.None
	}
	return x.value(e, n)
}

// value is Expr for an entry that is one; complexity has been counted.
func (x *X) value(e *entry, n sitter.Node) int32 {
	if e.expr != nil {
		return e.expr(x, n)
	}
	switch e.role {
	case roleName:
		return x.Name(n)
	case roleMember:
		obj := x.Expr(n.Field(e.fields["obj"]))
		return x.Member(obj, n.Field(e.fields["name"]))
	case roleCall:
		return x.call(e, n)
	case roleNew:
		return x.construct(e, n)
	case roleIndex:
		a := x.Expr(n.Field(e.fields["obj"]))
		b := x.Expr(n.Field(e.fields["index"]))
		return x.Add(facts.Expr{Op: facts.OpIndex, A: a, B: b, T: facts.None, D: facts.None}, n)
	case roleLit:
		return x.literal(e, n)
	case roleThis:
		return x.Simple(facts.OpThis, "", facts.None, n)
	case roleSuper:
		return x.Simple(facts.OpSuper, "", facts.None, n)
	case roleWrap:
		return x.Expr(x.operand(e, n))
	case roleAwait:
		return x.Simple(facts.OpAwait, "", x.Expr(x.operand(e, n)), n)
	case roleSpread:
		return x.Simple(facts.OpSpread, "", x.Expr(x.operand(e, n)), n)
	case roleYield:
		v := x.Expr(x.operand(e, n))
		if v != facts.None {
			x.Return(x.Simple(facts.OpYield, "", v, n))
		}
		return facts.None
	case roleReturn:
		x.Return(x.Expr(x.operand(e, n)))
		return facts.None
	case roleUnion:
		var of []int32
		for _, f := range strings.Split(e.fields["of"], ",") {
			of = append(of, x.Expr(n.Field(f)))
		}
		for c := range n.Children() { // the condition, and whatever else is inside
			if !fieldOf(c, e.fields["of"]) {
				x.Walk(c)
			}
		}
		return x.Union(n, of...)
	case roleBinary:
		return x.binary(e, n)
	case roleCast:
		v := x.Expr(n.Field(e.fields["of"]))
		return x.Add(facts.Expr{Op: facts.OpCast, A: v, B: facts.None, T: x.Type(n.Field(e.fields["type"])), D: facts.None}, n)
	}
	return facts.None
}

func fieldOf(c sitter.Node, list string) bool {
	for _, f := range strings.Split(list, ",") {
		if c.FieldIs(f) {
			return true
		}
	}
	return false
}

func (x *X) operand(e *entry, n sitter.Node) sitter.Node {
	if f := e.fields["of"]; f != "" {
		return n.Field(f)
	}
	for c := range n.Children() {
		if x.entry(c).role != roleComment {
			return c
		}
	}
	return sitter.Node{}
}

// Add puts an Expr into the arena; place and scope are filled in from n.
func (x *X) Add(e facts.Expr, n sitter.Node, args ...int32) int32 {
	e.Scope, e.Pos, e.Line = x.cur, n.Start(), n.Line()
	if len(args) > 0 {
		if len(args) > 1000 {
			args = args[:1000]
		}
		e.ArgOff, e.ArgN = uint32(len(x.F.Idx)), uint16(len(args))
		x.F.Idx = append(x.F.Idx, args...)
	}
	x.F.Exprs = append(x.F.Exprs, e)
	return int32(len(x.F.Exprs) - 1)
}

// Simple adds an Expr with at most one operand.
func (x *X) Simple(op facts.Op, name string, a int32, n sitter.Node) int32 {
	return x.Add(facts.Expr{Op: op, Name: name, A: a, B: facts.None, T: facts.None, D: facts.None}, n)
}

// Name adds a use of a name.
func (x *X) Name(n sitter.Node) int32 { return x.Simple(facts.OpName, x.Text(n), facts.None, n) }

// Member adds obj.name. Its position is that of the name, which is the line
// that a call of it is reported on.
func (x *X) Member(obj int32, name sitter.Node) int32 {
	return x.Simple(facts.OpMember, x.Text(name), obj, name)
}

// Lit is a literal of a kind without parts; there is one per file and kind.
func (x *X) Lit(kind string) int32 {
	if i, ok := x.lits[kind]; ok {
		return i
	}
	x.F.Exprs = append(x.F.Exprs, facts.Expr{Op: facts.OpLit, Name: kind, A: facts.None, B: facts.None, T: facts.None, D: facts.None})
	x.lits[kind] = int32(len(x.F.Exprs) - 1)
	return x.lits[kind]
}

// maxElems bounds the elements of a literal that are kept.
const maxElems = 8

func (x *X) literal(e *entry, n sitter.Node) int32 {
	kind := e.fields["is"]
	var elems []int32
	for c := range n.Children() {
		v := x.Expr(c)
		if v != facts.None && len(elems) < maxElems {
			elems = append(elems, v)
		}
	}
	switch kind {
	case "list", "set", "tuple", "dict":
		if len(elems) > 0 {
			return x.Add(facts.Expr{Op: facts.OpLit, Name: kind, A: facts.None, B: facts.None, T: facts.None, D: facts.None}, n, elems...)
		}
	}
	return x.Lit(kind)
}

// Union is one of several values; None operands are left out.
func (x *X) Union(n sitter.Node, of ...int32) int32 {
	var known []int32
	for _, v := range of {
		if v != facts.None {
			known = append(known, v)
		}
	}
	switch len(known) {
	case 0:
		return facts.None
	case 1:
		return known[0]
	}
	return x.Add(facts.Expr{Op: facts.OpUnion, A: facts.None, B: facts.None, T: facts.None, D: facts.None}, n, known...)
}

func (x *X) binary(e *entry, n sitter.Node) int32 {
	left, right := n.Field(e.fields["left"]), n.Field(e.fields["right"])
	var op string
	if f := e.fields["op"]; f != "" {
		op = string(n.Field(f).Bytes())
	} else {
		op = x.Between(left, right)
	}
	if x.Lang.ops[op] {
		x.Branch(1)
	}
	a := x.Expr(left)
	b := x.Expr(right)
	switch op {
	case "||", "??", "or", "?:":
		return x.Union(n, a, b)
	case "&&", "and":
		return b
	case "==", "!=", "===", "!==", "<", ">", "<=", ">=", "in", "instanceof", "is", "not in", "is not":
		return x.Lit("bool")
	}
	if a == facts.None && b == facts.None {
		return facts.None
	}
	return x.Add(facts.Expr{Op: facts.OpBinary, Name: x.Intern([]byte(op)), A: a, B: b, T: facts.None, D: facts.None}, n)
}

// Args makes Exprs of an argument list's children.
func (x *X) Args(list sitter.Node) (args []int32, spread bool) {
	for c := range list.Children() {
		if x.entry(c).role == roleComment {
			continue
		}
		if x.entry(c).role == roleSpread {
			spread = true
		}
		args = append(args, x.Expr(c))
	}
	return args, spread
}

func (x *X) call(e *entry, n sitter.Node) int32 {
	callee := n.Field(e.fields["fn"])
	fn := x.Expr(callee)
	args, spread := x.Args(n.Field(e.fields["args"]))
	t := facts.None
	if f := e.fields["targs"]; f != "" {
		t = x.TypeList(n.Field(f))
	}
	var flags facts.CallFlags
	if spread {
		flags |= facts.CallSpread
	}
	return x.Call(facts.Expr{Op: facts.OpCall, A: fn, B: facts.None, T: t, D: facts.None}, n, flags, args...)
}

func (x *X) construct(e *entry, n sitter.Node) int32 {
	c := facts.Expr{Op: facts.OpNew, A: facts.None, B: facts.None, T: facts.None, D: facts.None}
	if f := e.fields["type"]; f != "" {
		c.T = x.Type(n.Field(f))
	} else {
		c.A = x.Expr(n.Field(e.fields["fn"]))
	}
	args, spread := x.Args(n.Field(e.fields["args"]))
	var flags facts.CallFlags
	if spread {
		flags |= facts.CallSpread
	}
	return x.Call(c, n, flags, args...)
}

// Call adds a call expression and its call site. The site's line is that of
// the callee's name.
func (x *X) Call(e facts.Expr, n sitter.Node, flags facts.CallFlags, args ...int32) int32 {
	i := x.Add(e, n, args...)
	at, line := n.Start(), n.Line()
	if e.A != facts.None {
		at, line = x.F.Exprs[e.A].Pos, x.F.Exprs[e.A].Line
		if line == 0 { // a literal, which has no place of its own
			at, line = n.Start(), n.Line()
		}
	}
	x.F.Calls = append(x.F.Calls, facts.Call{Expr: i, Def: x.cur, Line: line, Byte: at, Flags: flags})
	x.mayTest(&e, n, args)
	if name := x.callee(&e); facts.Registers(name) {
		x.texts(name, n)
	}
	return i
}

// Lambda adds an anonymous function: params binds its parameters (through
// LambdaParam), body is an expression or a block.
func (x *X) Lambda(n sitter.Node, params func(lambda int32), body sitter.Node, exprBody bool) int32 {
	l := int32(len(x.F.Lambdas))
	x.F.Lambdas = append(x.F.Lambdas, facts.Lambda{Type: facts.None})
	e := x.Add(facts.Expr{Op: facts.OpLambda, A: facts.None, B: facts.None, T: facts.None, D: l}, n)
	outer, locals := x.lambda, len(x.locals)
	x.lambda = l
	x.Block(n, func() {
		params(e)
		if exprBody {
			x.Return(x.Expr(body))
		} else {
			x.Walk(body)
		}
	})
	x.lambda, x.locals = outer, x.locals[:locals]
	return e
}

// LambdaParam binds the next parameter of a lambda; name may be the zero Node.
func (x *X) LambdaParam(lambda int32, name sitter.Node, typ int32) {
	l := &x.F.Lambdas[x.F.Exprs[lambda].D]
	if name.OK() {
		b := x.Bind(facts.BindLambdaParam, x.Text(name), name, typ, lambda)
		x.F.Binds[b].Index = l.Params
	}
	l.Params++
}
