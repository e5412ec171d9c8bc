package php

import (
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/internal/sitter"
)

// start finds the namespaces of the file. One is the package; of several each
// is a definition around what it holds.
func start(x *extract.X, root sitter.Node) {
	x.Data = &state{}
	var all []sitter.Node
	for c := range root.Children() {
		if c.Is("namespace_definition") {
			all = append(all, c)
		}
	}
	if len(all) == 1 {
		x.F.Package = dotted(all[0].Field("name").Text())
	}
	if len(all) < 2 {
		return
	}
	for i, n := range all {
		name := n.Field("name")
		if !name.OK() {
			continue // the global namespace, in a block
		}
		d := x.NewNamed(facts.Class, "namespace", dotted(name.Text()), n, n.Field("body"))
		x.Def(d).Mods |= facts.Exported
		x.Def(d).Sig = "namespace " + name.Text()
		if !n.Field("body").OK() { // up to the next one
			last := root.Last()
			if i+1 < len(all) {
				last = all[i+1].Prev()
			}
			x.Def(d).EndByte, x.Def(d).EndLine = last.End(), last.EndLine()
		}
		of(x).namespaces = append(of(x).namespaces, d)
	}
}

// intoNamespaces moves what was found at the file's top level into the
// namespace around it.
func intoNamespaces(x *extract.X) {
	for _, ns := range of(x).namespaces {
		from, to := x.Def(ns).StartByte, x.Def(ns).EndByte
		move := func(owner *int32, at uint32) {
			if *owner == 0 && at >= from && at < to {
				*owner = ns
			}
		}
		for i := int(ns) + 1; i < len(x.F.Defs); i++ {
			if d := &x.F.Defs[i]; d.Form != "namespace" {
				move(&d.Parent, d.StartByte)
			}
		}
		for i := range x.F.Imports {
			if im := &x.F.Imports[i]; im.Line >= x.Def(ns).StartLine && im.Line <= x.Def(ns).EndLine && im.Scope == 0 {
				im.Scope = ns
			}
		}
		for i := range x.F.Binds {
			move(&x.F.Binds[i].Def, x.F.Binds[i].Pos)
		}
		for i := range x.F.Calls {
			move(&x.F.Calls[i].Def, x.F.Calls[i].Byte)
		}
		for i := range x.F.Exprs {
			if e := &x.F.Exprs[i]; e.Line > 0 {
				move(&e.Scope, e.Pos)
			}
		}
		for i := range x.F.Types {
			move(&x.F.Types[i].Scope, x.F.Types[i].Pos)
		}
	}
}

// use is "use A\B, C\D as E;", "use function …;", "use A\{B, C as D};".
func use(x *extract.X, n sitter.Node) {
	prefix := ""
	clauses := n
	if g := n.Field("body"); g.OK() {
		prefix, clauses = n.Child("namespace_name").Text()+"\\", g
	}
	whole := useKind(n)
	for c := range clauses.Children() {
		if !c.Is("namespace_use_clause") {
			continue
		}
		target := c.Child("qualified_name", "name")
		path := strings.TrimPrefix(prefix+target.Text(), "\\")
		im := facts.Import{Name: path, Line: c.Line(), Flags: whole | useKind(c)}
		if i := strings.LastIndexByte(path, '\\'); i >= 0 {
			im.Module, im.Name = x.Intern([]byte(dotted(path[:i]))), path[i+1:]
		}
		im.Alias = im.Name
		if a := c.Field("alias"); a.OK() {
			im.Alias = x.Text(a)
		}
		x.Import(im)
	}
}

// useKind tells whether functions or constants are brought in.
func useKind(n sitter.Node) facts.ImportFlags {
	text := strings.TrimPrefix(string(n.Bytes()[:min(len(n.Bytes()), 16)]), "use ")
	switch {
	case strings.HasPrefix(text, "function ") || strings.HasPrefix(text, "function\t"):
		return facts.ImportFunc
	case strings.HasPrefix(text, "const ") || strings.HasPrefix(text, "const\t"):
		return facts.ImportConst
	}
	return 0
}

// include is require and include. A path that starts at __DIR__ is relative to
// the file; one that only a run knows is no import.
func include(x *extract.X, n sitter.Node) int32 {
	if path, ok := literalPath(n.First()); ok {
		x.Import(facts.Import{Module: path, Name: "*", Kind: facts.ImportInclude, Line: n.Line()})
		return facts.None
	}
	x.Expr(n.First())
	return facts.None
}

func literalPath(n sitter.Node) (string, bool) {
	switch n.Kind() {
	case "parenthesized_expression", "argument":
		return literalPath(n.First())
	case "string", "encapsed_string":
		if c := n.First(); n.First() == n.Last() {
			return c.Text(), c.Is("string_content")
		}
	case "name":
		return ".", strings.EqualFold(n.Text(), "__DIR__")
	case "function_call_expression": // dirname(__FILE__), dirname(__DIR__, 2)
		args := n.Field("arguments")
		if !strings.EqualFold(strings.TrimPrefix(n.Field("function").Text(), "\\"), "dirname") {
			return "", false
		}
		if strings.EqualFold(args.First().Text(), "__FILE__") {
			return ".", true
		}
		up, ok := literalPath(args.First())
		levels := 1
		if l := args.First().Next(); l.OK() {
			levels = int(l.Bytes()[0] - '0')
		}
		for range max(1, min(levels, 9)) {
			up += "/.."
		}
		return strings.TrimPrefix(up, "./"), ok
	case "binary_expression":
		a, ok := literalPath(n.Field("left"))
		b, also := literalPath(n.Field("right"))
		return a + b, ok && also
	}
	return "", false
}
