package jsonrpc

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/structural-memory/smp"
)

// ArborDiscoverParams are those of discover.
type ArborDiscoverParams struct {
	Query string `json:"query" jsonschema:"what to look for, in words"`
	Limit int    `json:"limit,omitempty" default:"5" min:"1" max:"50"`
}

// ArborFound is a node that discover found.
type ArborFound struct {
	ArborNode
	Score  float64 `json:"score"`
	Reason string  `json:"reason"`
}

// ArborDiscovery is the result of discover.
type ArborDiscovery struct {
	Nodes     []ArborFound `json:"nodes"`
	QueryTime float64      `json:"queryTime"` // milliseconds
}

// ArborContextParams are those of context.
type ArborContextParams struct {
	Task          string `json:"task" jsonschema:"what is to be done, in words"`
	MaxTokens     int    `json:"maxTokens,omitempty" jsonschema:"of all sources together" default:"8000" min:"100" max:"200000"`
	IncludeSource bool   `json:"includeSource,omitempty" jsonschema:"the source of each node, not its signature alone"`
}

// ArborPart is a node that a task needs.
type ArborPart struct {
	ID         string  `json:"id"`
	Name       string  `json:"name"`
	Kind       string  `json:"kind"`
	File       string  `json:"file"`
	LineStart  int     `json:"lineStart"`
	LineEnd    int     `json:"lineEnd"`
	Centrality float64 `json:"centrality"` // PageRank, divided by the largest
	Source     string  `json:"source,omitempty"`
	TokenCount int     `json:"tokenCount"`
}

// ArborContext is the result of context.
type ArborContext struct {
	Nodes       []ArborPart `json:"nodes"`
	TotalTokens int         `json:"totalTokens"`
	QueryTime   float64     `json:"queryTime"` // milliseconds
}

// ArborSearchParams are those of search.
type ArborSearchParams struct {
	Query string `json:"query" jsonschema:"words of names and signatures, or how they begin"`
	Kind  string `json:"kind,omitempty" jsonschema:"import: modules outside that files import; export: what files export; module: files and packages; all of these but export when left out" enum:"function,class,interface,variable,import,export,module"`
	Limit int    `json:"limit,omitempty" default:"20" min:"1" max:"1000"`
}

// ArborSearch is the result of search.
type ArborSearch struct {
	Nodes     []ArborNode `json:"nodes"`
	Total     int         `json:"total"`
	QueryTime float64     `json:"queryTime"` // milliseconds
}

func arborDiscover(ctx context.Context, c *Call, p ArborDiscoverParams) (*ArborDiscovery, error) {
	start := time.Now()
	m := c.Server.memory
	found, err := m.Locate(ctx, smp.LocateQuery{Query: p.Query, TopK: p.Limit, NoWalk: true})
	if err != nil {
		return nil, err
	}
	out := &ArborDiscovery{Nodes: []ArborFound{}}
	for _, h := range found.Results {
		around, err := m.Navigate(ctx, smp.NavigateQuery{Query: h.NodeID, Relationships: true, Limit: 1})
		if err != nil {
			return nil, err
		}
		out.Nodes = append(out.Nodes, ArborFound{arborHit(h), h.FinalScore, reason(h, around)})
	}
	out.QueryTime = milliseconds(start)
	return out, nil
}

// reason says why a node was found, from what is known of it.
func reason(h smp.LocateHit, around *smp.NavigateResult) string {
	var parts []string
	if len(h.MatchedOn) > 0 {
		parts = append(parts, "Matches in "+strings.Join(h.MatchedOn, ", "))
	} else {
		parts = append(parts, "Close in meaning")
	}
	for _, e := range around.Entity.EntryPoints {
		parts = append(parts, "entry point "+e.Method+" "+e.Path)
	}
	for _, l := range []struct{ key, words string }{{"called_by", "called by %d"}, {"used_by", "used by %d"}, {"tested_by", "tested by %d"}} {
		if n := len(around.Related[l.key]) + around.More[l.key]; n > 0 {
			parts = append(parts, fmt.Sprintf(l.words, n))
		}
	}
	return strings.Join(parts, ", ")
}

func arborHit(h smp.LocateHit) ArborNode {
	return ArborNode{h.NodeID, cmp.Or(h.Qualified, h.Name), arborKind(h.NodeType), h.File, h.StartLine}
}

// mostParts bounds how many nodes a context is chosen from.
const mostParts = 100

func arborContext(ctx context.Context, c *Call, p ArborContextParams) (*ArborContext, error) {
	start := time.Now()
	m := c.Server.memory
	found, err := m.Locate(ctx, smp.LocateQuery{Query: p.Task, TopK: mostParts, NoWalk: true})
	if err != nil {
		return nil, err
	}
	highest, err := m.HighestRank(ctx)
	if err != nil {
		return nil, err
	}
	sources, err := openSources(m.Root())
	if err != nil {
		return nil, err
	}
	defer sources.close()
	out := &ArborContext{Nodes: []ArborPart{}}
	for _, h := range found.Results {
		part := ArborPart{ID: h.NodeID, Name: cmp.Or(h.Qualified, h.Name), Kind: arborKind(h.NodeType), File: h.File, LineStart: h.StartLine, LineEnd: h.EndLine}
		if highest > 0 {
			part.Centrality = h.PageRank / highest
		}
		text := h.Signature + "\n" + h.Docstring
		if p.IncludeSource {
			part.Source = sources.lines(h.File, h.StartLine, h.EndLine)
			text = part.Source
		}
		if part.TokenCount = smp.EstimateTokens(text); out.TotalTokens+part.TokenCount <= p.MaxTokens {
			out.Nodes = append(out.Nodes, part)
			out.TotalTokens += part.TokenCount
		}
	}
	slices.SortStableFunc(out.Nodes, func(a, b ArborPart) int { return cmp.Compare(b.Centrality, a.Centrality) })
	out.QueryTime = milliseconds(start)
	return out, nil
}

var arborTypes = map[string][]string{"function": {"Function", "Test"}, "class": {"Class"}, "interface": {"Interface"}, "variable": {"Variable"}}

func arborSearch(ctx context.Context, c *Call, p ArborSearchParams) (*ArborSearch, error) {
	start := time.Now()
	out := &ArborSearch{Nodes: []ArborNode{}}
	if p.Kind != "import" && p.Kind != "module" {
		if err := out.definitions(ctx, c.Server.memory, p); err != nil {
			return nil, err
		}
	}
	for _, kind := range []string{"module", "import"} {
		if p.Kind == "" || p.Kind == kind {
			if err := out.modules(ctx, c.Server.memory, p, kind); err != nil {
				return nil, err
			}
		}
	}
	out.QueryTime = milliseconds(start)
	return out, nil
}

// definitions adds what is found by name or signature.
func (out *ArborSearch) definitions(ctx context.Context, m *smp.Memory, p ArborSearchParams) error {
	words := strings.Fields(p.Query)
	for i, w := range words {
		if !strings.HasSuffix(w, "*") {
			words[i] = w + "*"
		}
	}
	types := arborTypes[p.Kind]
	if types == nil {
		types = []string{"Function", "Test", "Class", "Interface", "Variable"}
	}
	found, err := m.Search(ctx, smp.SearchQuery{Query: strings.Join(words, " "), TopK: 1000, Filter: smp.SearchFilter{NodeTypes: types}})
	if err != nil {
		return err
	}
	for _, x := range found.Matches {
		if !slices.Contains(x.MatchedOn, "name") && !slices.Contains(x.MatchedOn, "signature") {
			continue // in its documentation alone
		}
		if p.Kind == "export" && !x.Exported {
			continue
		}
		if out.Total++; len(out.Nodes) < p.Limit {
			kind := arborKind(x.NodeType)
			if p.Kind == "export" {
				kind = p.Kind
			}
			out.Nodes = append(out.Nodes, ArborNode{x.NodeID, cmp.Or(x.Qualified, x.Name), kind, x.File, x.StartLine})
		}
	}
	return nil
}

// modules adds files and packages, or what is imported from outside.
func (out *ArborSearch) modules(ctx context.Context, m *smp.Memory, p ArborSearchParams, kind string) error {
	words := strings.Fields(strings.ReplaceAll(p.Query, "*", " "))
	if len(words) == 0 && p.Kind == "" {
		return nil
	}
	found, err := m.Modules(ctx, smp.ModuleQuery{Words: words, Imported: kind == "import", Limit: p.Limit})
	if err != nil {
		return err
	}
	out.Total += found.Total
	for _, n := range found.Modules {
		if len(out.Nodes) < p.Limit {
			out.Nodes = append(out.Nodes, ArborNode{n.ID, n.Name, kind, n.File, n.Line})
		}
	}
	return nil
}
