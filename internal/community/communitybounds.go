package community

import (
	"context"
	"fmt"

	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/internal/workspace"
)

// BoundariesResult is the answer of Boundaries.
type BoundariesResult struct {
	Level      int        `json:"level"`
	Boundaries []Boundary `json:"boundaries"` // heaviest coupling first
	CommunitiesAge
}

// Boundary is what joins two communities. More of its edges go from the first
// to the second than back.
//
// The coupling weight is the overlap coefficient of the edges that touch one
// side and those that touch the other: the edges between both, by all edges
// that touch the side which fewer touch. With 83 edges between a side that 136
// edges touch and one that more touch it is 83/136 = 0.61; it is 1 where a
// side has no edge but those to the other, and 0 where there is none.
type Boundary struct {
	FromCommunity  string       `json:"from_community"`
	ToCommunity    string       `json:"to_community"`
	EdgeCount      int          `json:"edge_count"` // both ways; lines that say the same count once
	CouplingWeight float64      `json:"coupling_weight"`
	BridgeNodes    []BridgeNode `json:"bridge_nodes"` // those with most of the edges, most first
}

// BridgeNode is a node with edges across a boundary.
type BridgeNode struct {
	ID              string `json:"id"`
	Type            string `json:"type"`
	Side            string `json:"side"` // label of the community that it is in
	InDegreeFrom    int    `json:"in_degree_from_peer,omitempty"`
	OutDegreeToPeer int    `json:"out_degree_to_peer,omitempty"`
}

// Boundaries are the couplings between the communities of a level, but those
// lighter than minCoupling.
func (m *Groups) Boundaries(ctx context.Context, level int, minCoupling float64) (*BoundariesResult, error) {
	if err := checkLevel(level); err != nil {
		return nil, err
	}
	if !(minCoupling >= 0 && minCoupling <= 1) {
		return nil, &workspace.ParamError{Param: "min_coupling", Value: fmt.Sprint(minCoupling), Hint: "use a number from 0 to 1"}
	}
	return workspace.Read(ctx, m.Space, func(r *graph.Reader) (*BoundariesResult, error) {
		c, err := OpenCommunities(r)
		if err != nil {
			return nil, err
		}
		res := &BoundariesResult{Level: level, Boundaries: []Boundary{}, CommunitiesAge: c.age}
		for _, b := range c.Bridges(level) {
			if b.Weight < minCoupling {
				break // they come by weight
			}
			x, err := c.boundary(r, level, &b)
			if err != nil {
				return nil, err
			}
			res.Boundaries = append(res.Boundaries, x)
		}
		return res, nil
	})
}

func (c *CommunitySet) boundary(r *graph.Reader, level int, b *graph.Coupling) (Boundary, error) {
	list := c.All[level]
	out := Boundary{FromCommunity: list[b.From].ID, ToCommunity: list[b.To].ID, EdgeCount: b.Edges, CouplingWeight: b.Weight, BridgeNodes: []BridgeNode{}}
	rows := make([]graph.NodeID, 0, len(b.Nodes))
	degree := map[graph.NodeID]graph.BridgeNode{}
	for _, n := range b.Nodes {
		rows = append(rows, n.Node)
		degree[n.Node] = n
	}
	nodes, err := r.Nodes(rows) // but those that are gone since
	if err != nil {
		return out, err
	}
	for _, n := range nodes {
		side := list[c.of(level, n.Row)].Label
		d := degree[n.Row]
		out.BridgeNodes = append(out.BridgeNodes, BridgeNode{ID: n.ID, Type: n.Type, Side: side, InDegreeFrom: d.In, OutDegreeToPeer: d.Out})
	}
	return out, nil
}
