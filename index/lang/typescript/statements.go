package typescript

import (
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/internal/sitter"
)

func forIn(x *extract.X, n sitter.Node) {
	x.Block(n, func() {
		over := x.Expr(n.Field("right"))
		element := facts.None
		if op := n.Field("operator"); string(op.Bytes()) != "in" {
			element = x.Simple(facts.OpIter, "", over, n.Field("left"))
		} else {
			element = x.Lit("string")
		}
		if n.Field("kind").OK() || n.Child("const", "let", "var").OK() {
			destructure(x, n.Field("left"), element, facts.BindVar)
		} else {
			x.Expr(n.Field("left"))
		}
		x.Walk(n.Field("body"))
	})
}

func catchClause(x *extract.X, n sitter.Node) {
	x.Block(n, func() {
		if p := n.Field("parameter"); p.OK() {
			typ := facts.None
			if t := n.Field("type"); t.OK() {
				typ = x.Type(t)
			}
			if p.Is("identifier") {
				x.Bind(facts.BindVar, x.Text(p), p, typ, facts.None)
			} else {
				destructure(x, p, facts.None, facts.BindVar)
			}
		}
		x.Walk(n.Field("body"))
	})
}

// ifStatement narrows names by instanceof in the branch that it guards.
func ifStatement(x *extract.X, n sitter.Node) {
	cond := n.Field("condition")
	x.Expr(cond)
	then := n.Field("consequence")
	narrow(x, cond, then)
	x.Walk(then)
	x.Walk(n.Field("alternative"))
}

func narrow(x *extract.X, cond, where sitter.Node) {
	switch cond.Kind() {
	case "parenthesized_expression":
		narrow(x, cond.First(), where)
	case "binary_expression":
		op := string(cond.Field("operator").Bytes())
		if op == "" {
			op = operator(x, cond)
		}
		left, right := cond.Field("left"), cond.Field("right")
		switch {
		case op == "&&":
			narrow(x, left, where)
			narrow(x, right, where)
		case op == "instanceof" && left.Is("identifier"):
			t := x.TypeName(extract.TypePath(right.Bytes()), right)
			x.BindIn(facts.BindNarrow, x.Text(left), left, x.Cur(), where.Start(), where.End(), t, facts.None)
		}
	}
}

// operator is the text between the operands: the grammar keeps it as an
// anonymous token.
func operator(x *extract.X, n sitter.Node) string {
	l, r := n.Field("left"), n.Field("right")
	if !l.OK() || !r.OK() || l.End() > r.Start() {
		return ""
	}
	return strings.TrimSpace(string(x.Src[l.End():r.Start()]))
}

func binary(x *extract.X, n sitter.Node) int32 {
	op := operator(x, n)
	a := x.Expr(n.Field("left"))
	b := x.Expr(n.Field("right"))
	switch op {
	case "||", "??":
		x.Branch(1)
		return x.Union(n, a, b)
	case "&&":
		x.Branch(1)
		return b
	case "+":
		return x.Lit("string")
	case "-", "*", "/", "%", "**", "|", "&", "^", "<<", ">>", ">>>":
		return x.Lit("number")
	}
	return x.Lit("bool")
}

// assignment gives a name, a property or a pattern a value.
func assignment(x *extract.X, n sitter.Node) int32 {
	left, right := n.Field("left"), n.Field("right")
	switch {
	case left.Is("member_expression"):
		return memberAssignment(x, n, left, right)
	case left.Is("identifier"):
		if isFunction(right) && x.Scoped() {
			d := functionNamed(x, n, right, left, x.Text(left), formOf(right))
			e := x.Add(facts.Expr{Op: facts.OpDef, A: facts.None, B: facts.None, T: facts.None, D: d}, n)
			x.Def(d).Mods |= facts.Local
			x.Assign(x.Text(left), left, e)
			return e
		}
		v := x.Expr(right)
		if v != facts.None {
			x.Assign(x.Text(left), left, v)
		}
		return v
	case left.Is("object_pattern", "array_pattern"):
		v := x.Expr(right)
		destructure(x, left, v, facts.BindVar)
		return v
	}
	x.Expr(left)
	return x.Expr(right)
}

// memberAssignment is "a.b = v": a field for this.b, an export for exports.b
// and module.exports, a method for prototypes, else a member of a value.
func memberAssignment(x *extract.X, n, left, right sitter.Node) int32 {
	object, at := left.Field("object"), left.Field("property")
	name := x.Text(at)
	if spec, ok := required(x, right); ok && string(left.Bytes()) == "module.exports" {
		x.Import(facts.Import{Module: spec, Name: "*", Kind: facts.ImportReexport, Line: n.Line()})
	}
	switch text := string(object.Bytes()); {
	case object.Is("this"):
		return thisField(x, n, at, right)
	case text == "exports" || text == "module.exports":
		return commonExport(x, n, at, right, name)
	case text == "module" && name == "exports":
		return moduleExports(x, n, right)
	}
	target := x.Expr(object)
	var v int32
	if isFunction(right) {
		d := functionNamed(x, n, right, at, name, "method")
		v = x.Add(facts.Expr{Op: facts.OpDef, A: facts.None, B: facts.None, T: facts.None, D: d}, n)
	} else {
		v = x.Expr(right)
	}
	b := x.Bind(facts.BindMember, name, at, facts.None, v)
	x.F.Binds[b].Target = target
	return v
}

func thisField(x *extract.X, n, at, right sitter.Node) int32 {
	class := x.Enclosing(facts.Class)
	var v int32
	if isFunction(right) && class != facts.None {
		d := functionNamed(x, n, right, at, x.Text(at), "arrow")
		x.Def(d).Parent = class
		v = x.Add(facts.Expr{Op: facts.OpDef, A: facts.None, B: facts.None, T: facts.None, D: d}, n)
	} else {
		v = x.Expr(right)
	}
	if class == facts.None {
		class = x.Enclosing(facts.Function) // a constructor function
	}
	if class != facts.None {
		x.BindIn(facts.BindField, x.Text(at), at, class, x.Def(class).StartByte, x.Def(class).EndByte, facts.None, v)
	}
	return v
}

func commonExport(x *extract.X, n, at, right sitter.Node, name string) int32 {
	if isFunction(right) {
		d := functionNamed(x, n, right, at, name, formOf(right))
		x.Def(d).Mods |= facts.Exported
		return x.Add(facts.Expr{Op: facts.OpDef, A: facts.None, B: facts.None, T: facts.None, D: d}, n)
	}
	v := x.Expr(right)
	x.F.Exports = append(x.F.Exports, facts.Export{Name: name, Expr: v, Line: n.Line()})
	return v
}

func moduleExports(x *extract.X, n, right sitter.Node) int32 {
	if right.Is("object") {
		for c := range right.Children() {
			switch c.Kind() {
			case "shorthand_property_identifier":
				x.F.Exports = append(x.F.Exports, facts.Export{Name: x.Text(c), Local: x.Text(c), Expr: facts.None, Line: c.Line()})
			case "pair":
				name, value := memberName(x, c.Field("key")), c.Field("value")
				if isFunction(value) {
					d := functionNamed(x, c, value, c.Field("key"), name, formOf(value))
					x.Def(d).Mods |= facts.Exported
				} else {
					x.F.Exports = append(x.F.Exports, facts.Export{Name: name, Expr: x.Expr(value), Line: c.Line()})
				}
			case "method_definition":
				first := len(x.F.Defs)
				method(x, c)
				x.F.Defs[first].Mods |= facts.Exported
			case "spread_element":
				x.Expr(c.First())
			}
		}
		return facts.None
	}
	if isFunction(right) || right.Is("class") {
		exported(x, n, right, true)
		return facts.None
	}
	v := x.Expr(right)
	x.F.Exports = append(x.F.Exports, facts.Export{Name: "=", Expr: v, Line: n.Line()})
	return v
}

// required is the module of "require('m')".
func required(x *extract.X, n sitter.Node) (string, bool) {
	if !n.Is("call_expression") || string(n.Field("function").Bytes()) != "require" {
		return "", false
	}
	arg := n.Field("arguments").First()
	if !arg.Is("string") {
		return "", false
	}
	return unquote(arg), true
}
