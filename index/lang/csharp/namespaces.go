package csharp

import (
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/internal/sitter"
)

// using is "using N;", "using static T;", "using A = N.T;", each with or
// without "global", which makes it count in every file of the project.
func using(x *extract.X, n sitter.Node) {
	im := facts.Import{Name: "*", Line: n.Line()}
	target, alias := n.Last(), n.Field("name")
	if alias.OK() {
		im.Alias, im.Name = x.Text(alias), ""
	}
	words := strings.Fields(string(x.Src[n.Start():target.Start()]))
	for _, w := range words {
		switch w {
		case "global":
			im.Flags |= facts.ImportExported
		case "static":
			im.Kind = facts.ImportStatic
		}
	}
	im.Module = x.Intern([]byte(dotted(target)))
	x.Import(im)
}

// dotted is a name's path without type arguments, "global::" and white space.
func dotted(n sitter.Node) string {
	switch n.Kind() {
	case "qualified_name":
		return dotted(n.Field("qualifier")) + "." + dotted(n.Field("name"))
	case "alias_qualified_name":
		if a := n.Field("alias").Text(); a != "global" {
			return a + "." + dotted(n.Field("name"))
		}
		return dotted(n.Field("name"))
	case "generic_name":
		return n.First().Text()
	}
	return n.Text()
}

func fileNamespace(x *extract.X, n sitter.Node) {
	x.F.Package = dotted(n.Field("name"))
	for c := range n.Children() { // none in the grammar's own form; some parses nest what follows
		if !c.FieldIs("name") {
			x.Walk(c)
		}
	}
}

// namespace is a block. A file whose every definition is in one namespace has
// that as its package; else namespaces are definitions around their content.
func namespace(x *extract.X, n sitter.Node) {
	body := n.Field("body")
	if depth(n) < of(x).flat {
		x.WalkChildren(body)
		return
	}
	name := n.Field("name")
	d := x.NewNamed(facts.Class, "namespace", dotted(name), n, body)
	x.Def(d).NameLine = name.Line()
	x.Def(d).Mods |= facts.Exported
	x.Within(d, func() { x.WalkChildren(body) })
}

// depth counts the namespaces around n.
func depth(n sitter.Node) int {
	d := 0
	for p := n.Parent(); p.OK(); p = p.Parent() {
		if p.Is("namespace_declaration") {
			d++
		}
	}
	return d
}

// packageOf follows the namespaces that hold everything below list: their
// joined name and how many levels they are.
func packageOf(list sitter.Node) (string, int) {
	var names []string
	for {
		blocks, only := content(list)
		if !only || len(blocks) == 0 {
			break
		}
		name := dotted(blocks[0].Field("name"))
		for _, b := range blocks {
			if dotted(b.Field("name")) != name {
				return strings.Join(names, "."), len(names)
			}
		}
		names = append(names, name)
		if len(blocks) > 1 {
			break
		}
		list = blocks[0].Field("body")
	}
	return strings.Join(names, "."), len(names)
}

// content lists the namespaces in a list of declarations, and tells whether it
// declares nothing else.
func content(list sitter.Node) (blocks []sitter.Node, only bool) {
	only = true
	for c := range list.Children() {
		switch k := c.Kind(); {
		case k == "namespace_declaration":
			blocks = append(blocks, c)
		case strings.HasSuffix(k, "_declaration") || k == "global_statement":
			only = false
		}
	}
	return blocks, only
}
