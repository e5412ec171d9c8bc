package smp

import (
	"context"

	"github.com/structural-memory/smp/internal/community"
)

type (
	// CommunityInfo is a community as lists show it.
	CommunityInfo = community.CommunityInfo
	// CommunitiesResult is the answer of Communities.
	CommunitiesResult = community.CommunitiesResult
	// CommunitiesAge says what an answer about communities rests on.
	CommunitiesAge = community.CommunitiesAge
	// BoundariesResult is the answer of Boundaries.
	BoundariesResult = community.BoundariesResult
	// Boundary is what joins two communities. More of its edges go from the first
	// to the second than back.
	//
	// The coupling weight is the overlap coefficient of the edges that touch one
	// side and those that touch the other: the edges between both, by all edges
	// that touch the side which fewer touch. With 83 edges between a side that 136
	// edges touch and one that more touch it is 83/136 = 0.61; it is 1 where a
	// side has no edge but those to the other, and 0 where there is none.
	Boundary = community.Boundary
	// BridgeNode is a node with edges across a boundary.
	BridgeNode = community.BridgeNode
	// DetectOptions say how communities are made; the zero value is what an index
	// run uses.
	DetectOptions = community.DetectOptions
	// DetectLevel sets the resolution of one level: a higher one gives more and
	// smaller communities.
	DetectLevel = community.DetectLevel
	// CommunityQuery asks for one community.
	CommunityQuery = community.CommunityQuery
	// CommunityResult is the answer of Community.
	CommunityResult = community.CommunityResult
	// CommunityMember is a node of a community.
	CommunityMember = community.CommunityMember
	// BridgeEdge is an edge out of a community. The weight is that of the coupling
	// between the two communities.
	BridgeEdge = community.BridgeEdge
	// DetectResult says what was found.
	DetectResult = community.DetectResult
	// LevelSummary is one level in figures.
	LevelSummary = community.LevelSummary
	// CoarseCommunitySummary names a coarse community.
	CoarseCommunitySummary = community.CoarseCommunitySummary
	// FineCommunitySummary names a fine community.
	FineCommunitySummary = community.FineCommunitySummary
)

// ErrNoCommunities says that communities have not been detected in this file.
var ErrNoCommunities = community.ErrNoCommunities

// Communities are those of one level, or of both, the coarse ones first and
// the large ones before the small.
func (m *Memory) Communities(ctx context.Context, level *int) (*CommunitiesResult, error) {
	return m.view.Communities.Communities(ctx, level)
}

// Boundaries are the couplings between the communities of a level, but those
// lighter than minCoupling.
func (m *Memory) Boundaries(ctx context.Context, level int, minCoupling float64) (*BoundariesResult, error) {
	return m.view.Communities.Boundaries(ctx, level, minCoupling)
}

// DetectCommunities divides the code into communities at two levels, ranks all
// nodes, and keeps both in the file. An index run does it by itself where it
// has not been done, or when more than a tenth of the nodes have changed
// since. A community that has at least half of its members in common with one
// of the last detection keeps that one's id and label.
//
// Relationships make the communities. Where they say nothing, containment
// does, at low weight: a type holds its members, a file its definitions, a
// folder its files. Edges that leave the repository do not count.
func (m *Memory) DetectCommunities(ctx context.Context, o DetectOptions) (*DetectResult, error) {
	return m.view.Communities.DetectCommunities(ctx, o)
}

// Community lists the members of a community, and where asked the calls and
// imports out of it into others of its level. Nodes that are gone since
// communities were detected are left out; those that came since are in none.
func (m *Memory) Community(ctx context.Context, q CommunityQuery) (*CommunityResult, error) {
	return m.view.Communities.Community(ctx, q)
}
