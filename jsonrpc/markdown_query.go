package jsonrpc

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/structural-memory/smp"
)

func navigateMarkdown(w *writer, r *smp.NavigateResult) {
	n := r.Entity
	name := cmp.Or(n.Qualified, n.Name)
	w.line("# %s · %s", code(name), strings.ToLower(n.Type))
	w.line("\n%s-%d · id %s", at(n.File, n.NameLine), n.EndLine, code(n.ID))
	if n.Signature != "" {
		w.line("\n%s", code(n.Signature))
	}
	if n.Purpose != "" {
		w.line("\n%s", n.Purpose)
	}
	if n.Description != "" {
		w.line("\nSet by hand: %s", n.Description)
	}
	if len(n.Tags) > 0 {
		w.line("\nTags: %s", strings.Join(n.Tags, ", "))
	}
	for _, e := range n.EntryPoints {
		w.line("- route %s · %s · %s", code(e.Method+" "+e.Path), e.Framework, at(e.File, e.Line))
	}
	w.certainty(r.Certainty)
	for _, l := range []struct{ key, title string }{
		{"called_by", "Called by"}, {"tested_by", "Tested by"}, {"calls", "Calls"}, {"used_by", "Used by"}, {"depends_on", "Depends on"},
		{"inherits", "Inherits"}, {"extended_by", "Extended by"}, {"defines", "Defines"},
	} {
		refs := r.Related[l.key]
		if len(refs) == 0 {
			continue
		}
		w.section(l.title, len(refs)+r.More[l.key])
		for _, x := range refs {
			w.line("%s", refLine(x))
		}
		w.more(r.More[l.key])
	}
}

func traceMarkdown(w *writer, r *smp.TraceResult) {
	w.line("# Trace of %s", code(r.Root))
	w.line("\n%s · %s reached", at(r.Start.File, r.Start.Line), plural(r.Total, "node"))
	w.certainty(r.Certainty)
	w.line("")
	t := &treeText{w: w, nodes: map[string]smp.TraceNode{}, out: map[string][]smp.TraceEdge{}, done: map[string]bool{r.Start.ID: true}}
	for _, n := range r.Nodes {
		t.nodes[n.ID] = n
	}
	for _, e := range r.Edges {
		t.link(e)
	}
	w.line("- %s", code(r.Root))
	t.below(r.Start.ID, 0, 1)
	if r.Truncated > 0 {
		w.line("\n%s not shown.", plural(r.Truncated, "node"))
	}
	recursionText(w, r.Recursion)
	if n := r.NotFollowed; n.External+n.Unresolved > 0 {
		w.line("\nNot followed: %s out of the repository, %s.", plural(n.External, "edge"), plural(n.Unresolved, "unlinked call"))
	}
}

// recursionText says which functions call themselves.
func recursionText(w *writer, all []smp.Recursion) {
	for _, x := range all {
		names := make([]string, len(x.Nodes))
		for i, id := range x.Nodes {
			names[i] = code(id)
		}
		if x.Direct {
			w.line("\nRecursion: %s calls itself.", names[0])
		} else {
			w.line("\nRecursion: %s call one another.", strings.Join(names, ", "))
		}
	}
}

// treeText writes the flat form of a walk as nested lists. An edge leads from
// the end that is nearer to the start.
type treeText struct {
	w     *writer
	nodes map[string]smp.TraceNode
	out   map[string][]smp.TraceEdge
	done  map[string]bool
}

func (t *treeText) hop(id string) int { return t.nodes[id].Hop } // 0 for the start

func (t *treeText) link(e smp.TraceEdge) {
	near := e.From
	if t.hop(e.To) < t.hop(e.From) {
		near = e.To
	}
	t.out[near] = append(t.out[near], e)
}

func (t *treeText) below(id string, hop, level int) {
	for _, e := range t.out[id] {
		far, arrow := e.To, "→"
		if far == id {
			far, arrow = e.From, "←"
		}
		n, known := t.nodes[far]
		if !known || t.done[far] || n.Hop != hop+1 {
			continue
		}
		t.done[far] = true
		how := ""
		if e.Class != "exact" {
			how = " · " + e.Class
		}
		if e.Type != "CALLS_STATIC" {
			how += " · " + strings.ToLower(e.Type)
		}
		if n.File != "" {
			how = " " + at(n.File, n.Line) + how
		}
		t.w.line("%s- %s %s%s", strings.Repeat("  ", level), arrow, code(n.Name), how)
		t.below(far, hop+1, level+1)
	}
}

func impactMarkdown(w *writer, r *smp.ImpactResult) {
	w.line("# Impact of a %s of %s", strings.ReplaceAll(r.ChangeType, "_", " "), code(r.Entity.Name))
	w.line("\n%s · severity **%s** · %s affected in %s", at(r.Entity.File, r.Entity.Line), r.Severity, plural(r.TotalAffected, "definition"), plural(len(r.AffectedFiles)+r.More["affected_files"], "other file"))
	w.certainty(r.Certainty)
	recursionText(w, r.Recursion)
	if len(r.RequiredUpdates) > 0 {
		w.section("Must change with it", len(r.RequiredUpdates)+r.More["required_updates"])
		for _, u := range r.RequiredUpdates {
			w.line("- %s %s · %s", code(u.Function), at(u.File, u.Line), u.Reason)
		}
		w.more(r.More["required_updates"])
	}
	if len(r.AffectedFunctions) > 0 {
		w.section("Affected", len(r.AffectedFunctions)+r.Truncated)
		for _, f := range r.AffectedFunctions {
			how := f.Relationship
			if f.Class != "exact" {
				how += " (" + f.Class + ")"
			}
			w.line("- %s %s · %s · step %d", code(f.Name), at(f.File, f.Line), how, f.Depth)
		}
		w.more(r.Truncated)
	}
	if len(r.AffectedFiles) > 0 {
		w.section("Files", len(r.AffectedFiles)+r.More["affected_files"])
		w.line("%s", strings.Join(r.AffectedFiles, ", "))
	}
}

func flowMarkdown(w *writer, r *smp.FlowResult) {
	if len(r.Path) == 0 {
		w.line("No path.")
		w.certainty(r.Certainty)
		return
	}
	w.line("# Flow of %s\n", plural(len(r.Path), "stage"))
	for i, n := range r.Path {
		types := ""
		for _, t := range r.TypeTransitions {
			if t.ToNode == n.Node {
				types = fmt.Sprintf(" · (%s) → %s", strings.Join(t.ParamTypes, ", "), t.ReturnType)
				break
			}
		}
		w.line("%d. %s %s · %s%s", i+1, code(n.Node), n.Type, at(n.File, n.Line), types)
	}
	w.certainty(r.Certainty)
}

func whyMarkdown(w *writer, r *smp.WhyResult) {
	w.line("%s", r.Readable)
	for _, s := range r.Chain {
		w.line("- %s %s %s%s", code(s.Node), s.Edge, code(s.Target), lineNote(s.Line))
	}
}

func lineNote(line int) string {
	if line == 0 {
		return ""
	}
	return fmt.Sprintf(" (line %d)", line)
}

func reportMarkdown(w *writer, r *smp.LinkerReport) {
	w.line("# Unlinked calls: %d", r.UnresolvedCount)
	reasons := make([]string, 0, len(r.ByReason))
	for k := range r.ByReason {
		reasons = append(reasons, k)
	}
	slices.SortFunc(reasons, func(a, b string) int {
		if d := r.ByReason[b] - r.ByReason[a]; d != 0 {
			return d
		}
		return strings.Compare(a, b)
	})
	w.line("")
	for _, k := range reasons {
		w.line("- %d %s", r.ByReason[k], k)
	}
	if len(r.Unresolved) > 0 {
		w.section("Calls", r.UnresolvedCount)
		for _, u := range r.Unresolved {
			name := u.ToName
			if u.Receiver != "" {
				name = u.Receiver + "." + name
			}
			more := ""
			if len(u.Candidates) > 0 {
				more = " · may be " + strings.Join(u.Candidates, ", ")
			}
			w.line("- %s %s · %s%s", code(name), at(u.File, u.Line), u.Reason, more)
		}
		w.more(r.Truncated)
	}
	if len(r.EntryPoints) > 0 {
		w.section("Entry points", len(r.EntryPoints)+r.MoreEntryPoints)
		for _, e := range r.EntryPoints {
			w.line("- %s → %s %s · %s", code(e.Method+" "+e.Path), code(e.Handler.Name), at(e.Handler.File, e.Handler.Line), e.Framework)
		}
		w.more(r.MoreEntryPoints)
	}
}
