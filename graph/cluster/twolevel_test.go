package cluster

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestPlantedGroupsAreFound(t *testing.T) {
	n, edges := planted(6, 40, 5, 0.5, 1)
	got := Louvain(Undirected(n, edges), 1, 1)
	for v, c := range got {
		if c != v/40 {
			t.Fatalf("node %d of group %d is in community %d", v, v/40, c)
		}
	}
}

// TestGroupsInGroups plants four groups of five groups each: the coarse level
// finds the four, the fine one the twenty.
func TestGroupsInGroups(t *testing.T) {
	n, edges := planted(20, 30, 8, 0, 1)
	_, middle := planted(4, 150, 1.5, 0.1, 2)
	l := TwoLevel(Undirected(n, append(edges, middle...)), Options{Seed: 1})
	if l.CoarseCount != 4 || l.FineCount() != 20 {
		t.Fatalf("%d coarse and %d fine communities", l.CoarseCount, l.FineCount())
	}
	for v := range n {
		if int(l.Coarse[v]) != v/150 || int(l.Fine[v]) != v/30 {
			t.Fatalf("node %d is in %d and %d", v, l.Coarse[v], l.Fine[v])
		}
	}
}

func TestEveryNodeIsInNestedConnectedCommunities(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, edges := drawGraph(t)
		o := Options{Seed: 1, MinSize: rapid.IntRange(1, 8).Draw(t, "least"), MaxFine: rapid.IntRange(3, 50).Draw(t, "most")}
		g := Undirected(n, edges)
		l := TwoLevel(g, o)
		for v := range n {
			if l.Parent[l.Fine[v]] != l.Coarse[v] {
				t.Fatalf("node %d: fine %d is in coarse %d, the node in %d", v, l.Fine[v], l.Parent[l.Fine[v]], l.Coarse[v])
			}
		}
		checkLevel(t, g, l.Coarse, l.CoarseCount, o.MinSize)
		checkLevel(t, g, l.Fine, l.FineCount(), 1)
		checkLevel(t, g, widened(Louvain(g, 1, 1)), slices.Max(Louvain(g, 1, 1))+1, 1)
		again := TwoLevel(Undirected(n, shuffled(edges, rapid.Uint64().Draw(t, "seed"))), o)
		if !slices.Equal(again.Coarse, l.Coarse) || !slices.Equal(again.Fine, l.Fine) {
			t.Fatal("other communities for the same edges")
		}
	})
}

func widened(part []int) (out []int32) {
	for _, c := range part {
		out = append(out, int32(c))
	}
	return out
}

// checkLevel holds communities to be numbered without gaps, large enough where
// they have neighbours, and connected; but for one, of what has no neighbour.
func checkLevel(t *rapid.T, g *CSR, part []int32, count, least int) {
	_, members := membersOf(part, count)
	size := sizes(part, count, nil)
	if len(members) != g.Len() || slices.Min(size) == 0 {
		t.Fatalf("sizes %v", size)
	}
	around := aggregate(g, part, count)
	for c := range count {
		to, _ := around.Row(c)
		alone := len(to) == 0 || len(to) == 1 && int(to[0]) == c
		if size[c] < least && !alone {
			t.Fatalf("community %d has %d nodes and neighbours", c, size[c])
		}
	}
	whole, parts := split(g, part)
	broken := map[int32]bool{}
	if parts > count {
		seen := map[int32]int32{}
		for v := range part {
			if first, ok := seen[part[v]]; ok && first != whole[v] {
				broken[part[v]] = true
			} else if !ok {
				seen[part[v]] = whole[v]
			}
		}
	}
	if len(broken) > 1 || len(broken) == 1 && least == 1 && count > 1 && !loneOnly(g, part, broken) {
		t.Fatalf("communities %v are not connected", broken)
	}
}

// loneOnly tells whether the community has no edge to another one.
func loneOnly(g *CSR, part []int32, broken map[int32]bool) bool {
	for v := range part {
		to, _ := g.Row(v)
		for _, u := range to {
			if broken[part[v]] && part[u] != part[v] {
				return false
			}
		}
	}
	return true
}

// TestHubsGiveLoneNodesAPlace: nodes without any edge but that to their hub
// neither make communities of their own nor count for more than they are.
func TestHubsGiveLoneNodesAPlace(t *testing.T) {
	n, edges := planted(3, 30, 5, 0.3, 1)
	hubs := make([]bool, n+3, n+3+30)
	for v := range n {
		edges = append(edges, Edge{uint32(n + v/30), uint32(v), 0.25})
	}
	for i := range 30 { // ten more in each folder, with no other edge
		hubs = append(hubs, false)
		edges = append(edges, Edge{uint32(n + i/10), uint32(n + 3 + i), 0.25})
	}
	hubs[n], hubs[n+1], hubs[n+2] = true, true, true
	l := TwoLevel(Undirected(len(hubs), edges), Options{Seed: 1, Hubs: hubs})
	if l.CoarseCount != 3 {
		t.Fatalf("%d coarse communities", l.CoarseCount)
	}
	for i := range 30 {
		if l.Coarse[n+3+i] != l.Coarse[i/10*30] {
			t.Errorf("lone node %d is not with its folder", i)
		}
	}
}

func TestNodesWithoutEdgesAreOneCommunity(t *testing.T) {
	for _, n := range []int{0, 1, 3, 500} {
		l := TwoLevel(Undirected(n, nil), Options{})
		if want := min(n, 1); l.CoarseCount != want || l.FineCount() != want {
			t.Errorf("%d nodes: %d coarse and %d fine communities", n, l.CoarseCount, l.FineCount())
		}
	}
}
