package query

import (
	"context"
	"fmt"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/internal/workspace"
	"github.com/structural-memory/smp/locate"
	"github.com/structural-memory/smp/search"
)

// SearchQuery is a full-text question. Zero values stand for the defaults.
type SearchQuery struct {
	Query  string
	Match  string // "all" (the default): every word; "any": at least one
	Filter SearchFilter
	TopK   int // 20, at most 1000
}

// SearchFilter says what is searched.
type SearchFilter struct {
	NodeTypes []string // Function, Class, Interface, Variable, Test, Section; empty: all
	Tags      []string // those that a node must all have
	Scope     workspace.Scope
}

// SearchMatch is a symbol that matches.
type SearchMatch struct {
	NodeID    string   `json:"node_id"`
	NodeType  string   `json:"node_type"`
	Name      string   `json:"name"`
	Qualified string   `json:"qualified_name,omitempty"`
	File      string   `json:"file"`
	StartLine int      `json:"start_line"`
	Signature string   `json:"signature"`
	Docstring string   `json:"docstring"`
	Described string   `json:"description,omitempty"` // set by hand
	Tags      []string `json:"tags"`
	MatchedOn []string `json:"matched_on"`
	Score     float64  `json:"bm25_score"` // larger is better; comparable within one answer
	Snippet   string   `json:"snippet"`    // what matches, with the words between « and »
	Exported  bool     `json:"-"`
}

// SearchResult is the answer of Search.
type SearchResult struct {
	Matches        []SearchMatch `json:"matches"`
	Total          int           `json:"total"`
	SearchedFields []string      `json:"searched_fields"`
	ScopeNodeCount int           `json:"scope_node_count"`
	Notes          []string      `json:"notes,omitempty"` // what was not looked for, and why
}

const (
	defaultMatches = 20
	maxMatches     = 1000
)

// Search finds symbols by the words in their names, signatures, paths,
// docstrings, descriptions and tags, ranked by BM25 over these fields. Any
// text is a query: words are stemmed, "word*" matches all words that begin so,
// everything else separates.
func (m *Questions) Search(ctx context.Context, q SearchQuery) (*SearchResult, error) {
	filter, err := q.Filter.prepare()
	if err != nil {
		return nil, err
	}
	all := true
	switch q.Match {
	case "", "all":
	case "any":
		all = false
	default:
		return nil, &workspace.ParamError{Param: "match", Value: q.Match, Hint: "use all or any"}
	}
	k := q.TopK
	if k <= 0 {
		k = defaultMatches
	}
	return workspace.Read(ctx, m.Space, func(r *graph.Reader) (*SearchResult, error) {
		e, err := m.located()
		if err != nil {
			return nil, err
		}
		s, err := e.At(r)
		if err != nil {
			return nil, err
		}
		if filter.Path, err = pathsOf(r, q.Filter.Scope); err != nil {
			return nil, err
		}
		if len(q.Filter.Tags) > 0 {
			if filter.Keep, err = taggedDocs(r, s, q.Filter.Tags); err != nil {
				return nil, err
			}
		}
		parsed := search.Parse(q.Query)
		scores, err := s.Words.Score(locate.Terms(r), parsed, search.Words)
		if err != nil {
			return nil, err
		}
		defer scores.Release()
		found, total := scores.Top(min(k, maxMatches), all, filter)
		res := &SearchResult{Matches: []SearchMatch{}, Total: total, SearchedFields: []string{}, ScopeNodeCount: s.Words.Count(filter)}
		search.Words.Fields().Each(func(f search.Field) { res.SearchedFields = append(res.SearchedFields, f.String()) })
		if cut := parsed.Cut(); cut != "" {
			res.Notes = append(res.Notes, cut)
		}
		if s.Words.Documents() == 0 {
			res.Notes = append(res.Notes, locate.NoWords)
		}
		for _, d := range found {
			match, err := m.searchMatch(r, s, parsed, &d)
			if err != nil {
				return nil, err
			}
			res.Matches = append(res.Matches, match)
		}
		return res, nil
	})
}

func (f *SearchFilter) prepare() (*search.Filter, error) {
	out := &search.Filter{}
	kinds, err := searchKinds(f.NodeTypes)
	if err != nil {
		return nil, err
	}
	out.Kinds = kinds
	return out, nil
}

// pathsOf makes a predicate of the files of a scope, nil for all.
func pathsOf(r *graph.Reader, scope workspace.Scope) (func(string) bool, error) {
	if scope == "" {
		return nil, nil
	}
	s, err := workspace.ScopeOf(r, scope)
	if err != nil || s == (graph.Scope{}) {
		return nil, err
	}
	return s.Holds, nil
}

// searchKinds are the kinds with the names.
func searchKinds(names []string) (out []facts.Kind, err error) {
	for _, name := range names {
		k := facts.KindOf(name)
		switch k {
		case facts.Function, facts.Class, facts.Interface, facts.Variable, facts.Test, facts.Section:
			out = append(out, k)
		default:
			return nil, &workspace.ParamError{Param: "node_types", Value: name, Hint: "use Function, Class, Interface, Variable, Test or Section"}
		}
	}
	return out, nil
}

// taggedDocs makes a predicate of the documents that have all the tags.
func taggedDocs(r *graph.Reader, s *locate.State, tags []string) (func(uint32) bool, error) {
	all, _, err := r.Annotations()
	if err != nil {
		return nil, err
	}
	docs := map[uint32]bool{}
	for _, a := range all {
		if !hasAll(a.Tags, tags) {
			continue
		}
		file, def, ok, err := r.PlaceOf(a.ID)
		if err != nil {
			return nil, err
		}
		if doc, found := s.Words.Find(file, def); ok && found {
			docs[doc] = true
		}
	}
	return func(doc uint32) bool { return docs[doc] }, nil
}

func hasAll(have, want []string) bool {
	set := map[string]bool{}
	for _, t := range have {
		set[t] = true
	}
	for _, t := range want {
		if !set[t] {
			return false
		}
	}
	return true
}

func (m *Questions) searchMatch(r *graph.Reader, s *locate.State, q *search.Query, d *search.Match) (out SearchMatch, err error) {
	row, err := s.Row(r, d.File, d.Node)
	if err != nil {
		return out, err
	}
	n, err := r.Node(row)
	if err != nil {
		return out, fmt.Errorf("the search index names a node that is gone: %w; run smp doctor", err)
	}
	a, err := r.Annotation(n.ID)
	if err != nil {
		return out, err
	}
	out = SearchMatch{NodeID: n.ID, NodeType: n.Type, Name: n.Name, Qualified: n.Qualified, File: n.File, StartLine: n.StartLine,
		Signature: n.Signature, Docstring: n.Docstring, Tags: append([]string{}, a.Tags...), MatchedOn: []string{}, Score: round4(float64(d.Score)), Exported: n.Mods&facts.Exported != 0}
	if out.Described = a.Description; out.Docstring == "" {
		out.Docstring = a.Description
	}
	d.Fields.Each(func(f search.Field) { out.MatchedOn = append(out.MatchedOn, f.String()) })
	out.Snippet = q.Highlight(out.Docstring, out.Signature, n.Qualified, n.File)
	return out, nil
}
