package community

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/internal/workspace"
)

// ErrNoCommunities says that communities have not been detected in this file.
var ErrNoCommunities = graph.ErrNoCommunities

// CommunityInfo is a community as lists show it.
type CommunityInfo struct {
	ID                 string   `json:"id"`
	Level              int      `json:"level"`                      // 0 coarse, 1 fine
	ParentCommunity    string   `json:"parent_community,omitempty"` // of a fine one
	Label              string   `json:"label"`
	MajorityPathPrefix string   `json:"majority_path_prefix"` // the deepest folder that most members share; "" for the root
	TopTags            []string `json:"top_tags"`             // tags of the members; where none has any, words that their names have more than others
	MemberCount        int      `json:"member_count"`
	FileCount          int      `json:"file_count"`
	InternalEdgeCount  int      `json:"internal_edge_count"`
	ExternalEdgeCount  int      `json:"external_edge_count"`
	ModularityScore    float64  `json:"modularity_score"`
	BridgeCommunities  []string `json:"bridge_communities"` // of its level, strongest coupling first
}

// CommunitiesResult is the answer of Communities.
type CommunitiesResult struct {
	Total       int             `json:"total"`
	Communities []CommunityInfo `json:"communities"`
	CommunitiesAge
}

// CommunitiesAge says what an answer about communities rests on.
type CommunitiesAge struct {
	DetectedAt time.Time `json:"detected_at"`
	Version    int64     `json:"version"`       // of the graph, at that time
	Changed    int64     `json:"changed_since"` // nodes that came, went, or got or lost edges since
}

// Communities are those of one level, or of both, the coarse ones first and
// the large ones before the small.
func (m *Groups) Communities(ctx context.Context, level *int) (*CommunitiesResult, error) {
	if level != nil {
		if err := checkLevel(*level); err != nil {
			return nil, err
		}
	}
	return workspace.Read(ctx, m.Space, func(r *graph.Reader) (*CommunitiesResult, error) {
		c, err := OpenCommunities(r)
		if err != nil {
			return nil, err
		}
		res := &CommunitiesResult{Communities: []CommunityInfo{}, CommunitiesAge: c.age}
		for l := range c.All {
			if level != nil && *level != l {
				continue
			}
			peers := c.peers(l)
			for _, x := range bySize(c.All[l]) {
				res.Communities = append(res.Communities, infoOf(x, peers[x.ID]))
			}
		}
		res.Total = len(res.Communities)
		return res, nil
	})
}

func checkLevel(level int) error {
	if level != 0 && level != 1 {
		return &workspace.ParamError{Param: "level", Value: strconv.Itoa(level), Hint: "use 0 (coarse) or 1 (fine)"}
	}
	return nil
}

func infoOf(c graph.Community, peers []string) CommunityInfo {
	return CommunityInfo{
		ID: c.ID, Level: c.Level, ParentCommunity: c.Parent, Label: c.Label, MajorityPathPrefix: c.Prefix, TopTags: emptyList(c.Tags),
		MemberCount: c.Members, FileCount: c.Files, InternalEdgeCount: c.Internal, ExternalEdgeCount: c.External,
		ModularityScore: c.Modularity, BridgeCommunities: emptyList(peers),
	}
}

func emptyList(list []string) []string {
	if list == nil {
		return []string{}
	}
	return list
}

// CommunitySet is what is known of communities in one snapshot.
type CommunitySet struct {
	*graph.Memberships
	All [2][]graph.Community
	age CommunitiesAge
}

func OpenCommunities(r *graph.Reader) (*CommunitySet, error) {
	ms, err := r.Memberships()
	if err != nil {
		return nil, err
	}
	c := &CommunitySet{Memberships: ms}
	if c.All, err = r.Communities(); err != nil {
		return nil, err
	}
	c.age = CommunitiesAge{DetectedAt: ms.At.UTC().Truncate(time.Second), Version: ms.Version}
	c.age.Changed, _, err = r.ChangedSince()
	return c, err
}

// peers are the ids of the communities that each one of a level has edges
// with, strongest coupling first.
func (c *CommunitySet) peers(level int) map[string][]string {
	out := map[string][]string{}
	for _, b := range c.Bridges(level) {
		from, to := c.All[level][b.From].ID, c.All[level][b.To].ID
		out[from], out[to] = append(out[from], to), append(out[to], from)
	}
	return out
}

// of is the place of a node's community in the list of a level; -1 where it is in
// none.
func (c *CommunitySet) of(level int, row graph.NodeID) int {
	return communityOf(c.Memberships, level, row)
}

func communityOf(m *graph.Memberships, level int, row graph.NodeID) int {
	coarse, fine := m.Of(row)
	return int([2]int32{coarse, fine}[level])
}

// Find is the community with an id or a label, the coarse one where both levels
// have it.
func (c *CommunitySet) Find(ref string) (level, at int, err error) {
	var labels []string
	for level, list := range c.All {
		for i := range list {
			if list[i].ID == ref || list[i].Label == ref {
				return level, i, nil
			}
			if strings.Contains(list[i].ID, strings.ToLower(ref)) {
				labels = append(labels, list[i].ID)
			}
		}
	}
	slices.Sort(labels)
	return 0, 0, &workspace.NotFoundError{Ref: ref, Suggestions: labels[:min(len(labels), 5)]}
}
