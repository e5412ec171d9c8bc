package graph

import (
	"context"
	"fmt"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/internal/store"
	"zombiezen.com/go/sqlite"
)

// manyFiles is the size from which a change is followed by emptying the
// write-ahead log.
const manyFiles = 200

// Apply writes a change in one transaction. In an empty graph everything is
// loaded in sorted order; else only what differs is touched, and nodes that
// stay keep their row ids, so that edges from other files stay too.
//
// No edge ever dangles: when a node goes, the edges to it go, and an edge
// whose target does not exist is dropped and counted.
func (g *Graph) Apply(ctx context.Context, ch *Change) (stats Stats, err error) {
	if err := ch.validate(); err != nil {
		return stats, err
	}
	write := g.st.Write
	if len(ch.Files)+len(ch.Relinked) >= manyFiles {
		write = g.st.Bulk
	}
	var next *Adjacency
	err = write(ctx, func(conn *sqlite.Conn) error {
		stats = Stats{}
		empty, err := isEmpty(conn)
		if err != nil {
			return err
		}
		if empty {
			stats, err = bulkLoad(conn, ch)
		} else {
			stats, err = applyDifference(conn, ch)
		}
		if err != nil {
			return err
		}
		if err := finishChange(conn, ch, &stats); err != nil {
			return err
		}
		next, err = g.cache.follow(conn, &stats)
		return err
	})
	if err == nil && next != nil {
		g.cache.put(next)
	}
	return stats, err
}

func isEmpty(conn *sqlite.Conn) (bool, error) {
	empty := true
	err := query(conn, "SELECT 1 FROM nodes LIMIT 1", nil, func(*sqlite.Stmt) bool { empty = false; return false })
	return empty, err
}

// finishChange writes what stands beside the graph, and counts the change.
func finishChange(conn *sqlite.Conn, ch *Change, stats *Stats) error {
	if err := writeSkips(conn, ch); err != nil {
		return err
	}
	for path, mtime := range ch.Touched {
		err := exec(conn, "UPDATE files SET mtime = ? WHERE layer = 0 AND path = ?", func(st *sqlite.Stmt) {
			st.BindInt64(1, mtime)
			st.BindText(2, path)
		})
		if err != nil {
			return err
		}
	}
	if err := putFacts(conn, ch.Facts); err != nil {
		return err
	}
	var err error
	if stats.changed {
		stats.Version, err = store.Bump(conn)
	} else {
		stats.Version, err = store.DataVersion(conn)
	}
	return err
}

func writeSkips(conn *sqlite.Conn, ch *Change) error {
	if ch.SkipsComplete {
		if err := exec(conn, "DELETE FROM skips", nil); err != nil {
			return err
		}
	} else {
		for i := range ch.Files {
			if err := exec(conn, "DELETE FROM skips WHERE path = ?", func(st *sqlite.Stmt) { st.BindText(1, ch.Files[i].File.Path) }); err != nil {
				return err
			}
		}
	}
	for i := range ch.Skips {
		s := &ch.Skips[i]
		err := exec(conn, "INSERT INTO skips (path, reason, detail, size) VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET reason = excluded.reason, detail = excluded.detail, size = excluded.size", func(st *sqlite.Stmt) {
			st.BindText(1, s.Path)
			st.BindText(2, s.Reason)
			st.BindText(3, s.Detail)
			st.BindInt64(4, s.Size)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// validate refuses what would break the graph's invariants: it is a mistake
// of the caller, not of the repository.
func (ch *Change) validate() error {
	seen := make(map[string]bool, len(ch.Files)+len(ch.Relinked)+len(ch.Removed))
	once := func(path string) error {
		if path == "" || seen[path] {
			return fmt.Errorf("graph: a change names the file %q twice, or without a path", path)
		}
		seen[path] = true
		return nil
	}
	for i := range ch.Files {
		f := &ch.Files[i]
		if err := once(f.File.Path); err != nil {
			return err
		}
		if err := f.validate(); err != nil {
			return fmt.Errorf("graph: file %s: %w", f.File.Path, err)
		}
	}
	for i := range ch.Relinked {
		if err := once(ch.Relinked[i].File.Path); err != nil {
			return err
		}
	}
	for _, path := range ch.Removed {
		if err := once(path); err != nil {
			return err
		}
	}
	return nil
}

func (f *FileGraph) validate() error {
	if len(f.Nodes) == 0 || f.Nodes[0].Kind != facts.File && f.Nodes[0].Kind != facts.Config {
		return fmt.Errorf("its first node is not the file itself")
	}
	for i := range f.Nodes {
		n := &f.Nodes[i]
		if int(n.Kind) >= len(idPrefixes) || n.Kind == facts.KindNone {
			return fmt.Errorf("node %d (%s) has no kind", i, n.Name)
		}
		for p, steps := n.Parent, 0; i > 0 && p != 0; p, steps = f.Nodes[p].Parent, steps+1 {
			if p < 0 || int(p) >= len(f.Nodes) || int(p) == i || steps > len(f.Nodes) {
				return fmt.Errorf("node %d (%s) has no way up to the file", i, n.Name)
			}
		}
	}
	return f.validateLinks(len(f.Nodes))
}

func (f *FileGraph) validateLinks(nodes int) error {
	for i := range f.Edges {
		e := &f.Edges[i]
		if e.Src < 0 || int(e.Src) >= nodes {
			return fmt.Errorf("edge %d starts at definition %d of %d", i, e.Src, nodes)
		}
		if e.Type == NoEdge || e.Type == Contains || e.Type == Defines || e.Type == DependsOn || int(e.Type) >= len(edgeNames) {
			return fmt.Errorf("edge %d has the type %d, which the graph derives or does not know", i, e.Type)
		}
	}
	for i := range f.Open {
		if o := &f.Open[i]; o.Src < 0 || int(o.Src) >= nodes {
			return fmt.Errorf("open call %d is in definition %d of %d", i, o.Src, nodes)
		}
	}
	return nil
}
