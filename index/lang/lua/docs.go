package lua

import (
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/internal/sitter"
)

// docTags are the types that a comment gives, by LuaLS (---@param a T) or LDoc
// (@tparam T a).
type docTags struct {
	params map[string]string
	fields []string // "name T"
	ret    string
	typ    string
	class  string // "Name : Base, Base"
}

func tags(doc string) docTags {
	var t docTags
	if !strings.Contains(doc, "@") {
		return t
	}
	for _, line := range strings.Split(doc, "\n") {
		line = strings.TrimSpace(line)
		if !strings.HasPrefix(line, "@") {
			continue
		}
		tag, rest, _ := strings.Cut(line[1:], " ")
		tag, _, _ = strings.Cut(tag, "[") // @tparam[opt]
		first, after := docWord(strings.TrimSpace(rest))
		switch tag {
		case "param":
			typ, _ := docWord(after)
			t.param(first, typ)
		case "tparam":
			name, _ := docWord(after)
			t.param(name, first)
		case "return":
			if t.ret == "" && strings.ContainsAny(rest, "|<[.?") || isTypeWord(first) {
				t.ret = first
			}
		case "treturn":
			if t.ret == "" {
				t.ret = first
			}
		case "type":
			t.typ = first
		case "class":
			t.class = strings.TrimSpace(strings.TrimPrefix(rest, "(exact)"))
		case "field":
			for _, access := range []string{"public ", "private ", "protected "} {
				rest = strings.TrimPrefix(rest, access)
			}
			t.fields = append(t.fields, rest)
		}
	}
	return t
}

func (t *docTags) param(name, typ string) {
	if typ == "" || name == "" {
		return
	}
	if t.params == nil {
		t.params = map[string]string{}
	}
	t.params[strings.TrimSuffix(name, "?")] = typ
}

// isTypeWord tells a type from the first word of a sentence (LDoc's @return).
func isTypeWord(s string) bool {
	switch s {
	case "string", "number", "boolean", "integer", "table", "nil", "any", "function", "self":
		return true
	}
	return s != "" && s[0] >= 'A' && s[0] <= 'Z' && !isSentence(s)
}

func isSentence(s string) bool {
	switch strings.ToLower(s) {
	case "the", "a", "an", "returns", "true", "false", "if", "this", "whether", "either":
		return true
	}
	return false
}

// docWord is the first word, brackets and their white space included, and what
// follows it.
func docWord(s string) (string, string) {
	depth := 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '<', '(', '{', '[':
			depth++
		case '>', ')', '}', ']':
			depth--
		case ' ', '\t', ',':
			if depth > 0 || i > 0 && s[i-1] == ':' && strings.HasPrefix(s, "fun(") {
				continue
			}
			return s[:i], strings.TrimSpace(s[i+1:])
		}
	}
	return s, ""
}

// documentedType gives a variable the type that its comment says.
func documentedType(x *extract.X, d int32, n sitter.Node) {
	if doc := tags(x.Def(d).Doc); doc.typ != "" {
		t := docType(x, doc.typ, n)
		x.Def(d).Type, x.Def(d).Returns = t, doc.typ
	}
}

// documentedClass reads ---@class: bases, fields, and a name of the type that
// is not the table's.
func documentedClass(x *extract.X, d int32, p string, n sitter.Node) {
	doc := tags(x.Def(d).Doc)
	name, bases, _ := strings.Cut(doc.class, ":")
	for _, b := range strings.Split(bases, ",") {
		if b = strings.TrimSpace(b); b != "" {
			x.Def(d).Bases = append(x.Def(d).Bases, facts.Base{Type: docType(x, b, n), Expr: facts.None, Line: n.Line()})
		}
	}
	x.Within(d, func() {
		for _, f := range doc.fields {
			field, rest := docWord(f)
			typ, _ := docWord(rest)
			if field == "" || typ == "" || strings.HasPrefix(field, "[") {
				continue
			}
			v := x.NewNamed(facts.Variable, "field", strings.TrimSuffix(field, "?"), n, sitter.Node{})
			t := docType(x, typ, n)
			def := x.Def(v)
			def.Type, def.Returns, def.Sig, def.Doc = t, typ, f, ""
			def.EndByte, def.EndLine = def.StartByte, def.StartLine
			def.Mods |= facts.Declared
		}
	})
	if name = strings.TrimSpace(name); name != "" && name != p {
		a := x.NewNamed(facts.Interface, "type_alias", x.Intern([]byte(name)), n, sitter.Node{})
		t := x.TypeName(p, n)
		def := x.Def(a)
		def.Type, def.Sig, def.Doc = t, "@class "+name, ""
		def.EndByte, def.EndLine = def.StartByte, def.StartLine
		def.Mods |= facts.TypeOnly | facts.Exported
	}
}

// docType makes a Type of a documented type: A|B, A?, A[], table<K, V>,
// fun(a: A): B. None where it says nothing.
func docType(x *extract.X, s string, at sitter.Node) int32 {
	s = strings.TrimPrefix(strings.TrimSpace(s), "?")
	if parts := splitTop(s, '|'); len(parts) > 1 {
		var args []int32
		for _, p := range parts {
			if t := docType(x, p, at); t != facts.None {
				args = append(args, t)
			}
		}
		return x.AddType(facts.Type{Op: facts.TUnion}, at, args...)
	}
	if strings.HasPrefix(s, "fun(") {
		return functionType(x, s, at)
	}
	optional := strings.HasSuffix(s, "?")
	s = strings.TrimSuffix(s, "?")
	switch {
	case s == "" || s == "any" || s == "...":
		return facts.None
	case s == "nil":
		return x.AddType(facts.Type{Op: facts.TLit, Name: "null"}, at)
	case s == "self":
		return x.AddType(facts.Type{Op: facts.TSelf}, at)
	case optional:
		t := docType(x, s, at)
		return x.AddType(facts.Type{Op: facts.TUnion}, at, t, x.AddType(facts.Type{Op: facts.TLit, Name: "null"}, at))
	case strings.HasSuffix(s, "[]"):
		return x.AddType(facts.Type{Op: facts.TArray}, at, docType(x, s[:len(s)-2], at))
	case strings.HasSuffix(s, ">"):
		if i := strings.IndexByte(s, '<'); i > 0 {
			var args []int32
			for _, p := range splitTop(s[i+1:len(s)-1], ',') {
				args = append(args, docType(x, p, at))
			}
			return x.TypeName(s[:i], at, args...)
		}
	case s[0] == '{' || s[0] == '"' || s[0] == '\'' || s[0] == '(':
		return x.AddType(facts.Type{Op: facts.TMapped}, at)
	}
	return x.TypeName(s, at)
}

// functionType is fun(a: A, b): R.
func functionType(x *extract.X, s string, at sitter.Node) int32 {
	list, ret := s[len("fun("):], ""
	if i := closing(list); i < len(list) {
		list, ret = list[:i], strings.TrimPrefix(strings.TrimSpace(list[i+1:]), ":")
	}
	var args []int32
	for _, p := range splitTop(list, ',') {
		_, typ, ok := strings.Cut(p, ":")
		t := facts.None
		if ok {
			t = docType(x, typ, at)
		}
		if strings.TrimSpace(p) != "" {
			args = append(args, t)
		}
	}
	return x.AddType(facts.Type{Op: facts.TFunc}, at, append(args, docType(x, ret, at))...)
}

// closing is where the bracket that is open before s closes.
func closing(s string) int {
	depth := 1
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return len(s)
}

// splitTop splits at a separator outside of brackets.
func splitTop(s string, sep byte) []string {
	var out []string
	depth, from := 0, 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '<', '(', '{', '[':
			depth++
		case '>', ')', '}', ']':
			depth--
		case sep:
			if depth == 0 {
				out = append(out, s[from:i])
				from = i + 1
			}
		}
	}
	return append(out, s[from:])
}
