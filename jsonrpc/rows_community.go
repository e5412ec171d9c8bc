package jsonrpc

import (
	"context"
	"time"

	"github.com/structural-memory/smp"
)

// DetectParams are those of smp/community/detect.
type DetectParams struct {
	Algorithm         string        `json:"algorithm,omitempty" enum:"louvain" default:"louvain"`
	RelationshipTypes []string      `json:"relationship_types,omitempty" jsonschema:"what joins nodes; CALLS_STATIC, CALLS_RUNTIME and IMPORTS by default"`
	Levels            []DetectLevel `json:"levels,omitempty" jsonschema:"by default 0 at resolution 0.5 and 1 at 1.5"`
	MinCommunitySize  int           `json:"min_community_size,omitempty" jsonschema:"by default what the size of the graph asks for" min:"1"`
}

// DetectLevel sets the resolution of one level.
type DetectLevel struct {
	Level      int     `json:"level" min:"0" max:"1"`
	Resolution float64 `json:"resolution" jsonschema:"higher gives more and smaller communities"`
	Label      string  `json:"label,omitempty"`
}

// CommunityListParams are those of smp/community/list.
type CommunityListParams struct {
	Level *int `json:"level,omitempty" jsonschema:"0 coarse, 1 fine; both where it is left out" min:"0" max:"1"`
}

// CommunityGetParams are those of smp/community/get.
type CommunityGetParams struct {
	CommunityID    string   `json:"community_id" jsonschema:"an id, or a label that only one has"`
	NodeTypes      []string `json:"node_types,omitempty" jsonschema:"only these members" enum:"Function,Class,Interface,Variable,Test,File"`
	IncludeBridges bool     `json:"include_bridges,omitempty" jsonschema:"the edges that leave it too"`
	Limit          int      `json:"limit,omitempty" jsonschema:"entries in each list" default:"500" min:"1" max:"10000"`
}

// BoundariesParams are those of smp/community/boundaries.
type BoundariesParams struct {
	Level       int     `json:"level,omitempty" jsonschema:"0 coarse, 1 fine" default:"0" min:"0" max:"1"`
	MinCoupling float64 `json:"min_coupling,omitempty" jsonschema:"leave out pairs below this weight" default:"0" min:"0" max:"1"`
}

func communityRows() []*Method {
	row := func(name string, access Access, summary, doc, params string, errs ...Code) Method {
		return Method{Name: name, Group: "Community", Access: access, Summary: summary, Doc: doc, Errors: append(errs, NotReady), Examples: []Example{{Name: summary, Params: params}}}
	}
	detect := row("smp/community/detect", Write, "Divide the code into communities at two levels, and rank all nodes.", "An index run does it by itself where it has not been done, or when more than a tenth of the nodes have changed since.",
		`{"algorithm": "louvain", "relationship_types": ["CALLS_STATIC", "CALLS_RUNTIME", "IMPORTS"], "levels": [{"level": 0, "resolution": 0.5, "label": "coarse"}, {"level": 1, "resolution": 1.5, "label": "fine"}], "min_community_size": 5}`)
	detect.Timeout, detect.Audited = time.Hour, true
	return []*Method{
		define(detect, detectCommunities),
		define(row("smp/community/list", Read, "The communities of a level, or of both.", "`detected_at` and `changed_since` say how old they are.", `{"level": 1}`), listCommunities),
		define(row("smp/community/get", Read, "The members of a community, the highest ranked first.", "", `{"community_id": "comm_auth", "node_types": ["Function", "Class"], "include_bridges": true}`, NotFound, Ambiguous), getCommunity),
		define(row("smp/community/boundaries", Read, "How strongly communities depend on each other, and by which nodes.", "", `{"level": 0, "min_coupling": 0.05}`), boundaries),
	}
}

func detectCommunities(ctx context.Context, c *Call, p DetectParams) (*smp.DetectResult, error) {
	o := smp.DetectOptions{Algorithm: p.Algorithm, RelationshipTypes: p.RelationshipTypes, MinCommunitySize: p.MinCommunitySize}
	for _, l := range p.Levels {
		o.Levels = append(o.Levels, smp.DetectLevel(l))
	}
	res, err := c.Server.memory.DetectCommunities(ctx, o)
	if err == nil {
		c.semantic("communities detected")
	}
	return res, err
}

func listCommunities(ctx context.Context, c *Call, p CommunityListParams) (*smp.CommunitiesResult, error) {
	return c.Memory().Communities(ctx, p.Level)
}

func getCommunity(ctx context.Context, c *Call, p CommunityGetParams) (*smp.CommunityResult, error) {
	return c.Memory().Community(ctx, smp.CommunityQuery{CommunityID: p.CommunityID, NodeTypes: p.NodeTypes, IncludeBridges: p.IncludeBridges, Limit: p.Limit})
}

func boundaries(ctx context.Context, c *Call, p BoundariesParams) (*smp.BoundariesResult, error) {
	return c.Memory().Boundaries(ctx, p.Level, p.MinCoupling)
}
