package jsonrpc

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Plain is text that is safe to show: what a terminal would obey and a reader
// would not see, of whoever wrote a name, a comment or a task, is shown as an
// escape. Lines and tabs stay.
func Plain(text string) string {
	if isPlain(text) {
		return text
	}
	var b strings.Builder
	text = strings.ReplaceAll(text, "\r\n", "\n")
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRuneInString(text[i:])
		switch {
		case r == utf8.RuneError && n == 1:
			fmt.Fprintf(&b, `\x%02x`, text[i])
		case r != '\n' && r != '\t' && (r < ' ' || r == 0x7f):
			fmt.Fprintf(&b, `\x%02x`, r)
		case r < 0x10000 && unseen(r):
			fmt.Fprintf(&b, `\u%04x`, r)
		case unseen(r):
			fmt.Fprintf(&b, `\U%08x`, r)
		default:
			b.WriteString(text[i : i+n])
		}
		i += n
	}
	return b.String()
}

// PlainLine is Plain for what stands within a line, such as a name: it cannot
// begin another one.
func PlainLine(text string) string {
	if strings.ContainsAny(text, "\n\t\r") {
		text = strings.NewReplacer("\n", `\n`, "\t", `\t`, "\r", `\r`).Replace(text)
	}
	return Plain(text)
}

func isPlain(text string) bool {
	for i, r := range text {
		if r < ' ' && r != '\n' && r != '\t' || r == 0x7f || unseen(r) || r == utf8.RuneError && !strings.HasPrefix(text[i:], "\uFFFD") {
			return false
		}
	}
	return true
}

// unseen reports whether a character is a control of the second set, turns the
// direction of writing, or has no width.
func unseen(r rune) bool {
	switch {
	case r < 0x80:
		return false
	case r <= 0x9f, r == 0x61c, r == 0xfeff:
		return true
	case r >= 0x200b && r <= 0x200f, r >= 0x2028 && r <= 0x202e, r >= 0x2060 && r <= 0x206f, r >= 0xfff9 && r <= 0xfffb:
		return true
	}
	return r >= 0xe0000 && r <= 0xe007f
}

// PlainJSON is a JSON text with the same characters escaped within its strings:
// it means what it meant.
func PlainJSON(raw []byte) []byte {
	if isPlain(string(raw)) {
		return raw
	}
	out := make([]byte, 0, len(raw)+64)
	for len(raw) > 0 {
		r, n := utf8.DecodeRune(raw)
		switch {
		case r > 0xffff && unseen(r):
			r -= 0x10000
			out = fmt.Appendf(out, `\u%04x\u%04x`, 0xd800+r>>10, 0xdc00+r&0x3ff)
		case r == 0x7f || unseen(r):
			out = fmt.Appendf(out, `\u%04x`, r)
		default:
			out = append(out, raw[:n]...)
		}
		raw = raw[n:]
	}
	return out
}
