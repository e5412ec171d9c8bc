package locate

import (
	"context"
	"errors"
	"fmt"

	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/search"
)

// Locate answers a question from one snapshot.
func (e *Engine) Locate(ctx context.Context, r *graph.Reader, req Request) (*Response, error) {
	req.fill()
	asksChange := req.Profile.Change != nil && asksForChange(req.Query)
	if asksChange {
		req.Profile = req.Profile.Change
	}
	s, err := e.At(r)
	if err != nil {
		return nil, err
	}
	q := &question{r: r, s: s, p: req.Profile, req: &req, query: search.Parse(req.Query), byRow: map[graph.NodeID]*candidate{}, asides: map[string]string{}, asksChange: asksChange}
	q.route.community = -1
	if q.vec, err = e.queryVector(ctx, req.Query); err != nil {
		return nil, fmt.Errorf("the question cannot be embedded: %w", err)
	}
	q.compare(e)
	if err := q.derived(); err != nil {
		return nil, err
	}
	if err := q.direct(); err != nil {
		return nil, err
	}
	q.narrow()
	if q.scores, err = s.Words.Score(Terms(r), q.query, q.p.Weights); err != nil {
		return nil, err
	}
	defer q.scores.Release()
	return q.answer()
}

// compare tells whether the question's vector can be compared with those that
// there are; if not, words alone decide.
func (q *question) compare(e *Engine) {
	switch {
	case e.embedder == nil:
		q.wordsAlone = "there is no embedder: ranked by words alone"
	case q.req.OtherModel || q.s.vectors.dim() > 0 && len(q.vec) != q.s.vectors.dim():
		q.wordsAlone = "the vectors are another model's: ranked by words alone until the next index run"
	case q.s.vectors.dim() == 0:
		q.wordsAlone = "there are no vectors: ranked by words alone"
	}
	if q.wordsAlone != "" {
		q.vec = nil
	}
}

// derived reads ranks and communities; a graph without them is searched all
// the same.
func (q *question) derived() (err error) {
	if q.members, err = q.r.Memberships(); err != nil {
		if errors.Is(err, graph.ErrNoCommunities) {
			q.members = nil
			return nil
		}
		return err
	}
	q.ranks, err = q.r.Ranks()
	if errors.Is(err, graph.ErrNoCommunities) {
		q.members, err = nil, nil
	}
	return err
}

// narrow says which documents may be answers.
func (q *question) narrow() {
	q.filter = search.Filter{Kinds: q.kinds(), Path: q.req.Within}
	if q.members == nil {
		return
	}
	only, level := int32(-1), 1
	switch {
	case q.req.Community != "" && q.route.community >= 0:
		only = q.route.community
	case q.req.Community != "":
		level = 0
		for i, id := range q.members.Coarse {
			if id == q.req.Community {
				only = int32(i)
			}
		}
	case q.p.Documented && q.route.community >= 0 && q.route.confidence >= q.p.Threshold:
		only = q.route.community
	}
	if only < 0 {
		return
	}
	q.routed = q.routedTo(only, level)
	q.filter.Keep = func(doc uint32) bool {
		m := q.s.Words.Doc(doc)
		row, err := q.s.Row(q.r, m.File, m.Node)
		coarse, fine := q.members.Of(row)
		return err == nil && (level == 1 && fine == only || level == 0 && coarse == only)
	}
}

// routedTo describes the community that is searched.
func (q *question) routedTo(only int32, level int) *Routed {
	if level == 1 {
		id := q.members.Fine[only]
		return &Routed{ID: id, Label: q.label(id), Confidence: q.route.confidence, SearchedNodes: q.route.size}
	}
	id := q.members.Coarse[only]
	return &Routed{ID: id, Label: q.label(id), Confidence: 1, SearchedNodes: len(q.members.Rows(0, int(only)))}
}

// answer is seed, rank, walk and assemble.
func (q *question) answer() (*Response, error) {
	if err := q.gather(); err != nil {
		return nil, err
	}
	for _, c := range q.cands {
		q.byRow[c.row] = c
	}
	seeds := q.seeds()
	if q.req.NoWalk {
		q.req.Hops = 0
	}
	w, err := q.walk(seeds)
	if err != nil {
		return nil, err
	}
	q.cut = w.cut
	if q.p.Documented {
		if err := q.documentedOnly(w.seeds); err != nil {
			return nil, err
		}
	}
	return q.assemble(seeds, w.steps, w.seeds)
}

// seeds are the best candidates: by the profile's score, or as documented by
// vector alone.
func (q *question) seeds() []*candidate {
	q.rank()
	pool := q.cands
	if q.p.Documented {
		pool = byVector(pool)
	}
	seeds := pool[:min(q.req.SeedK, len(pool))]
	for _, c := range seeds {
		c.seed = true
	}
	return append([]*candidate(nil), seeds...)
}
