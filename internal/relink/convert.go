package relink

import (
	"slices"
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/internal/scan"
	"github.com/structural-memory/smp/linker"
)

// fileGraph joins a file's facts and links into what the graph stores.
func fileGraph(file graph.FileRow, f *facts.FileFacts, links *linker.Links, maps func(string) scan.NodeMap, isTest func(string) bool, nodes bool) graph.FileGraph {
	m := maps(file.Path)
	file.Imports, file.Exports, file.Lookups = importRows(f, links), exportNames(f), links.Lookups
	g := graph.FileGraph{File: file}
	if nodes {
		g.Nodes = nodeRows(f, m)
	}
	g.Edges = make([]graph.EdgeRow, 0, len(links.Edges))
	once := map[graph.EdgeRow]bool{} // edges that are kept for one line only
	for _, e := range links.Edges {
		to := graph.Target{Path: e.To.Path, Def: e.To.Def, External: e.To.External}
		if to.Path != "" && to.Def >= 0 {
			tm := maps(to.Path)
			if int(to.Def) >= len(tm) {
				continue
			}
			to.Def = tm[to.Def]
		}
		row := graph.EdgeRow{Src: m[e.Src], Type: e.Type, To: to, Line: e.Line, Class: e.Class, Via: e.Via}
		if e.Class != graph.Dispatch || first(once, row) {
			g.Edges = append(g.Edges, row)
		}
	}
	eachTested(f, links, file.Path, isTest, func(test int32, e linker.Edge) {
		row := graph.EdgeRow{Src: m[test], Type: graph.Tests, To: graph.Target{Path: e.To.Path, Def: e.To.Def}, Line: e.Line, Class: e.Class, Via: e.Via}
		if tm := maps(e.To.Path); int(e.To.Def) < len(tm) {
			if row.To.Def = tm[e.To.Def]; first(once, row) {
				g.Edges = append(g.Edges, row)
			}
		}
	})
	for _, o := range links.Open {
		g.Open = append(g.Open, graph.OpenRow{Src: m[o.Src], Line: o.Line, Name: o.Name, Recv: o.Recv, Reason: o.Reason})
	}
	return g
}

// first tells whether an edge is the first of its kind, whatever its line:
// the candidates of a dispatch and what a test tests are facts about a pair.
func first(seen map[graph.EdgeRow]bool, e graph.EdgeRow) bool {
	e.Line, e.Class, e.Via = 0, 0, 0
	if seen[e] {
		return false
	}
	seen[e] = true
	return true
}

func nodeRows(f *facts.FileFacts, m scan.NodeMap) []graph.NodeRow {
	out := make([]graph.NodeRow, 0, len(f.Defs))
	for i := range f.Defs {
		if i > 0 && scan.Nodeless(f, &f.Defs[i]) {
			continue
		}
		out = append(out, nodeRow(f, int32(i), m))
	}
	return out
}

func nodeRow(f *facts.FileFacts, i int32, m scan.NodeMap) graph.NodeRow {
	d := &f.Defs[i]
	n := graph.NodeRow{Kind: d.Kind, Form: d.Form, Name: d.Name, Disc: d.Disc, StartLine: d.StartLine, EndLine: d.EndLine, NameLine: d.NameLine,
		StartByte: d.StartByte, EndByte: d.EndByte, Mods: d.Mods, Complexity: d.Complexity, Hash: d.Hash, Sig: d.Sig, Doc: d.Doc,
		Returns: d.Returns, Decorators: d.Decorators}
	if i == 0 {
		return n
	}
	n.Parent = m[d.Parent]
	n.Scope = strings.TrimSuffix(strings.TrimSuffix(f.QName(i), d.Name), ".")
	for _, p := range d.Params {
		n.Params = append(n.Params, graph.Param{Name: p.Name, Type: p.Text, Optional: p.Flags&facts.ParamOptional != 0, Rest: p.Flags&(facts.ParamRest|facts.ParamKwRest) != 0})
	}
	return n
}

// importRows are a file's imports, those of one statement together.
func importRows(f *facts.FileFacts, links *linker.Links) []graph.FileImport {
	var out []graph.FileImport
	for i, im := range f.Imports {
		from := strings.Repeat(".", int(im.Level)) + im.Module
		file := ""
		if i < len(links.ImportFiles) {
			file = links.ImportFiles[i]
		}
		if n := len(out); n > 0 && im.Name != "" && out[n-1].From == from && out[n-1].File == file && len(out[n-1].Items) > 0 && out[n-1].TypeOnly == (im.Flags&facts.ImportTypeOnly != 0) {
			out[n-1].Items = append(out[n-1].Items, im.Name)
			continue
		}
		row := graph.FileImport{From: from, Line: int(im.Line), File: file, TypeOnly: im.Flags&facts.ImportTypeOnly != 0}
		if im.Name != "" {
			row.Items = []string{im.Name}
		}
		if im.Alias != im.Name {
			row.Alias = im.Alias
		}
		out = append(out, row)
	}
	return out
}

// exportNames are the names that a file offers, sorted.
func exportNames(f *facts.FileFacts) []string {
	var out []string
	for i := 1; i < len(f.Defs); i++ {
		if d := &f.Defs[i]; d.Parent == 0 && d.Mods&facts.Exported != 0 && !scan.Nodeless(f, d) {
			out = append(out, d.Name)
		}
	}
	for _, e := range f.Exports {
		out = append(out, e.Name)
	}
	for _, im := range f.Imports {
		if im.Kind == facts.ImportReexport && im.Alias != "" {
			out = append(out, im.Alias)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}
