package community

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"time"

	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/graph/cluster"
	"github.com/structural-memory/smp/internal/workspace"
	"github.com/structural-memory/smp/locate"
)

// DetectOptions say how communities are made; the zero value is what an index
// run uses.
type DetectOptions struct {
	Algorithm         string        `json:"algorithm,omitempty"`          // "louvain"
	RelationshipTypes []string      `json:"relationship_types,omitempty"` // CALLS_STATIC, CALLS_RUNTIME and IMPORTS by default
	Levels            []DetectLevel `json:"levels,omitempty"`             // 0 at resolution 0.5 and 1 at 1.5 by default
	MinCommunitySize  int           `json:"min_community_size,omitempty"` // of both levels; by default what the size of the graph asks for, 5 at least
}

// DetectLevel sets the resolution of one level: a higher one gives more and
// smaller communities.
type DetectLevel struct {
	Level      int     `json:"level"`
	Resolution float64 `json:"resolution"`
	Label      string  `json:"label,omitempty"`
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
func (m *Groups) DetectCommunities(ctx context.Context, o DetectOptions) (*DetectResult, error) {
	d, err := o.Parse()
	if err != nil {
		return nil, err
	}
	found, err := workspace.Read(ctx, m.Space, d.Run)
	if err != nil {
		return nil, err
	}
	if err := m.Space.Graph.SetCommunities(ctx, found); err != nil {
		return nil, err
	}
	return detectResult(found), nil
}

// detector is a detection with its options checked.
type detector struct {
	types      []graph.EdgeType
	resolution [2]float64
	minSize    int
}

func (o *DetectOptions) Parse() (*detector, error) {
	d := &detector{types: []graph.EdgeType{graph.CallsStatic, graph.CallsRuntime, graph.Imports}, resolution: [2]float64{0.5, 1.5}, minSize: o.MinCommunitySize}
	if o.Algorithm != "" && o.Algorithm != "louvain" {
		return nil, &workspace.ParamError{Param: "algorithm", Value: o.Algorithm, Hint: `use "louvain"`}
	}
	if len(o.RelationshipTypes) > 0 {
		var err error
		if d.types, err = workspace.Relation(o.RelationshipTypes...); err != nil {
			return nil, err
		}
	}
	for _, l := range o.Levels {
		if l.Level != 0 && l.Level != 1 {
			return nil, &workspace.ParamError{Param: "levels", Value: strconv.Itoa(l.Level), Hint: "there are two: 0 (coarse) and 1 (fine)"}
		}
		if !(l.Resolution > 0) || math.IsInf(l.Resolution, 0) {
			return nil, &workspace.ParamError{Param: "resolution", Value: fmt.Sprint(l.Resolution), Hint: "use a number above 0; higher gives more communities"}
		}
		d.resolution[l.Level] = l.Resolution
	}
	if o.MinCommunitySize < 0 {
		return nil, &workspace.ParamError{Param: "min_community_size", Value: strconv.Itoa(o.MinCommunitySize), Hint: "use a number above 0"}
	}
	return d, nil
}

// The parameters of PageRank: the usual damping, and ranks exact to a
// millionth of their sum.
const (
	damping       = 0.85
	rankTolerance = 1e-6
	rankRounds    = 100
	// communitySeed decides in which order nodes are looked at. Any number
	// would do, as long as it stays.
	communitySeed = 1
)

func (d *detector) Run(r *graph.Reader) (*graph.Detection, error) {
	g, err := loadCommunityGraph(r, d.types)
	if err != nil {
		return nil, err
	}
	n := len(g.rows)
	ranks := cluster.PageRank(cluster.Directed(n, g.dependent), damping, rankTolerance, rankRounds)
	for v := range ranks {
		g.corpus.Members[v].Rank = ranks[v]
	}
	coarse, fine := d.sizes(g)
	levels := cluster.TwoLevel(cluster.Undirected(n, slices.Concat(g.relations, g.structure)), cluster.Options{
		Coarse: d.resolution[0], Fine: d.resolution[1], MinSize: fine, MinCoarse: coarse, Seed: communitySeed, Hubs: g.hubs,
	})
	kept, err := d.kept(r, g, levels)
	if err != nil {
		return nil, err
	}
	version, err := r.DataVersion()
	if err != nil {
		return nil, err
	}
	b := &detectionBuilder{g: g, levels: levels, names: cluster.Label(&g.corpus, levels, kept)}
	b.out = &graph.Detection{Version: version, At: time.Now()}
	b.build(cluster.Undirected(n, g.relations))
	b.ranks(ranks)
	b.out.Centroids, err = locate.Centroids(r, b.out.FineOf, len(b.out.Communities[1]))
	return b.out, err
}

// kept are the names of the communities that continue one of the last
// detection.
func (d *detector) kept(r *graph.Reader, g *communityGraph, l *cluster.Levels) (kept [2]map[int32]cluster.Name, err error) {
	old, err := r.Memberships()
	if err == graph.ErrNoCommunities {
		return kept, nil
	}
	if err != nil {
		return kept, err
	}
	all, err := r.Communities()
	if err != nil {
		return kept, err
	}
	for level, now := range [2][]int32{l.Coarse, l.Fine} {
		before := make([]int32, len(now))
		for v, row := range g.rows {
			before[v] = int32(communityOf(old, level, row))
		}
		kept[level] = map[int32]cluster.Name{}
		for c, o := range cluster.Match(before, now, len(all[level]), [2]int{l.CoarseCount, l.FineCount()}[level]) {
			if o >= 0 {
				kept[level][int32(c)] = cluster.Name{ID: all[level][o].ID, Label: all[level][o].Label}
			}
		}
	}
	return kept, nil
}

// sizes are the least sizes of a community of each level: what was asked for,
// or else what leaves an overview one. At the coarse level that is a fiftieth
// of all members, at the fine level a hundredth or 20; never less than 5.
func (d *detector) sizes(g *communityGraph) (coarse, fine int) {
	if d.minSize > 0 {
		return d.minSize, d.minSize
	}
	members := 0
	for _, hub := range g.hubs {
		if !hub {
			members++
		}
	}
	return max(5, members/50), max(5, min(20, members/100))
}
