package outline

import (
	"bytes"
	"strconv"
)

// index finds the start of every line.
func (b *Builder) index() {
	b.lines = append(b.lines[:0], 0)
	for at := 0; ; {
		n := bytes.IndexByte(b.Src[at:], '\n')
		if n < 0 {
			return
		}
		at += n + 1
		b.lines = append(b.lines, uint32(at))
	}
}

// Line is the line of a byte, from 1. Asking in the order of the file is cheap.
func (b *Builder) Line(pos int) uint32 {
	i, p := b.at, uint32(pos)
	for step := 0; ; step++ {
		if b.lines[i] > p {
			break
		}
		if i+1 == len(b.lines) || b.lines[i+1] > p {
			b.at = i
			return uint32(i + 1)
		}
		if step == 8 {
			break
		}
		i++
	}
	lo, hi := 0, len(b.lines) // lines[lo] <= p < lines[hi]
	for hi-lo > 1 {
		if mid := (lo + hi) / 2; b.lines[mid] <= p {
			lo = mid
		} else {
			hi = mid
		}
	}
	b.at = lo
	return uint32(lo + 1)
}

// LineCount is the number of lines, one more than the number of line ends.
func (b *Builder) LineCount() int { return len(b.lines) }

// LineAt is the span of line n (from 0) without its end.
func (b *Builder) LineAt(n int) (start, end int) {
	start, end = int(b.lines[n]), len(b.Src)
	if n+1 < len(b.lines) {
		end = int(b.lines[n+1]) - 1
	}
	if end > start && b.Src[end-1] == '\r' {
		end--
	}
	return start, end
}

// LineEnd is where the line of pos ends.
func (b *Builder) LineEnd(pos int) int {
	if n := bytes.IndexByte(b.Src[pos:], '\n'); n >= 0 {
		return pos + n
	}
	return len(b.Src)
}

// First tells whether only blanks stand before pos on its line.
func (b *Builder) First(pos int) bool {
	for pos--; pos >= 0; pos-- {
		switch b.Src[pos] {
		case ' ', '\t':
		case '\n':
			return true
		default:
			return pos < 3 && pos == len(BOM)-1 && string(b.Src[:3]) == BOM
		}
	}
	return true
}

// BOM is the mark that some editors put before the first byte.
const BOM = "\xef\xbb\xbf"

// SkipBOM is where the text starts.
func (b *Builder) SkipBOM() int {
	if bytes.HasPrefix(b.Src, []byte(BOM)) {
		return len(BOM)
	}
	return 0
}

func itoa(n int) string { return strconv.Itoa(n) }
