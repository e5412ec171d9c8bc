package rust

import "bytes"

// callMacros are the macros of the standard library whose arguments are plain
// expressions. "assert!(x)" is shown to the parser as the call "assert (x)":
// one byte is changed and all positions hold.
var callMacros = map[string]bool{
	"assert": true, "assert_eq": true, "assert_ne": true, "debug_assert": true, "debug_assert_eq": true, "debug_assert_ne": true,
	"print": true, "println": true, "eprint": true, "eprintln": true, "format": true, "write": true, "writeln": true,
	"panic": true, "unreachable": true, "todo": true, "unimplemented": true, "dbg": true,
}

// prepare shows the known macros as what they look like. Text inside strings
// and comments may be changed too; the parser does not mind, and nobody else
// sees it.
func prepare(_ string, src, buf []byte) []byte {
	text := src
	for i := 0; ; i++ {
		j := bytes.IndexByte(src[i:], '!')
		if j < 0 || i+j+1 >= len(src) {
			return text
		}
		i += j
		next := src[i+1]
		if next != '(' && next != '[' {
			continue
		}
		start := i
		for start > 0 && isWord(src[start-1]) {
			start--
		}
		name := src[start:i]
		call := next == '(' && callMacros[string(name)]
		if !call && !(next == '[' && string(name) == "vec" && startsExpression(src[:start])) {
			continue
		}
		if len(buf) == 0 {
			buf = append(buf, src...)
			text = buf
		}
		if call {
			buf[i] = ' '
		} else { // "vec![a, b]" is the array "[a, b]"
			copy(buf[start:], "    ")
		}
	}
}

func isWord(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}

// startsExpression tells whether an array may follow the text: behind another
// value it would be an index.
func startsExpression(before []byte) bool {
	t := bytes.TrimRight(before, " \t\r\n")
	if len(t) == 0 {
		return false
	}
	switch t[len(t)-1] {
	case '(', ',', '=', '[', '{', ';', '|', '&':
		return true
	case '>':
		return bytes.HasSuffix(t, []byte("=>"))
	}
	return bytes.HasSuffix(t, []byte(" return")) || bytes.HasSuffix(t, []byte(" in"))
}
