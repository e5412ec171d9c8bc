package graph

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/structural-memory/smp/facts"
	"pgregory.net/rapid"
)

func walkBoth(t fataler, g *Graph, start []NodeID, o WalkOptions) []Visit {
	t.Helper()
	var memory, stored []Visit
	err := g.View(context.Background(), func(r *Reader) error {
		a, err := r.Adjacency()
		if err != nil {
			return err
		}
		var more1, more2 bool
		memory, more1 = a.Walk(start, o)
		if stored, more2, err = r.WalkStored(start, o); err == nil && more1 != more2 {
			err = fmt.Errorf("more is %v in memory and %v in the store", more1, more2)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(memory, stored) {
		t.Fatal("the walk is ", memory, " in memory and ", stored, " in the store, with ", o)
	}
	return memory
}

func TestWalksInMemoryAndInTheStoreAgree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g, done := tempGraph(t)
		defer done()
		state := step(t, repo{}, 1)
		apply(t, g, state.all())
		for i := range 3 {
			next := step(t, state, i+2)
			apply(t, g, state.toward(next)) // the second and third time the adjacency follows
			state = next
			o := WalkOptions{
				Direction: Direction(rapid.IntRange(0, 2).Draw(t, "direction")), Depth: rapid.IntRange(0, 4).Draw(t, "depth"),
				Limit: rapid.SampledFrom([]int{0, 0, 3}).Draw(t, "limit"), Types: rapid.SampledFrom([][]EdgeType{nil, {CallsStatic}, {Contains, Defines}}).Draw(t, "types"),
			}
			walkBoth(t, g, []NodeID{1, 2, NodeID(rapid.IntRange(1, 20).Draw(t, "start"))}, o)
			checkAdjacency(t, g)
		}
	})
}

// checkAdjacency compares what is held in memory with what would be read.
func checkAdjacency(t fataler, g *Graph) {
	t.Helper()
	held, err := g.Adjacency(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	read, err := New(g.st).Adjacency(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if held.Version != read.Version {
		t.Fatal("version ", held.Version, " is held, ", read.Version, " is there")
	}
	for n := range NodeID(max(held.Len(), read.Len()) + 1) {
		var h, r []Neighbour
		held.Out(n, func(nb Neighbour) bool { h = append(h, nb); return true })
		read.Out(n, func(nb Neighbour) bool { r = append(r, nb); return true })
		h, r = append(h, Neighbour{}), append(r, Neighbour{})
		held.In(n, func(nb Neighbour) bool { h = append(h, nb); return true })
		read.In(n, func(nb Neighbour) bool { r = append(r, nb); return true })
		if !slices.Equal(h, r) {
			t.Fatal("node ", n, " has the neighbours ", h, ", want ", r)
		}
	}
}

func TestAdjacencyFollowsSmallChanges(t *testing.T) {
	g, ctx := memory(t), context.Background()
	state := repo{
		"a.ts": {text: 1, defs: []def{{name: "f", kind: facts.Function, parent: -1}}, uses: []use{{from: 0, typ: CallsStatic, path: "b.ts", name: "g", line: 1}}},
		"b.ts": {text: 1, defs: []def{{name: "g", kind: facts.Function, parent: -1}}},
	}
	apply(t, g, state.all())
	before, err := g.Adjacency(ctx)
	if err != nil {
		t.Fatal(err)
	}
	next := state.clone()
	next["b.ts"].defs[0].name, next["b.ts"].text = "h", 2
	apply(t, g, state.toward(next))
	after := g.cache.last
	if after == before || after.outNow == nil {
		t.Error("the adjacency was not brought up to date by the change")
	}
	checkAdjacency(t, g)
	calls := 0
	before.Out(5, func(nb Neighbour) bool { calls++; return true })
	if before.Version != 1 || after.Version != 2 || calls != 1 {
		t.Errorf("versions %d and %d, %d calls in the old one: it must stay as it was", before.Version, after.Version, calls)
	}
}

func TestWalkOrderAndBounds(t *testing.T) {
	g := memory(t)
	fn := func(name string) def { return def{name: name, kind: facts.Function, parent: -1} }
	call := func(from int, name string) use {
		return use{from: from, typ: CallsStatic, path: "a.ts", name: name, line: 1}
	}
	apply(t, g, repo{"a.ts": {text: 1, defs: []def{fn("a"), fn("b"), fn("c"), fn("d")},
		uses: []use{call(0, "b"), call(0, "c"), call(1, "d"), call(2, "d"), call(3, "a")}}}.all())
	a, err := Get(context.Background(), g, func(r *Reader) (Node, error) { return r.Resolve("a.ts#a", Filter{}) })
	if err != nil {
		t.Fatal(err)
	}
	at := func(v ...Visit) []Visit {
		for i := range v {
			v[i].Node += a.Row
		}
		return v
	}
	for _, c := range []struct {
		o    WalkOptions
		want []Visit
	}{
		{WalkOptions{Types: []EdgeType{CallsStatic}}, at(Visit{0, 0}, Visit{1, 1}, Visit{2, 1}, Visit{3, 2})},
		{WalkOptions{Types: []EdgeType{CallsStatic}, Depth: 1}, at(Visit{0, 0}, Visit{1, 1}, Visit{2, 1})},
		{WalkOptions{Types: []EdgeType{CallsStatic}, Limit: 2}, at(Visit{0, 0}, Visit{1, 1})},
		{WalkOptions{Types: []EdgeType{CallsStatic}, Direction: Inward, Depth: 2}, at(Visit{0, 0}, Visit{3, 1}, Visit{1, 2}, Visit{2, 2})},
		{WalkOptions{Types: []EdgeType{Inherits}, Direction: Both}, at(Visit{0, 0})},
	} {
		if got := walkBoth(t, g, []NodeID{a.Row}, c.o); !slices.Equal(got, c.want) {
			t.Errorf("%+v: %v, want %v", c.o, got, c.want)
		}
	}
}
