package enrich

import (
	"regexp"
	"strings"

	"github.com/structural-memory/smp/graph"
)

// documented are the exceptions that a node's documentation, decorators and
// signature name.
func documented(s *Source, n *graph.Node) []string {
	out := docThrows(n.Docstring)
	if s.Lang == "csharp" {
		for _, m := range crefs.FindAllStringSubmatch(s.docBefore(n.StartByte), -1) {
			out = add(out, m[1])
		}
	}
	for _, name := range declared(s.Lang, n) {
		out = add(out, name)
	}
	return out
}

// crefs are C#'s <exception cref="X">, which are no text of the docstring.
var crefs = regexp.MustCompile(`<exception\s+cref\s*=\s*"(?:[A-Z]:)?([\w.]+)"`)

// docBefore are the comments right before a position, as written.
func (s *Source) docBefore(at int) string {
	var parts []string
	for i := len(s.Comments) - 1; i >= 0; i-- {
		c := s.Comments[i]
		if int(c.Start) >= at {
			continue
		}
		if !c.Doc || int(c.End) > at || len(strings.TrimSpace(string(s.Text[c.End:at]))) > 0 {
			break
		}
		parts = append(parts, string(s.Text[c.Start:c.End]))
		at = int(c.Start)
	}
	return strings.Join(parts, "\n")
}

// clauses are what a signature or a decorator declares: Java's throws, typed
// throws of Swift, @Throws and @throws of Kotlin and Scala.
var clauses = map[string]*regexp.Regexp{
	"java":   regexp.MustCompile(`\)(?:\s*\[\])*\s*throws\s+([^{;]+)`),
	"swift":  regexp.MustCompile(`\bthrows\s*\(([^)]+)\)`),
	"kotlin": regexp.MustCompile(`^@(?:[\w.:]*\.)?Throws\s*\((.*)\)`),
	"scala":  regexp.MustCompile(`^@throws\s*(?:\[([^\]]+)\]|\((.*)\))`),
}

func declared(lang string, n *graph.Node) (out []string) {
	re := clauses[lang]
	if re == nil || !n.Kind.Callable() {
		return nil
	}
	texts := n.Decorators
	if lang == "java" || lang == "swift" {
		texts = []string{n.Signature}
	}
	for _, text := range texts {
		for _, m := range re.FindAllStringSubmatch(text, -1) {
			for _, name := range strings.Split(strings.Join(m[1:], ""), ",") {
				name = strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(name), "classOf["), "::class")
				if name, _ = nameAt(strings.TrimPrefix(name, "any ")); typeLike(name) {
					out = add(out, name)
				}
			}
		}
	}
	return out
}
