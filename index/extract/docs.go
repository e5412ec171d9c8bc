package extract

import (
	"strings"

	"github.com/structural-memory/smp/internal/sitter"
)

// maxDoc bounds a docstring, in bytes.
const maxDoc = 2000

// Doc is the comment right before the statement at hand, markers removed, ""
// if there is none.
//
// A hook for a wrapper ("export", a decorated definition) walks what it wraps
// with Walk, not WalkChildren, and the comment stays at hand for it.
func (x *X) Doc(n sitter.Node) string {
	run := x.docRun(n)
	if len(run) == 0 {
		return ""
	}
	parts := make([]string, 0, len(run))
	for _, c := range run {
		parts = append(parts, strings.TrimRight(c.Text(), "\n"))
	}
	return CleanComment(strings.Join(parts, "\n"))
}

// docRun are the comments that Doc reads.
func (x *X) docRun(n sitter.Node) []sitter.Node {
	run := x.doc
	if len(run) == 0 || run[len(run)-1].End() > n.Start() {
		return nil
	}
	// The last block comment stands alone; line comments belong together.
	if last := run[len(run)-1]; strings.HasPrefix(string(last.Bytes()), "/*") {
		run = run[len(run)-1:]
	}
	return run
}

// CleanComment removes comment markers, directives and decoration.
func CleanComment(s string) string {
	var out []string
	for _, line := range strings.Split(s, "\n") {
		l := strings.TrimSpace(line)
		for _, p := range []string{"/**", "/*!", "/*", "///", "//!", "//", "##", "#", "--[[", "---", "--"} {
			if strings.HasPrefix(l, p) {
				l = l[len(p):]
				break
			}
		}
		l = strings.TrimSuffix(l, "*/")
		l = strings.TrimPrefix(l, "*")
		l = strings.TrimPrefix(l, " ")
		out = append(out, strings.TrimRight(l, " \t\r"))
	}
	return CleanDoc(strings.Join(out, "\n"))
}

// CleanDoc trims a docstring to its common indentation and bounds its length.
func CleanDoc(s string) string {
	s = strings.ToValidUTF8(s, "\uFFFD")
	lines := strings.Split(s, "\n")
	indent := -1
	for _, l := range lines[1:] {
		if t := strings.TrimLeft(l, " \t"); t != "" && (indent < 0 || len(l)-len(t) < indent) {
			indent = len(l) - len(t)
		}
	}
	for i, l := range lines {
		if i > 0 && indent > 0 && len(l) >= indent {
			l = l[indent:]
		}
		lines[i] = strings.TrimRight(l, " \t\r")
	}
	s = strings.TrimSpace(strings.Join(lines, "\n"))
	if len(s) > maxDoc {
		s = strings.ToValidUTF8(s[:maxDoc], "") + "…"
	}
	return s
}
