package merge

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

// Text is one version of a file.
type Text struct {
	Data    []byte
	Nodes   []Node // its definitions, in any order; those inside others too
	Imports []int  // lines that bring something in, from 1
}

// Node is a definition in a text.
type Node struct {
	ID         string
	Start, End int  // bytes; End is exclusive
	Whole      bool // a function: two changes of it conflict wherever in it they are
}

const bom = "\xef\xbb\xbf"

// isText tells whether the bytes are text that can be merged by lines.
func isText(data []byte) bool {
	return utf8.Valid(data) && bytes.IndexByte(data, 0) < 0
}

// form is what a text has besides its lines. What a text is too short to have
// a say in is unset.
type form struct {
	bom   bool
	crlf  trit
	ended trit // by a newline
}

type trit int8

const (
	unset trit = iota
	no
	yes
)

func tritOf(b bool) trit {
	if b {
		return yes
	}
	return no
}

// parsed is a text as lines without their ends, and the form to write them in.
type parsed struct {
	form
	lines   []string
	root    *unit
	imports map[int]bool // lines from 0
}

// parse divides a text into lines; with keepCR these keep their \r, since not
// all have one.
func parse(t Text, keepCR bool) *parsed {
	p := &parsed{imports: map[int]bool{}}
	s := string(t.Data)
	if rest, ok := strings.CutPrefix(s, bom); ok {
		p.bom, s = true, rest
	}
	if s != "" {
		p.lines = strings.Split(s, "\n")
		p.ended = tritOf(strings.HasSuffix(s, "\n"))
		if p.ended == yes {
			p.lines = p.lines[:len(p.lines)-1]
		}
	}
	if crlf, ok := lineEnds(t.Data); ok && !keepCR {
		p.crlf = crlf
		if crlf == yes {
			for i := range p.lines {
				p.lines[i] = strings.TrimSuffix(p.lines[i], "\r")
			}
		}
	}
	for _, l := range t.Imports {
		p.imports[l-1] = true
	}
	p.root = nest(t.Data, t.Nodes, len(p.lines))
	return p
}

// lineEnds tells whether all lines end in \r\n, or none; ok is false where
// some do.
func lineEnds(data []byte) (crlf trit, ok bool) {
	n := bytes.Count(data, []byte("\n"))
	switch bytes.Count(data, []byte("\r\n")) {
	case n:
		if n == 0 {
			return unset, true
		}
		return yes, true
	case 0:
		return no, true
	}
	return unset, false
}

// bytes writes lines in a form.
func (f form) bytes(lines []string) []byte {
	end := "\n"
	if f.crlf == yes {
		end = "\r\n"
	}
	var b bytes.Buffer
	if f.bom {
		b.WriteString(bom)
	}
	b.WriteString(strings.Join(lines, end))
	if len(lines) > 0 && f.ended != no {
		b.WriteString(end)
	}
	return b.Bytes()
}

// formOf is the form of the merged text: that of the side which changed it.
func formOf(base, mine, theirs form) form {
	return form{
		bom:   choose(base.bom, mine.bom, theirs.bom),
		crlf:  chooseSet(base.crlf, mine.crlf, theirs.crlf),
		ended: chooseSet(base.ended, mine.ended, theirs.ended),
	}
}

func choose[T comparable](base, mine, theirs T) T {
	if mine == base {
		return theirs
	}
	return mine
}

// chooseSet is choose where a side that is unset has nothing to say.
func chooseSet(base, mine, theirs trit) trit {
	switch {
	case mine == unset:
		return theirs
	case theirs == unset:
		return mine
	case base == unset:
		return max(mine, theirs)
	}
	return choose(base, mine, theirs)
}
