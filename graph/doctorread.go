package graph

import (
	"crypto/sha256"
	"fmt"
	"io"

	"github.com/structural-memory/smp/internal/store"
	"zombiezen.com/go/sqlite"
)

// CutOffWrites is the check that no write of several files was left half done:
// no damage of the graph.
const CutOffWrites = "writes of files are carried out or undone"

// Structure outside files says nothing but its name, and each kind of edge out
// of it has one form.
var structureQueries = []struct{ check, sql string }{
	{"nodes outside files say nothing but their name", `SELECT 'node ' || id FROM nodes WHERE kind IN (1, 2, 10) AND (file <> 0 OR def <> 0 OR form <> '' OR disc <> '' OR sline <> 0 OR eline <> 0
		OR nline <> 0 OR sbyte <> 0 OR ebyte <> 0 OR mods <> 0 OR cx <> 0 OR hash <> 0 OR sig <> '' OR doc <> '' OR extra IS NOT NULL OR (kind <> 2 AND (parent <> 0)))`},
	{"nodes in files are of files", `SELECT 'node ' || id FROM nodes WHERE kind NOT IN (1, 2, 10) AND file = 0`},
	{"kinds are known", `SELECT 'node ' || id FROM nodes WHERE kind NOT BETWEEN 1 AND 12`},
	{"all is of layer 0", `SELECT path FROM files WHERE layer <> 0`},
	{"packages stand in packages", `SELECT 'node ' || id FROM nodes n WHERE (kind = 2 OR file > 0 AND def = 0) AND NOT EXISTS (SELECT 1 FROM nodes p WHERE p.id = n.parent AND p.kind IN (1, 2))`},
	{"JSON can be read", `SELECT 'communities ' || id FROM communities WHERE NOT json_valid(data)`},
	{"JSON can be read", `SELECT 'annotations ' || id FROM annotations WHERE NOT json_valid(tags)`},
	{"JSON can be read", `SELECT 'sessions ' || id FROM sessions WHERE NOT json_valid(scope) OR NOT json_valid(denied)`},
	{"JSON can be read", `SELECT 'audit ' || seq FROM audit WHERE NOT json_valid(entry)`},
	{"hashes have their length", `SELECT path FROM files WHERE length(blob) <> 16 OR length(sha256) <> 32`},
	{CutOffWrites, `SELECT method || ' of ' || session || ' was cut off and could not be undone; open the index where its files can be written' FROM intents`},
}

// checkStructure checks what no digest covers.
func (r *Reader) checkStructure(note func(check, detail string)) error {
	for _, q := range structureQueries {
		if err := r.query(q.sql, nil, func(st *sqlite.Stmt) bool { note(q.check, st.ColumnText(0)); return true }); err != nil {
			return fmt.Errorf("%s: %w", q.check, err)
		}
	}
	return r.query("SELECT e.src, e.type, e.dst, e.line, e.how FROM nodes n JOIN edges e ON e.src = n.id WHERE n.file = 0", nil, func(st *sqlite.Stmt) bool {
		how := st.ColumnInt64(4)
		switch EdgeType(st.ColumnInt64(1)) {
		case Contains:
			if how != int64(structureHow) || st.ColumnInt64(3) != 0 {
				note("edges of packages have one form", fmt.Sprintf("edge %d -> %d", st.ColumnInt64(0), st.ColumnInt64(2)))
			}
		case DependsOn:
			if how != int64(dependsHow) || st.ColumnInt64(3) != 0 {
				note("edges of packages have one form", fmt.Sprintf("edge %d -> %d", st.ColumnInt64(0), st.ColumnInt64(2)))
			}
		default:
			note("edges of packages have one form", fmt.Sprintf("edge %d -> %d", st.ColumnInt64(0), st.ColumnInt64(2)))
		}
		return true
	})
}

// checkReading reads all that can be read: the graph as a dump shows it, facts,
// contents.
func (r *Reader) checkReading(note func(check, detail string)) error {
	if err := r.Dump(io.Discard); err != nil {
		note("the graph can be read", err.Error())
	}
	if err := r.checkFacts(note); err != nil {
		return err
	}
	err := r.query("SELECT lang, data FROM facts", nil, func(st *sqlite.Stmt) bool {
		data := make([]byte, st.ColumnLen(1))
		st.ColumnBytes(1, data)
		if _, err := UnpackFacts(data); err != nil {
			note("facts can be read", fmt.Sprintf("%s: %v", st.ColumnText(0), err))
		}
		return true
	})
	if err != nil {
		return err
	}
	return r.query("SELECT hash, size, data FROM contents", nil, func(st *sqlite.Stmt) bool {
		packed, hash := make([]byte, st.ColumnLen(2)), [32]byte{}
		st.ColumnBytes(2, packed)
		st.ColumnBytes(0, hash[:])
		data, err := store.Decompress(nil, packed)
		if err != nil || sha256.Sum256(data) != hash || int64(len(data)) != st.ColumnInt64(1) {
			note("contents have their hash", fmt.Sprintf("%x", hash[:8]))
		}
		return true
	})
}

// checkFacts checks that each file has its facts: what is linked and searched
// again is made from them.
func (r *Reader) checkFacts(note func(check, detail string)) error {
	type key struct {
		blob, lang string
		form       uint32
	}
	there := map[key]bool{}
	err := r.query("SELECT blob, lang, version FROM facts WHERE typeof(version) = 'integer' AND typeof(lang) = 'text' AND typeof(blob) = 'blob'", nil, func(st *sqlite.Stmt) bool {
		there[key{string(columnBytes(st, 0)), st.ColumnText(1), uint32(st.ColumnInt64(2))}] = true
		return true
	})
	if err != nil {
		return err
	}
	return r.query("SELECT blob, lang, path FROM files", nil, func(st *sqlite.Stmt) bool {
		path := st.ColumnText(2)
		if !there[key{string(columnBytes(st, 0)), st.ColumnText(1), uint32(FactsForm(0, path))}] {
			note("files have their facts", path)
		}
		return true
	})
}
