package walk

import (
	"io"
	"os"
)

// detectSize is how much of a file Detect may look at.
const detectSize = 1024

// headReader calls Detect and opens the file only if Detect asks. It is made
// once per worker, so that a call allocates nothing.
type headReader struct {
	t    *Tree
	path string
	open bool // the file may be opened
	done bool
	err  error
	text []byte
	buf  []byte
	head func() []byte

	given []byte // the file's content, if it is not to be read
}

func (h *headReader) init(t *Tree) {
	h.t = t
	h.buf = make([]byte, detectSize)
	h.head = h.read
}

// detect returns the language of the file. The error is that of reading the
// file, where nothing but its text could have told.
func (h *headReader) detect(path string, open bool) (string, error) {
	if h.t.opts.Detect == nil {
		return "", nil
	}
	h.path, h.open, h.done, h.err, h.text = path, open, false, nil, nil
	if lang := h.t.opts.Detect(path, h.head); lang != "" {
		return lang, nil
	}
	return "", h.err
}

func (h *headReader) read() []byte {
	if h.done || !h.open {
		return h.text
	}
	h.done = true
	if h.given != nil {
		h.text = h.given[:min(len(h.given), detectSize)]
		return h.text
	}
	f, err := os.OpenFile(h.t.full(h.path), os.O_RDONLY|openFileFlags, 0)
	if err != nil {
		h.err = err
		return nil
	}
	defer f.Close()
	n, err := io.ReadFull(f, h.buf)
	if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
		h.err = err
	}
	h.text = h.buf[:n]
	return h.text
}
