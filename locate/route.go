package locate

import (
	"math"

	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/internal/vec"
)

// route is the fine community that a question sounds like.
type route struct {
	community  int32 // -1 for none
	confidence float64
	size       int
}

// centroids are the means of the vectors of each fine community.
type centroids struct {
	of   *graph.Memberships
	mean [][]float32
	size []int

	labels map[string]string // readable names by id
}

// direct finds the community. A question that names one has it for certain.
func (q *question) direct() error {
	q.route.community = -1
	if q.members == nil {
		return nil
	}
	cents, err := q.s.centroids(q.r, q.members)
	if err != nil {
		return err
	}
	q.labels = cents.labels
	if q.req.Community != "" {
		for i, id := range q.members.Fine {
			if id == q.req.Community {
				q.route = route{int32(i), 1, cents.size[i]}
				return nil
			}
		}
		return nil // a coarse one filters by itself
	}
	if q.vec == nil {
		return nil
	}
	for i, mean := range cents.mean {
		if mean == nil {
			continue
		}
		if c := cosine(q.vec, mean); c > q.route.confidence {
			q.route = route{int32(i), c, cents.size[i]}
		}
	}
	q.route.confidence = math.Round(q.route.confidence*1e4) / 1e4
	return nil
}

// cosine is the product of two vectors of length 1, with the same bits on
// every machine.
func cosine(a, b []float32) (sum float64) {
	for i, v := range a {
		sum += float64(v) * float64(b[i])
	}
	return sum
}

// centroids are made once a detection. They may be a little older than the
// vectors, as the communities are than the graph.
func (s *State) centroids(r *graph.Reader, m *graph.Memberships) (*centroids, error) {
	s.mu.Lock()
	c := s.cents
	s.mu.Unlock()
	if c != nil && c.of == m {
		return c, nil
	}
	c = &centroids{of: m, mean: make([][]float32, len(m.Fine)), size: make([]int, len(m.Fine))}
	levels, err := r.Communities()
	if err != nil {
		return nil, err
	}
	c.labels = map[string]string{}
	for _, list := range levels {
		for _, x := range list {
			c.labels[x.ID] = x.Label
		}
	}
	err = s.Words.Each(func(file int64, node uint32) error {
		row, err := s.Row(r, file, node)
		if err != nil {
			return err
		}
		_, fine := m.Of(row)
		if fine < 0 {
			return nil
		}
		c.size[fine]++
		if s.vectors == nil || !s.vectors.has(file, node) {
			return nil
		}
		if c.mean[fine] == nil {
			c.mean[fine] = make([]float32, s.vectors.dim())
		}
		s.vectors.addTo(c.mean[fine], file, node)
		return nil
	})
	if err != nil {
		return nil, err
	}
	for _, v := range c.mean {
		if v != nil {
			vec.Normalize(v)
		}
	}
	s.mu.Lock()
	s.cents = c
	s.mu.Unlock()
	return c, nil
}

// label is the readable name of a community.
func (q *question) label(id string) string {
	if l := q.labels[id]; l != "" {
		return l
	}
	return id
}
