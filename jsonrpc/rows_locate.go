package jsonrpc

import (
	"context"

	"github.com/structural-memory/smp"
)

// LocateParams are those of smp/locate.
type LocateParams struct {
	Query       string   `json:"query" jsonschema:"what to look for, in words"`
	SeedK       int      `json:"seed_k,omitempty" jsonschema:"how many of the best the walk starts from" default:"3" min:"1" max:"50"`
	Hops        int      `json:"hops,omitempty" jsonschema:"how far the walk goes" default:"2" min:"1" max:"5"`
	TopK        int      `json:"top_k,omitempty" jsonschema:"results" default:"10" min:"1" max:"200"`
	NodeTypes   []string `json:"node_types,omitempty" jsonschema:"only these; sections are those of Markdown pages" enum:"Function,Class,Interface,Variable,Test,Section"`
	CommunityID string   `json:"community_id,omitempty" jsonschema:"search only there; left out, the question decides"`
	Scope       string   `json:"scope,omitempty" jsonschema:"full, package:PATH or file:PATH" default:"full"`
	Profile     string   `json:"profile,omitempty" jsonschema:"how results are ranked; spec is the documented weights" enum:"default,spec" default:"default"`
	Explain     bool     `json:"explain,omitempty" jsonschema:"show the arithmetic of each score"`
	MaxTokens   int      `json:"max_tokens,omitempty" jsonschema:"show the source of the results, whole pieces, best first, as much as fits into so many tokens" min:"0" max:"1000000"`
}

// SearchParams are those of smp/search.
type SearchParams struct {
	Query  string       `json:"query" jsonschema:"words; word* stands for all that begin so"`
	Match  string       `json:"match,omitempty" jsonschema:"all words, or any" enum:"all,any" default:"all"`
	Filter SearchFilter `json:"filter,omitzero" jsonschema:"what is searched"`
	TopK   int          `json:"top_k,omitempty" jsonschema:"results" default:"20" min:"1" max:"1000"`
}

// SearchFilter says what is searched.
type SearchFilter struct {
	NodeTypes []string `json:"node_types,omitempty" enum:"Function,Class,Interface,Variable,Test,Section"`
	Tags      []string `json:"tags,omitempty" jsonschema:"those that a node must all have"`
	Scope     string   `json:"scope,omitempty" jsonschema:"full, package:PATH or file:PATH"`
}

func locateRows() []*Method {
	return []*Method{
		shown(define(Method{Name: "smp/locate", Group: "Locate", Access: Read, Viewed: true, Errors: []Code{NotFound, NotReady},
			Summary:  "Find code by what it does, in words.",
			Doc:      "Words, vectors and the graph are asked together; no network and no language model. The best results are the seeds of a walk, whose edges are `structural_map`. Every component of each score is in the answer.",
			Examples: []Example{{Name: "Where is it?", Params: `{"query": "user registration", "seed_k": 3, "hops": 2, "top_k": 10, "node_types": ["Function", "Class"]}`}},
		}, locateCode), locateMarkdown),
	}
}

func searchRow() *Method {
	return shown(define(Method{Name: "smp/search", Group: "Enrichment", Access: Read, Viewed: true, Errors: []Code{NotReady},
		Summary:  "Full-text search in names, signatures, docstrings, descriptions and tags.",
		Doc:      "Ranked by BM25. Where nothing matches, the answer says which fields and how many nodes were searched.",
		Examples: []Example{{Name: "All of the words", Params: `{"query": "stripe webhook", "match": "all", "filter": {"node_types": ["Function", "Class"], "tags": ["billing"], "scope": "package:src/payments"}, "top_k": 5}`}, {Name: "A word", Params: `{"query": "password"}`}},
	}, searchText), searchMarkdown)
}

func locateCode(ctx context.Context, c *Call, p LocateParams) (*smp.LocateResult, error) {
	return c.Memory().Locate(ctx, smp.LocateQuery{Query: p.Query, SeedK: p.SeedK, Hops: p.Hops, TopK: p.TopK, NodeTypes: p.NodeTypes,
		CommunityID: p.CommunityID, Scope: smp.Scope(p.Scope), Profile: p.Profile, Explain: p.Explain, MaxTokens: p.MaxTokens})
}

func searchText(ctx context.Context, c *Call, p SearchParams) (*smp.SearchResult, error) {
	return c.Memory().Search(ctx, smp.SearchQuery{Query: p.Query, Match: p.Match, TopK: p.TopK,
		Filter: smp.SearchFilter{NodeTypes: p.Filter.NodeTypes, Tags: p.Filter.Tags, Scope: smp.Scope(p.Filter.Scope)}})
}
