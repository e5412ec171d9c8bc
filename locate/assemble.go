package locate

import (
	"cmp"
	"math"
	"slices"

	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/search"
)

// byVector orders candidates by their vector alone, by words where there are
// no vectors.
func byVector(in []*candidate) []*candidate {
	out := slices.Clone(in)
	slices.SortStableFunc(out, func(a, b *candidate) int {
		return cmp.Or(cmp.Compare(b.vector, a.vector), cmp.Compare(b.words, a.words))
	})
	return out
}

// documentedOnly leaves the seeds and what the walk reached, ranked as the
// specification says.
func (q *question) documentedOnly(reached map[graph.NodeID][]graph.NodeID) error {
	if err := q.reach(reached); err != nil {
		return err
	}
	q.cands = slices.DeleteFunc(q.cands, func(c *candidate) bool { return reached[c.row] == nil })
	if err := q.warm(q.cands); err != nil {
		return err
	}
	q.rank()
	return nil
}

// warm fills in the nodes of candidates, and how hot they are.
func (q *question) warm(cands []*candidate) (err error) {
	nodes := make([]graph.Node, len(cands))
	for i, c := range cands {
		if nodes[i], err = q.r.Node(c.row); err != nil {
			return err
		}
		c.node = &nodes[i]
	}
	if q.req.Heat == nil {
		return nil
	}
	heat, err := q.req.Heat(nodes)
	if err != nil || heat == nil {
		return err
	}
	q.heatKnown = true
	for i, c := range cands {
		c.heat = &heat[i]
	}
	return nil
}

// NoWords is what answers say of a graph whose words were never indexed.
const NoWords = "no symbol of this index can be searched: index again, or there is no code in a known language"

// assemble writes the answer.
func (q *question) assemble(seeds []*candidate, steps []step, reached map[graph.NodeID][]graph.NodeID) (*Response, error) {
	res := &Response{Query: q.req.Query, Profile: q.p.Name, SeedCount: len(seeds), Walked: max(len(reached), len(seeds)), Results: []Result{}, Map: []Relation{}, Notes: []string{}}
	q.describeRoute(res)
	if q.wordsAlone != "" {
		res.Notes = append(res.Notes, q.wordsAlone)
	}
	if q.query.Empty() && q.vec == nil {
		res.Notes = append(res.Notes, "the question has no words to look for")
	}
	if q.p.Documented && !q.heatKnown {
		res.Notes = append(res.Notes, "nothing is recorded of changes: the part of heat (0.2) is left out of the scores")
	}
	if q.asksChange && q.req.Explain {
		res.Notes = append(res.Notes, "the question asks for a change: words count more than vectors, large bodies more than small ones")
	}
	if q.s.Words.Documents() == 0 {
		res.Notes = append(res.Notes, NoWords)
	}
	if cut := q.query.Cut(); cut != "" {
		res.Notes = append(res.Notes, cut)
	}
	top := q.cands[:min(q.req.TopK, len(q.cands))]
	res.More = len(q.cands) - len(top)
	if !q.p.Documented {
		res.More = max(res.More, q.found-len(top))
	}
	if !q.p.Documented {
		if err := q.warm(top); err != nil {
			return nil, err
		}
	}
	ids := map[graph.NodeID]string{}
	for _, c := range top {
		r, err := q.result(c, reached, ids)
		if err != nil {
			return nil, err
		}
		res.Results = append(res.Results, *r)
	}
	return res, q.relations(res, steps, ids)
}

func (q *question) describeRoute(res *Response) {
	if q.members == nil {
		res.Notes = append(res.Notes, "communities and ranks have not been computed; an index run does it")
		return
	}
	at := q.members.At
	res.RanksOf = &at
	if q.members.Version != q.s.Version {
		res.Notes = append(res.Notes, "ranks and communities are older than the graph")
	}
	res.Routed = q.routed
}

func (q *question) result(c *candidate, reached map[graph.NodeID][]graph.NodeID, ids map[graph.NodeID]string) (*Result, error) {
	n := c.node
	ids[c.row] = n.ID
	r := &Result{
		NodeID: n.ID, NodeType: n.Type, Name: n.Name, Qualified: n.Qualified, File: n.File, StartLine: n.StartLine, EndLine: n.EndLine,
		Signature: n.Signature, Docstring: n.Docstring, Tags: []string{}, MatchedOn: []string{},
		FinalScore: round(c.final), VectorScore: round(c.vector), WordScore: round(c.words), PageRank: c.pagerank, HeatScore: c.heat,
		IsSeed: c.seed, ReachedFrom: []string{},
	}
	a, err := q.r.Annotation(n.ID)
	if err != nil {
		return nil, err
	}
	r.Tags = append(r.Tags, a.Tags...)
	if r.Described = a.Description; r.Docstring == "" {
		r.Docstring = a.Description
	}
	if q.members != nil && c.community >= 0 {
		r.Community = q.members.Fine[c.community]
	}
	q.scores.FieldsOf(c.Doc).Each(func(f search.Field) { r.MatchedOn = append(r.MatchedOn, f.String()) })
	for _, row := range reached[c.row] {
		id, err := q.idOf(row, ids)
		if err != nil {
			return nil, err
		}
		r.ReachedFrom = append(r.ReachedFrom, id)
	}
	if q.req.Explain {
		r.Explain = q.explain(c)
	}
	return r, nil
}

// explain is the arithmetic of a candidate's score.
func (q *question) explain(c *candidate) *Explanation {
	e := &Explanation{Parts: map[string]float64{}, Factor: 1}
	for i, v := range c.parts {
		if v != 0 {
			e.Parts[partNames[i]] = round(v)
		}
	}
	if !q.p.Documented {
		e.Factor = q.factor(c) * q.p.size(c.Body)
	}
	return e
}

func (q *question) idOf(row graph.NodeID, ids map[graph.NodeID]string) (string, error) {
	if id := ids[row]; id != "" {
		return id, nil
	}
	n, err := q.r.Node(row)
	if err != nil {
		return "", err
	}
	ids[row] = n.ID
	return n.ID, nil
}

// relations describes the steps of the walk.
func (q *question) relations(res *Response, steps []step, ids map[graph.NodeID]string) error {
	res.MoreMap = q.cut + max(0, len(steps)-maxRelations)
	for _, s := range steps[:min(len(steps), maxRelations)] {
		from, err := q.idOf(s.from, ids)
		if err != nil {
			return err
		}
		to, err := q.idOf(s.to, ids)
		if err != nil {
			return err
		}
		rel := Relation{From: from, To: to, EdgeType: s.typ.String(), Hop: s.hop}
		if q.members != nil {
			_, a := q.members.Of(s.from)
			_, b := q.members.Of(s.to)
			if a >= 0 && b >= 0 && a != b {
				rel.IsBridge, rel.Bridge = true, q.label(q.members.Fine[a])+" → "+q.label(q.members.Fine[b])
			}
		}
		res.Map = append(res.Map, rel)
	}
	return nil
}

func round(v float64) float64 { return math.Round(v*1e4) / 1e4 }
