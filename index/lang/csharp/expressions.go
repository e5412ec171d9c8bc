package csharp

import (
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/internal/sitter"
)

func aliasQualified(x *extract.X, n sitter.Node) int32 {
	name := plain(n.Field("name"))
	if alias := n.Field("alias"); string(alias.Bytes()) != "global" {
		return x.Member(x.Name(alias), name)
	}
	return x.Name(name)
}

// genericName is a name with type arguments, which may choose between types.
func genericName(x *extract.X, n sitter.Node) int32 {
	e := x.Name(plain(n))
	if t := n.Child("type_argument_list"); t.OK() {
		list := x.TypeList(t)
		x.F.Exprs[e].T = list
	}
	return e
}

func qualified(x *extract.X, n sitter.Node) int32 {
	return x.Member(x.Expr(n.Field("qualifier")), plain(n.Field("name")))
}

// member is a.Name; a type keyword in front of it (int.Parse) is a name.
func member(x *extract.X, n sitter.Node) int32 {
	object, name := n.Field("expression"), plain(n.Field("name"))
	if object.Is("predefined_type") {
		return x.Member(x.Name(object), name)
	}
	return x.Member(x.Expr(object), name)
}

// conditionalAccess is a?.Name and a?[i].
func conditionalAccess(x *extract.X, n sitter.Node) int32 {
	object := x.Expr(n.Field("condition"))
	switch b := n.Last(); b.Kind() {
	case "member_binding_expression":
		return x.Member(object, plain(b.Field("name")))
	case "element_binding_expression":
		return index(x, object, b, n)
	}
	return object
}

func elementAccess(x *extract.X, n sitter.Node) int32 {
	return index(x, x.Expr(n.Field("expression")), n.Field("subscript"), n)
}

func index(x *extract.X, object int32, subscript, n sitter.Node) int32 {
	args, _ := x.Args(subscript)
	if len(args) == 0 {
		args = []int32{facts.None}
	}
	return x.Index(object, args[0], n)
}

// list is [a, b] or { a, b }: its elements.
func list(x *extract.X, n sitter.Node) int32 {
	if bracketed(n) {
		return elements(x, n, "collection")
	}
	return elements(x, n, "list")
}

func elements(x *extract.X, n sitter.Node, kind string) int32 {
	args, _ := x.Args(n)
	var known []int32
	for _, a := range args {
		if a != facts.None && len(known) < 8 {
			known = append(known, a)
		}
	}
	if len(known) == 0 {
		return x.Lit(kind)
	}
	return x.Many(facts.OpLit, kind, n, known...)
}

// argument is a value with, maybe, the parameter's name in front.
func argument(x *extract.X, n sitter.Node) int32 {
	for c := range n.Children() {
		if !c.FieldIs("name") && !c.Is("comment") {
			return x.Expr(c)
		}
	}
	return facts.None
}

func invocation(x *extract.X, n sitter.Node) int32 {
	fn, list := n.Field("function"), n.Field("arguments")
	if fn.Is("identifier") && string(fn.Bytes()) == "nameof" {
		return x.Lit("string")
	}
	f := x.Expr(fn)
	args, _ := x.Args(list)
	if t := typeArgs(fn); t.OK() {
		return x.Call(facts.Expr{Op: facts.OpCall, A: f, B: facts.None, T: x.TypeList(t), D: facts.None}, n, 0, args...)
	}
	return x.CallOf(f, n, 0, args...)
}

// typeArgs are the explicit type arguments of what is called.
func typeArgs(fn sitter.Node) sitter.Node {
	switch fn.Kind() {
	case "member_access_expression":
		return fn.Field("name").Child("type_argument_list")
	case "conditional_access_expression":
		return fn.Last().Field("name").Child("type_argument_list")
	}
	return fn.Child("type_argument_list")
}

// assignment is a value like any other; names on its left are declared
// elsewhere, with their types.
func assignment(x *extract.X, n sitter.Node) int32 {
	left, right := n.Field("left"), n.Field("right")
	if left.Is("tuple_expression") {
		v := x.Expr(right)
		takeApart(x, left, v)
		return v
	}
	l := x.Expr(left)
	if right.Is("implicit_object_creation_expression") {
		return constructAs(x, x.AddType(facts.Type{Op: facts.TTypeof, Expr: l}, left), right)
	}
	v := x.Expr(right)
	if x.Between(left, right) == "??=" {
		x.Branch(1)
		return x.Union(n, l, v)
	}
	return v
}

// unary is !a, -a, *p, &f, a! and a++: transparent, but for what is a number
// or a truth value.
func unary(x *extract.X, n sitter.Node) int32 {
	text := n.Bytes()
	v := facts.None
	for c := range n.Children() {
		v = x.Expr(c)
	}
	switch {
	case n.Is("postfix_unary_expression"), len(text) > 0 && (text[0] == '*' || text[0] == '&'):
		return v
	case len(text) > 0 && text[0] == '!':
		return x.Lit("bool")
	}
	return x.Lit("number")
}

// bracketed tells whether a node is a collection expression in disguise, see
// withoutCollections.
func bracketed(n sitter.Node) bool { return len(n.Bytes()) > 0 && n.Bytes()[0] == '[' }

func parenthesized(x *extract.X, n sitter.Node) int32 {
	if bracketed(n) {
		return list(x, n)
	}
	return x.Expr(n.First())
}

func stringLiteral(x *extract.X, n sitter.Node) int32 {
	if bracketed(n) {
		return x.Lit("collection")
	}
	return x.Lit("string")
}

// number is a literal of the type that its suffix and form say.
func number(x *extract.X, n sitter.Node) int32 {
	text := strings.ToLower(string(n.Bytes()))
	if n.Is("integer_literal") {
		switch {
		case strings.HasSuffix(text, "ul") || strings.HasSuffix(text, "lu"):
			return x.Lit("ulong")
		case strings.HasSuffix(text, "l"):
			return x.Lit("long")
		case strings.HasSuffix(text, "u"):
			return x.Lit("uint")
		}
		return x.Lit("number")
	}
	switch text[len(text)-1] {
	case 'f':
		return x.Lit("float")
	case 'm':
		return x.Lit("decimal")
	}
	return x.Lit("double")
}

func tuple(x *extract.X, n sitter.Node) int32 {
	if bracketed(n) {
		return list(x, n)
	}
	args, _ := x.Args(n)
	return x.Many(facts.OpTuple, "", n, args...)
}

// declarationExpression is "out T name".
func declarationExpression(x *extract.X, n sitter.Node) int32 {
	at := n.Field("name")
	if !at.OK() {
		takeApart(x, n.Last(), facts.None)
		return facts.None
	}
	x.Bind(facts.BindVar, x.Text(at), at, x.Type(n.Field("type")), facts.None)
	return x.Name(at)
}

// typeOf is a value that describes a type, not one of that type.
func typeOf(x *extract.X, n sitter.Node) int32 {
	x.Type(n.Field("type"))
	return x.Cast(facts.None, x.TypeName("System.Type", n), n)
}

func defaultOf(x *extract.X, n sitter.Node) int32 {
	if t := n.Field("type"); t.OK() {
		return x.Cast(facts.None, x.Type(t), n)
	}
	return facts.None
}

// with is a copy of a record with other values in it.
func with(x *extract.X, n sitter.Node) int32 {
	v := x.Expr(n.First())
	for c := range n.Children() {
		if c.Is("with_initializer") {
			x.Expr(c.Last())
		}
	}
	return v
}

// query is a LINQ expression: its range variables are bound in it, its value
// is a list of what it selects.
func query(x *extract.X, n sitter.Node) int32 {
	var out int32 = facts.None
	x.Block(n, func() {
		for c := range n.Children() {
			switch c.Kind() {
			case "from_clause":
				v := x.Simple(facts.OpIter, "", x.Expr(c.Last()), c)
				rangeVariable(x, c.Field("name"), c.Field("type"), v)
			case "join_clause":
				join(x, c)
			case "let_clause":
				rangeVariable(x, c.First(), sitter.Node{}, x.Expr(c.Last()))
			case "identifier": // into name: the groups or results so far
				rangeVariable(x, c, sitter.Node{}, x.Simple(facts.OpIter, "", out, c))
			case "select_clause":
				out = x.Expr(c.First())
				if out != facts.None {
					out = x.Many(facts.OpLit, "list", c, out)
				}
			default:
				x.WalkChildren(c)
			}
		}
	})
	return out
}

func rangeVariable(x *extract.X, at, typ sitter.Node, v int32) {
	if at.OK() {
		x.Bind(facts.BindVar, x.Text(at), at, x.Type(typ), v)
	}
}

func join(x *extract.X, n sitter.Node) {
	name, over := n.Child("identifier"), false
	for c := range n.Children() {
		switch {
		case c.Start() == name.Start() || c.FieldIs("type"):
		case c.Is("join_into_clause"):
			rangeVariable(x, c.First(), sitter.Node{}, facts.None)
		case !over:
			over = true
			rangeVariable(x, name, n.Field("type"), x.Simple(facts.OpIter, "", x.Expr(c), c))
		default:
			x.Expr(c)
		}
	}
}
