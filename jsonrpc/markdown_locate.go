package jsonrpc

import (
	"cmp"
	"strings"

	"github.com/structural-memory/smp"
)

// locateMarkdown is the form that the specification shows.
func locateMarkdown(w *writer, r *smp.LocateResult) { w.WriteString(r.Markdown()) }

func searchMarkdown(w *writer, r *smp.SearchResult) {
	w.line("# %s", plural(r.Total, "match"))
	if r.Total == 0 {
		w.line("\nSearched %s in %s.", strings.Join(r.SearchedFields, ", "), plural(r.ScopeNodeCount, "node"))
		return
	}
	w.line("")
	for _, m := range r.Matches {
		name := cmp.Or(m.Qualified, m.Name)
		w.line("- %s %s · %s · %.2f on %s", code(name), strings.ToLower(m.NodeType), at(m.File, m.StartLine), m.Score, strings.Join(m.MatchedOn, ", "))
		if m.Snippet != "" {
			w.line("  %s", strings.Join(strings.Fields(m.Snippet), " "))
		}
		if len(m.Tags) > 0 {
			w.line("  tags `%s`", strings.Join(m.Tags, "` `"))
		}
	}
	w.more(r.Total - len(r.Matches))
}
