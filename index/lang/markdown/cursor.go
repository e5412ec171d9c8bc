package markdown

// cursor walks one line by columns: a tab goes to the next multiple of four,
// and may be consumed in part.
type cursor struct {
	src    []byte
	i, end int
	col    int
}

// indent is the number of columns of blanks at hand and the byte after them.
func (c *cursor) indent() (cols, next int) {
	col := c.col
	for next = c.i; next < c.end; next++ {
		switch c.src[next] {
		case ' ':
			col++
		case '\t':
			col += 4 - col%4
		default:
			return col - c.col, next
		}
	}
	return col - c.col, next
}

// skip consumes up to n columns of blanks.
func (c *cursor) skip(n int) {
	for n > 0 && c.i < c.end {
		switch c.src[c.i] {
		case ' ':
			c.i++
			c.col++
			n--
		case '\t':
			width := 4 - c.col%4
			if width > n {
				c.col += n
				return // the rest of the tab stays
			}
			c.col += width
			n -= width
			c.i++
		default:
			return
		}
	}
}

// jump consumes all up to byte next, which holds no tab.
func (c *cursor) jump(next int) {
	c.col += next - c.i
	c.i = next
}
