package scala

import (
	"bytes"
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/internal/sitter"
)

// ident is a name without the backticks that may quote it.
func ident(x *extract.X, n sitter.Node) string {
	b := n.Bytes()
	if len(b) > 1 && b[0] == '`' {
		b = b[1 : len(b)-1]
	}
	return x.Intern(b)
}

// named tells whether a name is there: the parser makes up empty ones.
func named(n sitter.Node) bool { return n.End() > n.Start() && string(n.Bytes()) != "``" }

// packageClause is "package a.b", which may come in several lines, or with a
// body.
func packageClause(x *extract.X, n sitter.Node) {
	name := extract.TypePath(n.Field("name").Bytes())
	if x.F.Package != "" && name != "" {
		name = x.F.Package + "." + name
	}
	if body := n.Field("body"); body.OK() {
		if x.F.Package == "" {
			x.F.Package = x.Intern([]byte(name))
		}
		x.WalkChildren(body)
		return
	}
	x.F.Package = x.Intern([]byte(name))
}

// importDeclaration is a list of importers: "a.b.C", "a.b._", "a.b.{C => D, E}".
// They hold in the definition that they stand in. An export offers the names
// again.
func importDeclaration(x *extract.X, n sitter.Node) {
	im := facts.Import{Line: n.Line()}
	if n.Is("export_declaration") {
		im.Kind, im.Flags = facts.ImportReexport, facts.ImportExported
	}
	var path []string
	var last sitter.Node
	flush := func() { // what is left is a path to one name
		if k := len(path) - 1; k >= 0 {
			addImport(x, im, path[:k], path[k], path[k])
		}
		path = nil
	}
	for c := range n.Children() {
		switch {
		case c.FieldIs("path"):
			if last.OK() && bytes.ContainsRune(x.Src[last.End():c.Start()], ',') {
				flush()
			}
			path, last = append(path, ident(x, c)), c
		case c.Is("namespace_wildcard"):
			addImport(x, im, path, "*", "")
			path = nil
		case c.Is("as_renamed_identifier"):
			addImport(x, im, path, ident(x, c.Field("name")), ident(x, c.Field("alias")))
			path = nil
		case c.Is("namespace_selectors"):
			selectors(x, im, path, c)
			path = nil
		}
	}
	flush()
}

func selectors(x *extract.X, im facts.Import, path []string, n sitter.Node) {
	for s := range n.Children() {
		im.Line = s.Line()
		switch s.Kind() {
		case "identifier", "operator_identifier", "type_identifier":
			addImport(x, im, path, ident(x, s), ident(x, s))
		case "arrow_renamed_identifier", "as_renamed_identifier":
			if !s.Field("alias").Is("wildcard") { // renamed to _ is hidden
				addImport(x, im, path, ident(x, s.Field("name")), ident(x, s.Field("alias")))
			}
		case "namespace_wildcard":
			addImport(x, im, path, "*", "")
		}
	}
}

func addImport(x *extract.X, im facts.Import, path []string, name, alias string) {
	im.Module, im.Name, im.Alias = x.Intern([]byte(strings.Join(path, "."))), name, alias
	if im.Module != "" || name != "*" {
		x.Import(im)
	}
}
