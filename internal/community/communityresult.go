package community

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"time"

	"github.com/structural-memory/smp/graph"
)

// DetectResult says what was found.
type DetectResult struct {
	NodesAssigned     int                      `json:"nodes_assigned"`
	BridgeEdges       int                      `json:"bridge_edges"` // BRIDGES: pairs of communities of one level with edges between them
	Levels            map[string]LevelSummary  `json:"levels"`
	CoarseCommunities []CoarseCommunitySummary `json:"coarse_communities"`
	FineCommunities   []FineCommunitySummary   `json:"fine_communities"`
	DetectedAt        time.Time                `json:"detected_at"`
	Version           int64                    `json:"version"` // of the graph
}

// LevelSummary is one level in figures.
type LevelSummary struct {
	CommunitiesFound int     `json:"communities_found"`
	Modularity       float64 `json:"modularity"`
}

// CoarseCommunitySummary names a coarse community.
type CoarseCommunitySummary struct {
	ID           string `json:"id"`
	Label        string `json:"label"`
	MemberCount  int    `json:"member_count"`
	FineChildren int    `json:"fine_children"`
}

// FineCommunitySummary names a fine community.
type FineCommunitySummary struct {
	ID          string `json:"id"`
	Parent      string `json:"parent"`
	Label       string `json:"label"`
	MemberCount int    `json:"member_count"`
}

func detectResult(d *graph.Detection) *DetectResult {
	res := &DetectResult{
		Levels: map[string]LevelSummary{}, CoarseCommunities: []CoarseCommunitySummary{}, FineCommunities: []FineCommunitySummary{},
		DetectedAt: d.At.UTC().Truncate(time.Second), Version: d.Version,
	}
	for level, list := range d.Communities {
		res.BridgeEdges += len(d.Bridges[level])
		res.Levels[strconv.Itoa(level)] = LevelSummary{len(list), Round(d.Modularity[level], 4)}
	}
	for _, c := range bySize(d.Communities[0]) {
		res.NodesAssigned += c.Members
		res.CoarseCommunities = append(res.CoarseCommunities, CoarseCommunitySummary{c.ID, c.Label, c.Members, c.Children})
	}
	for _, c := range bySize(d.Communities[1]) {
		res.FineCommunities = append(res.FineCommunities, FineCommunitySummary{c.ID, c.Parent, c.Label, c.Members})
	}
	return res
}

// bySize are the communities, the largest first.
func bySize(list []graph.Community) []graph.Community {
	list = slices.Clone(list)
	slices.SortStableFunc(list, func(a, b graph.Community) int { return cmp.Compare(b.Members, a.Members) })
	return list
}

func Round(x float64, digits int) float64 {
	p := math.Pow10(digits)
	return math.Round(x*p) / p
}
