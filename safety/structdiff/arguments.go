package structdiff

import (
	"bytes"
	"strings"
)

// Arguments are the arguments of a call as written: text begins at the
// callee's name. ok is false where no argument list follows.
func Arguments(text []byte) (args []string, ok bool) {
	open := bytes.IndexByte(text, '(')
	if open < 0 || open > 400 {
		return nil, false
	}
	depth, start := 0, open+1
	var quote byte
	for i := open; i < len(text); i++ {
		c := text[i]
		switch {
		case quote != 0:
			if c == '\\' {
				i++
			} else if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'' || c == '`':
			quote = c
		case c == '/' && i+1 < len(text) && text[i+1] == '/':
			for i < len(text) && text[i] != '\n' {
				i++
			}
		case c == '(' || c == '[' || c == '{':
			depth++
		case c == ')' || c == ']' || c == '}':
			if depth--; depth == 0 {
				if last := strings.TrimSpace(string(text[start:i])); last != "" {
					args = append(args, last)
				}
				return args, true
			}
		case c == ',' && depth == 1:
			args, start = append(args, strings.TrimSpace(string(text[start:i]))), i+1
		}
	}
	return nil, false
}

// LiteralType is the type of a literal as written; "" for all else.
func LiteralType(arg string) string {
	switch {
	case arg == "":
		return ""
	case arg == "true" || arg == "false" || arg == "null" || arg == "undefined":
		return arg
	case arg[0] == '`':
		return "string"
	case (arg[0] == '"' || arg[0] == '\'') && strings.IndexByte(arg[1:], arg[0]) == len(arg)-2:
		return arg
	case arg[0] >= '0' && arg[0] <= '9' && !strings.ContainsAny(arg, " +-*/%<>=?"):
		return arg
	}
	return ""
}
