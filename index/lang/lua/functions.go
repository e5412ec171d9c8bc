package lua

import (
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/internal/sitter"
)

// function is function f(), function a.b.f() and function a.b:f().
func function(x *extract.X, n sitter.Node) {
	name := n.Field("name")
	if name.Is("identifier") {
		d := functionNamed(x, x.Text(name), "function", name, n, n)
		global(x, d, name)
		return
	}
	memberFunction(x, name, name.Field("name"), x.Text(name.Field("name")), n, n)
}

// memberFunction is a function that becomes a member of a table: one of the
// file's own, one of another file, or a local one of the function around.
func memberFunction(x *extract.X, target, at sitter.Node, name string, n, fn sitter.Node) {
	object := target.Field("object")
	p := path(object)
	d := x.NewNamed(facts.Function, "method", name, n, fn.Field("body"))
	x.Def(d).NameLine = at.Line()
	switch t := tableOf(x, p); {
	case t != facts.None:
		x.Def(d).Parent = t
	case x.InFunction() || p == "":
		b := x.Bind(facts.BindMember, name, at, facts.None, x.DefExpr(d, n))
		x.F.Binds[b].Target = x.Expr(object)
	default:
		t := x.TypeName(p, object)
		x.Def(d).Recv = t
		x.Def(d).Mods |= facts.Exported
	}
	fill(x, d, fn, target.Is("method_name"))
}

func localFunction(x *extract.X, n sitter.Node) {
	name := n.Field("name")
	d := functionNamed(x, x.Text(name), "function", name, n, n)
	bindFunction(x, d, name, n)
}

// bindFunction makes a local function visible in the block around.
func bindFunction(x *extract.X, d int32, at, n sitter.Node) {
	if x.Scoped() {
		x.Bind(facts.BindFunc, x.Text(at), at, facts.None, x.DefExpr(d, n))
	}
}

// functionNamed makes a definition of a function value or statement.
func functionNamed(x *extract.X, name, form string, at, n, fn sitter.Node) int32 {
	d := x.NewNamed(facts.Function, form, name, n, fn.Field("body"))
	x.Def(d).NameLine = at.Line()
	fill(x, d, fn, false)
	return d
}

// fill adds what is inside a function; colon tells whether it gets self
// without saying so.
func fill(x *extract.X, d int32, fn sitter.Node, colon bool) {
	doc := tags(x.Def(d).Doc)
	list := fn.Field("parameters")
	table := x.Def(x.Def(d).Parent).Form == "table"
	switch {
	case colon:
		x.Def(d).Params = append(x.Def(d).Params, facts.Param{Name: "self", Type: facts.None, Default: facts.None, Flags: facts.ParamSelf})
	case !isName(list.First(), "self") && (table || x.Def(d).Recv != facts.None):
		x.Def(d).Mods |= facts.Static
	}
	if isTestFunction(x, d) {
		x.Def(d).Kind = facts.Test
	}
	x.Within(d, func() {
		for p := range list.Children() {
			param(x, d, p, doc)
		}
		if doc.ret != "" {
			t := docType(x, doc.ret, fn)
			x.Def(d).Type, x.Def(d).Returns = t, doc.ret
		}
		x.WalkChildren(fn.Field("body"))
	})
}

func param(x *extract.X, d int32, p sitter.Node, doc docTags) {
	out := facts.Param{Name: x.Text(p), Type: facts.None, Default: facts.None}
	switch {
	case p.Is("vararg"):
		out.Flags |= facts.ParamRest
	case out.Name == "self" && len(x.Def(d).Params) == 0:
		out.Flags |= facts.ParamSelf
	}
	if s := doc.params[strings.TrimSuffix(out.Name, "?")]; s != "" {
		out.Text, out.Type = s, docType(x, s, p)
	}
	x.AddParam(d, out, p)
}

func lambda(x *extract.X, n sitter.Node) int32 {
	return x.Lambda(n, func(l int32) {
		for p := range n.Field("parameters").Children() {
			x.LambdaParam(l, p, facts.None)
		}
	}, n.Field("body"), false)
}

// identifier is a name; self is the instance where the function has one.
func identifier(x *extract.X, n sitter.Node) int32 {
	if string(n.Bytes()) == "self" && hasSelf(x) {
		return x.Simple(facts.OpThis, "", facts.None, n)
	}
	return x.Name(n)
}

func hasSelf(x *extract.X) bool {
	for d := x.Cur(); d > 0; d = x.Def(d).Parent {
		if d == of(x).ownSelf {
			return false
		}
		if p := x.Def(d).Params; len(p) > 0 && p[0].Flags&facts.ParamSelf != 0 {
			return true
		}
	}
	return false
}

// selfTable is the table whose instance self is, None if the file has no
// definition of it.
func selfTable(x *extract.X) int32 {
	for d := x.Cur(); d > 0; d = x.Def(d).Parent {
		if x.Def(d).Form == "table" {
			return d
		}
	}
	return facts.None
}

func vararg(x *extract.X, n sitter.Node) int32 { return x.Simple(facts.OpName, "...", facts.None, n) }

// global marks what a global name stands for.
func global(x *extract.X, d int32, at sitter.Node) {
	if x.Scoped() && x.Local(x.Text(at)) {
		x.Assign(x.Text(at), at, x.DefExpr(d, at))
		return
	}
	x.Def(d).Mods |= facts.Exported | facts.Public
	of(x).globals[x.Text(at)] = true
	if x.InFunction() {
		x.BindIn(facts.BindGlobal, x.Text(at), at, 0, 0, x.F.Defs[0].EndByte, facts.None, x.DefExpr(d, at))
	}
}

func isTestFunction(x *extract.X, d int32) bool {
	return strings.HasPrefix(strings.ToLower(x.Def(d).Name), "test") && isTest(x.Path) && !x.InFunction()
}
