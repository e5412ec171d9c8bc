package csharp

import (
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/internal/sitter"
)

var modifierOf = map[string]facts.Mods{
	"public": facts.Public | facts.Exported, "private": facts.Private, "protected": facts.Protected, "internal": facts.Internal,
	"file": facts.Private, "static": facts.Static, "abstract": facts.Abstract, "sealed": facts.Final, "virtual": facts.Virtual,
	"override": facts.Override, "readonly": facts.Readonly, "const": facts.Const | facts.Static, "async": facts.Async,
	"extern": facts.Extern, "partial": facts.Partial,
}

const access = facts.Public | facts.Private | facts.Protected | facts.Internal

// modifiers are those written, with the default accessibility where none is.
func modifiers(x *extract.X, n sitter.Node) facts.Mods {
	var m facts.Mods
	for c := range n.Children() {
		if c.Is("modifier") {
			m |= modifierOf[string(c.Bytes())]
		}
	}
	if m&access != 0 {
		return m
	}
	switch p := x.Def(x.Cur()); {
	case p.Kind == facts.Interface:
		m |= facts.Public | facts.Exported
	case p.Kind == facts.Class && p.Form != "namespace":
		m |= facts.Private
	case !x.InFunction():
		m |= facts.Internal
	}
	return m
}

var testAttributes = map[string]bool{"Fact": true, "Theory": true, "Test": true, "TestCase": true, "TestCaseSource": true,
	"TestMethod": true, "DataTestMethod": true}

// attributes are decorators: their classes are referred to, their arguments
// are constants. A method with a test framework's attribute is a test.
func attributes(x *extract.X, d int32, n sitter.Node) {
	for list := range n.Children() {
		if !list.Is("attribute_list") {
			continue
		}
		for a := range list.Children() {
			if !a.Is("attribute") {
				continue
			}
			x.Def(d).Decorators = append(x.Def(d).Decorators, "["+x.Sig(a.Start(), a.End())+"]")
			name := a.Field("name")
			t := x.Type(name)
			x.F.Refs = append(x.F.Refs, facts.Ref{Expr: facts.None, Type: t, Def: d, Line: a.Line(), Kind: facts.RefDecorator})
			for arg := range a.Child("attribute_argument_list").Children() {
				v := arg.Last()
				if v.Is("assignment_expression") {
					v = v.Field("right")
				}
				x.Expr(v)
			}
			switch s := strings.TrimSuffix(lastName(dotted(name)), "Attribute"); {
			case testAttributes[s] && x.Def(d).Kind == facts.Function && x.Def(d).Form == "method":
				x.Def(d).Kind = facts.Test
			case s == "Obsolete":
				x.Def(d).Mods |= facts.Deprecated
			}
		}
	}
}

func lastName(s string) string { return s[strings.LastIndexByte(s, '.')+1:] }

// plainDoc removes the XML of a documentation comment. References and
// parameters keep their names.
func plainDoc(s string) string {
	if !strings.Contains(s, "<") {
		return s
	}
	var sb strings.Builder
	for {
		text, rest, ok := strings.Cut(s, "<")
		sb.WriteString(text)
		if !ok {
			break
		}
		tag, after, ok := strings.Cut(rest, ">")
		if !ok {
			sb.WriteByte('<')
			sb.WriteString(rest)
			break
		}
		sb.WriteString(tagText(tag))
		s = after
	}
	var lines []string
	for _, l := range strings.Split(entities.Replace(sb.String()), "\n") {
		if l = strings.TrimSpace(l); l != "" {
			lines = append(lines, l)
		}
	}
	return strings.Join(lines, "\n")
}

var entities = strings.NewReplacer("&lt;", "<", "&gt;", ">", "&quot;", "\"", "&apos;", "'", "&amp;", "&")

// tagText is what stays of a tag: the name that it carries.
func tagText(tag string) string {
	for _, attr := range []string{"cref", "name", "langword"} {
		_, v, ok := strings.Cut(tag, attr+"=\"")
		if !ok {
			continue
		}
		v, _, _ = strings.Cut(v, "\"")
		if strings.HasSuffix(tag, "/") {
			if len(v) > 2 && v[1] == ':' { // the compiler's prefix of a kind, T:Name
				v = v[2:]
			}
			return v
		}
		return v + ": "
	}
	return ""
}
