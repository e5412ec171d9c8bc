package python

import (
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/internal/sitter"
)

// identifier is a name; the first parameter of a class method is the class.
func identifier(x *extract.X, n sitter.Node) int32 {
	if t := of(x).top(); t != nil && t.cls != "" && string(n.Bytes()) == t.cls {
		return x.Simple(facts.OpSelfClass, "", facts.None, n)
	}
	return x.Name(n)
}

// attribute is obj.name; self.__class__ is the class.
func attribute(x *extract.X, n sitter.Node) int32 {
	object, name := unstar(n.Field("object")), n.Field("attribute")
	if string(name.Bytes()) == "__class__" && isSelf(x, object) {
		return x.Simple(facts.OpSelfClass, "", facts.None, n)
	}
	return x.Member(x.Expr(object), name)
}

// isSelf tells whether a node is the receiver of the method around.
func isSelf(x *extract.X, n sitter.Node) bool {
	t := of(x).top()
	return t != nil && t.self != "" && n.Is("identifier") && string(n.Bytes()) == t.self
}

// unstar looks behind the star of "*f(x)", which the grammar sometimes puts on
// f alone.
func unstar(n sitter.Node) sitter.Node {
	if n.Is("list_splat") {
		return n.First()
	}
	return n
}

func call(x *extract.X, n sitter.Node) int32 {
	fn, list := unstar(n.Field("function")), n.Field("arguments")
	switch fn.Kind() {
	case "identifier":
		if v, ok := builtin(x, n, fn, list); ok {
			return v
		}
	case "attribute":
		extendsAll(x, fn, list)
		switch string(fn.Field("attribute").Bytes()) {
		case "cast", "import_module":
			if v, ok := builtin(x, n, fn, list); ok {
				return v
			}
		}
	}
	f := x.Expr(fn)
	if list.Is("generator_expression") {
		return x.CallOf(f, n, 0, x.Expr(list))
	}
	args, spread := x.Args(list)
	var flags facts.CallFlags
	if spread {
		flags = facts.CallSpread
	}
	if list.Child("keyword_argument").OK() {
		flags |= facts.CallNamed
	}
	return x.CallOf(f, n, flags, args...)
}

// argument is argument i of a call, comments not counted.
func argument(list sitter.Node, i int) sitter.Node {
	for c := range list.Children() {
		if c.Is("comment") {
			continue
		}
		if i--; i < 0 {
			return c
		}
	}
	return none
}

// builtin handles calls that say something about types or scopes.
func builtin(x *extract.X, n, fn, list sitter.Node) (int32, bool) {
	first := argument(list, 0)
	second := argument(list, 1)
	switch string(fn.Bytes()) {
	case "super":
		return super(x, n, first), true
	case "type":
		if isSelf(x, first) && !second.OK() {
			return x.Simple(facts.OpSelfClass, "", facts.None, n), true
		}
		return facts.None, false
	case "__import__":
		if first.Is("string") {
			return importModule(x, n, first), true
		}
		return facts.None, false
	}
	switch of(x).standard(fn) {
	case "typing.cast":
		if !second.OK() {
			break
		}
		t, v := annotation(x, first), x.Expr(second)
		if t == facts.None {
			return v, true
		}
		return x.Cast(v, t, n), true
	case "importlib.import_module":
		if first.Is("string") {
			return importModule(x, n, first), true
		}
	}
	return facts.None, false
}

// super is super() or super(A, self); A is kept where it is not the class
// around.
func super(x *extract.X, n, after sitter.Node) int32 {
	of := facts.None
	if after.OK() {
		class := x.Enclosing(facts.Class, facts.Interface)
		if a := x.Expr(after); class == facts.None || x.Def(class).Name != string(after.Bytes()) && a != facts.None && x.F.Exprs[a].Op != facts.OpSelfClass {
			of = a
		}
	}
	return x.Simple(facts.OpSuper, "", of, n)
}

// subscript is obj[index]; a slice of something is the like of it.
func subscript(x *extract.X, n sitter.Node) int32 {
	v := x.Expr(unstar(n.Field("value")))
	index, count, slice := facts.None, 0, false
	for s := range n.Fields("subscript") {
		slice = s.Is("slice")
		index = x.Expr(s)
		count++
	}
	if count == 1 && slice {
		return x.Simple(facts.OpUnary, "slice", v, n)
	}
	if count != 1 {
		index = facts.None
	}
	return x.Index(v, index, n)
}

func binary(x *extract.X, n sitter.Node) int32 {
	l, r := n.Field("left"), n.Field("right")
	a, b := x.Expr(l), x.Expr(r)
	if a == facts.None && b == facts.None {
		return facts.None
	}
	op := x.Between(l, r)
	if op == "+" || op == "%" { // text stays text
		for _, v := range [2]int32{a, b} {
			if v != facts.None && x.F.Exprs[v].Op == facts.OpLit && (x.F.Exprs[v].Name == "string" || x.F.Exprs[v].Name == "bytes") {
				return v
			}
		}
	}
	return x.Add(facts.Expr{Op: facts.OpBinary, Name: op, A: a, B: b, T: facts.None, D: facts.None}, n)
}

func unary(x *extract.X, n sitter.Node) int32 {
	v := x.Expr(n.Field("argument"))
	if v == facts.None || x.F.Exprs[v].Op == facts.OpLit {
		return v
	}
	return x.Simple(facts.OpUnary, x.Intern(n.Bytes()[:1]), v, n)
}

// tuple keeps every element in its place, so that it can be taken apart.
func tuple(x *extract.X, n sitter.Node) int32 {
	args, _ := x.Args(n)
	return x.Many(facts.OpTuple, "", n, args...)
}

// pair is an entry of a dictionary: its value.
func pair(x *extract.X, n sitter.Node) int32 {
	x.Expr(n.Field("key"))
	return x.Expr(n.Field("value"))
}

// yield returns what it yields, from the generator's point of view.
func yield(x *extract.X, n sitter.Node) int32 {
	v := x.Expr(n.First())
	if words := strings.Fields(string(n.Bytes()[:min(len(n.Bytes()), 24)])); len(words) > 1 && words[1] == "from" {
		v = x.Simple(facts.OpIter, "", v, n)
	}
	if v != facts.None {
		x.Return(x.Simple(facts.OpYield, "", v, n))
	}
	if d := x.Enclosing(facts.Function, facts.Test); d != facts.None {
		x.Def(d).Mods |= facts.Generator
	}
	return facts.None
}

// lambda is an anonymous function.
func lambda(x *extract.X, n sitter.Node) int32 {
	list := n.Field("parameters")
	return x.Lambda(n, func(l int32) {
		for p := range list.Children() {
			at, param, ok := parameter(x, p)
			if !ok {
				continue
			}
			if param.Flags&(facts.ParamRest|facts.ParamKwRest) == 0 && param.Name != "" {
				x.LambdaParam(l, at, facts.None)
				continue
			}
			x.LambdaParam(l, none, facts.None)
			if param.Name != "" {
				x.Bind(facts.BindVar, param.Name, at, facts.None, facts.None)
			}
		}
	}, n.Field("body"), true)
}

// comprehension binds its names in itself only. The names of inner clauses
// come before the element in the program's order, not in the text's.
func comprehension(kind string) func(*extract.X, sitter.Node) int32 {
	return func(x *extract.X, n sitter.Node) int32 {
		v := facts.None
		x.Block(n, func() {
			body := n.Field("body")
			for c := range n.Children() {
				switch c.Kind() {
				case "for_in_clause":
					x.Branch(1)
					over := facts.None
					for r := range c.Fields("right") {
						over = x.Expr(r)
					}
					bindElement(x, c.Field("left"), element(x, c, over))
				case "if_clause":
					x.Branch(1)
					cond := c.First()
					x.Expr(cond)
					conditions(x, cond, true).apply(x, n.Start(), n.End())
				}
			}
			v = x.Expr(body)
		})
		if v == facts.None {
			return x.Lit(kind)
		}
		return x.Many(facts.OpLit, kind, n, v)
	}
}

// bindElement binds in the visible range at hand, not in the function.
func bindElement(x *extract.X, target sitter.Node, value int32) {
	eachTarget(x, target, value, func(at sitter.Node, v int32) {
		if at.Is("identifier") {
			x.Bind(facts.BindVar, x.Text(at), at, facts.None, v)
		}
	})
}

// element is one element of iterating over a value.
func element(x *extract.X, n sitter.Node, over int32) int32 {
	if over == facts.None {
		return facts.None
	}
	return x.Simple(facts.OpIter, "", over, n)
}
