package structdiff

import (
	"slices"
	"strings"
)

// Answer is what can be told of types from how they are written.
type Answer int

const (
	No Answer = iota - 1
	Unknown
	Yes
)

// Accepts tells whether a value of one type can stand where another is wanted.
// The types are those of TypeScript, as written; in other languages the same
// text is the same type, and no more can be told.
func Accepts(want, have string) Answer {
	want, have = outer(want), outer(have)
	switch {
	case want == have, want == "any", want == "unknown", have == "any", have == "never":
		return Yes
	case want == "" || have == "":
		return Unknown
	}
	if parts := split(have, '|'); len(parts) > 1 {
		return all(parts, func(p string) Answer { return Accepts(want, p) })
	}
	if parts := split(want, '|'); len(parts) > 1 {
		return some(parts, func(p string) Answer { return Accepts(p, have) })
	}
	if parts := split(have, '&'); len(parts) > 1 {
		return max(some(parts, func(p string) Answer { return Accepts(want, p) }), Unknown)
	}
	if parts := split(want, '&'); len(parts) > 1 {
		return all(parts, func(p string) Answer { return Accepts(p, have) })
	}
	return single(want, have)
}

// single compares two types that are no unions.
func single(want, have string) Answer {
	wantBase, haveBase := primitive(want), primitive(have)
	switch {
	case have == "unknown":
		return No
	case want == haveBase: // "a" is a string
		return Yes
	case want == "void":
		return yesIf(have == "undefined")
	case wantBase != "" && haveBase != "":
		return No
	case want == "object" || want == "{}" || want == "Object":
		return yesIf(haveBase == "" || want != "object" && haveBase != "null" && haveBase != "undefined" && haveBase != "void")
	}
	wantName, wantArgs := generic(want)
	haveName, haveArgs := generic(have)
	if wantName == haveName && len(wantArgs) == len(haveArgs) && len(wantArgs) > 0 {
		out := Yes
		for i := range wantArgs {
			out = min(out, Accepts(wantArgs[i], haveArgs[i]))
		}
		return out
	}
	object := func(t string) bool { return strings.HasPrefix(t, "{") }
	if wantBase != "" && object(have) || haveBase != "" && object(want) && len(want) > 2 {
		return No
	}
	structured := func(base, name string) bool {
		return base == "" && builtinGeneric[name] || strings.HasPrefix(name, "(")
	}
	if wantBase != "" && structured(haveBase, haveName) || haveBase != "" && structured(wantBase, wantName) {
		return No
	}
	return Unknown
}

func yesIf(ok bool) Answer {
	if ok {
		return Yes
	}
	return No
}

var builtinGeneric = map[string]bool{"Array": true, "Promise": true, "Map": true, "Set": true, "Record": true, "ReadonlyArray": true, "Date": true, "RegExp": true, "Error": true}

var primitives = []string{"string", "number", "boolean", "bigint", "symbol", "null", "undefined", "void"}

// primitive is the primitive type that a type is, or that its literal is of.
func primitive(t string) string {
	switch {
	case slices.Contains(primitives, t):
		return t
	case t == "true" || t == "false":
		return "boolean"
	case strings.HasPrefix(t, `"`) || strings.HasPrefix(t, "'") || strings.HasPrefix(t, "`"):
		return "string"
	case t != "" && (t[0] >= '0' && t[0] <= '9' || t[0] == '-'):
		return "number"
	}
	return ""
}

// Builtin tells whether all is known of a type from its name.
func Builtin(t string) bool {
	t = outer(t)
	name, _ := generic(t)
	return primitive(t) != "" || builtinGeneric[name]
}

// Awaited is the type of an awaited value.
func Awaited(t string) string {
	if name, args := generic(outer(t)); len(args) == 1 && (name == "Promise" || name == "PromiseLike") {
		return args[0]
	}
	return t
}

// generic takes Name<Args> apart; T[] is an Array<T>.
func generic(t string) (name string, args []string) {
	if s, ok := strings.CutSuffix(t, "[]"); ok {
		return "Array", []string{outer(s)}
	}
	open := strings.IndexByte(t, '<')
	if open <= 0 || !strings.HasSuffix(t, ">") {
		return t, nil
	}
	for _, a := range split(t[open+1:len(t)-1], ',') {
		args = append(args, outer(a))
	}
	return t[:open], args
}

// outer removes spaces, readonly and parentheses around all of a type.
func outer(t string) string {
	t = strings.TrimPrefix(strings.TrimPrefix(squeeze(t), "| "), "readonly ")
	for strings.HasPrefix(t, "(") && strings.HasSuffix(t, ")") && len(split(t[1:len(t)-1], ')')) == 1 {
		t = strings.TrimSpace(t[1 : len(t)-1])
	}
	return t
}

// split splits at a sign that stands outside of all brackets and strings.
func split(t string, at byte) (parts []string) {
	depth, start := 0, 0
	var quote byte
	for i := 0; i < len(t); i++ {
		c := t[i]
		switch {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'' || c == '`':
			quote = c
		case c == at && depth == 0:
			parts, start = append(parts, strings.TrimSpace(t[start:i])), i+1
		case strings.IndexByte("([{<", c) >= 0:
			depth++
		case c == '>' && i > 0 && t[i-1] == '=': // an arrow: what follows is one result
			if depth == 0 && at == '|' {
				return append(parts, strings.TrimSpace(t[start:]))
			}
		case strings.IndexByte(")]}>", c) >= 0:
			depth--
		}
	}
	return append(parts, strings.TrimSpace(t[start:]))
}

func all(parts []string, ask func(string) Answer) Answer {
	out := Yes
	for _, p := range parts {
		out = min(out, ask(p))
	}
	return out
}

func some(parts []string, ask func(string) Answer) Answer {
	out := No
	for _, p := range parts {
		out = max(out, ask(p))
	}
	return out
}
