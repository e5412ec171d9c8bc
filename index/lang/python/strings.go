package python

import (
	"strings"

	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/internal/sitter"
)

// content is what stands between the quotes of a string literal, escapes and
// all.
func content(n sitter.Node) string { return unquote(string(n.Bytes())) }

func unquote(s string) string {
	s = strings.TrimLeft(s, "rRbBuUfFtT")
	for _, q := range []string{`"""`, `'''`, `"`, `'`} {
		if strings.HasPrefix(s, q) {
			return strings.TrimSuffix(s[len(q):], q)
		}
	}
	return s
}

// stringLiteral walks what is interpolated and tells text from bytes.
func stringLiteral(x *extract.X, n sitter.Node) int32 {
	kind := "string"
	for _, c := range n.Bytes() {
		switch c {
		case 'b', 'B':
			kind = "bytes"
			continue
		case 'f', 'F', 't', 'T':
			for c := range n.Children() {
				if c.Is("interpolation") {
					x.WalkChildren(c)
				}
			}
			continue
		case 'r', 'R', 'u', 'U':
			continue
		}
		break
	}
	return x.Lit(kind)
}

// docstring is the text of the string that a body begins with, "" without one.
func docstring(body sitter.Node) string {
	if s := docLiteral(body); s.OK() {
		return content(s)
	}
	return ""
}

// docLiteral is the string that a body begins with.
func docLiteral(body sitter.Node) sitter.Node {
	for c := range body.Children() {
		if c.Is("comment") {
			continue
		}
		if s := c.First(); c.Is("expression_statement") && s.Is("string") {
			return s
		}
		break
	}
	return sitter.Node{}
}

// document sets the docstring of a definition, or else keeps the comment
// before it.
func document(x *extract.X, d int32, body sitter.Node) {
	doc := docstring(body)
	if doc != "" {
		doc = extract.CleanDoc(doc)
		x.UnmarkDoc(d)
		x.MarkLiteral(docLiteral(body))
	} else {
		doc = cleanComment(x.Def(d).Doc)
	}
	x.Def(d).Doc = doc
}

// remark tells whether a comment documents nothing that follows: one after
// code on the same line, a rule, or one that speaks to a tool.
func remark(c sitter.Node) bool {
	text := strings.TrimSpace(strings.TrimLeft(string(c.Bytes()), "#:"))
	if strings.Trim(text, "-=#*~ ") == "" || isDirective(text) {
		return true
	}
	around := c.Parent()
	before := around.Bytes()[:c.Start()-around.Start()]
	for i := len(before) - 1; i >= 0; i-- {
		switch before[i] {
		case '\n':
			return false
		case ' ', '\t', '\r', '\f':
		default:
			return true
		}
	}
	return len(before) > 0
}

// cleanComment removes the marker of comments that document ("#:").
func cleanComment(s string) string {
	if !strings.HasPrefix(s, ":") {
		return s
	}
	lines := strings.Split(s, "\n")
	for i, line := range lines {
		lines[i] = strings.TrimPrefix(strings.TrimPrefix(line, ":"), " ")
	}
	return strings.Join(lines, "\n")
}

// isDirective tells whether a comment speaks to a tool.
func isDirective(line string) bool {
	for _, p := range []string{"type:", "noqa", "pragma:", "pylint:", "mypy:", "pyright:", "fmt:", "isort:", "ruff:", "flake8:", "!", "-*-"} {
		if strings.HasPrefix(line, p) {
			return true
		}
	}
	return false
}

// trailing is the comment on the line that a statement ends on, without its
// marker.
func trailing(n sitter.Node) string {
	if c := n.Next(); c.Is("comment") && c.Line() == n.EndLine() {
		return strings.TrimSpace(strings.TrimLeft(string(c.Bytes()), "#:"))
	}
	return ""
}

// typeComment is the type of "# type: T", "" if it is none.
func typeComment(comment string) string {
	t, ok := strings.CutPrefix(comment, "type:")
	if t = strings.TrimSpace(t); !ok || strings.HasPrefix(t, "ignore") {
		return ""
	}
	t, _, _ = strings.Cut(t, "#")
	return strings.TrimSpace(t)
}

// attributeDoc documents a variable: by the string or the comment after it, or
// by the comment before.
func attributeDoc(x *extract.X, d int32, statement sitter.Node) {
	next := statement.Next()
	comment := trailing(statement)
	if comment != "" {
		next = next.Next()
	}
	if s := next.First(); next.Is("expression_statement") && s.Is("string") {
		x.Def(d).Doc = extract.CleanDoc(content(s))
		x.UnmarkDoc(d)
		x.MarkLiteral(s)
		return
	}
	if x.Def(d).Doc = cleanComment(x.Def(d).Doc); x.Def(d).Doc == "" && comment != "" && !isDirective(comment) {
		x.Def(d).Doc = comment
		x.MarkDoc(d, statement.Next())
	}
}
