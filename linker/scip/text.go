package scip

import (
	"bytes"
	"unicode/utf8"
)

// text is a file as it is now, by lines.
type text struct {
	src   []byte
	lines []int // where each begins
}

func newText(src []byte) *text {
	t := &text{src: src, lines: make([]int, 1, 1+bytes.Count(src, []byte{'\n'}))}
	for i, c := range src {
		if c == '\n' {
			t.lines = append(t.lines, i+1)
		}
	}
	return t
}

// at is what stands at a place inside one line, and its first byte.
func (t *text) at(r Range, enc Encoding) (s []byte, from int, ok bool) {
	if r.StartLine != r.EndLine || int(r.StartLine) >= len(t.lines) {
		return nil, 0, false
	}
	begin, end := t.lines[r.StartLine], len(t.src)
	if n := int(r.StartLine) + 1; n < len(t.lines) {
		end = t.lines[n] - 1
	}
	line := t.src[begin:end]
	a, b := column(line, r.StartCol, enc), column(line, r.EndCol, enc)
	if a < 0 || b < a {
		return nil, 0, false
	}
	return line[a:b], begin + a, true
}

// column is the byte of a column, -1 behind the line's end.
func column(line []byte, col int32, enc Encoding) int {
	if enc == UTF8 {
		if int(col) > len(line) {
			return -1
		}
		return int(col)
	}
	i := 0
	for units := int32(0); units < col; {
		if i >= len(line) {
			return -1
		}
		r, n := utf8.DecodeRune(line[i:])
		units++
		if enc != UTF32 && r > 0xffff {
			units++
		}
		i += n
	}
	return i
}
