package locate

import (
	"cmp"
	"slices"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/search"
)

// The parts of a score.
const (
	partWords = iota
	partVector
	partCentral
	partHeat
	partRoute
	partExact
	numParts
)

var partNames = [numParts]string{"words", "vector", "centrality", "heat", "route", "exact"}

// rank scores the candidates and puts them in order.
func (q *question) rank() {
	var maxWords, maxVector, maxRank float64
	for _, c := range q.cands {
		maxWords, maxVector, maxRank = max(maxWords, c.words), max(maxVector, c.vector), max(maxRank, c.pagerank)
	}
	about := q.mentionsTests()
	for _, c := range q.cands {
		if q.p.Documented {
			q.documented(c)
		} else {
			q.score(c, maxWords, maxVector, maxRank, about)
		}
	}
	slices.SortFunc(q.cands, func(a, b *candidate) int {
		return cmp.Or(cmp.Compare(b.final, a.final), cmp.Compare(a.path, b.path), cmp.Compare(a.Node, b.Node))
	})
}

// score is the weighted sum of the parts, times the factors.
func (q *question) score(c *candidate, maxWords, maxVector, maxRank float64, aboutTests bool) {
	p := q.p
	vector := p.Vector
	if q.query.Compound() {
		vector = p.VectorNamed
	}
	c.parts = [numParts]float64{}
	c.parts[partWords] = p.Words * share(c.words, maxWords)
	c.parts[partVector] = vector * share(c.vector, maxVector)
	c.parts[partCentral] = p.Central * share(c.pagerank, maxRank)
	c.parts[partHeat] = p.Heat * c.heat / 100
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
	c.final *= q.factor(c, aboutTests)
}

// factor is what is taken off for what is rarely meant.
func (q *question) factor(c *candidate, aboutTests bool) float64 {
	f := 1.0
	if c.Flags&search.InTest != 0 && !aboutTests {
		f *= q.p.Test
	}
	if c.Flags&search.Generated != 0 {
		f *= q.p.Generated
	}
	if c.Kind == facts.Variable {
		f *= q.p.Variable
	}
	return f
}

func share(v, max float64) float64 {
	if v <= 0 || max <= 0 {
		return 0
	}
	return v / max
}

// mentionsTests tells whether the question asks for tests.
func (q *question) mentionsTests() bool {
	for _, k := range q.req.NodeTypes {
		if k == facts.Test {
			return true
		}
	}
	return q.query.Mentions("test", "spec", "fixtur", "mock")
}

// documented is the specification's sum.
func (q *question) documented(c *candidate) {
	top := 0.0
	if q.ranks != nil {
		top = q.ranks.Max
	}
	c.parts = [numParts]float64{partVector: .5 * max(c.vector, 0), partCentral: .3 * share(c.pagerank, top), partHeat: .2 * c.heat / 100}
	c.final = 0
	for _, v := range c.parts {
		c.final += v
	}
}
