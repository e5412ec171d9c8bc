package safety_test

import (
	"context"
	"testing"
	"time"

	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/internal/store"
	"github.com/structural-memory/smp/safety"
)

var noon = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

func churnStore(t *testing.T) *safety.Safety {
	t.Helper()
	st, err := store.Open(t.Context(), ":memory:", store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := st.Close(); err != nil {
			t.Error(err)
		}
	})
	return safety.New(st, safety.WithClock(func() time.Time { return noon }))
}

func do(t *testing.T, s *safety.Safety, f func(*safety.Tx) error) {
	t.Helper()
	if err := s.Write(context.Background(), f); err != nil {
		t.Fatal(err)
	}
}

func days(n int) time.Duration { return time.Duration(n) * 24 * time.Hour }

// counts are how often nodes 1 to 3 changed within 30 days.
func counts(t *testing.T, s *safety.Safety, c *safety.Churn) (out [3]int) {
	t.Helper()
	v := view(t, s, c)
	for i := range out {
		out[i] = v.Count(int64(i+1), days(30))
	}
	return out
}

func view(t *testing.T, s *safety.Safety, c *safety.Churn) *safety.ChurnView {
	t.Helper()
	v, err := safety.Get(t.Context(), s, c.View)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func change(sid int64, ago time.Duration, origin string) safety.NodeChange {
	return safety.NodeChange{SID: sid, At: noon.Add(-ago), Event: graph.NodeModified, Agent: "ann", Origin: origin}
}

func TestChurnFollowsTheStore(t *testing.T) {
	s := churnStore(t)
	c := safety.NewChurn()
	if got := counts(t, s, c); got != [3]int{} {
		t.Errorf("%v", got)
	}
	do(t, s, func(tx *safety.Tx) error { return tx.RecordChange(change(1, days(1), "")) })
	do(t, s, func(tx *safety.Tx) error { return tx.RecordChange(change(1, days(31), "")) })
	do(t, s, func(tx *safety.Tx) error { return tx.RecordChange(change(2, days(2), "")) })
	if got := counts(t, s, c); got != [3]int{1, 1, 0} {
		t.Errorf("%v", got)
	}
	v := view(t, s, c)
	if at, by := v.Last(1); !at.Equal(noon.Add(-days(1))) || by != "ann" {
		t.Errorf("last %v by %s", at, by)
	}
	if !v.Known.Equal(noon) {
		t.Errorf("known since %v", v.Known)
	}
}

func put(t *testing.T, s *safety.Safety, anew bool, changes ...safety.NodeChange) {
	t.Helper()
	do(t, s, func(tx *safety.Tx) error {
		return tx.PutHistory(safety.HistoryRead{Head: "h", Since: noon.Add(-days(90)), Commits: 1}, changes, anew)
	})
}

func TestHistoryIsEnteredOnce(t *testing.T) {
	s := churnStore(t)
	c := safety.NewChurn()
	for _, anew := range []bool{true, false, true} {
		put(t, s, anew, change(1, days(3), "a"), change(2, days(3), "a"), change(1, days(2), "b"))
		if got := counts(t, s, c); got != [3]int{2, 1, 0} {
			t.Errorf("%v", got)
		}
	}
	put(t, s, true, change(3, days(3), "x")) // the history was rewritten
	if got := counts(t, s, c); got != [3]int{0, 0, 1} {
		t.Errorf("%v", got)
	}
	do(t, s, func(tx *safety.Tx) error {
		h, err := tx.HistoryRead()
		if h.Head != "h" || h.Commits != 1 {
			t.Errorf("%+v", h)
		}
		return err
	})
}

// An agent's updates and the commit that holds them are not two changes.
func TestACommitHoldsTheUpdatesBeforeIt(t *testing.T) {
	s := churnStore(t)
	c := safety.NewChurn()
	put(t, s, true, change(1, days(9), "a"))
	for _, ago := range []time.Duration{days(8), days(7)} {
		do(t, s, func(tx *safety.Tx) error { return tx.RecordChange(change(1, ago, "")) })
	}
	put(t, s, false, change(1, days(6), "b")) // holds both
	if got := counts(t, s, c); got != [3]int{3, 0, 0} {
		t.Errorf("after the commit: %v", got)
	}
	put(t, s, false, change(1, days(5), "c")) // has nothing of what was seen here
	if got := counts(t, s, c); got != [3]int{4, 0, 0} {
		t.Errorf("after another: %v", got)
	}
	put(t, s, true, change(1, days(9), "a"), change(1, days(6), "b"), change(1, days(5), "c"))
	if got := counts(t, s, c); got != [3]int{4, 0, 0} {
		t.Errorf("all read again: %v", got)
	}
}

func TestOldChangesAreForgotten(t *testing.T) {
	s := churnStore(t)
	do(t, s, func(tx *safety.Tx) error { return tx.RecordChange(change(1, days(500), "")) })
	put(t, s, false)
	do(t, s, func(tx *safety.Tx) error {
		all, err := tx.Changes(1, noon.Add(-days(1000)))
		if len(all) != 0 {
			t.Errorf("%v", all)
		}
		return err
	})
}
