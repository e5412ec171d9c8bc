package framework

import (
	"strconv"
	"strings"
)

// mark is a decorator taken apart: "@app.route('/x', methods=['GET'])" has the
// name "route" and two arguments.
type mark struct {
	name string
	on   bool   // it is a member of something
	of   string // what that is
	args []arg
}

// arg is an argument: what its strings say, with commas between them, or the
// text as written.
type arg struct {
	key, text string
	quoted    bool
}

func parseMark(s string) mark {
	s = strings.Trim(s, "@#[] \t\n")
	head, rest, call := strings.Cut(s, "(")
	m := mark{name: strings.TrimSpace(head)}
	if i := strings.LastIndexAny(m.name, ".\\:"); i >= 0 {
		if m.on = m.name[i] == '.'; m.on {
			m.of = m.name[:i]
		}
		m.name = m.name[i+1:]
	}
	if !call {
		return m
	}
	for _, a := range split(strings.TrimSuffix(strings.TrimSpace(rest), ")")) {
		m.args = append(m.args, parseArg(a))
	}
	return m
}

// split cuts at the commas outside of brackets and strings.
func split(s string) (out []string) {
	depth, from := 0, 0
	quote := byte(0)
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case quote != 0:
			if c == '\\' {
				i++
			} else if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'' || c == '`':
			quote = c
		case c == '(' || c == '[' || c == '{':
			depth++
		case c == ')' || c == ']' || c == '}':
			depth--
		case c == ',' && depth == 0:
			out = append(out, s[from:i])
			from = i + 1
		}
	}
	if strings.TrimSpace(s[from:]) != "" {
		out = append(out, s[from:])
	}
	return out
}

func parseArg(s string) (a arg) {
	s = strings.TrimSpace(s)
	if i := strings.IndexAny(s, "=:\"'`"); i > 0 && (s[i] == '=' || s[i] == ':' && !strings.HasPrefix(s[i:], "::")) {
		a.key = strings.TrimSpace(s[:i])
		s = strings.TrimSpace(s[i+1:])
	}
	var texts []string
	for rest := s; ; {
		i := strings.IndexAny(rest, "\"'`")
		if i < 0 {
			break
		}
		j := strings.IndexByte(rest[i+1:], rest[i])
		if j < 0 {
			break
		}
		texts = append(texts, rest[i+1:i+1+j])
		rest = rest[i+j+2:]
	}
	if a.quoted = len(texts) > 0; a.quoted {
		a.text = strings.Join(texts, ",")
		return a
	}
	a.text = strings.Trim(s, "{}[] ")
	return a
}

// pick is the first of the arguments that is there.
func pick(args []arg, which []string) (a arg, ok bool) {
	for _, w := range which {
		n, err := strconv.Atoi(w)
		for i, a := range args {
			if err == nil && a.key == "" && i == n || err != nil && a.key == w {
				return a, true
			}
		}
	}
	return arg{}, false
}
