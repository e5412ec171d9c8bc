package main

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/structural-memory/smp"
)

// page writes the text form of an answer.
type page struct {
	w io.Writer
	style
}

func (p *page) line(format string, args ...any) {
	writeLine(p.w, p.style, format+"\n", args)
}

// table writes rows whose cells are aligned; a column whose letter in align is
// 'r' is aligned to the right.
func (p *page) table(indent, align string, rows [][]string) {
	for _, l := range columns(rows, align) {
		p.line("%s%s", indent, l)
	}
}

// columns joins the cells of each row so that they stand below each other.
func columns(rows [][]string, align string) []string {
	var widths []int
	for _, r := range rows {
		for i, c := range r {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], width(c))
		}
	}
	out := make([]string, 0, len(rows))
	var b strings.Builder
	for _, r := range rows {
		b.Reset()
		for i, c := range r {
			pad := strings.Repeat(" ", widths[i]-width(c))
			if i > 0 {
				b.WriteString("  ")
			}
			if i < len(align) && align[i] == 'r' {
				b.WriteString(pad + c)
			} else {
				b.WriteString(c + pad)
			}
		}
		out = append(out, strings.TrimRight(b.String(), " "))
	}
	return out
}

// width is the number of columns of a cell, which may be coloured.
func width(s string) int {
	n := utf8.RuneCountInString(s)
	for {
		i := strings.Index(s, "\x1b[")
		if i < 0 {
			return n
		}
		j := strings.IndexByte(s[i:], 'm')
		if j < 0 {
			return n
		}
		n -= j + 1
		s = s[i+j+1:]
	}
}

// list writes the first entries of a list under a title and how many follow,
// which are those that the answer leaves out too.
func list[T any](p *page, title string, all []T, leftOut, limit int, cells func(T) []string) {
	if len(all) == 0 {
		return
	}
	total := len(all) + leftOut
	p.line("%s %s", p.bold(title), p.dim("("+number(total)+")"))
	shown := all[:min(len(all), limit)]
	rows := make([][]string, 0, len(shown))
	for _, x := range shown {
		rows = append(rows, cells(x))
	}
	p.table("  ", "", rows)
	p.more("  ", total-len(shown))
}

func (p *page) more(indent string, n int) {
	if n > 0 {
		p.line("%s%s", indent, p.dim("… "+number(n)+" more (use --limit)"))
	}
}

// place is where a definition stands.
func place(file string, line int) string {
	if file == "" || line == 0 {
		return file
	}
	return file + ":" + strconv.Itoa(line)
}

// refCells are a node in a list.
func (p *page) refCells(r smp.NodeRef) []string {
	if r.File == "" {
		return []string{r.Name, p.dim(outside(r.Type))}
	}
	return []string{r.Name, p.dim(where(r))}
}

// isFile tells whether an id is that of a file, which has no place inside one.
func isFile(id string) bool { return !strings.Contains(id, "#") }

// outside says of a node that has no file what it is.
func outside(kind string) string {
	if kind == "External" {
		return "outside"
	}
	return strings.ToLower(kind)
}

// where is the place of a node.
func where(r smp.NodeRef) string {
	if isFile(r.ID) {
		return r.File
	}
	return place(r.File, r.Line)
}

// number groups the digits of a count.
func number(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// shorten cuts a text at a word to at most n letters.
func shorten(s string, n int) string {
	r := []rune(s)
	if len(r) <= n {
		return s
	}
	cut := string(r[:n])
	if i := strings.LastIndexByte(cut, ' '); i > n/2 {
		cut = cut[:i]
	}
	return cut + " …"
}

// count is a number with its noun.
func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return number(n) + " " + many
}

// size is a number of bytes.
func size(n int64) string {
	switch {
	case n >= 1<<30:
		return fmt.Sprintf("%.1f GB", float64(n)/(1<<30))
	case n >= 1<<20:
		return fmt.Sprintf("%.1f MB", float64(n)/(1<<20))
	}
	return fmt.Sprintf("%d kB", (n+1023)>>10)
}

// certainty says what an answer about the node does not know.
func (p *page) certainty(name string, c smp.Certainty) {
	var parts []string
	if c.UnresolvedSameName > 0 {
		parts = append(parts, fmt.Sprintf("%s elsewhere may mean %s", count(c.UnresolvedSameName, "unlinked call", "unlinked calls"), name))
	}
	if c.UnresolvedInside > 0 {
		parts = append(parts, count(c.UnresolvedInside, "call", "calls")+" inside could not be linked")
	}
	if x := c.NotLookedAt; x != nil {
		parts = append(parts, fmt.Sprintf("%s not looked at may concern %s (%s: %s)", count(x.Count, "file", "files"), name, x.Files[0].File, x.Files[0].Why))
	}
	if len(parts) > 0 {
		p.line("%s %s", p.warn("not certain:"), strings.Join(parts, "; "))
	}
}
