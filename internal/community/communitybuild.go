package community

import (
	"cmp"
	"slices"

	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/graph/cluster"
)

// How many bridge nodes each coupling keeps, by level.
var keptBridges = [2]int{20, 5}

// detectionBuilder turns numbers into what is written.
type detectionBuilder struct {
	g      *communityGraph
	levels *cluster.Levels
	names  [2][]cluster.Name
	place  [2][]int32 // of each community in the order of the ids
	out    *graph.Detection
}

func (b *detectionBuilder) build(relations *cluster.CSR) {
	for level := range b.names {
		b.order(level)
		b.level(level, relations)
	}
	for i := range b.out.Communities[1] {
		c := &b.out.Communities[1][i]
		parent, _ := slices.BinarySearchFunc(b.out.Communities[0], c.Parent, func(p graph.Community, id string) int { return cmp.Compare(p.ID, id) })
		b.out.Communities[0][parent].Children++
	}
	for v, row := range b.g.rows {
		if !b.g.hubs[v] {
			put(&b.out.Fine, row, b.place[1][b.levels.Fine[v]], -1)
		}
	}
}

// put sets one place of a list that grows, filled with empty.
func put[T any](list *[]T, row graph.NodeID, value, empty T) {
	for len(*list) <= int(row) {
		*list = append(*list, empty)
	}
	(*list)[row] = value
}

func (b *detectionBuilder) part(level int) []int32 {
	return [2][]int32{b.levels.Coarse, b.levels.Fine}[level]
}

// order numbers the communities of a level by their ids.
func (b *detectionBuilder) order(level int) {
	names := b.names[level]
	byID := make([]int32, len(names))
	for c := range byID {
		byID[c] = int32(c)
	}
	slices.SortFunc(byID, func(x, y int32) int { return cmp.Compare(names[x].ID, names[y].ID) })
	b.place[level] = make([]int32, len(names))
	for i, c := range byID {
		b.place[level][c] = int32(i)
	}
}

func (b *detectionBuilder) level(level int, relations *cluster.CSR) {
	part, count := b.part(level), len(b.names[level])
	q, scores := cluster.Modularity(relations, part, count, 1)
	couplings := cluster.Couple(b.g.relations, b.membersOnly(part), count, keptBridges[level])
	members, files := b.sizes(part, count)
	list := make([]graph.Community, count)
	for c, name := range b.names[level] {
		x := graph.Community{
			ID: name.ID, Level: level, Label: name.Label, Prefix: name.Prefix, Tags: name.Tags, Members: members[c], Files: files[c],
			Internal: couplings.Internal[c], External: couplings.External[c], Modularity: Round(scores[c], 4),
		}
		if level == 1 {
			x.Parent = b.names[0][b.levels.Parent[c]].ID
		}
		list[b.place[level][c]] = x
	}
	b.out.Communities[level], b.out.Modularity[level] = list, q
	for _, p := range couplings.Pairs {
		x := graph.Coupling{From: int(b.place[level][p.A]), To: int(b.place[level][p.B]), Edges: p.Edges, Weight: Round(p.Weight, 4)}
		for _, n := range p.Bridges {
			x.Nodes = append(x.Nodes, graph.BridgeNode{Node: b.g.rows[n.Node], In: n.In, Out: n.Out})
		}
		b.out.Bridges[level] = append(b.out.Bridges[level], x)
	}
}

// membersOnly is the division without the hubs.
func (b *detectionBuilder) membersOnly(part []int32) []int32 {
	part = slices.Clone(part)
	for v, hub := range b.g.hubs {
		if hub {
			part[v] = -1
		}
	}
	return part
}

// sizes counts the members of each community and the files that they are in.
// Nodes come file by file, so a file is new where the last one in the
// community was another.
func (b *detectionBuilder) sizes(part []int32, count int) (members, files []int) {
	members, files = make([]int, count), make([]int, count)
	last := make([]int32, count)
	for v, c := range part {
		if b.g.hubs[v] {
			continue
		}
		members[c]++
		if f := b.g.corpus.Members[v].File + 1; last[c] != f {
			last[c] = f
			files[c]++
		}
	}
	return members, files
}

// ranks writes the ranks of all nodes but folders.
func (b *detectionBuilder) ranks(ranks []float64) {
	for v, row := range b.g.rows {
		put(&b.out.Ranks, row, float32(ranks[v]), 0)
	}
}
