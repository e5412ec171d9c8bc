package smp_test

import (
	"math"
	"testing"

	"github.com/structural-memory/smp"
)

// TestSpecCountsHeat: changes of a function times its callers are a fifth of
// its score where the specification's weights are asked for.
func TestSpecCountsHeat(t *testing.T) {
	r := newRepo(t, payshop())
	query := smp.LocateQuery{Query: "hash a password with a salt", Profile: "spec", Explain: true}
	before := locateIn(t, r.m, query)
	hot := before.Results[0]
	if hot.HeatScore != nil {
		t.Fatalf("heat %d before anything is recorded", *hot.HeatScore)
	}
	for range 4 {
		must[*smp.RecordedChange](t)(r.m.RecordChange(bg, smp.ChangeRecord{NodeID: hot.NodeID}))
	}
	after := locateIn(t, r.m, query)
	found := false
	for _, h := range after.Results {
		if h.HeatScore == nil {
			t.Fatalf("%s: heat is unknown, although changes are recorded", h.Name)
		}
		found = found || *h.HeatScore > 0
		if part := h.Explain.Parts["heat"]; math.Abs(part-.2*float64(*h.HeatScore)/100) > 1e-4 {
			t.Errorf("%s: heat %d adds %v", h.Name, *h.HeatScore, part)
		}
	}
	if len(after.Notes) >= len(before.Notes) {
		t.Errorf("the answer still says that nothing is known: %q", after.Notes)
	}
	if !found {
		t.Errorf("%s was changed four times and is not hot", hot.Name)
	}
	if h := locateIn(t, r.m, smp.LocateQuery{Query: query.Query}).Results[0]; h.HeatScore == nil || h.Explain != nil {
		t.Errorf("the default says %+v", h)
	}
}
