package outline

import (
	"bytes"
	"strings"
)

// Comments is the set of comment syntaxes of a format.
type Comments uint8

// The syntaxes that formats share.
const (
	Hash      Comments = 1 << iota // # to the end of the line
	Slashes                        // //
	Dashes                         // --
	Semicolon                      // ;
	Block                          // /* … */
	XML                            // <!-- … -->
	Bang                           // ! (properties)
)

var lineMarks = []struct {
	kind Comments
	mark string
}{{Hash, "#"}, {Slashes, "//"}, {Dashes, "--"}, {Semicolon, ";"}, {Bang, "!"}}

// maxDocLines bounds how far a comment is followed upwards.
const maxDocLines = 60

// docBefore is the comment that ends on the line before start, if start is
// the first thing on its line.
func (b *Builder) docBefore(start int, kinds Comments) string {
	if !b.First(start) {
		return ""
	}
	n := int(b.Line(start)) - 2 // the line before, from 0
	if n < 0 {
		return ""
	}
	if kinds&(Block|XML) != 0 {
		if doc, ok := b.blockBefore(n, kinds); ok {
			return doc
		}
	}
	var lines []string
	for ; n >= 0 && len(lines) < maxDocLines; n-- {
		text, ok := b.lineComment(n, kinds)
		if !ok {
			break
		}
		lines = append(lines, text)
	}
	for i, j := 0, len(lines)-1; i < j; i, j = i+1, j-1 {
		lines[i], lines[j] = lines[j], lines[i]
	}
	return CleanDoc(lines)
}

func (b *Builder) lineComment(n int, kinds Comments) (string, bool) {
	start, end := b.LineAt(n)
	if n == 0 {
		start = min(max(start, b.SkipBOM()), end)
	}
	line := bytes.TrimLeft(b.Src[start:end], " \t")
	for _, m := range lineMarks {
		if kinds&m.kind != 0 && bytes.HasPrefix(line, []byte(m.mark)) {
			if n == 0 && bytes.HasPrefix(line, []byte("#!")) {
				return "", false
			}
			return string(bytes.TrimLeft(line[len(m.mark):], m.mark)), true
		}
	}
	return "", false
}

// blockBefore is a block comment that stands on lines of its own and ends
// with line n.
func (b *Builder) blockBefore(n int, kinds Comments) (string, bool) {
	open, shut := "/*", "*/"
	if kinds&XML != 0 {
		open, shut = "<!--", "-->"
	}
	_, end := b.LineAt(n)
	for first := n; first >= 0 && first > n-maxDocLines; first-- {
		start, stop := b.LineAt(first)
		line := bytes.TrimSpace(b.Src[start:stop])
		if first == n && !bytes.HasSuffix(line, []byte(shut)) || first < n && bytes.HasSuffix(line, []byte(shut)) {
			return "", false
		}
		if bytes.HasPrefix(line, []byte(open)) {
			text := strings.TrimSpace(string(b.Src[start:end]))
			text = strings.TrimSuffix(strings.TrimPrefix(text, open), shut)
			lines := strings.Split(text, "\n")
			for i, l := range lines {
				lines[i] = strings.TrimPrefix(strings.TrimLeft(l, " \t"), "*")
			}
			return CleanDoc(lines), true
		}
	}
	return "", false
}

// CleanDoc joins the lines of a comment whose markers are gone: one blank
// before each, rules and empty lines around it are dropped, the length bounded.
func CleanDoc(lines []string) string {
	kept := make([]string, 0, len(lines))
	for _, l := range lines {
		l = strings.TrimRight(strings.TrimPrefix(l, " "), " \t\r")
		if len(l) > 2 && strings.Trim(l, "-=*#~_/") == "" { // a rule
			l = ""
		}
		if l != "" || len(kept) > 0 {
			kept = append(kept, l)
		}
	}
	return cut(strings.TrimRight(strings.Join(kept, "\n"), "\n"), maxDoc)
}
