package jsonrpc

import (
	"fmt"
	"slices"
	"strings"

	"github.com/structural-memory/smp"
)

func contextMarkdown(w *writer, r *smp.ContextResult) {
	s := r.Summary
	w.line("# %s", code(r.Self.Path))
	w.line("\n%s · %s · role %s · **%s risk**", r.Self.Language, plural(r.Self.Lines, "line"), s.Role, s.RiskLevel)
	w.line("\n| blast radius | API callers | complexity avg/max | exported | unlinked calls |")
	w.line("|---|---|---|---|---|")
	w.line("| %d | %d of %d | %.1f / %d | %d | %d |", s.BlastRadius, s.APILayerCallers, s.APILayerTotal, s.AvgComplexity, s.MaxComplexity, s.ExportedSymbols, s.UnresolvedCalls)
	tests := "none"
	if len(s.TestFiles) > 0 {
		tests = strings.Join(s.TestFiles, ", ")
	}
	w.line("\nTests: %s", tests)
	if s.HeatScore != nil {
		w.line("\nHeat: %d", *s.HeatScore)
	}
	recursionText(w, r.Recursion)
	contextDefines(w, r)
	contextImports(w, "Imported by", r.ImportedBy, r.More["imported_by"])
	contextImports(w, "Used by", r.UsedBy, r.More["used_by"])
	contextImports(w, "Imports", r.Imports, r.More["imports"])
	flows := func(title string, list []smp.DataFlow, more int, far func(smp.DataFlow) string) {
		if len(list) == 0 {
			return
		}
		w.section(title, len(list)+more)
		for _, f := range list {
			carries := ""
			if f.Carries != "" {
				carries = " carries " + code(f.Carries)
			}
			w.line("- %s via %s%s", far(f), code(f.Via), carries)
		}
		w.more(more)
	}
	flows("Data in", r.DataFlowIn, r.More["data_flow_in"], func(f smp.DataFlow) string { return "from " + f.From })
	flows("Data out", r.DataFlowOut, r.More["data_flow_out"], func(f smp.DataFlow) string { return "to " + f.To })
	if len(r.StructurallySimilar) > 0 {
		w.section("Similar files", len(r.StructurallySimilar)+r.More["structurally_similar"])
		for _, f := range r.StructurallySimilar {
			w.line("- %s · %s", f.File, plural(f.SharedImports, "shared import"))
		}
	}
	if r.Pack != nil {
		w.line("\n%s", strings.TrimSuffix(r.Pack.Markdown(), "\n"))
	}
}

func contextDefines(w *writer, r *smp.ContextResult) {
	d := r.Defines
	if n := len(d.Classes) + len(d.Functions) + len(d.Variables); n > 0 {
		w.section("Defines", n+r.More["functions"]+r.More["classes"]+r.More["variables"])
	}
	for _, c := range d.Classes {
		w.line("- class %s line %d · %s%s", code(c.Name), c.Line, plural(c.MethodCount, "method"), exported(c.Exported))
	}
	for _, f := range d.Functions {
		name := f.Signature
		if name == "" {
			name = f.Name
		}
		entry := ""
		if slices.Contains(r.EntryPoints, f.ID) {
			entry = " · entry point"
		}
		w.line("- %s line %d · complexity %d%s%s", code(name), f.Line, f.Complexity, exported(f.Exported), entry)
	}
	for _, v := range d.Variables {
		w.line("- variable %s line %d", code(v.Name), v.Line)
	}
	w.more(r.More["functions"] + r.More["classes"] + r.More["variables"])
}

func exported(is bool) string {
	if is {
		return " · exported"
	}
	return ""
}

func contextImports(w *writer, title string, list []smp.ImportedFile, more int) {
	if len(list) == 0 {
		return
	}
	w.section(title, len(list)+more)
	for _, f := range list {
		items := ""
		if len(f.Items) > 0 {
			items = ": " + strings.Join(f.Items, ", ")
		}
		w.line("- %s%s", f.File, items)
	}
	w.more(more)
}

func statusMarkdown(w *writer, r *StatusAnswer) {
	if r.Graph == nil {
		w.line("The index is %s%s.", r.Index.State, progressNote(r.Index))
		return
	}
	g := r.Graph
	w.line("# Index: %s%s", r.Index.State, progressNote(r.Index))
	w.line("\n%s, %s, %s, %s", plural(g.Files, "file"), plural(g.Lines, "line"), plural(g.Nodes, "node"), plural(g.Edges, "edge"))
	if g.IndexedAt != nil {
		w.line("\nIndexed at %s.", g.IndexedAt.Format("2006-01-02T15:04:05Z07:00"))
	}
	w.line("\nCalls: %d exact, %d dispatch, %d framework, %d external, %d unlinked.\n", g.Calls.Exact, g.Calls.Dispatch, g.Calls.Framework, g.Calls.External, g.Calls.Unresolved)
	for _, l := range languagesBySize(g) {
		x := g.ByLanguage[l]
		w.line("- %s: %s, %s, %.0f%% of calls linked", l, plural(x.Files, "file"), plural(x.Lines, "line"), 100*g.ResolvedShare[l])
	}
	if g.Skipped > 0 {
		w.section("Left out", g.Skipped)
		for _, s := range g.Skips {
			w.line("- %s · %s", s.Path, s.Reason)
		}
		w.more(g.MoreSkips)
	}
}

// Text says in words how far the index is.
func (p Progress) Text() string { return "index " + p.State + progressNote(p) }

// progressNote is how far a run is, in words.
func progressNote(p Progress) string {
	if p.State != "indexing" {
		if p.Hint != "" {
			return " (" + p.Hint + ")"
		}
		return ""
	}
	note := fmt.Sprintf(", %d%%", p.Percent)
	if p.Stage != "" {
		note += " (" + p.Stage
		if p.Total > 0 {
			note += fmt.Sprintf(" %d of %d files", p.Done, p.Total)
		}
		note += ")"
	}
	return note
}
