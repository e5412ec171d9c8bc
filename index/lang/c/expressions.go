package c

import (
	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/internal/sitter"
)

func call(x *extract.X, n sitter.Node) int32 {
	if s := state(x); n.Start() >= s.condFrom && n.End() <= s.condTo {
		return facts.None // in the condition of an #if
	}
	fn, args := n.Field("function"), n.Field("arguments")
	list := templateList(fn)
	switch fn.Kind() {
	case "template_function":
		switch string(fn.Field("name").Bytes()) {
		case "static_cast", "dynamic_cast", "const_cast", "reinterpret_cast":
			t := x.Type(list.First())
			return x.Cast(x.Expr(args.First()), t, n)
		}
		fn = fn.Field("name")
	case "primitive_type", "sized_type_specifier": // int(x)
		t := x.Type(fn)
		return x.Cast(x.Expr(args.First()), t, n)
	}
	e := facts.Expr{Op: facts.OpCall, A: x.Expr(fn), B: facts.None, T: facts.None, D: facts.None}
	if list.OK() {
		e.T = x.AddType(facts.Type{Op: facts.TTuple}, list, templateArguments(x, list)...)
	}
	values, _ := x.Args(args)
	return x.Call(e, n, spread(args), values...)
}

// templateList are the template arguments of a callee.
func templateList(fn sitter.Node) sitter.Node {
	for {
		switch fn.Kind() {
		case "template_function", "template_method":
			return fn.Field("arguments")
		case "field_expression":
			fn = fn.Field("field")
		case "qualified_identifier":
			fn = fn.Field("name")
		case "dependent_name":
			fn = fn.First()
		default:
			return sitter.Node{}
		}
	}
}

func spread(args sitter.Node) facts.CallFlags {
	if args.Child("parameter_pack_expansion").OK() {
		return facts.CallSpread
	}
	return 0
}

// member is a.b, a->b, a.b<T>, a->Base::b, a->~T.
func member(x *extract.X, n sitter.Node) int32 {
	object := x.Expr(n.Field("argument"))
	at := n.Field("field")
	for at.Is("qualified_identifier") {
		at = at.Field("name")
	}
	return x.Simple(facts.OpMember, plainName(x, at), object, at)
}

// qualified is a::b: an OpMember of its parts.
func qualified(x *extract.X, n sitter.Node) int32 {
	e, prefix := facts.None, ""
	for ; n.Is("qualified_identifier"); n = n.Field("name") {
		scope := n.Field("scope")
		switch scope.Kind() {
		case "":
			prefix = "::"
		case "template_type":
			name := prefix + scope.Field("name").Text()
			e = x.Cast(facts.None, x.TypeName(extract.TypePath([]byte(name)), scope, templateArguments(x, scope.Field("arguments"))...), scope)
			prefix += scope.Field("name").Text() + "::"
		case "namespace_identifier":
			if e = pathPart(x, e, prefix, scope); prefix == "" && x.Local(scope.Text()) {
				// A variable never stands before "::": what the name means outside does.
				x.F.Exprs[e].Pos = max(x.Def(x.Cur()).StartByte, 1) - 1
			}
			prefix += scope.Text() + "::"
		default:
			if t := x.Type(scope); t != facts.None {
				e = x.Cast(facts.None, t, scope)
			}
		}
	}
	return pathPart(x, e, prefix, n)
}

func pathPart(x *extract.X, e int32, prefix string, at sitter.Node) int32 {
	name := plainName(x, at)
	if e != facts.None {
		return x.Simple(facts.OpMember, name, e, at)
	}
	if prefix == "::" {
		name = x.Intern([]byte(prefix + name))
	}
	return x.Simple(facts.OpName, name, facts.None, at)
}

func subscript(x *extract.X, n sitter.Node) int32 {
	a := x.Expr(n.Field("argument"))
	index := n.Field("index")
	if l := n.Field("indices"); l.OK() {
		index = l.First()
	}
	return x.Index(a, x.Expr(index), n)
}

func comma(x *extract.X, n sitter.Node) int32 {
	x.Expr(n.Field("left"))
	return x.Expr(n.Field("right"))
}

// assignment matters where it stores a function; declarations say the rest.
func assignment(x *extract.X, n sitter.Node) int32 {
	left, right := n.Field("left"), n.Field("right")
	if !storesFunction(x, right) {
		x.Expr(left)
		return x.Expr(right)
	}
	switch left.Kind() {
	case "field_expression":
		target := x.Expr(left.Field("argument"))
		at := left.Field("field")
		v := x.Expr(right)
		bindMember(x, target, plainName(x, at), at, v, 0)
		return v
	case "identifier":
		v := x.Expr(right)
		if x.InFunction() {
			x.BindDef(facts.BindVar, x.Text(left), left, facts.None, v)
		}
		return v
	}
	x.Expr(left)
	return x.Expr(right)
}

func bindMember(x *extract.X, target int32, name string, at sitter.Node, v int32, index int) {
	if target == facts.None || v == facts.None {
		return
	}
	b := x.Bind(facts.BindMember, name, at, facts.None, v)
	x.F.Binds[b].Target, x.F.Binds[b].Index = target, int32(index)
}

// storesFunction tells whether a value may be a function: a lambda, or a name
// that no variable around has and that is not written as a constant.
func storesFunction(x *extract.X, n sitter.Node) bool {
	for {
		switch n.Kind() {
		case "parenthesized_expression":
			n = n.First()
		case "cast_expression":
			n = n.Field("value")
		case "pointer_expression":
			if n.Bytes()[0] != '&' {
				return false
			}
			n = n.Field("argument")
		case "lambda_expression":
			return true
		case "identifier":
			b := n.Bytes()
			return !isMacroName(b) && len(b) > 1 && !x.Local(string(b))
		case "qualified_identifier":
			return true
		default:
			return false
		}
	}
}
