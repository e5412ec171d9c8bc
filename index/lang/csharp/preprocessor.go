package csharp

import (
	"bytes"
	"strings"
)

// Directives stand anywhere, also where no grammar can have them: between the
// bases of a class, around one of two signatures. The parser is shown the
// text without them. That has the code of all branches; where it does not
// parse, the parser is shown one configuration.

// allBranches blanks the lines of directives.
func allBranches(_ string, src, buf []byte) []byte { return withoutDirectives(src, buf, false) }

// simplest blanks what is not compiled when every symbol is defined, and
// rewrites collection expressions.
func simplest(_ string, src, buf []byte) []byte {
	text := withoutDirectives(src, buf, true)
	if len(text) == 0 || &text[0] == &src[0] {
		text = append(buf, src...)
	}
	withoutCollections(text)
	return text
}

func withoutDirectives(src, buf []byte, choose bool) []byte {
	if bytes.IndexByte(src, '#') < 0 {
		return src
	}
	var text []byte                           // made when the first directive is met
	open := branches{{on: true, taken: true}} // a signature may start inside a conditional
	for at := 0; at < len(src); {
		end := at + 1 + bytes.IndexByte(src[at:], '\n')
		if end == at {
			end = len(src)
		}
		word, rest := directive(src[at:end])
		if word != "" {
			if text == nil {
				text = append(buf, src...)
			}
			open.step(word, rest)
		}
		if word != "" || choose && !open.active() {
			blank(text[at:end])
		}
		at = end
	}
	if text == nil {
		return src
	}
	return text
}

func blank(b []byte) {
	for i, c := range b {
		if c != '\n' && c != '\r' {
			b[i] = ' '
		}
	}
}

// directive is the directive on a line and what follows it, "" if the line is
// none.
func directive(line []byte) (string, []byte) {
	line = bytes.TrimLeft(line, " \t\ufeff")
	if len(line) == 0 || line[0] != '#' {
		return "", nil
	}
	line = bytes.TrimLeft(line[1:], " \t")
	n := 0
	for n < len(line) && line[n] >= 'a' && line[n] <= 'z' {
		n++
	}
	switch w := string(line[:n]); w {
	case "if", "elif", "else", "endif", "define", "undef", "region", "endregion", "pragma", "nullable", "line", "error", "warning":
		return w, line[n:]
	}
	return "", nil
}

// branches are the conditionals around a line, innermost last.
type branches []struct{ on, taken bool }

func (b branches) active() bool {
	for _, c := range b {
		if !c.on {
			return false
		}
	}
	return true
}

func (b *branches) step(word string, rest []byte) {
	switch word {
	case "if":
		on := evaluate(rest)
		*b = append(*b, struct{ on, taken bool }{on, on})
		return
	}
	if len(*b) == 0 {
		return
	}
	top := &(*b)[len(*b)-1]
	switch word {
	case "elif":
		top.on = !top.taken && evaluate(rest)
		top.taken = top.taken || top.on
	case "else":
		top.on, top.taken = !top.taken, true
	case "endif":
		*b = (*b)[:len(*b)-1]
	}
}

// evaluate computes a condition with every symbol defined.
func evaluate(cond []byte) bool {
	cond, _, _ = bytes.Cut(cond, []byte("//"))
	e := condition{cond}
	return e.or()
}

type condition struct{ rest []byte }

func (e *condition) take(token string) bool {
	e.rest = bytes.TrimLeft(e.rest, " \t\r\n")
	if !bytes.HasPrefix(e.rest, []byte(token)) {
		return false
	}
	e.rest = e.rest[len(token):]
	return true
}

func (e *condition) or() bool {
	v := e.and()
	for e.take("||") {
		r := e.and()
		v = v || r
	}
	return v
}

func (e *condition) and() bool {
	v := e.equal()
	for e.take("&&") {
		r := e.equal()
		v = v && r
	}
	return v
}

func (e *condition) equal() bool {
	v := e.unary()
	for {
		switch {
		case e.take("=="):
			v = v == e.unary()
		case e.take("!="):
			v = v != e.unary()
		default:
			return v
		}
	}
}

func (e *condition) unary() bool {
	nots := 0
	for !bytes.HasPrefix(bytes.TrimLeft(e.rest, " \t"), []byte("!=")) && e.take("!") {
		nots++
	}
	v := true
	if e.take("(") {
		v = e.or()
		e.take(")")
	} else {
		v = e.symbol()
	}
	return v == (nots%2 == 0)
}

func (e *condition) symbol() bool {
	e.take("")
	n := bytes.IndexAny(e.rest, " \t\r\n()!&|=")
	if n < 0 {
		n = len(e.rest)
	}
	name := string(e.rest[:n])
	e.rest = e.rest[n:]
	return name != "false" && !outdated(name)
}

// outdated tells whether a symbol stands for a platform that nothing is built
// for any more: what a program keeps for it is no part of what is read.
func outdated(name string) bool {
	for _, p := range []string{"PORTABLE", "SILVERLIGHT", "WINDOWS_PHONE", "NETFX_CORE", "NETCF", "WINRT", "NETFRAMEWORK", "NETSTANDARD1"} {
		if strings.HasPrefix(name, p) {
			return true
		}
	}
	digits, ok := strings.CutPrefix(name, "NET") // NET20 to NET48, not NET6_0
	return ok && len(digits) >= 2 && strings.Trim(digits, "0123456789") == "" && digits[0] < '5'
}
