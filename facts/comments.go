package facts

import (
	"fmt"
	"strings"
)

// Comment is a place in the file that speaks to people: a comment, or a
// docstring. Comments stand in the order of the file and do not overlap.
type Comment struct {
	Start, End uint32 // bytes, markers included
	Line       uint32 // of the first byte
	Doc        bool   // it is the Doc of a definition, or a part of it
}

// The encoding of comments and throws comes first behind the string table, so
// that they can be read without the rest, see DecodeComments.

func (e *encoder) comments(f *FileFacts) {
	e.uint(uint64(len(f.Comments)))
	e.uint(uint64(len(f.Throws)))
	var last Comment
	for _, c := range f.Comments {
		e.diff(last.End, c.Start)
		length := zigzag(c.End-c.Start) << 1
		if c.Doc {
			length |= 1
		}
		e.uint(length)
		e.diff(last.Line, c.Line)
		last = c
	}
	at := uint32(0)
	for _, t := range f.Throws {
		e.diff(at, t)
		at = t
	}
}

func zigzag(v uint32) uint64 {
	d := int32(v)
	return uint64(uint32(d<<1 ^ d>>31))
}

func (d *decoder) comments(f *FileFacts) {
	comments, throws := d.uint(), d.uint()
	f.Comments = list[Comment](d, comments, 3)
	var last Comment
	for i := range f.Comments {
		c := &f.Comments[i]
		c.Start = d.diff(last.End)
		length := d.uint()
		c.Doc = length&1 != 0
		v := uint32(length >> 1)
		c.End = c.Start + (v>>1 ^ -(v & 1))
		c.Line = d.diff(last.Line)
		last = *c
	}
	f.Throws = list[uint32](d, throws, 1)
	at := uint32(0)
	for i := range f.Throws {
		at = d.diff(at)
		f.Throws[i] = at
	}
}

// DecodeComments reads the comments and throws of encoded facts, and nothing
// else: enrichment needs no more, and the rest takes ten times as long.
func DecodeComments(data []byte) (comments []Comment, throws []uint32, err error) {
	if len(data) == 0 || data[0] != Version {
		return nil, nil, errDamaged
	}
	d := decoder{b: data[1:]}
	d.skipStrings()
	var f FileFacts
	if d.comments(&f); d.bad {
		return nil, nil, errDamaged
	}
	return f.Comments, f.Throws, nil
}

// skipStrings passes over the table.
func (d *decoder) skipStrings() {
	n, total := d.uint(), uint64(0)
	for ; n > 0 && !d.bad; n-- {
		l := d.uint()
		if total += l; l > uint64(len(d.b)) {
			d.fail()
		}
	}
	if d.bad || total > uint64(len(d.b)) {
		d.fail()
		return
	}
	d.b = d.b[total:]
}

// checkComments holds comments and throws to their order, inside the file.
func (c *checker) checkComments() {
	end := uint32(0)
	for i, m := range c.f.Comments {
		if m.Start < end || m.End <= m.Start || m.Line == 0 {
			c.fail("comment %d has span %d-%d at line %d", i, m.Start, m.End, m.Line)
		}
		end = m.End
	}
	if size := c.f.Defs[0].EndByte; end > size {
		c.fail("the last comment ends at %d of %d", end, size)
	}
	for i, t := range c.f.Throws {
		if i > 0 && t <= c.f.Throws[i-1] || t >= c.f.Defs[0].EndByte {
			c.fail("throw %d stands at %d", i, t)
		}
	}
}

// ListComments writes comments and throws as people read them, one a line.
func ListComments(f *FileFacts, src []byte) string {
	var sb strings.Builder
	for _, c := range f.Comments {
		mark := ""
		if c.Doc {
			mark = " doc"
		}
		fmt.Fprintf(&sb, "comment :%d%s %q\n", c.Line, mark, src[c.Start:c.End])
	}
	for _, t := range f.Throws {
		line, _, _ := strings.Cut(string(src[t:]), "\n")
		fmt.Fprintf(&sb, "throw %s\n", line)
	}
	return sb.String()
}
