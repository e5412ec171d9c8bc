package swift

import (
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/internal/sitter"
)

// call is f(a, b: c) { closure }, and a[b], which the grammar has as a call.
func call(x *extract.X, n sitter.Node) int32 {
	fn, suffix := operand(x, n.First()), n.Child("call_suffix")
	list := suffix.Child("value_arguments")
	switch {
	case string(fn.Bytes()) == "defer" && !list.OK(): // a statement, not a call
		x.Expr(suffix.Child("lambda_literal").Child("statements"))
		return facts.None
	case len(list.Bytes()) > 0 && list.Bytes()[0] == '[':
		return index(x, x.Expr(fn), list, n)
	case fn.Is("array_literal", "dictionary_literal"):
		return literalType(x, fn, suffix, n)
	}
	f := callee(x, fn)
	args, labels := arguments(x, suffix)
	if labels == "ref" { // f(a:b:) is the function itself
		return f
	}
	return x.Call(facts.Expr{Op: facts.OpCall, Name: labels, A: f, B: facts.None, T: facts.None, D: facts.None}, n, 0, args...)
}

// operand is what is called of "a + b()", where the grammar binds the operator
// closer than the call.
func operand(x *extract.X, fn sitter.Node) sitter.Node {
	for fn.Is("additive_expression", "multiplicative_expression", "comparison_expression", "equality_expression", "conjunction_expression",
		"disjunction_expression", "infix_expression", "bitwise_operation") && fn.Field("rhs").OK() {
		x.Expr(fn.Field("lhs"))
		fn = fn.Field("rhs")
	}
	return fn
}

// callee is what is called. A.init is A; self.init and super.init delegate.
func callee(x *extract.X, fn sitter.Node) int32 {
	if fn.Is("navigation_expression") {
		name := fn.Field("suffix").Field("suffix")
		if string(name.Bytes()) == "init" {
			e := x.Expr(fn.Field("target"))
			if e != facts.None && x.F.Exprs[e].Op != facts.OpLit {
				x.F.Exprs[e].Line, x.F.Exprs[e].Pos = name.Line(), name.Start()
			}
			return e
		}
	}
	return x.Expr(fn)
}

func index(x *extract.X, object int32, list, n sitter.Node) int32 {
	args, _ := values(x, list)
	i := facts.None
	if len(args) > 0 {
		i = args[0]
	}
	return x.Index(object, i, n)
}

// literalType is [A](…) and [A: B](…): a new list or dictionary.
func literalType(x *extract.X, fn, suffix, n sitter.Node) int32 {
	var types []int32
	for c := range fn.Children() {
		types = append(types, x.TypeName(strings.Join(strings.Fields(c.Text()), ""), c))
	}
	t := facts.None
	switch {
	case fn.Is("dictionary_literal"):
		t = x.TypeName("Dictionary", fn, types...)
	case len(types) == 1:
		t = listOf(x, fn, types[0])
	}
	args, _ := arguments(x, suffix)
	return x.Construct(t, n, 0, args...)
}

// construct is A<B>(…).
func construct(x *extract.X, n sitter.Node) int32 {
	t := n.Field("constructed_type")
	if !t.Is("user_type") {
		typ := x.Type(t)
		args, _ := arguments(x, n.Child("constructor_suffix"))
		return x.Construct(typ, n, 0, args...)
	}
	parts := strings.Split(dotted(t), ".")
	fn := x.Simple(facts.OpName, x.Intern([]byte(parts[0])), facts.None, t)
	for _, p := range parts[1:] {
		fn = x.Simple(facts.OpMember, x.Intern([]byte(p)), fn, t)
	}
	targs := facts.None
	if a := t.Last(); a.Is("type_arguments") {
		targs = x.TypeList(a)
	}
	args, labels := arguments(x, n.Child("constructor_suffix"))
	return x.Call(facts.Expr{Op: facts.OpCall, Name: labels, A: fn, B: facts.None, T: targs, D: facts.None}, n, 0, args...)
}

// arguments are those in parentheses and the closures after them, with their
// labels as Swift names functions: "a:_:", "*:" for the first closure after.
func arguments(x *extract.X, suffix sitter.Node) ([]int32, string) {
	args, labels := values(x, suffix.Child("value_arguments"))
	label := "*:"
	for c := range suffix.Children() {
		switch {
		case c.FieldIs("name"):
			label = c.Text() + ":"
		case c.Is("lambda_literal"):
			args = append(args, x.Expr(c))
			labels += label
		}
	}
	return args, x.Intern([]byte(labels))
}

func values(x *extract.X, list sitter.Node) ([]int32, string) {
	var args []int32
	labels := ""
	for a := range list.Children() {
		if !a.Is("value_argument") {
			continue
		}
		if a.Field("reference_specifier").OK() {
			return nil, "ref"
		}
		label := "_:"
		if l := a.Field("name"); l.OK() {
			label = l.Text() + ":"
		}
		labels += label
		args = append(args, x.Expr(a.Field("value")))
	}
	return args, labels
}

func lambda(x *extract.X, n sitter.Node) int32 {
	s := of(x)
	outer := s.closure
	typ := n.Field("type")
	e := x.Lambda(n, func(l int32) {
		s.closure = facts.None
		captures(x, n.Field("captures"))
		list := typ.Child("lambda_function_type_parameters")
		if !list.OK() {
			s.closure = l
		}
		for p := range list.Children() {
			if p.Is("lambda_parameter") {
				x.LambdaParam(l, p.Field("name"), x.Type(typeField(p)))
			}
		}
		if r := typeField(typ); r.OK() {
			t := x.Type(r)
			x.F.Lambdas[x.F.Exprs[l].D].Type = t
		}
	}, n.Child("statements"), true)
	s.closure = outer
	return e
}

// captures are [weak self, a = b]: names for the values.
func captures(x *extract.X, list sitter.Node) {
	for c := range list.Children() {
		name, value := c.Field("name"), c.Field("value")
		if value.OK() {
			x.Bind(facts.BindVar, x.Text(name), name, facts.None, x.Expr(value))
		}
	}
}
