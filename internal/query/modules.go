package query

import (
	"context"
	"slices"
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/internal/workspace"
)

// ModuleQuery asks for modules by parts of their names.
type ModuleQuery struct {
	Words    []string // all of them are in the path or the name, in any case
	Imported bool     // modules outside of the repository that its files import, not those that are in it
	Limit    int      // 20 by default
}

// ModuleResult is the answer of Modules, by name.
type ModuleResult struct {
	Modules []workspace.NodeRef
	Total   int
}

// Modules finds files and packages of the repository, or the modules outside
// that it imports.
func (m *Questions) Modules(ctx context.Context, q ModuleQuery) (*ModuleResult, error) {
	if q.Limit <= 0 {
		q.Limit = defaultMatches
	}
	words := make([]string, len(q.Words))
	for i, w := range q.Words {
		words[i] = strings.ToLower(w)
	}
	fits := func(name string) bool {
		name = strings.ToLower(name)
		return !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(name, w) })
	}
	return workspace.Read(ctx, m.Space, func(r *graph.Reader) (*ModuleResult, error) {
		find := modulesInside
		if q.Imported {
			find = modulesImported
		}
		nodes, err := find(r, fits)
		if err != nil {
			return nil, err
		}
		slices.SortFunc(nodes, func(a, b graph.Node) int { return strings.Compare(a.ID, b.ID) })
		res := &ModuleResult{Modules: []workspace.NodeRef{}, Total: len(nodes)}
		for _, n := range nodes[:min(q.Limit, len(nodes))] {
			res.Modules = append(res.Modules, workspace.RefOf(n))
		}
		return res, nil
	})
}

func modulesInside(r *graph.Reader, fits func(string) bool) ([]graph.Node, error) {
	files, err := r.FileMarks()
	if err != nil {
		return nil, err
	}
	paths := make(map[int32]string, len(files))
	for _, f := range files {
		paths[f.Row] = f.Path
	}
	all, err := r.Briefs(facts.Package, facts.File, facts.Config)
	if err != nil {
		return nil, err
	}
	var rows []graph.NodeID
	for _, b := range all {
		if b.Kind == facts.Package && fits(b.Name) || b.Kind != facts.Package && b.Def == 0 && fits(paths[b.FileRow]) {
			rows = append(rows, b.Row)
		}
	}
	return r.Nodes(rows)
}

func modulesImported(r *graph.Reader, fits func(string) bool) ([]graph.Node, error) {
	found := map[graph.NodeID]bool{}
	err := r.EachEdge(func(e graph.Edge) bool {
		if e.Class == graph.Outside {
			found[e.To] = true
		}
		return true
	}, graph.Imports)
	if err != nil {
		return nil, err
	}
	var rows []graph.NodeID
	for row := range found {
		rows = append(rows, row)
	}
	nodes, err := r.Nodes(rows)
	return slices.DeleteFunc(nodes, func(n graph.Node) bool { return !fits(workspace.DisplayName(n)) }), err
}
