package graph

import (
	"fmt"

	"zombiezen.com/go/sqlite"
)

// The rows of a file as its digest covers them: all that they say but what
// changes without the file. The parent of the file's own node is checked apart.
var fileDigests = []string{
	"SELECT id, layer, path, lang, kind, package, size, lines, flags, blob, sha256, node, imports, exports, lookups, tally FROM files WHERE id = ?1",
	`SELECT id, sid, kind, form, name, scope, disc, file, def, CASE def WHEN 0 THEN 0 ELSE parent END, sline, eline, nline, sbyte, ebyte, mods, cx, hash, sig, doc, extra
		FROM nodes WHERE file = ?1`,
	"SELECT e.src, e.type, e.dst, e.line, e.how FROM nodes n JOIN edges e ON e.src = n.id WHERE n.file = ?1",
	"SELECT o.src, o.line, o.name, o.recv, o.reason, o.candidates FROM nodes n JOIN open_calls o ON o.src = n.id WHERE n.file = ?1",
}

const (
	skipsDigest    = "SELECT path, reason, detail, size FROM skips"
	skipsDigestKey = "skips_digest"
)

// writeDigest notes what a file's rows hash to.
func writeDigest(conn *sqlite.Conn, file int64) error {
	sum, err := fileDigest(conn, file)
	if err != nil {
		return err
	}
	return exec(conn, "UPDATE files SET digest = ? WHERE id = ?", binder([]any{sum, file}))
}

func fileDigest(conn *sqlite.Conn, file int64) (sum int64, err error) {
	for i, q := range fileDigests {
		part, err := digestOf(conn, q, file)
		if err != nil {
			return 0, err
		}
		sum += part * int64(2*i+1)
	}
	return sum, nil
}

// digestOf hashes the rows that a query finds, in whatever order.
func digestOf(conn *sqlite.Conn, sql string, args ...any) (sum int64, err error) {
	var buf []byte
	err = query(conn, sql, binder(args), func(st *sqlite.Stmt) bool {
		h := uint64(hashStart)
		for i := range st.ColumnCount() {
			kind := st.ColumnType(i)
			h = hashWord(h, uint64(kind))
			switch kind {
			case sqlite.TypeInteger:
				h = hashWord(h, uint64(st.ColumnInt64(i)))
			case sqlite.TypeNull:
			default:
				n := st.ColumnLen(i)
				if cap(buf) < n {
					buf = make([]byte, n)
				}
				st.ColumnBytes(i, buf[:n])
				h = hashWord(h, uint64(n))
				for _, c := range buf[:n] {
					h = (h ^ uint64(c)) * 1099511628211
				}
			}
		}
		sum += int64(hashEnd(h))
		return true
	})
	return sum, err
}

func hashWord(h, w uint64) uint64 {
	h = (h ^ w) * 0x9e3779b97f4a7c15
	return h ^ h>>29
}

// checkDigests compares what is there with what was noted when it was written.
func (r *Reader) checkDigests(note func(check, detail string)) error {
	type file struct {
		row, digest int64
		path        string
	}
	var files []file
	err := r.query("SELECT id, digest, path FROM files WHERE digest IS NOT NULL", nil, func(st *sqlite.Stmt) bool {
		files = append(files, file{st.ColumnInt64(0), st.ColumnInt64(1), st.ColumnText(2)})
		return true
	})
	if err != nil {
		return err
	}
	for _, f := range files {
		sum, err := fileDigest(r.conn, f.row)
		if err != nil {
			return fmt.Errorf("%s: %w", f.path, err)
		}
		if sum != f.digest {
			note("files are as they were written", f.path)
		}
	}
	return r.checkSkips(note)
}

func (r *Reader) checkSkips(note func(check, detail string)) error {
	noted, known := int64(0), false
	err := r.query("SELECT value FROM meta WHERE key = '"+skipsDigestKey+"'", nil, func(st *sqlite.Stmt) bool {
		noted, known = st.ColumnInt64(0), true
		return false
	})
	if err != nil || !known {
		return err
	}
	sum, err := digestOf(r.conn, skipsDigest)
	if err == nil && sum != noted {
		note("what is left out is as it was written", "skips")
	}
	return err
}
