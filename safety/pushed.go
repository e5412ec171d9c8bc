package safety

import "zombiezen.com/go/sqlite"

// Pushed is what a file counts as where a client has said so: a content, or
// none for no file. It is nil where the disk counts.
func (tx *Tx) Pushed(path string) (counts *Hash, err error) {
	err = tx.query("SELECT hash FROM pushed WHERE path = ?", func(st *sqlite.Stmt) error {
		h := columnHash(st, 0)
		counts = &h
		return nil
	}, path)
	return counts, err
}
