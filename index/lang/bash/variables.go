package bash

import (
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/internal/sitter"
)

// declaration is declare, typeset, export, readonly and local.
func declaration(x *extract.X, n sitter.Node) {
	word, _, _ := strings.Cut(n.Text()[:min(len(n.Bytes()), 12)], " ")
	var mods facts.Mods
	options := ""
	for c := range n.Children() {
		if c.Is("word") && strings.HasPrefix(c.Text(), "-") {
			options += c.Text()
		}
	}
	if word == "export" || strings.Contains(options, "x") {
		mods |= facts.Exported
	}
	if word == "readonly" || strings.Contains(options, "r") {
		mods |= facts.Const
	}
	local := x.InFunction() && word != "export" && word != "readonly" && !strings.Contains(options, "g")
	for c := range n.Children() {
		switch {
		case c.Is("variable_assignment"):
			variable(x, c.Field("name"), c, c.Field("value"), local, mods)
		case c.Is("variable_name") && !strings.Contains(options, "f"):
			variable(x, c, c, sitter.Node{}, local, mods)
		case !c.Is("word"):
			x.Expr(c)
		}
	}
}

func assignment(x *extract.X, n sitter.Node) {
	if n.Parent().Is("command") { // the environment of one command
		x.Expr(n.Field("value"))
		return
	}
	variable(x, n.Field("name"), n, n.Field("value"), false, 0)
}

// variable gives a variable a value. At the top level the first one is its
// definition; in functions all but local ones are the file's.
func variable(x *extract.X, at, n, value sitter.Node, local bool, mods facts.Mods) {
	if at.Is("subscript") {
		x.Walk(at.Field("index"))
		at = at.Field("name")
	}
	name := x.Text(at)
	seen := x.Data.(*state).seen
	folderOf(x, name, value)
	switch {
	case name == "":
		x.Expr(value)
	case local:
		v := x.Expr(value)
		x.BindDef(facts.BindVar, name, at, facts.None, v)
	case x.InFunction():
		v := x.Expr(value)
		if x.Local(name) {
			x.BindDef(facts.BindVar, name, at, facts.None, v)
		} else {
			x.BindIn(facts.BindGlobal, name, at, 0, 0, x.F.Defs[0].EndByte, facts.None, v)
		}
	case seen[name]:
		x.Expr(value)
	default:
		seen[name] = true
		d := x.New(facts.Variable, "variable", at, n, sitter.Node{})
		x.Def(d).Mods |= mods
		x.Within(d, func() {
			v := x.Expr(value)
			x.Def(d).Value = v
		})
	}
}

func forStatement(x *extract.X, n sitter.Node) {
	at := n.Field("variable")
	for v := range n.Fields("value") {
		x.Expr(v)
	}
	if at.OK() {
		x.BindDef(facts.BindVar, x.Text(at), at, facts.None, x.Lit("string"))
	}
	x.Walk(n.Field("body"))
}
