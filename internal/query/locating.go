package query

import (
	"context"
	"math"

	"github.com/structural-memory/smp/embed"
	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/internal/heat"
	"github.com/structural-memory/smp/internal/workspace"
	"github.com/structural-memory/smp/locate"
)

// LocateQuery is a question in words. Zero values stand for the defaults.
type LocateQuery struct {
	Query       string
	SeedK       int      // how many of the best the walk starts from; 3
	Hops        int      // how far it goes; 2
	TopK        int      // how many results; 10
	NodeTypes   []string // Function, Class, Interface, Variable, Test, Section; empty: all but sections
	CommunityID string   // search only there; "" lets the question decide
	Scope       workspace.Scope
	Profile     string // "default" or "spec"
	Explain     bool   // show the arithmetic
	NoWalk      bool   // leave out the structural map
	MaxTokens   int    // show as much source of the results as fits; 0: none
}

// Locate finds the code that a question in words is about: by words, vectors
// and place in the graph. No model is asked but the small one for vectors that
// is part of the program.
func (m *Questions) Locate(ctx context.Context, q LocateQuery) (*locate.Response, error) {
	req, err := q.request()
	if err != nil {
		return nil, err
	}
	if req.OtherModel, err = m.Scan.OtherModel(ctx); err != nil {
		return nil, err
	}
	return workspace.Read(ctx, m.Space, func(r *graph.Reader) (*locate.Response, error) {
		if req.Within, err = pathsOf(r, q.Scope); err != nil {
			return nil, err
		}
		if q.CommunityID != "" {
			if err := knownCommunity(r, q.CommunityID); err != nil {
				return nil, err
			}
		}
		e, err := m.located()
		if err != nil {
			return nil, err
		}
		req.Heat = m.heatOf(ctx, r)
		res, err := e.Locate(ctx, r, *req)
		if err != nil || q.MaxTokens == 0 {
			return res, err
		}
		res.Pack, err = m.packResults(ctx, r, q.MaxTokens, res.Results)
		return res, err
	})
}

// heatOf says how hot nodes of the snapshot are.
func (m *Questions) heatOf(ctx context.Context, r *graph.Reader) func([]graph.Node) ([]int, error) {
	return func(nodes []graph.Node) (scores []int, err error) {
		err = m.Heat.WithHeat(ctx, r, func(h *heat.HeatReader) error {
			if !h.Known() {
				return nil
			}
			scores = make([]int, len(nodes))
			for i, n := range nodes {
				heat, err := h.Of(n)
				if err != nil {
					return err
				}
				scores[i] = heat.Score
			}
			return nil
		})
		return scores, err
	}
}

func (q *LocateQuery) request() (*locate.Request, error) {
	kinds, err := searchKinds(q.NodeTypes)
	if err != nil {
		return nil, err
	}
	if err := checkTokens(q.MaxTokens); err != nil {
		return nil, err
	}
	p := locate.ProfileOf(q.Profile)
	if p == nil {
		return nil, &workspace.ParamError{Param: "profile", Value: q.Profile, Hint: "use default, spec, words or vectors"}
	}
	return &locate.Request{Query: q.Query, SeedK: q.SeedK, Hops: q.Hops, TopK: q.TopK, NodeTypes: kinds, Community: q.CommunityID,
		Profile: p, Explain: q.Explain, NoWalk: q.NoWalk}, nil
}

func knownCommunity(r *graph.Reader, id string) error {
	levels, err := r.Communities()
	if err != nil {
		return err
	}
	for _, list := range levels {
		for _, c := range list {
			if c.ID == id {
				return nil
			}
		}
	}
	return &graph.NotFoundError{Ref: id}
}

// located is the engine of search and locate.
func (m *Questions) located() (*locate.Engine, error) {
	m.engineOnce.Do(func() {
		var e embed.Embedder
		if e, m.engineErr = m.Scan.Embedder(); m.engineErr == nil {
			m.engine = locate.NewEngine(e)
		}
	})
	return m.engine, m.engineErr
}

func round4(v float64) float64 { return math.Round(v*1e4) / 1e4 }
