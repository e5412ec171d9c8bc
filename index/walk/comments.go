package walk

import "strings"

// comments tells comment lines from code, line by line, well enough for the
// head of a file in any language.
type comments struct {
	closer string // of the block comment that is open, or ""
	quote  string // of the long string that is open, or ""
}

var blocks = []struct{ open, close string }{
	{"/*", "*/"},
	{"<!--", "-->"},
	{`"""`, `"""`},
	{"'''", "'''"},
	{"(*", "*)"},
	{"{-", "-}"},
	{"{#", "#}"},
	{"--[[", "]]"},
	{"<%--", "--%>"},
	{"=begin", "=end"},
}

var lineComments = []string{"//", "#", "--", ";", "%", "dnl ", "REM ", "rem ", "'", "!"}

// next takes a line without surrounding space. It returns the text without
// the comment's marks, and whether the line is a comment.
func (c *comments) next(line string) (text string, isComment bool) {
	if c.quote != "" {
		if strings.Contains(line, c.quote) {
			c.quote = ""
		}
		return line, false
	}
	if c.closer != "" {
		return c.inside(line), true
	}
	for _, b := range blocks {
		if rest, ok := strings.CutPrefix(line, b.open); ok {
			c.closer = b.close
			return c.inside(rest), true
		}
	}
	for _, mark := range lineComments {
		if rest, ok := strings.CutPrefix(line, mark); ok {
			return trimMarks(rest), true
		}
	}
	c.openString(line)
	return line, false
}

// openString notes a string that goes on over lines: what looks like a comment
// in it is text that the program writes.
func (c *comments) openString(line string) {
	for _, q := range []string{`"""`, "'''", "`"} {
		if strings.Count(line, q)%2 == 1 {
			c.quote = q
			return
		}
	}
}

func (c *comments) inside(line string) string {
	if before, _, ends := strings.Cut(line, c.closer); ends {
		c.closer = ""
		line = before
	}
	return trimMarks(line)
}

// trimMarks drops the decoration that comments are framed with.
func trimMarks(s string) string { return strings.Trim(s, " \t/*#-;=%!~|") }
