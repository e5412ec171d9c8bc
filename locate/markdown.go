package locate

import (
	"fmt"
	"strconv"
	"strings"
)

// Markdown is the answer as the specification shows it for agents that read
// text.
func (r *Response) Markdown() string {
	w := &page{names: map[string]string{}}
	for _, h := range r.Results {
		w.names[h.NodeID] = h.called()
	}
	w.line("## Results for: %q", r.Query)
	w.line("_%s · %s walked · top %d shown_", plural(r.SeedCount, "seed"), plural(r.Walked, "node"), len(r.Results))
	for i := range r.Results {
		w.result(i+1, &r.Results[i])
	}
	if r.More > 0 {
		w.line("\n_%d more; top_k shows them._", r.More)
	}
	for _, n := range r.Notes {
		w.line("\n> %s", n)
	}
	if len(r.Map) > 0 {
		w.line("\n---\n\n## Structural Map\n\n```")
		w.tree(r.Map)
		w.line("```")
	}
	if r.Pack != nil {
		w.line("\n---\n\n%s", strings.TrimSuffix(r.Pack.Markdown(), "\n"))
	}
	return w.String()
}

// Markdown is the pack as text.
func (p *Pack) Markdown() string {
	w := &page{}
	w.line("## Source\n_about %d of %d tokens · %s_", p.Tokens, p.MaxTokens, p.Note)
	for i := range p.Pieces {
		w.WriteString(p.Pieces[i].Markdown())
	}
	if len(p.LeftOut) > 0 {
		w.line("\nLeft out: %s", strings.Join(p.LeftOut, ", "))
	}
	return w.String()
}

// fenceFor is a fence that does not stand in the text.
func fenceFor(text string) string {
	fence := "```"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	return fence
}

// page builds the text.
type page struct {
	strings.Builder
	names map[string]string // of results, by id
}

func (w *page) line(format string, args ...any) {
	fmt.Fprintf(w, format, args...)
	w.WriteByte('\n')
}

// called is the name to show.
func (h *Result) called() string {
	if h.Qualified != "" {
		return h.Qualified
	}
	return h.Name
}

func (w *page) result(n int, h *Result) {
	star := ""
	if h.IsSeed {
		star = " ★ seed"
	}
	w.line("\n---\n\n### %d. %s · %s · score %.4f%s\n", n, code(h.called()), h.NodeType, h.FinalScore, star)
	place := h.File
	if h.StartLine > 0 {
		place = fmt.Sprintf("%s:%d", h.File, h.StartLine)
	}
	w.line("**File:** %s", code(place))
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
		w.line("\n| vector | pagerank | heat |\n|--------|----------|------|\n| %.2f | %.4f | %s |", h.VectorScore, h.PageRank, heat(h.HeatScore))
		return
	}
	var from []string
	for _, id := range h.ReachedFrom {
		from = append(from, code(w.nameOf(id)))
	}
	if len(from) > 0 {
		w.line("**Reachable from:** %s", strings.Join(from, ", "))
	}
}

// heat is a heat score as text, a dash where nothing is recorded.
func heat(score *int) string {
	if score == nil {
		return "–"
	}
	return strconv.Itoa(*score)
}

// nameOf is a node's name, or what its id says of it.
func (w *page) nameOf(id string) string {
	if n, ok := w.names[id]; ok {
		return n
	}
	if i := strings.LastIndexByte(id, '#'); i >= 0 {
		return id[i+1:]
	}
	_, place, _ := strings.Cut(id, ":")
	return place
}

// tree draws the edges as trees, from the nodes that no other leads to; then
// those that only go in circles.
func (w *page) tree(edges []Relation) {
	below, reached, done := map[string][]Relation{}, map[string]bool{}, map[string]bool{}
	for _, e := range edges {
		below[e.From] = append(below[e.From], e)
		reached[e.To] = true
	}
	for _, circles := range []bool{false, true} {
		for _, e := range edges {
			if !done[e.From] && (circles || !reached[e.From]) {
				w.line("%s", w.nameOf(e.From))
				w.branches(e.From, "", below, done)
			}
		}
	}
}

func (w *page) branches(id, indent string, below map[string][]Relation, done map[string]bool) {
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
		w.line("%s%s[%s]──▶ %s%s", indent, branch, e.EdgeType, w.nameOf(e.To), bridge)
		w.branches(e.To, indent+more, below, done)
	}
}

// code is text as code, whatever is in it.
func code(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	if strings.Contains(s, "`") {
		return "`` " + s + " ``"
	}
	return "`" + s + "`"
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
