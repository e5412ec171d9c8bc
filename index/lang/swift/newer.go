package swift

import (
	"bytes"
	"regexp"
)

// The grammar is older than the language. Where a file does not parse, the
// parser is shown it without what the grammar does not know: the "#" of a
// macro's use leaves a call, the rest changes no name.
var unknown = regexp.MustCompile(`#[A-Za-z_]+\s*[({]|\b(?:nonisolated|unowned)\(\w+\)|[(:,>] *sending\s|\bconsume [a-z]|\(\(\)\)|\bthrows\([\w.]+\)|~[A-Z]\w+`)

// directives begin with "#" and are no macros.
var directives = map[string]bool{"if": true, "elseif": true, "else": true, "endif": true, "available": true, "unavailable": true, "selector": true,
	"keyPath": true, "sourceLocation": true, "warning": true, "error": true, "colorLiteral": true, "imageLiteral": true, "fileLiteral": true}

func older(path string, src, buf []byte) []byte {
	text := prepared(path, src, buf)
	found := unknown.FindAllIndex(src, -1)
	if len(found) == 0 {
		return text
	}
	if &text[0] == &src[0] {
		text = append(buf, src...)
	}
	for _, m := range found {
		blankUnknown(text[m[0]:m[1]])
	}
	return text
}

func blankUnknown(b []byte) {
	switch {
	case b[0] == '#':
		if name := bytes.TrimRight(b[1:], " \t\n({"); !directives[string(name)] {
			b[0] = ' '
		}
	case b[0] == '~':
		b[0] = ' '
	case string(b) == "(())": // nothing, as a value
		copy(b, `("")`)
	case bytes.HasPrefix(b, []byte("consume ")):
		blank(b[:len("consume")])
	case bytes.HasSuffix(b, []byte(")")): // what a word has in parentheses
		blank(b[bytes.IndexByte(b, '('):])
	default:
		i := bytes.Index(b, []byte("sending"))
		blank(b[i : i+len("sending")])
	}
}

func blank(b []byte) {
	for i := range b {
		b[i] = ' '
	}
}

// prepared is src closed, and without the attributes of function types, which
// the grammar may give the parameters behind them as their own.
func prepared(path string, src, buf []byte) []byte {
	text := closed(path, src, buf)
	for at := 0; ; {
		i := bytes.IndexByte(src[at:], '@')
		if i < 0 {
			return text
		}
		from := at + i
		at = from + 1
		for at < len(src) && (src[at]|0x20 >= 'a' && src[at]|0x20 <= 'z') {
			at++
		}
		switch string(src[from+1 : at]) {
		case "escaping", "Sendable", "MainActor", "autoclosure":
			next := bytes.TrimLeft(src[at:], " \t\r\n")
			if len(next) == 0 || next[0] != '(' && next[0] != '@' {
				continue
			}
			if &text[0] == &src[0] {
				text = append(buf, src...)
			}
			blank(text[from:at])
		}
	}
}
