package graph

import (
	"zombiezen.com/go/sqlite"
)

// WordsBuilder makes the base of the search index from the words of files, see
// package search. A bulk load asks it from one goroutine.
type WordsBuilder interface {
	Add(file int64, blob []byte) error
	Docs() []byte
	Terms(fn func(term string, data []byte) error) error
}

// wordsLoader builds beside the load: it needs no database until the end.
type wordsLoader struct {
	b    WordsBuilder
	in   chan wordsOf
	done chan error
}

type wordsOf struct {
	file int64
	blob []byte
}

// loadWords starts a builder; nil does nothing.
func loadWords(b WordsBuilder) *wordsLoader {
	if b == nil {
		return nil
	}
	in := make(chan wordsOf, 256)
	w := &wordsLoader{b: b, in: in, done: make(chan error, 1)}
	go func() {
		var err error
		for x := range in {
			if err == nil {
				err = b.Add(x.file, x.blob)
			}
		}
		w.done <- err
	}()
	return w
}

func (w *wordsLoader) add(file int64, blob []byte) {
	if w != nil && len(blob) > 0 {
		w.in <- wordsOf{file, blob}
	}
}

// stop ends the builder, whose work may not be wanted any more.
func (w *wordsLoader) stop() error {
	if w == nil || w.in == nil {
		return nil
	}
	close(w.in)
	w.in = nil
	return <-w.done
}

// write stores the base.
func (w *wordsLoader) write(conn *sqlite.Conn) error {
	if w == nil {
		return nil
	}
	if err := w.stop(); err != nil {
		return err
	}
	return writeWords(conn, w.b)
}

func writeWords(conn *sqlite.Conn, b WordsBuilder) error {
	for _, sql := range []string{"DELETE FROM search_docs", "DELETE FROM search_terms", "DELETE FROM search_delta"} {
		if err := exec(conn, sql, nil); err != nil {
			return err
		}
	}
	if err := exec(conn, "INSERT INTO search_docs (part, data) VALUES (0, ?)", binder([]any{b.Docs()})); err != nil {
		return err
	}
	return b.Terms(func(term string, data []byte) error {
		return exec(conn, "INSERT INTO search_terms (term, data) VALUES (?, ?)", func(st *sqlite.Stmt) {
			st.BindText(1, term)
			st.BindBytes(2, data)
		})
	})
}

// writeVectors stores the vectors of a file; none where there are none.
func writeVectors(conn *sqlite.Conn, file int64, data []byte) error {
	if len(data) == 0 {
		return exec(conn, "DELETE FROM vectors WHERE file = ?", binder([]any{file}))
	}
	return exec(conn, "INSERT INTO vectors (file, data) VALUES (?, ?) ON CONFLICT DO UPDATE SET data = excluded.data", binder([]any{file, data}))
}

// hideWords makes the blob, empty or not, what is searched of a file.
func hideWords(conn *sqlite.Conn, file int64, blob []byte) error {
	if blob == nil {
		blob = []byte{}
	}
	return exec(conn, "INSERT INTO search_delta (file, data) VALUES (?, ?) ON CONFLICT DO UPDATE SET data = excluded.data", binder([]any{file, blob}))
}

// writeRetrieval brings what is searched up to the change's files.
func (d *differ) writeRetrieval() error {
	if d.ch.Words == nil {
		return nil
	}
	for i := range d.ch.Files {
		f := &d.ch.Files[i]
		s, err := d.load(f.File.Path)
		if err != nil {
			return err
		}
		if err := hideWords(d.conn, s.row, f.Words); err != nil {
			return err
		}
		if err := writeVectors(d.conn, s.row, f.Vectors); err != nil {
			return err
		}
	}
	return nil
}
