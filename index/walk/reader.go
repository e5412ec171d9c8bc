package walk

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// ReadError says why a file could not be read, as a reason to skip it. It
// matches fs.ErrNotExist and fs.ErrPermission where they are the cause.
type ReadError struct {
	Path   string
	Reason Reason // Vanished, Unreadable, TooLarge, NotRegular or OutsideRoot
	Detail string
	Size   int64
	err    error
}

func (e *ReadError) Error() string { return fmt.Sprintf("%s: %s: %s", e.Path, e.Reason, e.Detail) }
func (e *ReadError) Unwrap() error { return e.err }

// Skip is the error as a row for the store.
func (e *ReadError) Skip() Skip {
	s := row(e.Path, false, e.Reason, e.Detail)
	s.Size = e.Size
	return s
}

// Content is a file's content together with the state that it was read in.
type Content struct {
	Data    []byte
	ModTime int64 // before reading, so that a write during it is noticed later
}

// Reader reads files below a root and cannot be led out of it, neither by ".."
// nor by links. It may be used by several goroutines.
type Reader struct{ root *os.Root }

// OpenReader opens the root.
func OpenReader(root string) (*Reader, error) {
	r, err := os.OpenRoot(root)
	if err != nil {
		return nil, fmt.Errorf("walk: %w", err)
	}
	return &Reader{r}, nil
}

// Close releases the root.
func (r *Reader) Close() error { return r.root.Close() }

// ReadFile reads one file below root; see Reader.Read.
func ReadFile(root, path string, max int64) ([]byte, error) {
	r, err := OpenReader(root)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	c, err := r.Read(path, max)
	return c.Data, err
}

// A file that changes while it is read is read again, after a pause that lets
// a writer finish. The last attempt counts: a file that is always written to
// is indexed as it was at some moment, and its time tells that it is stale.
var retryPauses = []time.Duration{time.Millisecond, 10 * time.Millisecond}

// Read returns the content of a file of at most max bytes (0 is the default
// limit, negative none). All its errors are *ReadError.
func (r *Reader) Read(path string, max int64) (Content, error) {
	if max == 0 {
		max = DefaultMaxFileSize
	}
	for try := 0; ; try++ {
		c, stable, err := r.readOnce(path, max)
		if err != nil || stable || try == len(retryPauses) {
			return c, err
		}
		time.Sleep(retryPauses[try])
	}
}

// readOnce says as well whether the file kept still.
func (r *Reader) readOnce(path string, max int64) (c Content, stable bool, err error) {
	f, err := r.root.OpenFile(filepath.FromSlash(path), os.O_RDONLY|openFileFlags, 0)
	if err != nil {
		return c, false, openError(path, err)
	}
	defer f.Close()
	before, err := f.Stat()
	if err != nil {
		return c, false, openError(path, err)
	}
	if !before.Mode().IsRegular() {
		return c, false, &ReadError{Path: path, Reason: NotRegular, Detail: describe(before.Mode())}
	}
	size := before.Size()
	if max > 0 && size > max {
		return c, false, &ReadError{Path: path, Reason: TooLarge, Detail: tooLarge(size, max), Size: size}
	}
	data, err := readAll(f, size, max)
	if err != nil {
		return c, false, openError(path, err)
	}
	if max > 0 && int64(len(data)) > max {
		return c, false, &ReadError{Path: path, Reason: TooLarge, Detail: tooLarge(int64(len(data)), max) + "; it grew while it was read", Size: int64(len(data))}
	}
	now, err := f.Stat()
	stable = err == nil && now.Size() == int64(len(data)) && now.ModTime().Equal(before.ModTime())
	return Content{Data: data, ModTime: before.ModTime().UnixNano()}, stable, nil
}

// readAll reads to the end, in one piece if the size is right, and stops one
// byte after max.
func readAll(f io.Reader, size, max int64) ([]byte, error) {
	var src io.Reader = f
	if max > 0 {
		src = io.LimitReader(f, max+1)
	}
	buf := bytes.NewBuffer(make([]byte, 0, size+bytes.MinRead))
	_, err := buf.ReadFrom(src)
	return buf.Bytes(), err
}

func openError(path string, err error) *ReadError {
	e := &ReadError{Path: path, Reason: Unreadable, Detail: plainError(err), err: err}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		e.Reason, e.Detail = Vanished, "it was there and is gone"
	case isEscape(err):
		e.Reason = OutsideRoot
	}
	return e
}

// isEscape recognises the error by which os.Root refuses to be left. It has no
// exported value.
func isEscape(err error) bool {
	return plainError(err) == errEscape
}

var errEscape = escapeText()

// escapeText asks os.Root what it says.
func escapeText() string {
	r, err := os.OpenRoot(os.TempDir())
	if err != nil {
		return "path escapes from parent"
	}
	defer r.Close()
	_, err = r.Open("..")
	return plainError(err)
}
