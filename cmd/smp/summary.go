package main

import (
	"cmp"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/structural-memory/smp"
	"github.com/structural-memory/smp/graph"
)

// indexSummary is what smp index prints as JSON; the names are fixed.
type indexSummary struct {
	Files           int                         `json:"files"`
	Lines           int                         `json:"lines"`
	Nodes           int                         `json:"nodes"`
	Edges           int                         `json:"edges"`
	CallsExact      int                         `json:"calls_exact"`
	CallsDispatch   int                         `json:"calls_dispatch"`
	CallsUnresolved int                         `json:"calls_unresolved"`
	CallsExternal   int                         `json:"calls_external"`
	CallsFramework  int                         `json:"calls_framework"`
	ResolvedShare   float64                     `json:"resolved_share"`
	Skipped         int                         `json:"skipped"`
	ParseErrors     int                         `json:"parse_errors"`
	Seconds         float64                     `json:"seconds"`
	CPUSeconds      float64                     `json:"cpu_seconds"`
	PeakRSSBytes    int64                       `json:"peak_rss_bytes"`
	DBBytes         int64                       `json:"db_bytes"`
	ByLanguage      map[string]*languageSummary `json:"by_language"`
	ByKind          map[string]int              `json:"by_kind"`
	ByEdge          map[string]int              `json:"by_edge"`
	Changed         int                         `json:"changed"`
	Relinked        int                         `json:"relinked"`
	Removed         int                         `json:"removed"`
	Unknown         map[string]int              `json:"unknown"`
	Notes           []string                    `json:"notes"`
	StageSeconds    map[string]float64          `json:"stage_seconds"`
}

type languageSummary struct {
	Files           int     `json:"files"`
	Lines           int     `json:"lines"`
	Nodes           int     `json:"nodes"`
	CallsExact      int     `json:"calls_exact"`
	CallsDispatch   int     `json:"calls_dispatch"`
	CallsUnresolved int     `json:"calls_unresolved"`
	CallsExternal   int     `json:"calls_external"`
	CallsFramework  int     `json:"calls_framework"`
	ResolvedShare   float64 `json:"resolved_share"`
}

func summarise(r *smp.IndexResult, cpu time.Duration) *indexSummary {
	s := &indexSummary{
		Files: r.Files, Lines: r.Lines, Nodes: r.Nodes, Edges: r.Edges,
		CallsExact: r.Calls.Exact, CallsDispatch: r.Calls.Dispatch, CallsUnresolved: r.Calls.Unresolved, CallsExternal: r.Calls.External,
		CallsFramework: r.Calls.Framework, ResolvedShare: r.Calls.ResolvedShare(), Skipped: r.Skipped, ParseErrors: r.ParseErrors,
		Seconds: r.Seconds, CPUSeconds: cpu.Seconds(), PeakRSSBytes: peakMemory(), DBBytes: r.DBBytes,
		ByLanguage: map[string]*languageSummary{}, ByKind: r.ByKind, ByEdge: r.ByEdge,
		Changed: r.Changed, Relinked: r.Relinked, Removed: r.Removed, Unknown: r.Unknown, Notes: r.Notes, StageSeconds: r.Stages,
	}
	for id, l := range r.ByLanguage {
		s.ByLanguage[id] = &languageSummary{l.Files, l.Lines, l.Nodes, l.Calls.Exact, l.Calls.Dispatch, l.Calls.Unresolved, l.Calls.External, l.Calls.Framework, l.Calls.ResolvedShare()}
	}
	return s
}

func (s *indexSummary) text(p *page, m *smp.Memory, r *smp.IndexResult, verbose bool) {
	p.line("%s: %s, %s in %s (%s)", p.bold(filepath.Base(m.Root())), count(s.Files, "file", "files"), count(s.Lines, "line", "lines"), seconds(s.Seconds), changes(r))
	overviewText(p, &r.Overview)
	unknownText(p, r.Unknown)
	p.line("file     %s, %s", m.Path(), size(s.DBBytes))
	for _, n := range r.Notes {
		p.line("note     %s", n)
	}
	if verbose {
		p.line("memory   %s at most", size(s.PeakRSSBytes))
		p.line("time     %s of processors; %s", seconds(s.CPUSeconds), stages(s.StageSeconds))
	}
}

// changes says what a run did.
func changes(r *smp.IndexResult) string {
	if r.Changed+r.Removed+r.Relinked == 0 {
		return "nothing changed"
	}
	text := number(r.Changed) + " new or changed"
	if r.Removed > 0 {
		text += ", " + number(r.Removed) + " gone"
	}
	if r.Relinked > 0 {
		text += ", " + number(r.Relinked) + " linked again"
	}
	return text
}

// overviewText is what index and status say of the graph.
func overviewText(p *page, o *graph.Overview) {
	rows := [][]string{}
	for _, l := range bySize(o.ByLanguage, func(x *graph.Language) int { return x.Lines }) {
		x := o.ByLanguage[l]
		share := ""
		if c := x.Calls; c.Exact+c.Dispatch+c.Framework+c.Unresolved > 0 {
			share = percent(c.ResolvedShare()) + " of calls linked"
		}
		rows = append(rows, []string{l, count(x.Files, "file", "files"), count(x.Lines, "line", "lines"), count(x.Nodes, "node", "nodes"), share})
	}
	p.table("  ", "lrrrr", rows)
	p.line("graph    %s, %s", count(o.Nodes, "node", "nodes"), count(o.Edges, "edge", "edges"))
	c := o.Calls
	p.line("calls    %s exact, %s by dispatch, %s open (%s linked); %s leave the repository", number(c.Exact+c.Framework), number(c.Dispatch), number(c.Unresolved), percent(c.ResolvedShare()), number(c.External))
	if o.Skipped > 0 {
		p.line("skipped  %s %s", number(o.Skipped), p.dim("(smp status lists them with the reasons)"))
	}
	if o.ParseErrors > 0 {
		p.line("damaged  %s with syntax that could not be read whole", count(o.ParseErrors, "file", "files"))
	}
}

// unknownText counts the files of no known language.
func unknownText(p *page, unknown map[string]int) {
	total := 0
	var parts []string
	for i, ext := range bySize(unknown, func(n int) int { return n }) {
		total += unknown[ext]
		if i < 5 {
			parts = append(parts, cmp.Or(ext, "no extension")+" "+number(unknown[ext]))
		}
	}
	if len(unknown) > 5 {
		parts = append(parts, "…")
	}
	if total > 0 {
		p.line("unknown  %s of no known language: %s", count(total, "file", "files"), strings.Join(parts, ", "))
	}
}

func stages(s map[string]float64) string {
	var parts []string
	for _, name := range bySize(s, func(x float64) float64 { return x }) {
		parts = append(parts, name+" "+seconds(s[name]))
	}
	return strings.Join(parts, ", ")
}

// bySize are the keys of a map, the largest first.
func bySize[V any, N cmp.Ordered](m map[string]V, of func(V) N) []string {
	keys := slices.Collect(maps.Keys(m))
	slices.SortFunc(keys, func(a, b string) int { return cmp.Or(cmp.Compare(of(m[b]), of(m[a])), strings.Compare(a, b)) })
	return keys
}
