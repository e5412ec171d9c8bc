package graph

import (
	"maps"
	"slices"

	"zombiezen.com/go/sqlite"
)

// GivenUp is a file of which not all could be read or linked.
type GivenUp struct {
	Path   string `json:"path"`
	Reason string `json:"reason"`
}

// writeGivenUp notes for the files that a change brings or links again what
// could not be done with them.
func writeGivenUp(conn *sqlite.Conn, ch *Change, stats *Stats) error {
	paths := append(ch.added(), ch.Removed...)
	for i := range ch.Relinked {
		paths = append(paths, ch.Relinked[i].File.Path)
	}
	none := true
	if err := query(conn, "SELECT 1 FROM given_up LIMIT 1", nil, func(*sqlite.Stmt) bool { none = false; return false }); err != nil {
		return err
	}
	for _, p := range paths {
		if none || ch.GivenUp[p] != "" {
			continue
		}
		if err := exec(conn, "DELETE FROM given_up WHERE path = ?", func(st *sqlite.Stmt) { st.BindText(1, p) }); err != nil {
			return err
		}
		stats.changed = stats.changed || conn.Changes() > 0
	}
	for _, p := range slices.Sorted(maps.Keys(ch.GivenUp)) {
		err := exec(conn, "INSERT INTO given_up (path, reason) VALUES (?1, ?2) ON CONFLICT DO UPDATE SET reason = excluded.reason WHERE reason <> excluded.reason", func(st *sqlite.Stmt) {
			st.BindText(1, p)
			st.BindText(2, ch.GivenUp[p])
		})
		if err != nil {
			return err
		}
		stats.changed = stats.changed || conn.Changes() > 0
	}
	return nil
}

// GivenUp are the files of which not all could be read or linked, by path.
func (r *Reader) GivenUp() (out []GivenUp, err error) {
	err = r.query("SELECT path, reason FROM given_up ORDER BY path", nil, func(st *sqlite.Stmt) bool {
		out = append(out, GivenUp{st.ColumnText(0), st.ColumnText(1)})
		return true
	})
	return out, err
}

// OutsideMembers are the leaves outside the repository that stand for a member
// of that name of something that a call there gave: "lib#make().name".
func (r *Reader) OutsideMembers(name string) (out []NodeID, err error) {
	err = r.query("SELECT id FROM nodes WHERE file = 0 AND kind = 10 AND instr(name, '()') > 0 AND substr(name, -length(?1)) = ?1", func(st *sqlite.Stmt) { st.BindText(1, "."+name) }, func(st *sqlite.Stmt) bool {
		out = append(out, NodeID(st.ColumnInt64(0)))
		return true
	})
	return out, err
}
