package community

import (
	"cmp"
	"slices"
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/graph/cluster"
	"github.com/structural-memory/smp/internal/workspace"
)

// What an edge weighs when communities are made and ranks computed. All are
// small powers of two, so that sums are exact. Those of containment were tried
// on repositories in four languages: lighter ones leave files apart from what
// is in them, heavier ones keep together what has nothing to do with each
// other but the folder.
const (
	weightExact    = 1.0
	weightUnsure   = 1.0 / 4  // one of several targets, or a framework's convention
	weightTest     = 1.0 / 4  // out of test code: it should not decide what belongs together
	weightImport   = 1.0 / 16 // beside calls, which say it better
	weightMember   = 1.0      // a type and its members
	weightDefines  = 1.0 / 8  // a file and what is at its top level,
	weightFile     = 2.0      // and this beside, divided among all at its top level
	weightContains = 1.0 / 2  // a folder and its files
	weightFolder   = 1.0 / 64
)

// communityGraph is the part of the graph that communities are made of, as
// arrays. Its nodes are those of memberKinds, and the folders: hubs, which are
// no members, but give a file without any call or import a place beside those
// around it. They are numbered by path and place in the file, which says as
// much as the text id, and is the same whatever way the graph came about.
type communityGraph struct {
	rows   []graph.NodeID // of each node
	kinds  []facts.Kind
	hubs   []bool
	corpus cluster.Corpus

	number []int32 // of each row id, plus 1

	structure []cluster.Edge // DEFINES and CONTAINS
	relations []cluster.Edge // of the relationship types asked for
	dependent []cluster.Edge // all along which a change travels: for ranks
}

func loadCommunityGraph(r *graph.Reader, types []graph.EdgeType) (*communityGraph, error) {
	g := &communityGraph{}
	if err := g.loadNodes(r); err != nil {
		return nil, err
	}
	tags, err := r.Tags()
	if err != nil {
		return nil, err
	}
	for row, list := range tags {
		if v, ok := g.of(row); ok {
			g.corpus.Members[v].Tags = list
		}
	}
	return g, g.loadEdges(r, types)
}

// of is the number of a node.
func (g *communityGraph) of(row graph.NodeID) (int, bool) {
	if row < 0 || int(row) >= len(g.number) || g.number[row] == 0 {
		return 0, false
	}
	return int(g.number[row]) - 1, true
}

// memberKinds are the nodes that are in communities. Of settings, only files
// that hold classes are: schemas.
var memberKinds = []facts.Kind{facts.File, facts.Function, facts.Class, facts.Interface, facts.Variable, facts.Test, facts.Config}

func (g *communityGraph) loadNodes(r *graph.Reader) error {
	files, err := r.FileMarks()
	if err != nil {
		return err
	}
	all, err := r.Briefs(append(memberKinds, facts.Package)...)
	if err != nil {
		return err
	}
	place := map[int32]int32{0: -1}
	for i, f := range files {
		place[f.Row] = int32(i)
		g.corpus.Files = append(g.corpus.Files, f.Path)
	}
	filled := make([]bool, len(files))
	for i := range all {
		b := &all[i]
		b.FileRow = place[b.FileRow]
		if b.Def > 0 && b.Kind != facts.Config {
			filled[b.FileRow] = true
		}
	}
	all = slices.DeleteFunc(all, func(b graph.Brief) bool {
		return b.Kind == facts.Config && (b.Def > 0 || !filled[b.FileRow])
	})
	slices.SortFunc(all, func(a, b graph.Brief) int {
		return cmp.Or(cmp.Compare(a.FileRow, b.FileRow), cmp.Compare(a.Def, b.Def), strings.Compare(a.Name, b.Name))
	})
	g.allocate(all)
	for i := range all {
		n := &all[i]
		m := cluster.Member{File: n.FileRow, Weight: weightExact}
		if n.FileRow >= 0 {
			m.Test = n.Kind == facts.Test || files[n.FileRow].Flags&facts.IsTest != 0
			if n.Def > 0 {
				m.Name = n.Name
			}
		}
		if m.Test {
			m.Weight = weightTest
		}
		g.number[n.Row] = int32(i) + 1
		g.rows[i], g.kinds[i], g.corpus.Members[i] = n.Row, n.Kind, m
		g.hubs[i] = n.FileRow < 0
	}
	return nil
}

func (g *communityGraph) allocate(all []graph.Brief) {
	n, most := len(all), graph.NodeID(-1)
	for i := range all {
		most = max(most, all[i].Row)
	}
	g.rows, g.kinds, g.hubs = make([]graph.NodeID, n), make([]facts.Kind, n), make([]bool, n)
	g.corpus.Members = make([]cluster.Member, n)
	g.number = make([]int32, most+1)
	g.structure = make([]cluster.Edge, 0, n)
	g.relations, g.dependent = make([]cluster.Edge, 0, 4*n), make([]cluster.Edge, 0, 4*n)
}

func (g *communityGraph) loadEdges(r *graph.Reader, types []graph.EdgeType) error {
	wanted, depends := edgeSet(types), edgeSet(rankedEdges)
	imports := float32(weightImport)
	if !wanted[graph.CallsStatic] {
		imports = weightExact
	}
	var last graph.Edge
	err := r.EachEdge(func(e graph.Edge) bool {
		if e.From == last.From && e.To == last.To && e.Type == last.Type {
			return true // another line that says the same
		}
		last = e
		from, ok1 := g.of(e.From)
		to, ok2 := g.of(e.To)
		if !ok1 || !ok2 || from == to {
			return true
		}
		edge := cluster.Edge{From: uint32(from), To: uint32(to)}
		if e.Type == graph.Contains || e.Type == graph.Defines {
			g.structure = append(g.structure, edge)
		}
		edge.Weight = g.weight(e, from, imports)
		if depends[e.Type] {
			g.dependent = append(g.dependent, edge)
		}
		if wanted[e.Type] {
			g.relations = append(g.relations, edge)
		}
		return true
	})
	g.weighStructure()
	return err
}

func (g *communityGraph) weight(e graph.Edge, from int, imports float32) float32 {
	w := float32(weightExact)
	if e.Class == graph.Dispatch || e.Class == graph.Framework {
		w = weightUnsure
	}
	if e.Type == graph.Imports {
		w = imports
	}
	if g.corpus.Members[from].Test {
		w *= weightTest
	}
	return w
}

// weighStructure gives containment its weights: a file that defines one thing
// is tied to it closely, one that defines many loosely to each.
func (g *communityGraph) weighStructure() {
	tops := make([]float32, len(g.rows))
	for i := range g.structure {
		tops[g.structure[i].From]++
	}
	for i := range g.structure {
		e := &g.structure[i]
		switch {
		case g.hubs[e.To]:
			e.Weight = weightFolder
		case g.hubs[e.From]:
			e.Weight = weightContains
		case g.kinds[e.From] == facts.File || g.kinds[e.From] == facts.Config:
			e.Weight = weightDefines + weightFile/tops[e.From]
		default:
			e.Weight = weightMember
		}
	}
}

// rankedEdges are those that pass rank on.
var rankedEdges = slices.DeleteFunc(slices.Clone(workspace.DependencyEdges), func(t graph.EdgeType) bool { return t == graph.Tests })

func edgeSet(types []graph.EdgeType) (set [16]bool) {
	for _, t := range types {
		set[t] = true
	}
	return set
}
