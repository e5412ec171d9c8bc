package ruby

import (
	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/internal/sitter"
)

func assignment(x *extract.X, n sitter.Node) int32 {
	left, right := n.Field("left"), n.Field("right")
	switch {
	case left.Is("constant", "scope_resolution"):
		return constant(x, n, left, right)
	case left.Is("left_assignment_list") && right.Is("right_assignment_list"):
		return parallel(x, left, right)
	case left.Is("left_assignment_list"):
		v := x.Expr(right)
		takeApart(x, left, v)
		return v
	}
	announce(x, left)
	v := x.Expr(right)
	assign(x, left, v)
	return v
}

// announce makes a local variable known: it is one from where it is named on,
// also in the value that it is given.
func announce(x *extract.X, left sitter.Node) {
	if s := of(x); left.Is("identifier") && !s.known(x.Text(left)) {
		s.locals = append(s.locals, x.Text(left))
	}
}

// constant is a definition; one that is given a new class is that class.
func constant(x *extract.X, n, left, right sitter.Node) int32 {
	at := left
	if left.Is("scope_resolution") {
		at = left.Field("name")
	}
	if d, ok := built(x, at, right); ok {
		return x.DefExpr(d, n)
	}
	if x.InFunction() {
		return x.Expr(right)
	}
	d := x.New(facts.Variable, "const", at, n, sitter.Node{})
	x.Def(d).Mods |= facts.Const | facts.Public | facts.Exported
	x.Within(d, func() {
		v := x.Expr(right)
		x.Def(d).Value = v
	})
	return x.Def(d).Value
}

// parallel is a, b = c, d.
func parallel(x *extract.X, left, right sitter.Node) int32 {
	var values []int32
	for c := range right.Children() {
		if c.Is("splat_argument") { // the parts are not known
			v := x.Expr(right)
			takeApart(x, left, v)
			return v
		}
		values = append(values, x.Expr(c))
	}
	i := 0
	for c := range left.Children() {
		v := facts.None
		if i < len(values) {
			v = values[i]
		}
		assign(x, c, v)
		i++
	}
	return facts.None
}

// assign gives what stands left of a "=" a value.
func assign(x *extract.X, left sitter.Node, v int32) {
	switch left.Kind() {
	case "identifier":
		bind(x, left, facts.None, v)
	case "instance_variable", "class_variable":
		field(x, left, v)
	case "global_variable":
		x.BindIn(facts.BindGlobal, x.Text(left), left, 0, 0, x.F.Defs[0].EndByte, facts.None, v)
	case "call": // a.b = v is a call of b=
		object := x.Expr(left.Field("receiver"))
		m := left.Field("method")
		fn := x.Simple(facts.OpMember, x.Intern(append([]byte(m.Text()), '=')), object, m)
		x.CallOf(fn, left, 0, v)
	case "element_reference":
		x.Expr(left)
		if key := keyName(left.Last()); key != "" && v != facts.None {
			v = x.Simple(facts.OpUnary, x.Intern([]byte(key)), v, left)
		}
		fill(x, left.Field("object"), v)
	case "destructured_left_assignment", "left_assignment_list", "destructured_parameter":
		takeApart(x, left, v)
	case "rest_assignment":
		if at := left.First(); at.OK() {
			assign(x, at, x.Lit("list"))
		}
	case "splat_parameter":
		if at := left.Field("name"); at.OK() {
			bind(x, at, facts.None, x.Lit("list"))
		}
	default:
		x.Expr(left)
	}
}

// field gives an instance or class variable a value. It belongs to the class
// or module around.
func field(x *extract.X, at sitter.Node, v int32) {
	class := x.Enclosing(facts.Class)
	if class == facts.None {
		class = 0
	}
	x.BindIn(facts.BindField, x.Text(at), at, class, x.Def(class).StartByte, x.Def(class).EndByte, facts.None, v)
}

// takeApart gives several variables the parts of a value.
func takeApart(x *extract.X, pattern sitter.Node, source int32) {
	i := 0
	for c := range pattern.Children() {
		assign(x, c, x.Elem(source, i, c))
		i++
	}
}

func operatorAssignment(x *extract.X, n sitter.Node) int32 {
	left, right := n.Field("left"), n.Field("right")
	op := x.Between(left, right)
	if op != "||=" && op != "&&=" {
		x.Expr(left)
		x.Expr(right)
		return facts.None
	}
	x.Branch(1)
	if left.Is("identifier") && !of(x).known(x.Text(left)) {
		announce(x, left)
		v := x.Expr(right)
		bind(x, left, facts.None, v)
		return v
	}
	if left.Is("constant") {
		return constant(x, n, left, right)
	}
	old := x.Expr(left)
	v := x.Expr(right)
	assign(x, left, v)
	if op == "&&=" {
		return v
	}
	return x.Union(n, old, v)
}
