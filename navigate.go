package smp

import (
	"context"
	"slices"

	"github.com/structural-memory/smp/graph"
)

// Entity is what navigate says of a node itself.
type Entity struct {
	graph.Node
	Purpose string `json:"purpose,omitempty"` // first paragraph of the docstring
}

// Relationships are the names around a node. Calls out of the repository are
// listed with their module.
type Relationships struct {
	Calls      []string `json:"calls"`
	CalledBy   []string `json:"called_by"`
	DependsOn  []string `json:"depends_on"`
	UsedBy     []string `json:"used_by"`
	Inherits   []string `json:"inherits"`
	ExtendedBy []string `json:"extended_by"`
	Defines    []string `json:"defines"`
	TestedBy   []string `json:"tested_by"`
	// More counts what each list leaves out.
	More map[string]int `json:"more,omitempty"`
}

// NavigateResult is the answer of Navigate.
type NavigateResult struct {
	Entity        Entity         `json:"entity"`
	Relationships *Relationships `json:"relationships,omitempty"`
	Certainty     Certainty      `json:"certainty"`
}

// maxListed bounds the lists of an answer.
const maxListed = 100

// Navigate finds one node by id, path#name, path:line, qualified or bare name,
// and says what is around it.
func (m *Memory) Navigate(ctx context.Context, query string, relationships bool) (*NavigateResult, error) {
	return read(ctx, m, func(r *graph.Reader) (*NavigateResult, error) {
		n, err := resolve(r, query)
		if err != nil {
			return nil, err
		}
		res := &NavigateResult{Entity: Entity{Node: n, Purpose: firstParagraph(n.Docstring)}}
		if res.Certainty, err = certainty(r, n); err != nil {
			return nil, err
		}
		if relationships {
			res.Relationships, err = relationshipsOf(r, n)
		}
		return res, err
	})
}

func relationshipsOf(r *graph.Reader, n graph.Node) (*Relationships, error) {
	rel := &Relationships{More: map[string]int{}}
	lists := []struct {
		name  string
		to    *[]string
		out   bool
		types []graph.EdgeType
	}{
		{"calls", &rel.Calls, true, []graph.EdgeType{graph.CallsStatic, graph.CallsRuntime}},
		{"called_by", &rel.CalledBy, false, []graph.EdgeType{graph.CallsStatic, graph.CallsRuntime}},
		{"depends_on", &rel.DependsOn, true, []graph.EdgeType{graph.Uses, graph.References, graph.Imports, graph.DependsOn}},
		{"used_by", &rel.UsedBy, false, []graph.EdgeType{graph.Uses, graph.References, graph.Imports, graph.DependsOn}},
		{"inherits", &rel.Inherits, true, []graph.EdgeType{graph.Inherits, graph.Implements}},
		{"extended_by", &rel.ExtendedBy, false, []graph.EdgeType{graph.Inherits, graph.Implements}},
		{"defines", &rel.Defines, true, []graph.EdgeType{graph.Defines, graph.Contains}},
		{"tested_by", &rel.TestedBy, false, []graph.EdgeType{graph.Tests}},
	}
	for _, l := range lists {
		names, more, err := neighbourNames(r, n, l.out, l.types)
		if err != nil {
			return nil, err
		}
		*l.to = names
		if more > 0 {
			rel.More[l.name] = more
		}
	}
	return rel, nil
}

func neighbourNames(r *graph.Reader, n graph.Node, out bool, types []graph.EdgeType) ([]string, int, error) {
	nodes, err := neighbours(r, n.Row, out, types)
	if err != nil {
		return nil, 0, err
	}
	names := []string{}
	for _, o := range nodes {
		names = append(names, displayName(o))
	}
	slices.Sort(names)
	names = slices.Compact(names)
	if len(names) > maxListed {
		return names[:maxListed], len(names) - maxListed, nil
	}
	return names, 0, nil
}

// neighbours are the nodes at the other ends of a node's edges, each once.
func neighbours(r *graph.Reader, row graph.NodeID, out bool, types []graph.EdgeType) ([]graph.Node, error) {
	var edges []graph.Edge
	var err error
	if out {
		edges, err = r.Out(row, types...)
	} else {
		edges, err = r.In(row, types...)
	}
	if err != nil {
		return nil, err
	}
	var rows []graph.NodeID
	seen := map[graph.NodeID]bool{row: true}
	for _, e := range edges {
		o := e.To
		if !out {
			o = e.From
		}
		if !seen[o] {
			seen[o] = true
			rows = append(rows, o)
		}
	}
	return r.Nodes(rows)
}
