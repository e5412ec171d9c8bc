package snapshot

import (
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/internal/workspace"
)

// Snapshot is what the graph said of some files, kept to tell afterwards what
// a change did to it.
type Snapshot struct {
	Version int64
	blobs   map[string][16]byte // of all files, by path
	watched map[string]bool     // the files whose nodes and edges are kept
	nodes   map[string]snapNode // by id
	edges   map[EdgeRef]bool
}

type snapNode struct {
	ref  workspace.NodeRef
	hash string // of its text
	sig  string
	doc  string
}

// EdgeRef names an edge in an answer.
type EdgeRef struct {
	From string `json:"from"`
	To   string `json:"to"`
	Type string `json:"type"`
}

// GraphDiff says what is different between a snapshot and now.
type GraphDiff struct {
	Version      int64               // now
	Files        []string            // added, changed or removed
	NodesAdded   []workspace.NodeRef // sorted by id, as all lists are
	NodesRemoved []workspace.NodeRef
	NodesChanged []workspace.NodeRef // text or signature
	DocsChanged  []workspace.NodeRef
	EdgesAdded   []EdgeRef
	EdgesRemoved []EdgeRef
	Unwatched    int // changed files whose nodes and edges are not compared
}

// mostWatched bounds the files of a diff whose nodes and edges are compared.
const mostWatched = 2000

// Snapshot keeps what the graph says now: of these files with their nodes and
// the edges at them, and of which other files there are.
func (m *Snapshots) Snapshot(ctx context.Context, files ...string) (*Snapshot, error) {
	return workspace.Read(ctx, m.Space, func(r *graph.Reader) (*Snapshot, error) {
		s := &Snapshot{blobs: map[string][16]byte{}, watched: map[string]bool{}, nodes: map[string]snapNode{}, edges: map[EdgeRef]bool{}}
		var err error
		if s.Version, err = r.DataVersion(); err != nil {
			return nil, err
		}
		states, err := r.FileStates()
		if err != nil {
			return nil, err
		}
		for _, f := range states {
			s.blobs[f.Path] = f.Blob
		}
		for _, f := range files[:min(len(files), mostWatched)] {
			s.watched[f] = true
		}
		return s, s.fill(r)
	})
}

// Since compares the snapshot with the graph as it is now. Of a file that was
// not watched and was there before, only its name is told.
func (m *Snapshots) Since(ctx context.Context, before *Snapshot) (*GraphDiff, error) {
	now, err := m.Snapshot(ctx)
	if err != nil {
		return nil, err
	}
	d := &GraphDiff{Version: now.Version, Files: []string{}}
	for path, blob := range now.blobs {
		was, known := before.blobs[path]
		if known && was == blob && !before.watched[path] {
			continue
		}
		if !known || was != blob {
			d.Files = append(d.Files, path)
		}
		if (!known || before.watched[path]) && len(now.watched) < mostWatched {
			now.watched[path] = true
		} else {
			d.Unwatched++
		}
	}
	for path := range before.blobs {
		if _, ok := now.blobs[path]; !ok {
			d.Files = append(d.Files, path)
		}
	}
	slices.Sort(d.Files)
	if err := m.Space.Graph.View(ctx, now.fill); err != nil {
		return nil, err
	}
	d.compare(before, now)
	return d, nil
}

// fill reads the nodes of the watched files, and the edges that begin or end
// there.
func (s *Snapshot) fill(r *graph.Reader) error {
	names := map[graph.NodeID]string{}
	id := func(row graph.NodeID) (string, error) {
		if n, ok := names[row]; ok {
			return n, nil
		}
		n, err := r.Node(row)
		names[row] = n.ID
		return n.ID, err
	}
	for path := range s.watched {
		if _, ok := s.blobs[path]; !ok {
			continue
		}
		nodes, err := r.FileNodes(path)
		if err != nil {
			return err
		}
		for _, n := range nodes {
			s.nodes[n.ID] = snapNode{workspace.RefOf(n), n.SourceHash, n.Signature, n.Docstring}
			names[n.Row] = n.ID
			out, err := r.Out(n.Row)
			if err != nil {
				return err
			}
			in, err := r.In(n.Row)
			if err != nil {
				return err
			}
			for _, e := range append(out, in...) {
				from, err := id(e.From)
				if err != nil {
					return err
				}
				to, err := id(e.To)
				if err != nil {
					return err
				}
				s.edges[EdgeRef{from, to, e.Type.String()}] = true
			}
		}
	}
	return nil
}

func (d *GraphDiff) compare(before, now *Snapshot) {
	for _, id := range slices.Sorted(maps.Keys(now.nodes)) {
		n := now.nodes[id]
		switch was, ok := before.nodes[id]; {
		case !ok:
			d.NodesAdded = append(d.NodesAdded, n.ref)
		case was.hash != n.hash || was.sig != n.sig:
			d.NodesChanged = append(d.NodesChanged, n.ref)
			fallthrough
		default:
			if was.doc != n.doc {
				d.DocsChanged = append(d.DocsChanged, n.ref)
			}
		}
	}
	for _, id := range slices.Sorted(maps.Keys(before.nodes)) {
		if _, ok := now.nodes[id]; !ok {
			d.NodesRemoved = append(d.NodesRemoved, before.nodes[id].ref)
		}
	}
	d.EdgesAdded, d.EdgesRemoved = missingFrom(before.edges, now.edges), missingFrom(now.edges, before.edges)
}

// missingFrom are the edges of b that a lacks, sorted.
func missingFrom(a, b map[EdgeRef]bool) []EdgeRef {
	var out []EdgeRef
	for e := range b {
		if !a[e] {
			out = append(out, e)
		}
	}
	slices.SortFunc(out, func(x, y EdgeRef) int {
		if c := strings.Compare(x.From, y.From); c != 0 {
			return c
		}
		if c := strings.Compare(x.Type, y.Type); c != 0 {
			return c
		}
		return strings.Compare(x.To, y.To)
	})
	return out
}
