package locate

import "math"

// route is the fine community that a question sounds like.
type route struct {
	community  int32 // -1 for none
	confidence float64
	size       int
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
	if len(q.vec) == 0 {
		return nil
	}
	for i, mean := range cents.mean {
		if len(mean) != len(q.vec) {
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

// label is the readable name of a community.
func (q *question) label(id string) string {
	if l := q.labels[id]; l != "" {
		return l
	}
	return id
}
