package enrich

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// thrown is the type that a throw or raise statement names: "throw new X(…)",
// "raise X", "throw X(…)". It is "" where a variable is thrown, or what a
// function returns: no text says what that is.
func thrown(lang, text string) string {
	for _, word := range []string{"throw", "raise", "fail"} {
		if rest, ok := strings.CutPrefix(text, word); ok {
			text = rest
			break
		}
	}
	text = strings.TrimLeft(text, " \t\r\n(")
	rest, isNew := strings.CutPrefix(text, "new")
	if isNew = isNew && rest != "" && !isNamePart(rest[0]); isNew {
		text = strings.TrimLeft(rest, " \t\r\n")
	}
	name, after := nameAt(text)
	after = strings.TrimLeft(after, " \t")
	switch {
	case isNew:
		if name == "class" {
			return ""
		}
	case lang == "cpp" || lang == "c":
		if after == "" || !strings.ContainsRune("({<", rune(after[0])) {
			return ""
		}
	case lang == "ruby":
		name = strings.TrimSuffix(name, ".new")
	case lang == "swift":
		name = upToType(name) // AuthError.missing
	}
	if lang != "cpp" && lang != "c" && !isNew && !typeLike(name) {
		return ""
	}
	return strings.TrimPrefix(name, `\`)
}

// nameAt is the dotted name that a text begins with.
func nameAt(text string) (name, after string) {
	i := 0
	for i < len(text) && (isNamePart(text[i]) || strings.IndexByte(`.:\`, text[i]) >= 0) {
		i++
	}
	name = strings.TrimRight(text[:i], `.:\`)
	return name, text[len(name):]
}

func isNamePart(c byte) bool {
	return c == '_' || c == '$' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= utf8.RuneSelf
}

// typeLike tells whether the last part of a name begins as types do.
func typeLike(name string) bool {
	last := name[strings.LastIndexAny(name, `.:\`)+1:]
	r, _ := utf8.DecodeRuneInString(strings.TrimLeft(last, "_"))
	return unicode.IsUpper(r)
}

// upToType leaves out what follows the last type in a dotted name.
func upToType(name string) string {
	for name != "" && !typeLike(name) {
		name = name[:max(strings.LastIndexByte(name, '.'), 0)]
	}
	return name
}
