package graph

import (
	"context"
	"slices"
	"time"

	"github.com/structural-memory/smp/internal/store"
	"zombiezen.com/go/sqlite"
)

// Adopted is a graph that WriteCanonical has made, to be taken over, and what
// is to be said of it here.
type Adopted struct {
	Path    string // of its file, which is used up
	Trusted bool   // it is known to be sound
	Anew    bool   // what is here of the index is damaged: nothing of it is taken over, the history of files neither

	Repo    string            // the repository's name
	Mtimes  map[string]int64  // of the files that are here as the graph has them
	Differs []string          // files that are not: they are left out of the counts
	Skips   []Skip            // what is left out here; nil: what was left out there
	Notes   map[string]string // beside those that come along
	Keep    []string          // keys of the notes that come along
	Root    [32]byte          // of its Merkle tree
}

// indexTables hold what is made from source text. All others hold what people,
// agents and sessions have said and done, and stay.
var indexTables = []string{"files", "skips", "nodes", "edges", "edges_in", "open_calls", "facts",
	"search_terms", "search_docs", "search_delta", "vectors", "communities", "derived"}

// indexNotes are the keys of meta that an index run writes, beside those that
// every adoption takes.
var indexNotes = []string{wordsVersion, changedAtKey, "git_commit", "git_branch", "golink_state", "link_configuration", "index_settings", "indexed_at", "scip_indexes"}

// Adopt puts another graph in the place of this one, in one transaction. What
// is not made from source text stays, and so do facts of what files were once.
func (g *Graph) Adopt(ctx context.Context, a Adopted) (counts Counts, err error) {
	err = g.st.Adopt(ctx, a.adoption(&counts))
	return counts, err
}

// Place is Adopt where there is no file at path yet, see store.Place.
func Place(ctx context.Context, path string, a Adopted) (counts Counts, err error) {
	err = store.Place(ctx, path, a.adoption(&counts))
	return counts, err
}

func (a *Adopted) adoption(counts *Counts) store.Adoption {
	tables, notes := indexTables, append([]string{nextNode, detectedAtKey, changedSinceKey, skipsDigestKey}, a.Keep...)
	if a.Anew {
		tables, notes = append(slices.Clone(tables), "roots", "file_history"), append(notes, indexNotes...)
	}
	return store.Adoption{Path: a.Path, Trusted: a.Trusted, Tables: tables, Meta: notes,
		Finish: func(conn *sqlite.Conn) error {
			t := &adoption{a: a, conn: conn}
			err := t.finish()
			*counts = t.counts
			return err
		}}
}

type adoption struct {
	a       *Adopted
	conn    *sqlite.Conn
	version int64
	counts  Counts
}

func (t *adoption) finish() error {
	for _, step := range []func() error{t.count, t.number, t.facts, t.places, t.communities, t.notes, t.history} {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

func (t *adoption) one(sql string, args ...any) (n int64, err error) {
	err = query(t.conn, sql, binder(args), func(st *sqlite.Stmt) bool { n = st.ColumnInt64(0); return false })
	return n, err
}

// count counts what comes in and holds here too.
func (t *adoption) count() error {
	var total [3]int64
	for i, table := range []string{"files", "nodes", "edges"} {
		n, err := t.one("SELECT count(*) FROM main." + table)
		if err != nil {
			return err
		}
		total[i] = n
	}
	for _, path := range t.a.Differs {
		for i, sql := range []string{
			"SELECT count(*) FROM main.files WHERE layer = 0 AND path = ?",
			"SELECT count(*) FROM main.nodes WHERE file = (SELECT id FROM main.files WHERE layer = 0 AND path = ?)",
			"SELECT count(*) FROM main.edges WHERE src IN (SELECT id FROM main.nodes WHERE file = (SELECT id FROM main.files WHERE layer = 0 AND path = ?))",
		} {
			n, err := t.one(sql, path)
			if err != nil {
				return err
			}
			total[i] -= n
		}
	}
	t.counts = Counts{Files: int(total[0]), Nodes: int(total[1]), Edges: int(total[2])}
	return nil
}

// number takes versions on. The graph's goes two up: a state of the one before
// cannot be carried over, since row ids mean other nodes now.
func (t *adoption) number() error {
	v, err := store.DataVersion(t.conn)
	if err != nil {
		return err
	}
	if t.a.Anew && (v < 0 || v > 1<<48) {
		v = time.Now().UnixMilli() // a damaged one; none that was before is as high
	}
	t.version = v + 2
	if t.a.Anew {
		return store.SetMetaInt(t.conn, "data_version", t.version)
	}
	words, err := store.MetaInt(t.conn, wordsVersion)
	if err != nil {
		return err
	}
	was, err := t.one("SELECT value FROM live.meta WHERE key = ?", nextNode)
	if err != nil {
		return err
	}
	now, err := store.MetaInt(t.conn, nextNode)
	if err != nil {
		return err
	}
	return first(store.SetMetaInt(t.conn, "data_version", t.version), store.SetMetaInt(t.conn, wordsVersion, words+1), store.SetMetaInt(t.conn, nextNode, max(was, now)))
}

func (t *adoption) facts() error {
	if t.a.Anew {
		return nil
	}
	return exec(t.conn, "INSERT OR IGNORE INTO main.facts (blob, lang, version, used, data) SELECT blob, lang, version, used, data FROM live.facts", nil)
}

// places writes what is of this machine.
func (t *adoption) places() error {
	if err := exec(t.conn, "UPDATE main.nodes SET name = ? WHERE id = ?", binder([]any{t.a.Repo, int64(repoRow)})); err != nil {
		return err
	}
	for path, mtime := range t.a.Mtimes {
		if err := exec(t.conn, "UPDATE main.files SET mtime = ? WHERE layer = 0 AND path = ?", binder([]any{mtime, path})); err != nil {
			return err
		}
	}
	if t.a.Skips == nil {
		return nil
	}
	return writeSkips(t.conn, &Change{Skips: t.a.Skips, SkipsComplete: true})
}

func (t *adoption) communities() error {
	return first(
		exec(t.conn, "UPDATE main.derived SET version = ?", binder([]any{t.version})),
		store.SetMetaText(t.conn, detectedAtKey, time.Now().UTC().Format(time.RFC3339Nano)),
	)
}

func (t *adoption) notes() error {
	for k, v := range t.a.Notes {
		if err := store.SetMetaText(t.conn, k, v); err != nil {
			return err
		}
	}
	return nil
}

// history notes the root, and what the files were where there was one before.
func (t *adoption) history() error {
	if t.a.Anew {
		for _, table := range []string{"roots", "file_history"} {
			if err := exec(t.conn, "DELETE FROM main."+table, nil); err != nil {
				return err
			}
		}
		return writeHistory(t.conn, &Change{Root: &t.a.Root}, t.version)
	}
	had, err := t.one("SELECT count(*) FROM live.roots")
	if err != nil {
		return err
	}
	if had > 0 {
		err = first(
			exec(t.conn, `INSERT OR IGNORE INTO main.file_history (version, path, was) SELECT ?, path, sha256 FROM live.files l WHERE layer = 0
				AND NOT EXISTS (SELECT 1 FROM main.files f WHERE f.layer = 0 AND f.path = l.path AND f.sha256 = l.sha256)`, binder([]any{t.version})),
			exec(t.conn, `INSERT OR IGNORE INTO main.file_history (version, path, was) SELECT ?, path, NULL FROM main.files f WHERE layer = 0
				AND NOT EXISTS (SELECT 1 FROM live.files l WHERE l.layer = 0 AND l.path = f.path)`, binder([]any{t.version})),
		)
		if err != nil {
			return err
		}
	}
	return writeHistory(t.conn, &Change{Root: &t.a.Root}, t.version)
}
