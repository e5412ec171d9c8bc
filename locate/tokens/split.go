package tokens

import (
	"unicode"
	"unicode/utf8"
)

// class is what a rune is to a tokenizer.
type class uint8

const (
	letter class = iota
	digit
	space
	newline
	other
)

func classOf(r rune) class {
	switch {
	case 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z':
		return letter
	case '0' <= r && r <= '9':
		return digit
	case r == '\n' || r == '\r':
		return newline
	case r == ' ' || r == '\t':
		return space
	case r < utf8.RuneSelf:
		if unicode.IsSpace(r) {
			return space
		}
		return other
	case unicode.IsLetter(r) || unicode.IsMark(r):
		return letter
	case unicode.IsNumber(r):
		return digit
	case unicode.IsSpace(r):
		return space
	}
	return other
}

// run is how many bytes at the beginning are of the class.
func run(s string, want class) int {
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		if classOf(r) != want {
			return i
		}
		i += n
	}
	return len(s)
}

// blank is how many bytes at the beginning are white space of any kind.
func blank(s string) int {
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		if c := classOf(r); c != space && c != newline {
			return i
		}
		i += n
	}
	return len(s)
}
