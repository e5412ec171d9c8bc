package graph

import (
	"github.com/structural-memory/smp/internal/store"
	"zombiezen.com/go/sqlite"
)

// writeFiles copies the files. Their times are of one machine.
func (c *canonical) writeFiles() error {
	const columns = "id, node, mtime, layer, path, lang, kind, package, size, lines, flags, blob, sha256, imports, exports, lookups, tally"
	insert, err := store.Prepare(c.dst, "INSERT INTO files ("+columns+") VALUES "+values(fileCols+1))
	if err != nil {
		return err
	}
	for _, f := range c.paths {
		err := c.copyRow("SELECT "+columns+" FROM files WHERE id = ?", f.row, func(st *sqlite.Stmt) error {
			insert.BindInt64(1, c.files[f.row])
			insert.BindInt64(2, c.is(st.ColumnInt64(1)))
			insert.BindInt64(3, 0)
			copyColumns(st, insert, 3)
			return run(insert)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// writeFacts copies the facts that the files are made of. Others, of what
// files were once, stay.
func (c *canonical) writeFacts() error {
	for _, f := range c.paths {
		row := FactsRow{Lang: f.lang, Version: FactsForm(c.o.Version(f.lang), f.path)}
		copy(row.Blob[:], f.blob)
		var err error
		if row.Data, err = c.r.PackedFacts(row.Blob, row.Lang, row.Version); err != nil {
			return err
		}
		if row.Data == nil {
			continue // it is parsed again where that matters
		}
		if err := putFacts(c.dst, []FactsRow{row}); err != nil {
			return err
		}
	}
	return nil
}

func (c *canonical) writeSkips() error {
	skips, err := c.r.Skips()
	if err != nil {
		return err
	}
	if err := writeSkips(c.dst, &Change{Skips: skips, SkipsComplete: true}); err != nil {
		return err
	}
	given, err := c.r.GivenUp()
	if err != nil {
		return err
	}
	ch := &Change{GivenUp: make(map[string]string, len(given))}
	for _, g := range given {
		ch.GivenUp[g.Path] = g.Reason
	}
	return writeGivenUp(c.dst, ch, &Stats{})
}

func (c *canonical) writeVectors() error {
	for _, f := range c.paths {
		data, err := c.r.VectorsOf(f.row)
		if err == nil && len(data) > 0 {
			err = writeVectors(c.dst, c.files[f.row], data)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (c *canonical) writeWords() error {
	if c.o.Words == nil {
		return nil
	}
	b, err := c.o.Words(c.r, c.files)
	if err != nil {
		return err
	}
	return writeWords(c.dst, b)
}

// countPart counts the edges out of a folder's files.
func (c *canonical) countPart() error {
	for _, old := range c.order {
		err := c.r.query("SELECT count(*) FROM edges WHERE src = ?", binder([]any{old}), func(st *sqlite.Stmt) bool {
			c.counts.Edges += st.ColumnInt(0)
			return false
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func (c *canonical) writeNotes() error {
	for _, key := range c.o.Notes {
		text, err := c.r.Note(key)
		if err == nil && text != "" {
			err = store.SetMetaText(c.dst, key, text)
		}
		if err != nil {
			return err
		}
	}
	if err := store.SetMetaInt(c.dst, nextNode, int64(len(c.order))); err != nil {
		return err
	}
	_, err := store.Bump(c.dst)
	return err
}

// copyRow calls fn with the one row that has the id.
func (c *canonical) copyRow(sql string, id int64, fn func(*sqlite.Stmt) error) error {
	var failed error
	err := c.r.query(sql, binder([]any{id}), func(st *sqlite.Stmt) bool {
		failed = fn(st)
		return false
	})
	return first(err, failed)
}

// copyColumns binds the columns of a row from one on to the parameters in the
// same places.
func copyColumns(from, to *sqlite.Stmt, first int) {
	for i := first; i < from.ColumnCount(); i++ {
		switch from.ColumnType(i) {
		case sqlite.TypeInteger:
			to.BindInt64(i+1, from.ColumnInt64(i))
		case sqlite.TypeFloat:
			to.BindFloat(i+1, from.ColumnFloat(i))
		case sqlite.TypeText:
			to.BindText(i+1, from.ColumnText(i))
		case sqlite.TypeBlob:
			to.BindBytes(i+1, columnBytes(from, i))
		default:
			to.BindNull(i + 1)
		}
	}
}

// run steps a statement that has no result.
func run(st *sqlite.Stmt) error {
	if _, err := st.Step(); err != nil {
		return err
	}
	return st.Reset()
}

func first(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}
