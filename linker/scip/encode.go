package scip

import (
	"encoding/binary"
	"io"
)

// Writer writes an index one document after another, so that no more than one
// is in memory.
type Writer struct {
	w          io.Writer
	b, doc, in []byte
}

// NewWriter begins an index by the tool, of the folder with that URI.
func NewWriter(w io.Writer, tool, version, root string) (*Writer, error) {
	x := &Writer{w: w}
	info := appendText(appendText(nil, 1, tool), 2, version)
	meta := appendText(appendMessage(nil, 2, info), 3, root)
	meta = appendInt(meta, 4, int32(UTF8)) // what files are encoded in
	_, err := w.Write(appendMessage(nil, 1, meta))
	return x, err
}

// Document writes one document.
func (x *Writer) Document(d *Document) error {
	b := appendText(x.doc[:0], 1, d.Path)
	for i := range d.Occurrences {
		x.in = appendOccurrence(x.in[:0], &d.Occurrences[i])
		b = appendMessage(b, 2, x.in)
	}
	for _, s := range d.Symbols {
		in := appendText(x.in[:0], 1, s.Symbol)
		for _, t := range s.Docs {
			in = appendText(in, 3, t)
		}
		x.in = appendText(appendInt(in, 5, int32(s.Kind)), 6, s.Name)
		b = appendMessage(b, 3, x.in)
	}
	b = appendText(appendText(b, 4, d.Language), 5, d.Text)
	x.doc = appendInt(b, 6, int32(d.Encoding))
	x.b = appendMessage(x.b[:0], 2, x.doc)
	_, err := x.w.Write(x.b)
	return err
}

func appendOccurrence(b []byte, o *Occurrence) []byte {
	b = appendRange(b, 1, o.Range)
	b = appendInt(appendText(b, 2, o.Symbol), 3, int32(o.Roles))
	if o.Enclosing != nil {
		b = appendRange(b, 7, *o.Enclosing)
	}
	return b
}

func appendRange(b []byte, num uint64, r Range) []byte {
	var packed [40]byte
	p := binary.AppendUvarint(packed[:0], uint64(r.StartLine))
	p = binary.AppendUvarint(p, uint64(r.StartCol))
	if r.EndLine != r.StartLine {
		p = binary.AppendUvarint(p, uint64(r.EndLine))
	}
	return appendMessage(b, num, binary.AppendUvarint(p, uint64(r.EndCol)))
}
