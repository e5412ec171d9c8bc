package ruby

import (
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/internal/sitter"
)

// yardTags are the types that a YARD comment gives.
type yardTags struct {
	params map[string]string
	ret    string
}

// yard reads "@param name [Type]", "@param [Type] name" and "@return [Type]".
func yard(doc string) yardTags {
	var t yardTags
	if !strings.Contains(doc, "@") {
		return t
	}
	for _, line := range strings.Split(doc, "\n") {
		line = strings.TrimSpace(line)
		if !strings.HasPrefix(line, "@param") && !strings.HasPrefix(line, "@return") {
			continue
		}
		tag, rest, _ := strings.Cut(line, " ")
		before, typ, ok := strings.Cut(rest, "[")
		i := strings.LastIndexByte(typ, ']')
		if end := strings.Index(typ, "] "); end >= 0 {
			i = end
		}
		if !ok || i < 0 {
			continue
		}
		typ, after := typ[:i], typ[i+1:]
		if tag == "@return" {
			t.ret = typ
			continue
		}
		name := strings.TrimSpace(before)
		if name == "" {
			name, _, _ = strings.Cut(strings.TrimSpace(after), " ")
		}
		if t.params == nil {
			t.params = map[string]string{}
		}
		t.params[strings.Trim(name, "*&:")] = typ
	}
	return t
}

// yardType makes a Type of a YARD type: "A, nil", "Array<A>", "Hash{K => V}",
// "(A, B)", "A::B". None where it says nothing.
func yardType(x *extract.X, s string, at sitter.Node) int32 {
	p := yardParser{x: x, rest: s, at: at}
	return p.union()
}

type yardParser struct {
	x     *extract.X
	rest  string
	at    sitter.Node
	depth int
}

func (p *yardParser) take(token string) bool {
	p.rest = strings.TrimLeft(p.rest, " \t\n")
	if !strings.HasPrefix(p.rest, token) {
		return false
	}
	p.rest = p.rest[len(token):]
	return true
}

// list reads types up to end.
func (p *yardParser) list(end string) []int32 {
	var out []int32
	for p.rest != "" && !p.take(end) {
		before := len(p.rest)
		if t := p.one(); t != facts.None {
			out = append(out, t)
		}
		if !p.take(",") && !p.take("=>") && len(p.rest) == before {
			p.rest = ""
		}
	}
	return out
}

func (p *yardParser) union() int32 {
	parts := p.list("\x00")
	switch len(parts) {
	case 0:
		return facts.None
	case 1:
		return parts[0]
	}
	return p.x.AddType(facts.Type{Op: facts.TUnion}, p.at, parts...)
}

func (p *yardParser) one() int32 {
	if p.depth++; p.depth > 20 {
		p.rest = ""
	}
	defer func() { p.depth-- }()
	if p.take("(") {
		return p.x.AddType(facts.Type{Op: facts.TTuple}, p.at, p.list(")")...)
	}
	p.take("::")
	n := 0
	for n < len(p.rest) && (p.rest[n] == ':' || p.rest[n] == '_' || p.rest[n] == '#' || p.rest[n] == '?' || p.rest[n] == '.' ||
		p.rest[n] >= '0' && p.rest[n] <= '9' || p.rest[n]|0x20 >= 'a' && p.rest[n]|0x20 <= 'z') {
		n++
	}
	name := p.rest[:n]
	p.rest = p.rest[n:]
	switch {
	case name == "" || name[0] == '#' || name[0] == ':': // duck types and symbols
		return facts.None
	case name == "nil":
		return p.x.AddType(facts.Type{Op: facts.TLit, Name: "null"}, p.at)
	case name == "self":
		return p.x.AddType(facts.Type{Op: facts.TSelf}, p.at)
	case name == "void" || name == "Object" && p.rest == "":
		return facts.None
	}
	var args []int32
	switch {
	case p.take("<"):
		args = p.list(">")
	case p.take("{"):
		args = p.list("}")
	case p.take("("):
		return p.x.AddType(facts.Type{Op: facts.TTuple}, p.at, p.list(")")...)
	}
	if name == "Array" && len(args) == 1 {
		return p.x.AddType(facts.Type{Op: facts.TArray}, p.at, args...)
	}
	return p.x.TypeName(strings.ReplaceAll(strings.Trim(name, ":"), "::", "."), p.at, args...)
}
