package graph

import (
	"context"
	"encoding/json"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/internal/store"
	"zombiezen.com/go/sqlite"
)

// FactsRow is what extraction said about a blob, ready to be stored. The same
// bytes may be read as several languages, and by several versions of the
// extractor.
type FactsRow struct {
	Blob    [16]byte
	Lang    string
	Version int    // see FactsForm
	Data    []byte // see PackFacts
}

// FactsForm is the version of facts that an extractor makes of a file at a
// path: the path tells some of them, whether a file is a test for one.
func FactsForm(version int, path string) int {
	return version<<32 | int(uint32(hashEnd(hashText(hashStart, path))))
}

// PackFacts encodes and compresses facts. Workers do it beside the writer.
func PackFacts(f *facts.FileFacts) []byte { return store.Compress(nil, f.Encode(nil)) }

// UnpackFacts is the inverse of PackFacts.
func UnpackFacts(data []byte) (*facts.FileFacts, error) {
	b, err := store.Decompress(nil, data)
	if err != nil {
		return nil, err
	}
	return facts.Decode(b)
}

// UnpackComments takes no more than comments and throws from packed facts.
func UnpackComments(data []byte) ([]facts.Comment, []uint32, error) {
	b, err := store.Decompress(nil, data)
	if err != nil {
		return nil, nil, err
	}
	return facts.DecodeComments(b)
}

// PutFacts remembers facts outside of an Apply.
func (g *Graph) PutFacts(ctx context.Context, rows []FactsRow) error {
	return g.st.Write(ctx, func(conn *sqlite.Conn) error { return putFacts(conn, rows) })
}

// putFacts marks each row with the data version, as the time of its last use.
func putFacts(conn *sqlite.Conn, rows []FactsRow) error {
	if len(rows) == 0 {
		return nil
	}
	now, err := store.DataVersion(conn)
	if err != nil {
		return err
	}
	for i := range rows {
		f := &rows[i]
		err := exec(conn, "INSERT INTO facts (blob, lang, version, used, data) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET used = excluded.used, data = excluded.data", func(st *sqlite.Stmt) {
			st.BindBytes(1, f.Blob[:])
			st.BindText(2, f.Lang)
			st.BindInt64(3, int64(f.Version))
			st.BindInt64(4, now)
			st.BindBytes(5, f.Data)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// Facts are the facts of a blob, nil if they are not remembered.
func (r *Reader) Facts(blob [16]byte, lang string, version int) (*facts.FileFacts, error) {
	data, err := r.PackedFacts(blob, lang, version)
	if err != nil || data == nil {
		return nil, err
	}
	return UnpackFacts(data)
}

// PackedFacts are the same as PackFacts made them, for a worker to unpack.
func (r *Reader) PackedFacts(blob [16]byte, lang string, version int) (data []byte, err error) {
	err = r.query("SELECT data FROM facts WHERE blob = ? AND lang = ? AND version = ?", func(st *sqlite.Stmt) {
		st.BindBytes(1, blob[:])
		st.BindText(2, lang)
		st.BindInt64(3, int64(version))
	}, func(st *sqlite.Stmt) bool {
		data = make([]byte, st.ColumnLen(0))
		st.ColumnBytes(0, data)
		return false
	})
	return data, err
}

// GetFacts is Reader.Facts in a snapshot of its own.
func (g *Graph) GetFacts(ctx context.Context, blob [16]byte, lang string, version int) (*facts.FileFacts, error) {
	return Get(ctx, g, func(r *Reader) (*facts.FileFacts, error) { return r.Facts(blob, lang, version) })
}

// TrimFacts forgets facts that no file of the graph has now: all of versions
// that are not among these, and the longest unused of the others until they are
// within keep bytes. What is kept makes reverts and branch switches cheap.
func (g *Graph) TrimFacts(ctx context.Context, versions []int, keep int64) (removed int, err error) {
	text, err := json.Marshal(versions)
	if err != nil {
		return 0, err
	}
	err = g.st.Write(ctx, func(conn *sqlite.Conn) error {
		removed = 0
		if err := exec(conn, "DELETE FROM facts WHERE version >> 32 NOT IN (SELECT value FROM json_each(?))", func(st *sqlite.Stmt) { st.BindText(1, string(text)) }); err != nil {
			return err
		}
		removed += conn.Changes()
		err := exec(conn, `DELETE FROM facts WHERE rowid IN (
			SELECT id FROM (
				SELECT u.rowid AS id, sum(length(u.data)) OVER (ORDER BY u.used DESC, u.blob, u.lang, u.version) AS total FROM facts u
				WHERE (u.blob, u.lang) NOT IN (SELECT blob, lang FROM files))
			WHERE total > ?)`, func(st *sqlite.Stmt) { st.BindInt64(1, keep) })
		removed += conn.Changes()
		return err
	})
	return removed, err
}

// FactsCount is how many facts are kept.
func (r *Reader) FactsCount() (n int, err error) {
	err = r.query("SELECT count(*) FROM facts", nil, func(st *sqlite.Stmt) bool { n = st.ColumnInt(0); return false })
	return n, err
}
