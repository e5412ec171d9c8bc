package query

import (
	"errors"
	"slices"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/internal/community"
	"github.com/structural-memory/smp/internal/workspace"
)

// communityTypes are the relationships of communities. They stand beside the
// graph, in what the last detection found; a walk along them meets communities
// as nodes.
var communityTypes = []graph.EdgeType{graph.MemberOf, graph.Bridges, graph.ChildOf}

// communityNodes gives communities row ids of their own, below zero, so that a
// walk can hold them like nodes.
type communityNodes struct {
	r   *graph.Reader
	set *community.CommunitySet
}

// openCommunityNodes is nil where the walk follows no relationship of
// communities.
func openCommunityNodes(r *graph.Reader, types []graph.EdgeType) (*communityNodes, error) {
	if !slices.ContainsFunc(types, func(t graph.EdgeType) bool { return slices.Contains(communityTypes, t) }) {
		return nil, nil
	}
	set, err := community.OpenCommunities(r)
	if err != nil {
		return nil, err
	}
	return &communityNodes{r, set}, nil
}

// row is the row id of a community: −1 and down the coarse ones, then the
// fine.
func (c *communityNodes) row(level, at int) graph.NodeID {
	return graph.NodeID(-1 - level*len(c.set.All[0]) - at)
}

func (c *communityNodes) place(row graph.NodeID) (level, at int) {
	at = int(-1 - row)
	if n := len(c.set.All[0]); at >= n {
		return 1, at - n
	}
	return 0, at
}

func (c *communityNodes) node(row graph.NodeID) graph.Node {
	level, at := c.place(row)
	x := c.set.All[level][at]
	return graph.Node{Row: row, ID: x.ID, Kind: facts.Community, Type: facts.Community.String(), Name: x.ID}
}

// resolve is the community with the id, or what else the reference means.
func (c *communityNodes) resolve(ref string) (graph.Node, error) {
	n, err := workspace.Resolve(c.r, ref)
	var missing *workspace.NotFoundError
	if err == nil || !errors.As(err, &missing) {
		return n, err
	}
	level, at, cerr := c.set.Find(ref)
	if cerr != nil {
		return n, err
	}
	return c.node(c.row(level, at)), nil
}

// edges are the relationships of communities that lead out of a node or
// community, or into it.
func (c *communityNodes) edges(row graph.NodeID, types []graph.EdgeType, out bool) (edges []graph.Edge) {
	add := func(t graph.EdgeType, far graph.NodeID) {
		e := graph.Edge{From: row, To: far, Type: t, Class: graph.Exact, Via: graph.ViaStructure}
		if !out {
			e.From, e.To = far, row
		}
		edges = append(edges, e)
	}
	for _, t := range types {
		switch {
		case t == graph.MemberOf && row > 0 && out:
			if coarse, fine := c.set.Of(row); fine >= 0 {
				add(t, c.row(1, int(fine)))
				add(t, c.row(0, int(coarse)))
			}
		case row > 0:
		case t == graph.MemberOf && !out:
			level, at := c.place(row)
			for _, member := range c.set.Rows(level, at) {
				add(t, member)
			}
		case t == graph.ChildOf:
			c.kin(row, out, func(far graph.NodeID) { add(t, far) })
		case t == graph.Bridges:
			level, at := c.place(row)
			for _, b := range c.set.Bridges(level) {
				if b.From == at {
					add(t, c.row(level, b.To))
				} else if b.To == at { // a coupling has no direction
					add(t, c.row(level, b.From))
				}
			}
		}
	}
	return edges
}

// kin are the community around a fine one, or the fine ones inside a coarse
// one.
func (c *communityNodes) kin(row graph.NodeID, out bool, fn func(graph.NodeID)) {
	level, at := c.place(row)
	for fine, parent := range c.set.Parent {
		switch {
		case out && level == 1 && fine == at:
			fn(c.row(0, int(parent)))
		case !out && level == 0 && int(parent) == at:
			fn(c.row(1, fine))
		}
	}
}
