package cluster

import (
	"math"
	"reflect"
	"testing"
)

// TestCoupling counts by hand: 0 to 3 are A, 4 to 6 are B, 7 is in none.
func TestCoupling(t *testing.T) {
	part := []int32{0, 0, 0, 0, 1, 1, 1, -1}
	edges := []Edge{
		{0, 1, 1}, {1, 2, 1}, {2, 3, 1}, {3, 0, 1}, // in A
		{4, 5, 1},                       // in B
		{0, 4, 1}, {1, 4, 9}, {6, 0, 1}, // across
		{7, 4, 1},
	}
	c := Couple(edges, part, 2, 2)
	want := &Couplings{
		Internal: []int{4, 1}, External: []int{3, 3}, Crossing: 3,
		Pairs: []Coupling{{A: 0, B: 1, Edges: 3, Weight: 3.0 / 4, Bridges: []Bridge{{0, 1, 1}, {4, 2, 0}}}}, // B is touched by 4
	}
	if !reflect.DeepEqual(c, want) {
		t.Errorf("got %+v, want %+v", c, want)
	}
	part[7] = 0 // now 7 -> 4 crosses too, and B is touched by 5
	if c = Couple(edges, part, 2, 9); c.Pairs[0].Edges != 4 || c.Pairs[0].Weight != 4.0/5 || len(c.Pairs[0].Bridges) != 5 {
		t.Errorf("got %+v", c.Pairs[0])
	}
}

func TestCouplingGoesWhereMostEdgesGo(t *testing.T) {
	c := Couple([]Edge{{2, 0, 1}, {3, 1, 1}, {0, 3, 1}}, []int32{0, 0, 1, 1}, 2, 1)
	if p := c.Pairs[0]; p.A != 1 || p.B != 0 || p.Weight != 1 {
		t.Errorf("got %+v", p)
	}
}

// TestScoresOfADocumentedExample is the arithmetic in Modularity's comment.
func TestScoresOfADocumentedExample(t *testing.T) {
	// Community 0: 183 edges inside and 12 out of 1,000.
	edges := []Edge{{0, 1, 183}, {0, 2, 12}, {2, 3, 805}}
	g := Undirected(4, edges)
	q, scores := Modularity(g, []int32{0, 0, 1, 1}, 2, 1)
	a := 366.0/378 - 378.0/2000
	if math.Abs(scores[0]-a) > 1e-12 || math.Round(a*100) != 78 {
		t.Errorf("the score is %g, want %g", scores[0], a)
	}
	if b := 1610.0/1622 - 1622.0/2000; math.Abs(q-(a*378/2000+b*1622/2000)) > 1e-12 {
		t.Errorf("the modularity is %g", q)
	}
}
