package query

import (
	"slices"

	"github.com/structural-memory/smp/graph"
)

// maxBlastDepth bounds how far blast_radius is followed.
const maxBlastDepth = 5

// usingEdges lead to a file, or to what it defines, from those who depend on
// it. Imports alone are not enough: in Go they name packages, and within a
// package nobody imports.
var usingEdges = []graph.EdgeType{graph.Imports, graph.CallsStatic, graph.CallsRuntime, graph.Uses, graph.References, graph.Inherits, graph.Implements}

// Dependants are the other files that import a file or use what it defines.
// nodes are the file's own.
func Dependants(r *graph.Reader, file string, nodes []graph.Node) ([]string, error) {
	seen := map[graph.NodeID]bool{}
	files := map[string]bool{file: true}
	out := []string{}
	for _, d := range nodes {
		rows, err := neighbourRows(r, d.Row, false, usingEdges)
		if err != nil {
			return nil, err
		}
		rows = slices.DeleteFunc(rows, func(row graph.NodeID) bool { return seen[row] })
		users, err := r.Nodes(rows)
		if err != nil {
			return nil, err
		}
		for _, n := range users {
			seen[n.Row] = true
			if n.File != "" && !files[n.File] {
				files[n.File] = true
				out = append(out, n.File)
			}
		}
	}
	slices.Sort(out)
	return out, nil
}

// blast are the files that depend on this one, up to a number of steps.
func (b *contextBuilder) blast(depth int) ([]string, error) {
	seen := map[string]bool{b.info.Path: true}
	var out, level []string
	for _, f := range slices.Concat(b.res.ImportedBy, b.res.UsedBy) {
		seen[f.File] = true
		level = append(level, f.File)
	}
	for step := 2; ; step++ {
		out = append(out, level...)
		if step > min(depth, maxBlastDepth) || len(level) == 0 {
			slices.Sort(out)
			return out, nil
		}
		var next []string
		for _, f := range level {
			nodes, err := b.r.FileNodes(f)
			if err != nil {
				return nil, err
			}
			by, err := Dependants(b.r, f, nodes)
			if err != nil {
				return nil, err
			}
			for _, g := range by {
				if !seen[g] {
					seen[g] = true
					next = append(next, g)
				}
			}
		}
		level = next
	}
}

// importersOf are the files that import a file, or something that it defines.
func importersOf(r *graph.Reader, nodes []graph.Node) (map[string]bool, error) {
	files := map[string]bool{}
	for _, d := range nodes {
		by, err := neighbours(r, d.Row, false, []graph.EdgeType{graph.Imports})
		if err != nil {
			return nil, err
		}
		for _, n := range by {
			files[n.File] = true
		}
	}
	return files, nil
}
