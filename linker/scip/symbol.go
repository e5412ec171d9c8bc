package scip

import (
	"strconv"
	"strings"
)

// Suffix is the last sign of a descriptor: what it describes.
type Suffix byte

// The descriptors that are written.
const (
	Namespace Suffix = '/'
	Type      Suffix = '#'
	Term      Suffix = '.'
	Method    Suffix = '('
)

// isLocal tells symbols of one document from those of the world.
func isLocal(symbol string) bool { return strings.HasPrefix(symbol, "local ") }

// AppendDescriptor adds one step of a symbol's path. Methods of one name are
// told apart by a number, 0 for the first.
func AppendDescriptor(b []byte, name string, s Suffix, number int) []byte {
	b = appendIdentifier(b, name)
	if s != Method {
		return append(b, byte(s))
	}
	b = append(b, '(')
	if number > 0 {
		b = strconv.AppendInt(append(b, '+'), int64(number), 10)
	}
	return append(b, ")."...)
}

// appendIdentifier puts what is not plain between backticks.
func appendIdentifier(b []byte, name string) []byte {
	plain := name != ""
	for i := range len(name) {
		plain = plain && plainByte(name[i])
	}
	if plain {
		return append(b, name...)
	}
	b = append(b, '`')
	b = append(b, strings.ReplaceAll(name, "`", "``")...)
	return append(b, '`')
}

func plainByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '+' || c == '-' || c == '$'
}

// names are the names of the last two descriptors of a symbol: its own, and
// that of what it is in; "" where there is none.
func names(symbol string) (own, owner string) {
	rest, ok := descriptors(symbol)
	if !ok {
		return "", ""
	}
	for rest != "" {
		name, next, ok := descriptor(rest)
		if !ok {
			return "", ""
		}
		own, owner, rest = name, own, next
	}
	return own, owner
}

// descriptors cuts scheme, manager, package and version off. A space inside
// one of them is written twice.
func descriptors(symbol string) (string, bool) {
	if isLocal(symbol) {
		return "", false
	}
	parts := 0
	for i := 0; i < len(symbol); i++ {
		if symbol[i] != ' ' {
			continue
		}
		if i+1 < len(symbol) && symbol[i+1] == ' ' {
			i++
			continue
		}
		if parts++; parts == 4 {
			return symbol[i+1:], true
		}
	}
	return "", false
}

// descriptor takes one step off a path.
func descriptor(s string) (name, rest string, ok bool) {
	closing := byte(0)
	switch s[0] {
	case '[': // a type parameter
		closing, s = ']', s[1:]
	case '(': // a parameter
		closing, s = ')', s[1:]
	}
	name, s, ok = identifier(s)
	if !ok || s == "" {
		return "", "", false
	}
	if closing != 0 {
		return name, s[1:], s[0] == closing
	}
	switch s[0] {
	case '/', '#', '.', ':', '!':
		return name, s[1:], true
	case '(':
		if i := strings.Index(s, ")."); i > 0 {
			return name, s[i+2:], true
		}
	}
	return "", "", false
}

func identifier(s string) (name, rest string, ok bool) {
	if !strings.HasPrefix(s, "`") {
		i := 0
		for i < len(s) && plainByte(s[i]) {
			i++
		}
		return s[:i], s[i:], i > 0
	}
	for i := 1; i < len(s); i++ {
		if s[i] != '`' {
			continue
		}
		if i+1 < len(s) && s[i+1] == '`' {
			i++
			continue
		}
		return strings.ReplaceAll(s[1:i], "``", "`"), s[i+1:], true
	}
	return "", "", false
}
