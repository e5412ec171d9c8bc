package locate

import (
	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/search"
)

// candidate is a symbol that may be an answer.
type candidate struct {
	search.Match
	row    graph.NodeID
	path   string
	name   string  // what it is called in its file; a constructor as its class
	words  float64 // BM25F
	vector float64 // cosine
	exact  bool    // the question names it

	community int32 // fine, -1 for none
	pagerank  float64
	node      *graph.Node // after warm
	heat      *int        // nil: not asked, or unknown

	parts [numParts]float64 // what each part adds to the score
	final float64
	seed  bool
}

// perList is how many candidates words and vectors bring each.
const perList = 200

// question is one question on its way.
type question struct {
	r     *graph.Reader
	s     *State
	p     *Profile
	req   *Request
	query *search.Query
	vec   []float32 // nil: words alone

	asksChange bool
	heatKnown  bool

	wordsAlone string // why

	filter search.Filter
	scores *search.Scores
	cands  []*candidate
	byDoc  map[uint32]*candidate
	byRow  map[graph.NodeID]*candidate

	members *graph.Memberships // nil where none have been detected
	ranks   *graph.Ranks
	route   route
	routed  *Routed // the community that is searched; nil: all of the graph
	labels  map[string]string
	asides  map[string]string // by path, see aside
	cut     int               // edges that the walk left out
	found   int               // documents that have a word of the question
}

// gather finds the candidates: the best by words, the best by vector.
func (q *question) gather() error {
	q.byDoc = map[uint32]*candidate{}
	matches, total := q.scores.Top(perList, false, &q.filter)
	q.found = total
	for _, m := range matches {
		q.add(m)
	}
	if q.vec != nil {
		keep := func(file int64, node uint32) bool {
			doc, ok := q.s.Words.Find(file, node)
			return ok && q.s.Words.Passes(doc, &q.filter)
		}
		for _, h := range q.s.vectors.top(q.vec, perList, keep) {
			doc, _ := q.s.Words.Find(symbolOf(h.ID))
			q.add(q.s.Words.Doc(doc))
		}
	}
	for _, c := range q.cands {
		if err := q.measure(c); err != nil {
			return err
		}
	}
	return nil
}

func (q *question) add(m search.Match) *candidate {
	if c := q.byDoc[m.Doc]; c != nil {
		return c
	}
	c := &candidate{Match: m, path: q.s.Words.Path(m.Doc), community: -1}
	q.byDoc[m.Doc] = c
	q.cands = append(q.cands, c)
	return c
}

// measure fills in what the score of a candidate is made of.
func (q *question) measure(c *candidate) (err error) {
	c.words = float64(q.scores.Of(c.Doc))
	if q.vec != nil {
		c.vector = q.s.vectors.score(q.vec, c.File, c.Node)
	}
	c.exact = q.query.Single() && q.scores.Named(c.Doc)
	if c.row, err = q.s.Row(q.r, c.File, c.Node); err != nil {
		return err
	}
	c.name = q.s.nameOf(c.File, c.Node)
	if q.members != nil {
		_, c.community = q.members.Of(c.row)
		c.pagerank = q.ranks.Of(c.row)
	}
	return nil
}

func (q *question) kinds() []facts.Kind {
	if len(q.req.NodeTypes) > 0 {
		return q.req.NodeTypes
	}
	return defaultKinds
}
