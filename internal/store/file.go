package store

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"
)

// checkFile refuses what the engine would hang on or misread: a folder, a pipe,
// a file that is only partly there.
func (s *Store) checkFile() error {
	if s.mem != nil {
		return nil
	}
	info, err := os.Stat(s.path) // through a link
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return fmt.Errorf("open index: %w", err)
	case info.IsDir():
		return &Error{Path: s.path, Kind: ErrForeign, Hint: "it is a folder; name a file"}
	case !info.Mode().IsRegular():
		return &Error{Path: s.path, Kind: ErrForeign, Hint: "it is neither a file nor a folder; name a file"}
	}
	if wal, err := os.Stat(s.path + "-wal"); err == nil && wal.Size() > 0 {
		return nil // what is lacking may stand there
	}
	if want := pagesOf(s.path); want > info.Size() {
		return &Error{Path: s.path, Kind: ErrCorrupt, Hint: fmt.Sprintf("it is cut off: %d of %d bytes are there; copy it again, or smp index --rebuild makes it anew", info.Size(), want)}
	}
	return nil
}

// pagesOf is how many bytes the header of a database says that it has; 0 where
// it does not say.
func pagesOf(path string) int64 {
	f, err := os.Open(path)
	if err != nil {
		return 0
	}
	defer f.Close()
	h := make([]byte, 100)
	if _, err := io.ReadFull(f, h); err != nil || string(h[:15]) != "SQLite format 3" {
		return 0
	}
	size := int64(binary.BigEndian.Uint16(h[16:]))
	if size == 1 {
		size = 1 << 16
	}
	if string(h[24:28]) != string(h[92:96]) { // the number of pages was not written with the last change
		return 0
	}
	return size * int64(binary.BigEndian.Uint32(h[28:]))
}

// canRead tells whether a connection can read, or fails for another reason than
// that the engine could make no files of its own.
func canRead(conn *sqlite.Conn, err error) bool {
	if err == nil {
		err = sqlitex.ExecuteTransient(conn, "SELECT 1 FROM sqlite_schema LIMIT 1", nil)
	}
	c := sqlite.ErrCode(err).ToPrimary()
	return err == nil || c != sqlite.ResultCantOpen && c != sqlite.ResultReadOnly && c != sqlite.ResultPerm
}

// mayBeImmutable tells whether all that is in the index is in the file itself.
func (s *Store) mayBeImmutable() bool {
	wal, err := os.Stat(s.path + "-wal")
	return errors.Is(err, fs.ErrNotExist) || err == nil && wal.Size() == 0
}

func immutableURI(path string) string {
	if abs, err := filepath.Abs(path); err == nil {
		path = abs
	}
	return (&url.URL{Scheme: "file", Path: filepath.ToSlash(path), RawQuery: "immutable=1"}).String()
}
