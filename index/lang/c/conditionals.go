package c

import "bytes"

// The grammars take an #if … #endif as one node around whole statements. Where
// a branch opens a brace that it does not close, or stands inside an
// expression, the file is shown with the first branch only and without the
// directives. What stands below "#if 0" is not shown at all; all other branches
// are.

// condition is an open #if.
type condition struct {
	line   token // the #if
	depth  int   // of brackets, before it
	inside bool  // it stands inside a statement
	within byte  // the innermost bracket around it
	dead   bool  // this branch is not shown
	first  bool  // only the first branch is shown
	from   uint32
	nested int // conditionals inside what is not shown
}

// conditionals follows the directives of a file.
type conditionals struct {
	text  []byte // what the parser is shown
	open  []condition
	stack []byte // the open brackets: '(', or what a brace opens, see braceKind
}

// hidden tells whether the text at hand is not shown.
func (c *conditionals) hidden() bool {
	return len(c.open) > 0 && c.open[len(c.open)-1].dead
}

// within is the innermost open bracket, 0 outside all.
func (c *conditionals) within() byte {
	if len(c.stack) == 0 {
		return 0
	}
	return c.stack[len(c.stack)-1]
}

// directive handles a preprocessor line; inside tells that a statement has
// begun before it and goes on behind it.
func (c *conditionals) directive(src []byte, t token, inside bool) {
	name, rest := directiveName(src[t.start:t.end])
	switch name {
	case "define":
		wipeComments(c.text[t.start:t.end])
		fillDefine(c.text[t.start:t.end])
	case "if", "ifdef", "ifndef":
		if c.hidden() {
			c.open[len(c.open)-1].nested++
			return
		}
		cond := condition{line: t, depth: len(c.stack), within: c.within(), inside: inside, from: t.end}
		if name == "if" {
			cond.dead = string(bytes.TrimSpace(rest)) == "0"
			c.simplify(t, rest)
		}
		c.open = append(c.open, cond)
	case "elif", "else", "elifdef", "elifndef":
		if len(c.open) > 0 {
			c.branch(t)
		}
		if name == "elif" && !c.hidden() {
			c.simplify(t, rest)
		}
	case "endif":
		if len(c.open) > 0 {
			c.end(t)
		}
	}
}

// simplify shows a condition as "1": it may hold what no grammar reads.
func (c *conditionals) simplify(t token, rest []byte) {
	at := int(t.end) - len(rest)
	wipe(c.text[at:t.end])
	if len(rest) > 1 {
		c.text[at+1] = '1'
	}
}

// uneven tells whether a branch is no sequence of whole statements.
func (c *conditionals) uneven(o *condition) bool {
	return len(c.stack) != o.depth || o.within == parens || o.inside && o.within != inits && o.within != enumers
}

// branch begins another branch of the innermost conditional.
func (c *conditionals) branch(t token) {
	o := &c.open[len(c.open)-1]
	switch {
	case o.nested > 0:
	case o.first:
		c.hide(o, t)
		wipe(c.text[t.start:t.end])
	case o.dead: // below #if 0
		c.hide(o, t)
		o.dead, o.from = false, t.end
	case c.uneven(o):
		c.wipeBoth(o, t)
		o.first, o.dead, o.from = true, true, t.end
	case o.within == inits: // all elements are shown
		c.wipeBoth(o, t)
		o.from = t.end
	default:
		o.from = t.end
	}
}

func (c *conditionals) end(t token) {
	o := &c.open[len(c.open)-1]
	if o.nested > 0 {
		o.nested--
		return
	}
	switch {
	case o.dead:
		c.hide(o, t)
		if o.first {
			wipe(c.text[t.start:t.end])
		}
	case o.within == inits, c.uneven(o):
		c.wipeBoth(o, t)
	}
	c.open = c.open[:len(c.open)-1]
}

func (c *conditionals) wipeBoth(o *condition, t token) {
	wipe(c.text[o.line.start:o.line.end])
	wipe(c.text[t.start:t.end])
}

// hide wipes a branch up to the directive that ends it.
func (c *conditionals) hide(o *condition, t token) {
	wipe(c.text[o.from:t.start])
	o.from = t.end
}

// directiveName is the word behind the "#", and what follows it.
func directiveName(line []byte) (string, []byte) {
	i := 1
	for i < len(line) && (line[i] == ' ' || line[i] == '\t') {
		i++
	}
	j := i
	for j < len(line) && line[j] >= 'a' && line[j] <= 'z' {
		j++
	}
	return string(line[i:j]), line[j:]
}

// wipe makes text white space, lines kept.
func wipe(b []byte) {
	for i, c := range b {
		if c != '\n' && c != '\r' {
			b[i] = ' '
		}
	}
}

// fillDefine gives a macro that stands for nothing, but has blanks behind its
// name, a value: the grammars would take the next line for it.
func fillDefine(b []byte) {
	rest := bytes.TrimLeft(b[bytes.Index(b, []byte("define"))+len("define"):], " \t")
	for len(rest) > 0 && isWordByte(rest[0]) {
		rest = rest[1:]
	}
	if len(rest) > 0 && (rest[0] == ' ' || rest[0] == '\t') && len(bytes.TrimSpace(rest)) == 0 {
		rest[0] = filled
	}
}

// filled is what fillDefine writes where the file has a blank or a comment.
const filled = '+'

// wipeComments makes block comments white space: the grammars end the text of
// a macro at a comment before a continued line end.
func wipeComments(b []byte) {
	for i := 0; ; {
		j := bytes.Index(b[i:], []byte("/*"))
		if j < 0 {
			return
		}
		end := bytes.Index(b[i+j+2:], []byte("*/"))
		if end < 0 {
			return
		}
		i += j
		wipe(b[i : i+end+4])
		i += end + 4
	}
}
