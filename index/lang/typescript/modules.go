package typescript

import (
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/internal/sitter"
)

// unquote is the text of a string literal.
func unquote(n sitter.Node) string { return strings.Trim(n.Text(), "'\"`") }

func typeOnly(n sitter.Node) facts.ImportFlags {
	words := strings.Fields(string(n.Bytes()[:min(len(n.Bytes()), 24)]))
	if len(words) > 1 && (words[1] == "type" || strings.HasPrefix(words[1], "type{")) && (len(words) < 3 || words[2] != "from") {
		return facts.ImportTypeOnly
	}
	return 0
}

func importStatement(x *extract.X, n sitter.Node) {
	module := unquote(n.Field("source"))
	flags := typeOnly(n)
	if r := n.Child("import_require_clause"); r.OK() { // import x = require("m")
		x.Import(facts.Import{Module: unquote(r.Field("source")), Name: "=", Alias: x.Text(r.First()), Kind: facts.ImportRequire, Line: n.Line()})
		return
	}
	clause := n.Child("import_clause")
	if !clause.OK() {
		x.Import(facts.Import{Module: module, Line: n.Line()})
		return
	}
	for c := range clause.Children() {
		switch c.Kind() {
		case "identifier":
			x.Import(facts.Import{Module: module, Name: "default", Alias: x.Text(c), Line: c.Line(), Flags: flags})
		case "namespace_import":
			x.Import(facts.Import{Module: module, Name: "*", Alias: x.Text(c.Child("identifier")), Line: c.Line(), Flags: flags})
		case "named_imports":
			for s := range c.Children() {
				if !s.Is("import_specifier") {
					continue
				}
				name, alias := s.Field("name"), s.Field("alias")
				if !alias.OK() {
					alias = name
				}
				f := flags
				if strings.HasPrefix(string(s.Bytes()), "type ") {
					f |= facts.ImportTypeOnly
				}
				x.Import(facts.Import{Module: module, Name: unquote(name), Alias: x.Text(alias), Line: s.Line(), Flags: f})
			}
		}
	}
}

// importAlias is "import a = b.c".
func importAlias(x *extract.X, n sitter.Node) {
	name, value := n.First(), n.Last()
	d := x.New(facts.Variable, "alias", name, n, sitter.Node{})
	e := dotted(x, value)
	x.Def(d).Value = e
}

// dotted is an Expr of a nested identifier.
func dotted(x *extract.X, n sitter.Node) int32 {
	if n.Is("nested_identifier") {
		return x.Member(dotted(x, n.Field("object")), n.Field("property"))
	}
	return x.Name(n)
}

func exportStatement(x *extract.X, n sitter.Node) {
	isDefault := n.Child("default").OK()
	if src := n.Field("source"); src.OK() {
		reexport(x, n, unquote(src))
		return
	}
	if decl := n.Field("declaration"); decl.OK() {
		exported(x, n, decl, isDefault)
		return
	}
	if clause := n.Child("export_clause"); clause.OK() {
		for s := range clause.Children() {
			name, alias := s.Field("name"), s.Field("alias")
			if !name.OK() {
				continue
			}
			if !alias.OK() {
				alias = name
			}
			x.F.Exports = append(x.F.Exports, facts.Export{Name: unquote(alias), Local: x.Text(name), Expr: facts.None, Line: s.Line()})
		}
		return
	}
	if v := n.Field("value"); v.OK() {
		if v.Is("function_expression", "class", "generator_function", "arrow_function") {
			exported(x, n, v, true)
			return
		}
		if o := unwrap(v); o.Is("object") {
			d := x.NewNamed(facts.Variable, "object", "default", n, sitter.Node{})
			x.Def(d).Mods |= facts.Exported | facts.Default
			x.Within(d, func() {
				e := objectInto(x, d, o)
				x.Def(d).Value = e
			})
			return
		}
		x.F.Exports = append(x.F.Exports, facts.Export{Name: "default", Expr: x.Expr(v), Line: v.Line()})
		return
	}
	for c := range n.Children() { // export = x, export as namespace X
		if c.Is("identifier", "member_expression", "call_expression", "new_expression", "object") && !strings.HasPrefix(string(n.Bytes()), "export as") {
			x.F.Exports = append(x.F.Exports, facts.Export{Name: "=", Expr: x.Expr(c), Line: c.Line()})
		}
	}
}

func reexport(x *extract.X, n sitter.Node, module string) {
	flags := typeOnly(n)
	clause := n.Child("export_clause")
	if !clause.OK() {
		im := facts.Import{Module: module, Name: "*", Kind: facts.ImportReexport, Line: n.Line(), Flags: flags}
		if ns := n.Child("namespace_export"); ns.OK() {
			im.Alias = unquote(ns.Child("identifier", "string"))
		}
		x.Import(im)
		return
	}
	for s := range clause.Children() {
		name, alias := s.Field("name"), s.Field("alias")
		if !name.OK() {
			continue
		}
		if !alias.OK() {
			alias = name
		}
		x.Import(facts.Import{Module: module, Name: unquote(name), Alias: unquote(alias), Kind: facts.ImportReexport, Line: s.Line(), Flags: flags})
	}
}

// exported walks a declaration and marks what it defines at this level.
func exported(x *extract.X, n, decl sitter.Node, isDefault bool) {
	first, cur := len(x.F.Defs), x.Cur()
	data, _ := x.Data.([]string)
	for d := range n.Children() {
		if d.Is("decorator") {
			data = append(data, x.Text(d))
			x.Walk(d)
		}
	}
	x.Data = data
	if isDefault && decl.Is("function_expression", "generator_function", "arrow_function", "class") && !decl.Field("name").OK() {
		anonymousDefault(x, decl)
	} else if decl.Is("function_expression", "generator_function") {
		function(x, decl)
	} else if decl.Is("class") {
		class(x, decl)
	} else {
		x.Walk(decl)
	}
	x.Data = nil
	for i := first; i < len(x.F.Defs); i++ {
		if d := &x.F.Defs[i]; d.Parent == cur {
			d.Mods |= facts.Exported
			if isDefault {
				d.Mods |= facts.Default
			}
		}
	}
	if isDefault && len(x.F.Defs) == first { // export default <expression that made no definition>
		return
	}
}

// anonymousDefault names "export default function () {…}" default.
func anonymousDefault(x *extract.X, decl sitter.Node) {
	if decl.Is("class") {
		classNamed(x, decl, decl, "default")
		return
	}
	functionNamed(x, decl, decl, sitter.Node{}, "default", "function")
}
