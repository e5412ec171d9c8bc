package proposal

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/internal/query"
	"github.com/structural-memory/smp/internal/workspace"
	"github.com/structural-memory/smp/linker/golink"
	"github.com/structural-memory/smp/safety/structdiff"
)

// DiffResult is the answer of Diff.
type DiffResult struct {
	NodesAdded           []workspace.NodeRef `json:"nodes_added"`
	NodesRemoved         []workspace.NodeRef `json:"nodes_removed"`
	NodesModified        []ModifiedNode      `json:"nodes_modified"`
	NodesRenamed         []RenamedNode       `json:"nodes_renamed"`
	NodesMoved           []RenamedNode       `json:"nodes_moved"` // from file to file of the proposal
	RelationshipsAdded   []Relationship      `json:"relationships_added"`
	RelationshipsRemoved []Relationship      `json:"relationships_removed"`
	Counts               map[string]int      `json:"counts"`         // entries of each list, those left out too
	More                 map[string]int      `json:"more,omitempty"` // what the lists leave out
	Notes                []string            `json:"notes"`          // what the comparison does not know
}

// ModifiedNode is a definition that the proposal makes different.
type ModifiedNode struct {
	ID      string      `json:"id"`
	Type    string      `json:"type"`
	Name    string      `json:"name"`
	File    string      `json:"file"`
	Line    int         `json:"line"` // where the proposal has it
	Changes NodeChanges `json:"changes"`
}

// NodeChanges say how a definition differs.
type NodeChanges struct {
	SignatureChanged bool     `json:"signature_changed"`
	BodyChanged      bool     `json:"body_changed"`
	ComplexityDelta  int      `json:"complexity_delta"`
	CallsAdded       []string `json:"calls_added"`
	CallsRemoved     []string `json:"calls_removed"`
	SignatureBefore  string   `json:"signature_before,omitempty"`
	SignatureAfter   string   `json:"signature_after,omitempty"`
}

// RenamedNode is a definition that has another name or place.
type RenamedNode struct {
	From       workspace.NodeRef `json:"from"`
	To         workspace.NodeRef `json:"to"`
	Similarity float64           `json:"similarity"` // 1: nothing else differs
	Changes    NodeChanges       `json:"changes"`
}

// Relationship is an edge of a file in the proposal.
type Relationship struct {
	Edge string `json:"edge"`
	From string `json:"from"`
	To   string `json:"to"`
}

// Diff compares what the graph has of some files with what they may become,
// definition by definition.
func (m *Judge) Diff(ctx context.Context, p Proposal) (*DiffResult, error) {
	var res *DiffResult
	err := m.propose(ctx, p, func(s *proposed) (err error) {
		res, err = s.diff(p.Limit)
		return err
	}, func([]golink.Fault) {})
	return res, err
}

func (p *proposed) diff(limit int) (*DiffResult, error) {
	if limit <= 0 {
		limit = query.DefaultTraceLimit
	}
	edges, err := p.edges()
	if err != nil {
		return nil, err
	}
	d := p.delta
	res := &DiffResult{NodesAdded: []workspace.NodeRef{}, NodesRemoved: []workspace.NodeRef{}, NodesModified: []ModifiedNode{}, NodesRenamed: []RenamedNode{}, NodesMoved: []RenamedNode{},
		RelationshipsAdded: edges.added, RelationshipsRemoved: edges.removed, More: map[string]int{}, Notes: append([]string{}, p.notes...)}
	for _, n := range d.Added {
		res.NodesAdded = append(res.NodesAdded, refOfDef(n))
	}
	for _, n := range d.Removed {
		res.NodesRemoved = append(res.NodesRemoved, refOfDef(n))
	}
	for _, c := range d.Modified {
		res.NodesModified = append(res.NodesModified, ModifiedNode{c.Before.ID, c.Before.Def().Kind.String(), c.Before.Name(), c.After.File.Path, int(c.After.Def().NameLine), edges.changes(c)})
	}
	renamed := func(list []*structdiff.Changed) (out []RenamedNode) {
		for _, c := range list {
			out = append(out, RenamedNode{refOfDef(c.Before), refOfDef(c.After), float64(int(c.Similarity*100)) / 100, edges.changes(c)})
		}
		return out
	}
	res.NodesRenamed = append(res.NodesRenamed, renamed(d.Renamed)...)
	res.NodesMoved = append(res.NodesMoved, renamed(d.Moved)...)
	if n := p.openCalls(); n > 0 {
		res.Notes = append(res.Notes, fmt.Sprintf("calls in the proposed content that could not be linked: %d", n))
	}
	res.Bound(limit)
	return res, nil
}

func (res *DiffResult) Bound(limit int) {
	res.Counts = map[string]int{
		"nodes_added": len(res.NodesAdded), "nodes_removed": len(res.NodesRemoved), "nodes_modified": len(res.NodesModified),
		"nodes_renamed": len(res.NodesRenamed), "nodes_moved": len(res.NodesMoved),
		"relationships_added": len(res.RelationshipsAdded), "relationships_removed": len(res.RelationshipsRemoved),
	}
	res.NodesAdded = workspace.Cut(res.NodesAdded, limit, "nodes_added", res.More)
	res.NodesRemoved = workspace.Cut(res.NodesRemoved, limit, "nodes_removed", res.More)
	res.NodesModified = workspace.Cut(res.NodesModified, limit, "nodes_modified", res.More)
	res.NodesRenamed = workspace.Cut(res.NodesRenamed, limit, "nodes_renamed", res.More)
	res.NodesMoved = workspace.Cut(res.NodesMoved, limit, "nodes_moved", res.More)
	res.RelationshipsAdded = workspace.Cut(res.RelationshipsAdded, limit, "relationships_added", res.More)
	res.RelationshipsRemoved = workspace.Cut(res.RelationshipsRemoved, limit, "relationships_removed", res.More)
}

func refOfDef(n *structdiff.Node) workspace.NodeRef {
	d := n.Def()
	return workspace.NodeRef{ID: n.ID, Type: d.Kind.String(), Name: n.Name(), File: n.File.Path, Line: int(d.NameLine)}
}

// openCalls counts the calls of the proposal's files that stay open.
func (p *proposed) openCalls() (n int) {
	for _, path := range p.paths {
		if g := p.File(path); g != nil {
			n += len(g.Open)
		}
	}
	return n
}

// edgeDelta is how the edges out of the proposal's files differ.
type edgeDelta struct {
	before, after  map[Relationship]bool
	added, removed []Relationship
	now            map[string]string // ids of renamed and moved definitions by those before
}

// edges compares the edges out of the proposal's files. A renamed definition
// is the same end of an edge as before.
func (p *proposed) edges() (*edgeDelta, error) {
	e := &edgeDelta{before: map[Relationship]bool{}, after: map[Relationship]bool{}, added: []Relationship{}, removed: []Relationship{}, now: map[string]string{}}
	for _, list := range [][]*structdiff.Changed{p.delta.Renamed, p.delta.Moved} {
		for _, c := range list {
			e.now[c.Before.ID] = c.After.ID
		}
	}
	for _, path := range p.paths {
		had := map[Relationship]bool{}
		if p.before[path] != nil {
			if err := p.edgesBefore(path, had); err != nil {
				return nil, err
			}
			maps.Copy(e.before, had)
		}
		f := p.State.Facts[path]
		if f == nil {
			continue
		}
		g := p.File(path)
		if g == nil { // the proposal has of it what there is: other files may lead its edges elsewhere
			g = p.RelinkedFile(path)
		}
		if g == nil {
			maps.Copy(e.after, had)
			continue
		}
		m := p.State.NodeMap(path)
		for _, x := range g.Edges {
			if slices.Contains(workspace.DependencyEdges, x.Type) {
				e.after[Relationship{query.CallsName(x.Type), idOfNode(f, path, m, x.Src), p.idOf(x.To)}] = true
			}
		}
	}
	was := map[Relationship]bool{}
	for r := range e.before {
		moved := Relationship{r.Edge, e.renamed(r.From), e.renamed(r.To)}
		was[moved] = true
		if !e.after[moved] {
			e.removed = append(e.removed, r)
		}
	}
	for r := range e.after {
		if !was[r] {
			e.added = append(e.added, r)
		}
	}
	slices.SortFunc(e.added, compareRelationships)
	slices.SortFunc(e.removed, compareRelationships)
	return e, nil
}

func compareRelationships(a, b Relationship) int {
	return strings.Compare(a.From+"\x00"+a.Edge+"\x00"+a.To, b.From+"\x00"+b.Edge+"\x00"+b.To)
}

func (e *edgeDelta) renamed(id string) string {
	if now, ok := e.now[id]; ok {
		return now
	}
	return id
}

// edgesBefore reads the edges that the graph has out of a file.
func (p *proposed) edgesBefore(path string, to map[Relationship]bool) error {
	nodes, err := p.r.FileNodes(path)
	if err != nil {
		return err
	}
	var rows []graph.NodeID
	var edges []graph.Edge
	from := map[graph.NodeID]string{}
	for _, n := range nodes {
		out, err := p.r.Out(n.Row, workspace.DependencyEdges...)
		if err != nil {
			return err
		}
		from[n.Row] = n.ID
		for _, e := range out {
			edges, rows = append(edges, e), append(rows, e.To)
		}
	}
	slices.Sort(rows)
	targets, err := p.r.Nodes(slices.Compact(rows))
	if err != nil {
		return err
	}
	ids := map[graph.NodeID]string{}
	for _, n := range targets {
		ids[n.Row] = n.ID
	}
	for _, e := range edges {
		to[Relationship{query.CallsName(e.Type), from[e.From], ids[e.To]}] = true
	}
	return nil
}

// changes are those of one definition.
func (e *edgeDelta) changes(c *structdiff.Changed) NodeChanges {
	out := NodeChanges{SignatureChanged: c.Signature, BodyChanged: c.Body, ComplexityDelta: c.ComplexityDelta(), CallsAdded: []string{}, CallsRemoved: []string{}}
	if c.Signature {
		out.SignatureBefore, out.SignatureAfter = c.Before.Def().Sig, c.After.Def().Sig
	}
	for _, r := range e.added {
		if r.Edge == "CALLS" && r.From == c.After.ID {
			out.CallsAdded = append(out.CallsAdded, r.To)
		}
	}
	for _, r := range e.removed {
		if r.Edge == "CALLS" && r.From == c.Before.ID {
			out.CallsRemoved = append(out.CallsRemoved, r.To)
		}
	}
	return out
}
