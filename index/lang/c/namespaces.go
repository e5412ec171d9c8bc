package c

import (
	"bytes"
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/internal/sitter"
)

// namespace is a Class of that form; "a::b" are two.
func namespace(x *extract.X, n sitter.Node) {
	body := n.Field("body")
	var names []string
	switch src := x.Src[n.Start():]; {
	case bytes.HasPrefix(src, []byte("inline")):
	case !bytes.HasPrefix(src, []byte("namespace")): // a macro that opens one
		end := 0
		for end < len(src) && isWordByte(src[end]) {
			end++
		}
		if name, _, ok := namespaceMarker(src[:end]); ok {
			names = []string{name}
		}
	default:
		for _, part := range strings.Split(n.Field("name").Text(), "::") {
			part = strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(part), "inline "))
			if part != "" {
				names = append(names, part)
			}
		}
		if len(names) == 0 {
			state(x).unnamed++
			x.WalkChildren(body)
			state(x).unnamed--
			return
		}
	}
	nested(x, n, body, names)
}

func nested(x *extract.X, n, body sitter.Node, names []string) {
	if len(names) == 0 {
		x.WalkChildren(body)
		return
	}
	d := x.NewNamed(facts.Class, "namespace", names[0], n, body)
	x.Def(d).Mods |= facts.Exported
	x.Def(d).Sig = "namespace " + strings.Join(names, "::")
	x.Within(d, func() { nested(x, n, body, names[1:]) })
}

func namespaceAlias(x *extract.X, n sitter.Node) {
	x.Import(facts.Import{Module: compact(n.Last()), Alias: x.Text(n.Field("name")), Line: n.Line()})
}

// using brings in a name, or all names of a namespace. In a class it is about
// the members of bases, which are found there without it.
func using(x *extract.X, n sitter.Node) {
	if inClass(x) {
		return
	}
	what := n.Last()
	path := compact(what)
	if strings.HasPrefix(strings.TrimSpace(strings.TrimPrefix(string(n.Bytes()), "using")), "namespace") {
		x.Import(facts.Import{Module: path, Name: "*", Line: n.Line()})
		return
	}
	if i := strings.LastIndex(path, "::"); i >= 0 {
		x.Import(facts.Import{Module: path[:i], Name: path[i+2:], Alias: path[i+2:], Line: n.Line()})
	}
}

func compact(n sitter.Node) string { return strings.Join(strings.Fields(n.Text()), "") }

// alias is "using a = b".
func alias(x *extract.X, n sitter.Node) {
	templates := state(x).templates
	state(x).templates = nil
	span := n
	if len(templates) > 0 {
		span = templates[0]
	}
	at := n.Field("name")
	d := x.New(facts.Interface, "type_alias", at, span, sitter.Node{})
	if inClass(x) {
		x.Def(d).Mods |= memberAccess(x)
	} else {
		x.Def(d).Mods |= facts.Exported
	}
	if x.InFunction() {
		x.Bind(facts.BindFunc, x.Text(at), at, facts.None, x.DefExpr(d, n))
	}
	x.Within(d, func() {
		for _, t := range templates {
			templateParams(x, d, t)
		}
		t := x.Type(n.Field("type"))
		x.Def(d).Type = t
	})
}

// template keeps its parameters for the declaration that it wraps.
func template(x *extract.X, n sitter.Node) {
	s := state(x)
	s.templates = append(s.templates, n)
	for c := range n.Children() {
		if !c.Is("template_parameter_list", "requires_clause", "comment") {
			x.Walk(c)
		}
	}
	s.templates = nil
}

func templateParams(x *extract.X, d int32, n sitter.Node) {
	for p := range n.Field("parameters").Children() {
		tp := facts.TypeParam{Bound: facts.None, Def: facts.None}
		switch p.Kind() {
		case "type_parameter_declaration", "variadic_type_parameter_declaration", "template_template_parameter_declaration":
			tp.Name = x.Text(p.Last())
		case "optional_type_parameter_declaration":
			tp.Name = x.Text(p.Field("name"))
			tp.Def = x.Type(p.Field("default_type"))
		case "parameter_declaration", "optional_parameter_declaration", "variadic_parameter_declaration":
			what := declare(x, x.Type(p.Field("type")), p.Field("declarator"))
			tp.Name, tp.Bound = x.Text(what.at), what.typ
		default:
			continue
		}
		if tp.Name != "" {
			x.Def(d).TypeParams = append(x.Def(d).TypeParams, tp)
		}
	}
}
