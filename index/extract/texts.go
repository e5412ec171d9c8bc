package extract

import (
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/internal/sitter"
)

// callee is the last name of what an expression calls.
func (x *X) callee(e *facts.Expr) string {
	switch {
	case e.A != facts.None:
		return x.F.Exprs[e.A].Name
	case e.T != facts.None && e.Op == facts.OpNew:
		name := x.F.Types[e.T].Name
		return name[strings.LastIndexByte(name, '.')+1:]
	}
	return ""
}

// texts keeps the strings among the arguments of the call that was added last.
func (x *X) texts(name string, n sitter.Node) {
	list := n.Field("arguments")
	if !list.OK() {
		list = n.Child("arguments", "argument_list", "value_arguments")
	}
	if !list.OK() {
		if suffix := n.Child("call_suffix"); suffix.OK() {
			list = suffix.Child("value_arguments")
		}
	}
	if !list.OK() {
		return
	}
	i := int32(0)
	for c := range list.Children() {
		if x.entry(c).role == roleComment {
			continue
		}
		key, v := argumentValue(c)
		if text, ok := textOf(v); ok {
			x.text(name, c, i, key, text)
		}
		x.pairs(name, v, i)
		i++
	}
}

func (x *X) text(name string, n sitter.Node, arg int32, key, text string) {
	x.F.Texts = append(x.F.Texts, facts.Text{Call: int32(len(x.F.Calls) - 1), Name: x.Intern([]byte(name)), Def: x.cur, Line: n.Line(), Arg: arg,
		Key: x.Intern([]byte(key)), Text: text})
}

// pairs keeps what a literal argument says under names: {prefix: '/x'}.
func (x *X) pairs(name string, v sitter.Node, arg int32) {
	switch v.Kind() {
	case "object", "dictionary", "hash", "array_creation_expression":
	default:
		return
	}
	for c := range v.Children() {
		if key, e := argumentValue(c); key != "" {
			if text, ok := textOf(e); ok {
				x.text(name, c, arg, key, text)
			}
		}
	}
}

// argumentValue looks behind the wrappers of an argument.
func argumentValue(c sitter.Node) (key string, v sitter.Node) {
	for range 3 {
		switch c.Kind() {
		case "keyword_argument", "pair", "value_argument", "argument", "array_element_initializer", "labeled_argument":
		default:
			return key, c
		}
		last := c.Last()
		if first := c.First(); first != last && key == "" {
			key = strings.Trim(string(first.Bytes()), `:"'`)
		}
		c = last
	}
	return key, c
}

// maxText is as long as a text may be that is kept.
const maxText = 200

// textOf is what a string literal says, or the strings of a list.
func textOf(n sitter.Node) (string, bool) {
	if !n.OK() || n.End()-n.Start() > maxText {
		return "", false
	}
	switch n.Kind() {
	case "string", "string_literal", "template_string", "encapsed_string", "simple_symbol", "verbatim_string_literal", "raw_string_literal":
		for c := range n.Children() {
			if k := c.Kind(); strings.Contains(k, "interpolat") || strings.Contains(k, "substitution") || k == "variable_name" {
				return "", false
			}
		}
		return Unquote(string(n.Bytes())), true
	case "list", "array", "array_creation_expression", "tuple":
		var all []string
		for c := range n.Children() {
			key, c := argumentValue(c)
			if t, ok := textOf(c); ok && key == "" {
				all = append(all, t)
			}
		}
		return strings.Join(all, ","), len(all) > 0
	}
	return "", false
}

// Unquote takes the marks off a string as written: prefixes and quotes, or the
// colon of a symbol.
func Unquote(s string) string {
	if i := strings.IndexAny(s, "\"'`"); i >= 0 && i <= 2 {
		s = s[i:]
	} else {
		s = strings.TrimPrefix(s, ":")
	}
	for _, q := range []string{`"""`, "'''", `"`, `'`, "`"} {
		if strings.HasPrefix(s, q) && strings.HasSuffix(s, q) && len(s) >= 2*len(q) {
			return s[len(q) : len(s)-len(q)]
		}
	}
	return s
}
