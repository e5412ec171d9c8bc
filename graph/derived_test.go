package graph

import (
	"context"
	"errors"
	"reflect"
	"testing"
	"time"

	"github.com/structural-memory/smp/internal/store"
	"pgregory.net/rapid"
)

func detection() *Detection {
	return &Detection{
		Version: 3, At: time.Date(2025, 2, 15, 10, 0, 0, 7, time.UTC),
		Communities: [2][]Community{
			{{ID: "comm_core", Label: "core", Tags: []string{}, Members: 4, Children: 2}},
			{{ID: "comm_a", Level: 1, Parent: "comm_core", Label: "a", Prefix: "src/a", Tags: []string{"x"}, Members: 3},
				{ID: "comm_b", Level: 1, Parent: "comm_core", Label: "b", Tags: []string{}, Members: 1, Modularity: 0.5}},
		},
		Fine: []int32{-1, 0, -1, 1, 0, 0}, Ranks: []float32{0, 0.25, 0, 0.5},
		Bridges:    [2][]Coupling{nil, {{From: 1, To: 0, Edges: 2, Weight: 0.3333, Nodes: []BridgeNode{{Node: 3, Out: 2}, {Node: 1, In: 2}}}}},
		Modularity: [2]float64{0, 0.4},
	}
}

func TestCommunitiesAreKept(t *testing.T) {
	ctx := context.Background()
	st, err := store.Open(ctx, ":memory:", store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer st.Close()
	g := New(st)
	if _, err := Get(ctx, g, (*Reader).Ranks); !errors.Is(err, ErrNoCommunities) {
		t.Errorf("ranks before any detection: %v", err)
	}
	d := detection()
	if err := g.SetCommunities(ctx, d); err != nil {
		t.Fatal(err)
	}
	m, err := Get(ctx, g, (*Reader).Memberships)
	if err != nil {
		t.Fatal(err)
	}
	for row, want := range [][2]int32{{-1, -1}, {0, 0}, {-1, -1}, {0, 1}, {0, 0}, {0, 0}, {-1, -1}} {
		if coarse, fine := m.Of(NodeID(row)); [2]int32{coarse, fine} != want {
			t.Errorf("row %d is in %d and %d, want %v", row, coarse, fine, want)
		}
	}
	if got := m.Rows(1, 0); !reflect.DeepEqual(got, []NodeID{1, 4, 5}) || len(m.Rows(0, 0)) != 4 {
		t.Errorf("the members are %v", got)
	}
	if !reflect.DeepEqual(m.Bridges(1), d.Bridges[1]) || m.Modularity != d.Modularity || m.Version != 3 || !m.At.Equal(d.At) {
		t.Errorf("got %+v", m)
	}
	if r := m.ranks; r.Of(3) != 0.5 || r.Of(99) != 0 || r.Of(-1) != 0 || r.Max != 0.5 {
		t.Errorf("got %+v", r)
	}
	all, err := Get(ctx, g, (*Reader).Communities)
	if err != nil || !reflect.DeepEqual(all, d.Communities) {
		t.Errorf("got %+v, %v", all, err)
	}
	again, err := Get(ctx, g, (*Reader).Memberships)
	if err != nil || again != m {
		t.Error("what has not changed is read again")
	}
	d.At, d.Fine = d.At.Add(time.Nanosecond), []int32{0}
	if err := g.SetCommunities(ctx, d); err != nil {
		t.Fatal(err)
	}
	if m, err = Get(ctx, g, (*Reader).Memberships); err != nil || m.Len() != 1 {
		t.Errorf("the old memberships stay: %+v, %v", m, err)
	}
}

// TestDamagedBlobsAreErrors: whatever the bytes are, reading ends, with values
// in their bounds or an error.
func TestDamagedBlobsAreErrors(t *testing.T) {
	d := detection()
	good := [][]byte{packMembers(d.Fine), packBridges(d.Bridges, d.Modularity)}
	rapid.Check(t, func(t *rapid.T) {
		b := append([]byte(nil), rapid.SampledFrom(good).Draw(t, "blob")...)
		b = b[:rapid.IntRange(0, len(b)).Draw(t, "length")]
		for range rapid.IntRange(0, 3).Draw(t, "changes") {
			if len(b) > 0 {
				b[rapid.IntRange(0, len(b)-1).Draw(t, "at")] = rapid.Byte().Draw(t, "to")
			}
		}
		if fine, err := unpackMembers(b, 2); err == nil {
			for _, c := range fine {
				if c < -1 || c > 1 {
					t.Fatalf("community %d of 2", c)
				}
			}
		}
		m := &Memberships{Coarse: []string{"a"}, Fine: []string{"b", "c"}}
		if err := unpackBridges(b, m); err == nil {
			for _, c := range m.bridges[1] {
				if min(c.From, c.To) < 0 || max(c.From, c.To) > 1 {
					t.Fatalf("coupling %+v", c)
				}
			}
		}
	})
}
