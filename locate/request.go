package locate

import (
	"time"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/graph"
)

// Request is a question. Zero values stand for the defaults.
type Request struct {
	Query     string
	SeedK     int                    // how many of the best the walk starts from; 3
	Hops      int                    // how far it goes; 2
	TopK      int                    // how many results; 10, at most 200
	NodeTypes []facts.Kind           // functions, classes, interfaces, variables and tests
	Community string                 // search only in this community
	Within    func(path string) bool // search only in these files; nil: all
	Profile   *Profile               // Default
	Explain   bool                   // results show the arithmetic of their score
	NoWalk    bool                   // leave out the structural map

	OtherModel bool // the graph's vectors are not of the engine's embedder

	// Heat is how hot nodes are, 0 to 100 each; it gives nil, or is nil, where
	// nothing is recorded of changes. It is called once.
	Heat func([]graph.Node) ([]int, error)
}

// Response is the answer. The fields are those of the specification's
// smp/locate, and what says how sure and how old it is.
type Response struct {
	Query     string     `json:"query"`
	Profile   string     `json:"profile"`
	Routed    *Routed    `json:"routed_community"` // null where all of the graph was searched
	SeedCount int        `json:"seed_count"`
	Walked    int        `json:"total_walked"`
	Results   []Result   `json:"results"`
	More      int        `json:"more_results"` // candidates that were ranked below
	Map       []Relation `json:"structural_map"`
	MoreMap   int        `json:"more_relations,omitempty"`

	RanksOf *time.Time `json:"ranks_computed_at,omitempty"` // of PageRank and communities
	Notes   []string   `json:"notes"`
	Pack    *Pack      `json:"pack,omitempty"` // the source of the results, where tokens are given for it
}

// Routed is the community that was searched, because the request names it or
// the question sounds like it.
type Routed struct {
	ID            string  `json:"id"`
	Label         string  `json:"label"`
	Confidence    float64 `json:"confidence"`
	SearchedNodes int     `json:"searched_nodes"` // how many symbols seeds were looked for among
}

// Result is a symbol. Scores are rounded to four digits.
type Result struct {
	NodeID    string   `json:"node_id"`
	NodeType  string   `json:"node_type"`
	Name      string   `json:"name"`
	Qualified string   `json:"qualified_name,omitempty"`
	File      string   `json:"file"`
	StartLine int      `json:"start_line"`
	EndLine   int      `json:"end_line"`
	Community string   `json:"community_id,omitempty"`
	Signature string   `json:"signature"`
	Docstring string   `json:"docstring"`
	Described string   `json:"description,omitempty"` // set by hand
	Tags      []string `json:"tags"`
	MatchedOn []string `json:"matched_on"`

	FinalScore  float64  `json:"final_score"`
	VectorScore float64  `json:"vector_score"` // cosine
	WordScore   float64  `json:"bm25_score"`
	PageRank    float64  `json:"pagerank"`
	HeatScore   *int     `json:"heat_score"` // null: nothing is recorded of changes
	IsSeed      bool     `json:"is_seed"`
	ReachedFrom []string `json:"reachable_from"` // ids of the seeds that reach it

	Explain *Explanation `json:"explain,omitempty"`
}

// Explanation is the arithmetic of a score: the sum of the parts times the
// factor is the final score.
type Explanation struct {
	Parts  map[string]float64 `json:"parts"`
	Factor float64            `json:"factor"`
}

// Relation is an edge that the walk followed.
type Relation struct {
	From     string `json:"from"`
	To       string `json:"to"`
	EdgeType string `json:"edge_type"`
	Hop      int    `json:"hop"`
	IsBridge bool   `json:"is_bridge"`
	Bridge   string `json:"bridge,omitempty"` // "label → label"
}

// limits of requests.
const (
	defaultSeeds = 3
	defaultHops  = 2
	defaultTop   = 10
	maxTop       = 200
	maxSeeds     = 50
	maxHops      = 5
	maxRelations = 60
)

func (r *Request) fill() {
	set := func(v *int, def, top int) {
		if *v <= 0 {
			*v = def
		}
		*v = min(*v, top)
	}
	set(&r.SeedK, defaultSeeds, maxSeeds)
	set(&r.Hops, defaultHops, maxHops)
	set(&r.TopK, defaultTop, maxTop)
	if r.Profile == nil {
		r.Profile = Default
	}
}
