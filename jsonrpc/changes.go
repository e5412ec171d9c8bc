package jsonrpc

import (
	"context"

	"github.com/structural-memory/smp"
)

// GraphEvent is the params of graph.event.
type GraphEvent struct {
	Type string     `json:"type"` // nodeAdded, nodeRemoved, nodeChanged, edgeAdded, edgeRemoved
	Node *ArborNode `json:"node,omitempty"`
	Edge *ArborEdge `json:"edge,omitempty"`
}

// ArborEdge is an edge that came or went.
type ArborEdge struct {
	From string `json:"from"`
	To   string `json:"to"`
	Kind string `json:"kind"` // calls, imports, implements, extends, references
	Type string `json:"type"` // as in the methods of SMP: CALLS_STATIC, …
}

var graphEventTypes = []string{"nodeAdded", "nodeRemoved", "nodeChanged", "edgeAdded", "edgeRemoved"}

// Focus is a node that a tool looks at.
type Focus struct {
	NodeID string `json:"node_id"`
	File   string `json:"file"`
	Line   int    `json:"line"`
}

const (
	mostTold       = 200  // in each list of memory_updated
	mostEventsTold = 5000 // graph events of one change
)

// Changing runs a change of the memory and tells the bus what it did. files
// are those that it is about; nil means any that have changed on disk.
func (s *Server) Changing(ctx context.Context, files []string, change func() error) error {
	return s.changing(ctx, "", files, change)
}

// changing is Changing by a session; "" is somebody outside.
func (s *Server) changing(ctx context.Context, author string, files []string, change func() error) error {
	s.own.Add(1)
	defer s.own.Add(-1)
	if s.Bus.Listeners() == 0 {
		err := change()
		if version, verr := s.memory.Graph().Store().DataVersion(ctx); verr == nil {
			s.tellOwn(version) // nobody was there to be told
		}
		return err
	}
	if files == nil {
		var err error
		if files, err = s.mayChange(ctx); err != nil {
			return err
		}
	}
	before, err := s.memory.Snapshot(ctx, files...)
	if err != nil {
		return err
	}
	if err := change(); err != nil {
		return err
	}
	d, err := s.memory.Since(ctx, before)
	if err != nil {
		s.log.Warn("a change cannot be told", "error", err)
		return nil
	}
	s.tellOwn(d.Version)
	s.tell(d)
	s.tellSessions(ctx, author, d.Files)
	return nil
}

// fewFiles is up to how many files all are compared, so that nothing is missed
// that happens while a run begins.
const fewFiles = 200

// mayChange are the files that a run may find to be others than they were.
func (s *Server) mayChange(ctx context.Context) ([]string, error) {
	tree, err := s.memory.MerkleTree(ctx)
	if err != nil || tree.Len() > fewFiles {
		return s.memory.Stale(ctx)
	}
	all := tree.Files()
	files := make([]string, len(all))
	for i, f := range all {
		files[i] = f.Path
	}
	return files, nil
}

// tellSessions tells the sessions that have files in scope that somebody else
// has changed.
func (s *Server) tellSessions(ctx context.Context, author string, files []string) {
	all, err := s.memory.Concerned(ctx, author, files)
	if err != nil {
		s.log.Warn("sessions cannot be told of a change", "error", err)
		return
	}
	for _, f := range all {
		s.NotifyConflict(f.Session, f.File)
	}
}

func (s *Server) tell(d *smp.GraphDiff) {
	if len(d.Files) == 0 && len(d.EdgesAdded)+len(d.EdgesRemoved) == 0 {
		return
	}
	c := MemoryChanges{Version: d.Version, FilesAffected: d.Files, NotCompared: d.Unwatched}
	if n := len(d.Files); n > mostTold {
		c.FilesAffected, c.More = d.Files[:mostTold], n-mostTold
	}
	say := func(to *[]string, nodes []smp.NodeRef, what string) {
		for _, n := range nodes {
			if len(*to) == mostTold {
				c.MoreChanges++
				continue
			}
			*to = append(*to, n.ID+" "+what)
		}
	}
	say(&c.StructuralChanges, d.NodesAdded, "added")
	say(&c.StructuralChanges, d.NodesChanged, "modified")
	say(&c.StructuralChanges, d.NodesRemoved, "removed")
	say(&c.SemanticChanges, d.DocsChanged, "documentation changed")
	events := len(d.NodesAdded) + len(d.NodesChanged) + len(d.NodesRemoved) + len(d.EdgesAdded) + len(d.EdgesRemoved)
	c.MoreEvents = max(0, events-mostEventsTold)
	s.NotifyMemoryUpdated(c)
	told := 0
	node := func(event string, nodes []smp.NodeRef) {
		for _, n := range nodes {
			if told++; told <= mostEventsTold {
				x := arborNode(n)
				s.Bus.Publish(Event{Graph: &GraphEvent{Type: event, Node: &x}})
			}
		}
	}
	edge := func(event string, edges []smp.EdgeRef) {
		for _, e := range edges {
			if told++; told <= mostEventsTold {
				s.Bus.Publish(Event{Graph: &GraphEvent{Type: event, Edge: &ArborEdge{e.From, e.To, arborRelationship(e.Type), e.Type}}})
			}
		}
	}
	node("nodeAdded", d.NodesAdded)
	node("nodeChanged", d.NodesChanged)
	node("nodeRemoved", d.NodesRemoved)
	edge("edgeAdded", d.EdgesAdded)
	edge("edgeRemoved", d.EdgesRemoved)
}
