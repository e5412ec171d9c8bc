package locate

import (
	"cmp"
	"slices"
)

// The parts of a score.
const (
	partWords = iota
	partVector
	partCentral
	partRoute
	partExact
	partHeat
	numParts
)

var partNames = [numParts]string{"words", "vector", "centrality", "route", "exact", "heat"}

// rank scores the candidates and puts them in order.
func (q *question) rank() {
	var maxWords, maxVector, maxRank float64
	for _, c := range q.cands {
		maxWords, maxVector, maxRank = max(maxWords, c.words), max(maxVector, c.vector), max(maxRank, c.pagerank)
	}
	for _, c := range q.cands {
		if q.p.Documented {
			q.documented(c)
		} else {
			q.score(c, maxWords, maxVector, maxRank)
		}
	}
	slices.SortFunc(q.cands, func(a, b *candidate) int {
		return cmp.Or(cmp.Compare(b.final, a.final), cmp.Compare(a.path, b.path), cmp.Compare(a.Node, b.Node))
	})
	q.cands = distinct(q.cands)
}

// score is the weighted sum of the parts, times the factors.
func (q *question) score(c *candidate, maxWords, maxVector, maxRank float64) {
	p := q.p
	vector := p.Vector
	if q.query.Compound() {
		vector = p.VectorNamed
	}
	c.parts = [numParts]float64{}
	c.parts[partWords] = p.Words * share(c.words, maxWords)
	c.parts[partVector] = vector * share(c.vector, maxVector)
	c.parts[partCentral] = p.Central * share(c.pagerank, maxRank)
	if q.route.community >= 0 && c.community == q.route.community {
		c.parts[partRoute] = p.Route * q.route.confidence
	}
	if c.exact {
		c.parts[partExact] = p.Exact
	}
	c.final = 0
	for _, v := range c.parts {
		c.final += v
	}
	c.final *= q.factor(c) * q.p.size(c.Body)
}

func share(v, max float64) float64 {
	if v <= 0 || max <= 0 {
		return 0
	}
	return v / max
}

// documented is the specification's sum; without its third part where nothing
// is recorded of changes, which the answer says.
func (q *question) documented(c *candidate) {
	top := 0.0
	if q.ranks != nil {
		top = q.ranks.Max
	}
	c.parts = [numParts]float64{partVector: .5 * max(c.vector, 0), partCentral: .3 * share(c.pagerank, top)}
	if c.heat != nil {
		c.parts[partHeat] = .2 * share(float64(*c.heat), 100)
	}
	c.final = 0
	for _, v := range c.parts {
		c.final += v
	}
}

// distinct leaves one of several definitions of a name in a file, the best: a
// class and its constructors, overloads, a declaration and its body are one
// answer.
func distinct(in []*candidate) []*candidate {
	type key struct{ path, name string }
	seen := map[key]bool{}
	out := in[:0:0]
	for _, c := range in {
		k := key{c.path, c.name}
		if c.name != "" && seen[k] && !c.seed {
			continue
		}
		seen[k] = true
		out = append(out, c)
	}
	return out
}
