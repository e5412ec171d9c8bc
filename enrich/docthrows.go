package enrich

import (
	"strings"
)

// docThrows are the exceptions that a docstring names, in the forms that
// documentation tools know:
//
//	@throws X, @exception X, @raise [X]      Javadoc, JSDoc, PHPDoc, KDoc, YARD, Doxygen (\throws too)
//	:raises X: when                          Sphinx
//	Raises: with indented lines "X: when"    Google style
//	Raises, underlined, and lines "X"        NumPy style
//	- Throws: `X` when                       Swift
func docThrows(doc string) (out []string) {
	if !mayThrow(doc) {
		return nil
	}
	lines := strings.Split(doc, "\n")
	for i := 0; i < len(lines); i++ {
		line := strings.TrimSpace(lines[i])
		switch {
		case line == "":
		case line[0] == '@' || line[0] == '\\':
			word, rest, _ := strings.Cut(line[1:], " ")
			if throwWord(word) {
				out = addAll(out, tagged(rest))
			}
		case line[0] == ':':
			field, _, ok := strings.Cut(line[1:], ":")
			word, names, _ := strings.Cut(field, " ")
			if ok && throwWord(word) {
				out = addAll(out, names)
			}
		case strings.HasPrefix(line, "- Throws:") || strings.HasPrefix(line, "- throws:"):
			for j, code := range strings.Split(line, "`") {
				if j%2 == 1 {
					out = addAll(out, code)
				}
			}
		case line == "Raises:" || line == "Throws:" || line == "Exceptions:":
			out = append(out, google(lines[i:])...)
		case line == "Raises" && i+1 < len(lines) && underline(lines[i+1]):
			out = append(out, numpy(lines[i+2:])...)
		}
	}
	return unique(out)
}

func mayThrow(doc string) bool {
	for _, w := range []string{"hrow", "aise", "xception", ":except "} {
		if strings.Contains(doc, w) {
			return true
		}
	}
	return false
}

func throwWord(w string) bool {
	switch w {
	case "throws", "throw", "exception", "exceptions", "raise", "raises", "except":
		return true
	}
	return false
}

// tagged is the part of a tag's text that names types: {X}, [X, Y] or a word.
func tagged(s string) string {
	s = strings.TrimSpace(s)
	for open, shut := range map[byte]string{'{': "}", '[': "]"} {
		if s != "" && s[0] == open {
			s, _, _ = strings.Cut(s[1:], shut)
			return s
		}
	}
	s, _, _ = strings.Cut(s, " ")
	return s
}

// addAll adds the types among names with commas or bars between.
func addAll(out []string, names string) []string {
	for _, n := range strings.FieldsFunc(names, func(r rune) bool { return r == ',' || r == '|' }) {
		n = strings.Trim(n, " \t`<>*~!.")
		name, after := nameAt(strings.TrimLeft(n, `\`))
		if after == "" && (typeLike(name) || strings.Contains(name, "::")) {
			out = add(out, name)
		}
	}
	return out
}

func indent(s string) int { return len(s) - len(strings.TrimLeft(s, " \t")) }

// google reads the section that begins with its head: entries are indented
// deeper, what goes on with one deeper still.
func google(lines []string) (out []string) {
	head, entry := indent(lines[0]), 0
	for _, l := range lines[1:] {
		if strings.TrimSpace(l) == "" {
			continue
		}
		in := indent(l)
		if in <= head {
			return out
		}
		if entry == 0 {
			entry = in
		}
		if in <= entry {
			names, _, _ := strings.Cut(l, ": ")
			out = addAll(out, strings.TrimSuffix(strings.TrimSpace(names), ":"))
		}
	}
	return out
}

// numpy reads the section up to the next one that is underlined.
func numpy(lines []string) (out []string) {
	if len(lines) == 0 {
		return nil
	}
	entry := indent(lines[0])
	for i, l := range lines {
		if i+1 < len(lines) && underline(lines[i+1]) {
			return out
		}
		if strings.TrimSpace(l) != "" && indent(l) <= entry {
			out = addAll(out, strings.TrimSuffix(strings.TrimSpace(l), ":"))
		}
	}
	return out
}

func underline(l string) bool {
	l = strings.TrimSpace(l)
	return len(l) > 2 && strings.Trim(l, "-") == ""
}

func unique(list []string) (out []string) {
	for _, s := range list {
		out = add(out, s)
	}
	return out
}
