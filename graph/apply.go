package graph

import (
	"context"
	"time"

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
	if len(ch.Files)+len(ch.Deferred)+len(ch.Relinked) >= manyFiles {
		write = g.st.Bulk
	}
	var next *Adjacency
	err = write(ctx, func(conn *sqlite.Conn) error {
		stats = Stats{}
		if ch.Guard != nil {
			if err := ch.Guard(conn); err != nil {
				return err
			}
		}
		empty, err := isEmpty(conn)
		if err != nil {
			return err
		}
		if empty {
			stats, err = bulkLoad(conn, ch)
		} else {
			var whole *Change
			if whole, err = ch.loaded(); err == nil {
				stats, err = applyDifference(conn, whole)
			}
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
	if err := writeGivenUp(conn, ch, stats); err != nil {
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
	if err := writePushed(conn, ch); err != nil {
		return err
	}
	if err := writeChurn(conn, ch, stats); err != nil {
		return err
	}
	err := noteStructure(conn, stats)
	if err != nil {
		return err
	}
	if !stats.changed {
		stats.Version, err = store.DataVersion(conn)
		return err
	}
	if stats.Version, err = store.Bump(conn); err != nil {
		return err
	}
	if !ch.At.IsZero() {
		if err := store.SetMetaText(conn, changedAtKey, ch.At.UTC().Format(time.RFC3339Nano)); err != nil {
			return err
		}
	}
	return writeHistory(conn, ch, stats.Version)
}

func writeSkips(conn *sqlite.Conn, ch *Change) error {
	if ch.SkipsComplete {
		if err := exec(conn, "DELETE FROM skips", nil); err != nil {
			return err
		}
	} else {
		for _, path := range append(ch.added(), ch.SkipsBelow...) {
			from, to := FolderScope(path).bounds()
			err := exec(conn, "DELETE FROM skips WHERE path = ? OR path >= ? AND path < ?", func(st *sqlite.Stmt) {
				st.BindText(1, path)
				st.BindText(2, from)
				st.BindText(3, to)
			})
			if err != nil {
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
	sum, err := digestOf(conn, skipsDigest)
	if err != nil {
		return err
	}
	return store.SetMetaInt(conn, skipsDigestKey, sum)
}

// added are the paths of the files that the change brings.
func (ch *Change) added() []string {
	out := make([]string, 0, len(ch.Files)+len(ch.Deferred))
	for i := range ch.Files {
		out = append(out, ch.Files[i].File.Path)
	}
	for i := range ch.Deferred {
		out = append(out, ch.Deferred[i].Path)
	}
	return out
}
