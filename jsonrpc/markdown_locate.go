package jsonrpc

import (
	"fmt"
	"strings"

	"github.com/structural-memory/smp"
)

// locateMarkdown is the form that the specification shows.
func locateMarkdown(w *writer, r *smp.LocateResult) {
	w.line("## Results for: %q", r.Query)
	w.line("_%s · %s walked · top %d shown_", plural(r.SeedCount, "seed"), plural(r.Walked, "node"), len(r.Results))
	names := map[string]string{}
	for _, h := range r.Results {
		names[h.NodeID] = hitName(h)
	}
	for i, h := range r.Results {
		locateHit(w, i+1, h, names)
	}
	if r.More > 0 {
		w.line("\n_%d more; top_k shows them._", r.More)
	}
	for _, n := range r.Notes {
		w.line("\n> %s", n)
	}
	if len(r.Map) > 0 {
		w.line("\n---\n\n## Structural Map\n\n```")
		locateMap(w, r, names)
		w.line("```")
	}
}

func hitName(h smp.LocateHit) string {
	if h.Qualified != "" {
		return h.Qualified
	}
	return h.Name
}

func locateHit(w *writer, n int, h smp.LocateHit, names map[string]string) {
	star := ""
	if h.IsSeed {
		star = " ★ seed"
	}
	w.line("\n---\n\n### %d. %s · %s · score %.4f%s\n", n, code(hitName(h)), h.NodeType, h.FinalScore, star)
	w.line("**File:** %s", code(at(h.File, h.StartLine)))
	if h.Signature != "" {
		w.line("**Signature:** %s", code(h.Signature))
	}
	if h.Docstring != "" {
		first, _, _ := strings.Cut(h.Docstring, "\n\n")
		w.line("**Docstring:** %s", strings.Join(strings.Fields(first), " "))
	}
	if len(h.Tags) > 0 {
		w.line("**Tags:** `%s`", strings.Join(h.Tags, "` `"))
	}
	if h.IsSeed {
		w.line("\n| vector | pagerank | heat |\n|--------|----------|------|\n| %.2f | %.4f | %.0f |", h.VectorScore, h.PageRank, h.HeatScore)
		return
	}
	var from []string
	for _, id := range h.ReachedFrom {
		from = append(from, code(nameOf(id, names)))
	}
	if len(from) > 0 {
		w.line("**Reachable from:** %s", strings.Join(from, ", "))
	}
}

// nameOf is a node's name, or what its id says of it.
func nameOf(id string, names map[string]string) string {
	if n, ok := names[id]; ok {
		return n
	}
	if i := strings.LastIndexByte(id, '#'); i >= 0 {
		return id[i+1:]
	}
	_, place, _ := strings.Cut(id, ":")
	return place
}

// locateMap draws the edges as trees, from the nodes that no other leads to.
func locateMap(w *writer, r *smp.LocateResult, names map[string]string) {
	below := map[string][]smp.LocateRelation{}
	reached := map[string]bool{}
	for _, e := range r.Map {
		below[e.From] = append(below[e.From], e)
		reached[e.To] = true
	}
	done := map[string]bool{}
	var draw func(id, indent string)
	draw = func(id, indent string) {
		if done[id] {
			return
		}
		done[id] = true
		for i, e := range below[id] {
			branch, more := "├─", "│  "
			if i == len(below[id])-1 {
				branch, more = "└─", "   "
			}
			bridge := ""
			if e.Bridge != "" {
				bridge = fmt.Sprintf("  (%s)", e.Bridge)
			}
			w.line("%s%s[%s]──▶ %s%s", indent, branch, e.EdgeType, nameOf(e.To, names), bridge)
			draw(e.To, indent+more)
		}
	}
	for _, again := range []bool{false, true} { // then those that only go in circles
		for _, e := range r.Map {
			if !done[e.From] && (again || !reached[e.From]) {
				w.line("%s", nameOf(e.From, names))
				draw(e.From, "")
			}
		}
	}
}

func searchMarkdown(w *writer, r *smp.SearchResult) {
	w.line("# %s", plural(r.Total, "match"))
	if r.Total == 0 {
		w.line("\nSearched %s in %s.", strings.Join(r.SearchedFields, ", "), plural(r.ScopeNodeCount, "node"))
		return
	}
	w.line("")
	for _, m := range r.Matches {
		name := m.Qualified
		if name == "" {
			name = m.Name
		}
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
