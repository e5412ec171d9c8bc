package golang

import (
	"bytes"
	"go/ast"
	"go/token"
	"strings"
	"unicode/utf8"
)

const (
	maxSig   = 400  // bytes of a signature or of a type
	maxDoc   = 2000 // bytes of a doc comment
	maxValue = 60   // bytes of an initial value that is worth showing
)

// docText is a doc comment without markers and directives, bounded.
func docText(c *ast.CommentGroup) string {
	if c == nil {
		return ""
	}
	return cut(strings.TrimSpace(strings.ToValidUTF8(c.Text(), "\uFFFD")), maxDoc)
}

// isDeprecated follows the convention of a paragraph "Deprecated: …".
func isDeprecated(doc string) bool {
	return strings.HasPrefix(doc, "Deprecated: ") || strings.Contains(doc, "\n\nDeprecated: ")
}

func cut(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n] + "…"
}

// oneLine writes source on one line: comments go, runs of space become one,
// and none is left inside brackets or after the last comma of a list.
func oneLine(src []byte, limit int) string {
	if !bytes.ContainsAny(src, "\n\t/") && !bytes.Contains(src, []byte("  ")) && utf8.Valid(src) {
		return cut(string(bytes.TrimSpace(src)), limit)
	}
	out := make([]byte, 0, len(src))
	for i := 0; i < len(src); {
		switch c := src[i]; {
		case c == '/' && i+1 < len(src) && src[i+1] == '/':
			i = skipTo(src, i, "\n")
		case c == '/' && i+1 < len(src) && src[i+1] == '*':
			i = skipTo(src, i+2, "*/")
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
			i++
			if n := len(out); n > 0 && !strings.ContainsRune(" ([", rune(out[n-1])) {
				out = append(out, ' ')
			}
		case c == '"' || c == '`' || c == '\'':
			end := literalEnd(src, i)
			out = append(out, src[i:end]...)
			i = end
		case c == ')' || c == ']':
			out = append(bytes.TrimSuffix(bytes.TrimRight(out, " "), []byte(",")), c)
			i++
		default:
			out = append(out, c)
			i++
		}
	}
	return cut(strings.ToValidUTF8(string(bytes.TrimSpace(out)), "\uFFFD"), limit)
}

func skipTo(src []byte, from int, end string) int {
	if j := bytes.Index(src[from:], []byte(end)); j >= 0 {
		return from + j + len(end)
	}
	return len(src)
}

func literalEnd(src []byte, from int) int {
	quote := src[from]
	for i := from + 1; i < len(src); i++ {
		if src[i] == '\\' && quote != '`' {
			i++
		} else if src[i] == quote {
			return i + 1
		}
	}
	return len(src)
}

// complexity is the cyclomatic complexity of a body, with the function
// literals in it; 0 without one.
func complexity(body *ast.BlockStmt) uint16 {
	if body == nil {
		return 0
	}
	n := 1
	ast.Inspect(body, func(node ast.Node) bool {
		switch s := node.(type) {
		case *ast.IfStmt, *ast.ForStmt, *ast.RangeStmt:
			n++
		case *ast.CaseClause:
			if s.List != nil {
				n++
			}
		case *ast.CommClause:
			if s.Comm != nil {
				n++
			}
		case *ast.BinaryExpr:
			if s.Op == token.LAND || s.Op == token.LOR {
				n++
			}
		}
		return true
	})
	return uint16(min(n, 1<<16-1))
}
