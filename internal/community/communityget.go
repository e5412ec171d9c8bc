package community

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/internal/heat"
	"github.com/structural-memory/smp/internal/workspace"
)

// CommunityQuery asks for one community.
type CommunityQuery struct {
	CommunityID    string   `json:"community_id"`
	NodeTypes      []string `json:"node_types,omitempty"` // of the members listed; all by default
	IncludeBridges bool     `json:"include_bridges,omitempty"`
	Limit          int      `json:"limit,omitempty"` // members and bridges listed; all by default
}

// CommunityResult is the answer of Community.
type CommunityResult struct {
	CommunityID     string            `json:"community_id"`
	Level           int               `json:"level"`
	ParentCommunity string            `json:"parent_community,omitempty"`
	Label           string            `json:"label"`
	MemberCount     int               `json:"member_count"` // all of them, whatever is listed
	Members         []CommunityMember `json:"members"`      // highest PageRank first
	BridgeEdges     []BridgeEdge      `json:"bridge_edges"`
	More            map[string]int    `json:"more,omitempty"` // what a list leaves out
	CommunitiesAge
}

// CommunityMember is a node of a community.
type CommunityMember struct {
	ID        string  `json:"id"`
	Type      string  `json:"type"`
	Name      string  `json:"name"`
	File      string  `json:"file,omitempty"`
	PageRank  float64 `json:"pagerank"`
	HeatScore *int    `json:"heat_score"` // null: nothing is recorded of changes
}

// BridgeEdge is an edge out of a community. The weight is that of the coupling
// between the two communities.
type BridgeEdge struct {
	From           string  `json:"from"`
	To             string  `json:"to"`
	EdgeType       string  `json:"edge_type"`
	ToCommunity    string  `json:"to_community"`
	CouplingWeight float64 `json:"coupling_weight"`
}

// Community lists the members of a community, and where asked the calls and
// imports out of it into others of its level. Nodes that are gone since
// communities were detected are left out; those that came since are in none.
func (m *Groups) Community(ctx context.Context, q CommunityQuery) (*CommunityResult, error) {
	var kinds []facts.Kind
	for _, t := range q.NodeTypes {
		k := facts.KindOf(t)
		if k == facts.KindNone {
			return nil, &workspace.ParamError{Param: "node_types", Value: t, Hint: "use Function, Class, Interface, Variable, Test or File"}
		}
		kinds = append(kinds, k)
	}
	return workspace.Read(ctx, m.Space, func(r *graph.Reader) (*CommunityResult, error) {
		c, err := OpenCommunities(r)
		if err != nil {
			return nil, err
		}
		level, at, err := c.Find(q.CommunityID)
		if err != nil {
			return nil, err
		}
		x := c.All[level][at]
		res := &CommunityResult{
			CommunityID: x.ID, Level: level, ParentCommunity: x.Parent, Label: x.Label, MemberCount: x.Members,
			Members: []CommunityMember{}, BridgeEdges: []BridgeEdge{}, CommunitiesAge: c.age,
		}
		rows := c.Rows(level, at)
		nodes, err := r.Nodes(rows)
		if err != nil {
			return nil, err
		}
		if err := res.list(r, nodes, kinds); err != nil {
			return nil, err
		}
		if q.IncludeBridges {
			if err := res.bridges(r, c, level, at, nodes); err != nil {
				return nil, err
			}
		}
		if q.Limit > 0 {
			res.More = map[string]int{}
			res.Members = workspace.Cut(res.Members, q.Limit, "members", res.More)
			res.BridgeEdges = workspace.Cut(res.BridgeEdges, q.Limit, "bridge_edges", res.More)
		}
		return res, m.heatMembers(ctx, r, nodes, res.Members)
	})
}

func (res *CommunityResult) list(r *graph.Reader, nodes []graph.Node, kinds []facts.Kind) error {
	ranks, err := r.Ranks()
	if err != nil {
		return err
	}
	for _, n := range nodes {
		if len(kinds) == 0 || slices.Contains(kinds, n.Kind) {
			res.Members = append(res.Members, CommunityMember{ID: n.ID, Type: n.Type, Name: workspace.DisplayName(n), File: n.File, PageRank: significant(ranks.Of(n.Row))})
		}
	}
	slices.SortFunc(res.Members, func(a, b CommunityMember) int {
		return cmp.Or(cmp.Compare(b.PageRank, a.PageRank), cmp.Compare(a.ID, b.ID))
	})
	return nil
}

// heatMembers fills in how hot members are, a file as its hottest definition.
// nodes are the community's.
func (m *Groups) heatMembers(ctx context.Context, r *graph.Reader, nodes []graph.Node, members []CommunityMember) error {
	byID := make(map[string]*graph.Node, len(nodes))
	for i := range nodes {
		byID[nodes[i].ID] = &nodes[i]
	}
	return m.Heat.WithHeat(ctx, r, func(h *heat.HeatReader) error {
		if !h.Known() {
			return nil
		}
		for i := range members {
			score, err := h.Score(*byID[members[i].ID])
			if err != nil {
				return err
			}
			members[i].HeatScore = &score
		}
		return nil
	})
}

// significant keeps four digits.
func significant(x float64) float64 {
	if x <= 0 {
		return 0
	}
	p := math.Pow10(3 - int(math.Floor(math.Log10(x))))
	return math.Round(x*p) / p
}

// bridges are the edges of the members to nodes of other communities, by the
// weight of the coupling.
func (res *CommunityResult) bridges(r *graph.Reader, c *CommunitySet, level, at int, nodes []graph.Node) error {
	weight := map[int]float64{}
	for _, b := range c.Bridges(level) {
		if b.From == at {
			weight[b.To] = b.Weight
		} else if b.To == at {
			weight[b.From] = b.Weight
		}
	}
	type bridge struct {
		BridgeEdge
		to graph.NodeID
	}
	var found []bridge
	for _, n := range nodes {
		edges, err := r.Out(n.Row, bridgeTypes...)
		if err != nil {
			return err
		}
		last := graph.Edge{}
		for _, e := range edges {
			peer := c.of(level, e.To)
			if peer < 0 || peer == at || e.To == last.To && e.Type == last.Type {
				continue
			}
			last = e
			found = append(found, bridge{BridgeEdge{n.ID, "", e.Type.String(), c.All[level][peer].ID, weight[peer]}, e.To})
		}
	}
	ids := map[graph.NodeID]string{}
	for i := range found {
		b := &found[i]
		if ids[b.to] == "" {
			n, err := r.Node(b.to)
			if err != nil {
				return err
			}
			ids[b.to] = n.ID
		}
		b.To = ids[b.to]
		res.BridgeEdges = append(res.BridgeEdges, b.BridgeEdge)
	}
	slices.SortFunc(res.BridgeEdges, func(a, b BridgeEdge) int {
		return cmp.Or(cmp.Compare(b.CouplingWeight, a.CouplingWeight), cmp.Compare(a.ToCommunity, b.ToCommunity), cmp.Compare(a.From, b.From),
			cmp.Compare(a.To, b.To), cmp.Compare(a.EdgeType, b.EdgeType))
	})
	return nil
}

// bridgeTypes are the relationships that are listed as bridges.
var bridgeTypes = []graph.EdgeType{graph.Imports, graph.CallsStatic, graph.CallsRuntime}
