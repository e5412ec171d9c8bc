package rust

import (
	"bytes"
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/internal/sitter"
)

// attribute keeps an attribute for the item that follows it.
func attribute(x *extract.X, n sitter.Node) {
	owner := n.Next()
	for owner.Is("attribute_item", "line_comment", "block_comment") {
		owner = owner.Next()
	}
	s := state(x)
	if s.owner != owner.Start() {
		s.attrs, s.owner = nil, owner.Start()
	}
	s.attrs = append(s.attrs, x.Sig(n.Start(), n.End()))
}

// innerAttribute is "#![…]", which belongs to what it stands in.
func innerAttribute(x *extract.X, n sitter.Node) {
	d := x.Def(x.Cur())
	d.Decorators = append(d.Decorators, x.Sig(n.Start(), n.End()))
}

// attributes are those of an item.
func attributes(x *extract.X, n sitter.Node) []string {
	s := state(x)
	if s.owner != n.Start() {
		return nil
	}
	out := s.attrs
	s.attrs, s.owner = nil, 0
	return out
}

// attributeName is the path in "#[path(…)]".
func attributeName(a string) string {
	a = strings.TrimLeft(a, "#![ ")
	if i := strings.IndexAny(a, "([= ]"); i >= 0 {
		a = a[:i]
	}
	return a
}

// attributeArg is the text between the parentheses of an attribute.
func attributeArg(a string) string {
	i, j := strings.IndexByte(a, '('), strings.LastIndexByte(a, ')')
	if i < 0 || j < i {
		return ""
	}
	return a[i+1 : j]
}

// isTestAttribute knows #[test] and those of test frameworks: #[tokio::test].
func isTestAttribute(a string) bool {
	name := attributeName(a)
	switch name[strings.LastIndexByte(name, ':')+1:] {
	case "test", "rstest", "test_case", "quickcheck", "wasm_bindgen_test":
		return true
	}
	return false
}

// derived are the traits of derive attributes, as bases.
func derived(x *extract.X, d int32, n sitter.Node) {
	for _, a := range x.Def(d).Decorators {
		if attributeName(a) != "derive" {
			continue
		}
		for _, trait := range strings.Split(attributeArg(a), ",") {
			if name := extract.TypePath([]byte(trait)); name != "" {
				t := x.TypeName(name, n)
				x.Def(d).Bases = append(x.Def(d).Bases, facts.Base{Type: t, Expr: facts.None, Rel: facts.Implements, Line: n.Line()})
			}
		}
	}
}

// innerDoc tells whether a comment documents what it stands in.
func innerDoc(c sitter.Node) bool {
	b := c.Bytes()
	return bytes.HasPrefix(b, []byte("//!")) || bytes.HasPrefix(b, []byte("/*!"))
}

// innerDocs are the inner doc comments at the head of a file or a body, which
// is that of a definition.
func innerDocs(x *extract.X, d int32, n sitter.Node) string {
	var parts []string
	for c := range n.Children() {
		if c.Is("inner_attribute_item", "shebang") {
			continue
		}
		if !c.Is("line_comment", "block_comment") {
			break
		}
		if innerDoc(c) {
			x.MarkDoc(d, c)
			parts = append(parts, strings.TrimRight(c.Text(), "\n"))
		}
	}
	if parts == nil {
		return ""
	}
	return extract.CleanComment(strings.Join(parts, "\n"))
}
