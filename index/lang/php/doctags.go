package php

import (
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/internal/sitter"
)

// docTags are the types that a documentation comment gives.
type docTags struct {
	params    map[string]string // by name, with "$"
	ret       string
	variable  string // @var
	name      string // the variable that @var is about, if it says so
	templates []string
	bases     []string // @extends, @implements, @use
	mixins    []string
	members   []string // @property and @method, without the tag's sign
}

// tags reads a comment whose markers are removed. Tools' own tags (phpstan,
// psalm) are more exact and outrank the common ones.
func tags(doc string) docTags {
	var t docTags
	if !strings.Contains(doc, "@") {
		return t
	}
	exact := map[string]bool{}
	for _, line := range strings.Split(doc, "\n") {
		line = strings.TrimSpace(line)
		if !strings.HasPrefix(line, "@") {
			continue
		}
		tag, rest, _ := strings.Cut(line[1:], " ")
		rest = strings.TrimSpace(rest)
		own := strings.HasPrefix(tag, "phpstan-") || strings.HasPrefix(tag, "psalm-")
		tag = strings.TrimPrefix(strings.TrimPrefix(tag, "phpstan-"), "psalm-")
		typ, after := docWord(rest)
		key := tag
		if tag == "param" {
			key, _ = docWord(strings.TrimLeft(after, "&."))
		}
		if exact[key] && !own {
			continue
		}
		exact[key] = exact[key] || own
		t.add(tag, typ, after, rest)
	}
	return t
}

func (t *docTags) add(tag, typ, after, rest string) {
	switch tag {
	case "param":
		name, _ := docWord(strings.TrimLeft(after, "&."))
		if t.params == nil {
			t.params = map[string]string{}
		}
		if strings.HasPrefix(name, "$") {
			t.params[name] = typ
		}
	case "return":
		t.ret = typ
	case "var":
		t.variable = typ
		if name, _ := docWord(after); strings.HasPrefix(name, "$") {
			t.name = name
		}
	case "template", "template-covariant", "template-contravariant":
		t.templates = append(t.templates, rest)
	case "extends", "implements", "use", "template-extends", "template-implements":
		t.bases = append(t.bases, typ)
	case "mixin":
		t.mixins = append(t.mixins, typ)
	case "property", "property-read", "property-write", "method":
		t.members = append(t.members, tag+" "+rest)
	}
}

// docWord is the first word of s, white space inside brackets included, and
// what follows it.
func docWord(s string) (string, string) {
	depth := 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '<', '(', '{', '[':
			depth++
		case '>', ')', '}', ']':
			depth--
		case ' ', '\t':
			if depth > 0 {
				continue
			}
			after := strings.TrimSpace(s[i:])
			if strings.HasPrefix(after, "|") || strings.HasSuffix(s[:i], "|") || strings.HasSuffix(s[:i], "):") {
				continue
			}
			return s[:i], after
		}
	}
	return s, ""
}

// refines tells whether a documented type says more than the written one.
func refines(doc string, typ sitter.Node) bool {
	if !typ.OK() {
		return true
	}
	if typ.Is("optional_type") {
		typ = typ.First()
	}
	switch s := typ.Text(); s {
	case "array", "iterable", "object", "mixed":
		return true
	default:
		return strings.HasPrefix(strings.TrimPrefix(doc, "\\"), strings.TrimPrefix(s, "\\")+"<")
	}
}

// templates are documented type parameters: "T of Bound".
func templates(x *extract.X, d int32, doc docTags, at sitter.Node) {
	for _, t := range doc.templates {
		name, rest := docWord(t)
		p := facts.TypeParam{Name: x.Intern([]byte(name)), Bound: facts.None, Def: facts.None}
		if kw, bound := docWord(rest); kw == "of" || kw == "as" {
			b, _ := docWord(bound)
			p.Bound = docType(x, b, at)
		}
		if name != "" {
			x.Def(d).TypeParams = append(x.Def(d).TypeParams, p)
		}
	}
}

// documentedMembers are what a class's comment says of it: type parameters,
// type arguments of bases, mixins, magic properties and methods.
func documentedMembers(x *extract.X, d int32, n sitter.Node) {
	doc := tags(wholeDoc(x.Def(d).Doc, n))
	templates(x, d, doc, n)
	for _, b := range doc.bases {
		t := docType(x, b, n)
		if t == facts.None {
			continue
		}
		for i := range x.Def(d).Bases {
			if base := &x.Def(d).Bases[i]; base.Type != facts.None && x.F.Types[base.Type].Name == x.F.Types[t].Name {
				base.Type = t
			}
		}
	}
	for _, m := range doc.mixins {
		b := facts.Base{Type: docType(x, m, n), Expr: facts.None, Rel: facts.Embeds, Line: n.Line()}
		x.Def(d).Bases = append(x.Def(d).Bases, b)
	}
	for _, m := range doc.members {
		tag, rest := docWord(m)
		if tag == "method" {
			magicMethod(x, rest, n)
		} else {
			magicProperty(x, rest, n)
		}
	}
}

// wholeDoc is a comment without the bound that docstrings have: facades list
// hundreds of methods.
func wholeDoc(doc string, n sitter.Node) string {
	c := n.Prev()
	if !strings.HasSuffix(doc, "…") || !c.OK() || !c.Is("comment") {
		return doc
	}
	lines := strings.Split(c.Text(), "\n")
	for i, l := range lines {
		lines[i] = strings.TrimLeft(strings.TrimSpace(l), "/* ")
	}
	return strings.Join(lines, "\n")
}

// magicProperty is "Type $name".
func magicProperty(x *extract.X, s string, n sitter.Node) {
	typ, rest := docWord(s)
	name, _ := docWord(rest)
	if strings.HasPrefix(typ, "$") {
		typ, name = "", typ
	}
	if !strings.HasPrefix(name, "$") || len(name) < 2 {
		return
	}
	f := magic(x, facts.Variable, "magic_property", name[1:], s, n)
	if typ != "" {
		t := docType(x, typ, n)
		x.Def(f).Type, x.Def(f).Returns = t, typ
	}
}

// magicMethod is "[static] [Type] name(…)".
func magicMethod(x *extract.X, s string, n sitter.Node) {
	head, _, ok := strings.Cut(s, "(")
	static := strings.HasPrefix(s, "static ")
	for i := strings.IndexByte(s, '('); ok && strings.Count(head, "<") > strings.Count(head, ">"); {
		next := strings.IndexByte(s[i+1:], '(')
		if next < 0 {
			return
		}
		i += 1 + next
		head = s[:i]
	}
	i := strings.LastIndexByte(head, ' ')
	name := strings.TrimSpace(head[i+1:])
	if !ok || name == "" || strings.ContainsAny(name, "<>|\\$") {
		return
	}
	f := magic(x, facts.Function, "magic_method", name, s, n)
	if typ := strings.TrimSpace(strings.TrimPrefix(head[:i+1], "static ")); typ != "" {
		t := docType(x, typ, n)
		x.Def(f).Type, x.Def(f).Returns = t, typ
	}
	if static {
		x.Def(f).Mods |= facts.Static
	}
}

// magic is a member that only the class's comment declares.
func magic(x *extract.X, kind facts.Kind, form, name, sig string, n sitter.Node) int32 {
	f := x.NewNamed(kind, form, x.Intern([]byte(name)), n, sitter.Node{})
	def := x.Def(f)
	def.Sig, def.Doc = sig, ""
	def.EndByte, def.EndLine = def.StartByte, def.StartLine
	def.Mods |= facts.Public | facts.Exported | facts.Declared
	return f
}
