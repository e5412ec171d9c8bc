package php

import (
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/internal/sitter"
)

// docType makes a Type of a phpDoc type: A|B, ?A, A[], array<K, V>, A<B>,
// callable(A): B, array{a: B}, class-string<A>. None where it says nothing.
func docType(x *extract.X, s string, at sitter.Node) int32 {
	p := docParser{x: x, rest: s, at: at}
	return p.union()
}

type docParser struct {
	x     *extract.X
	rest  string
	at    sitter.Node
	depth int
}

func (p *docParser) take(token string) bool {
	p.rest = strings.TrimLeft(p.rest, " \t\n*")
	if !strings.HasPrefix(p.rest, token) {
		return false
	}
	p.rest = p.rest[len(token):]
	return true
}

func (p *docParser) add(op facts.TypeOp, args ...int32) int32 {
	return p.x.AddType(facts.Type{Op: op}, p.at, args...)
}

func (p *docParser) null() int32 {
	return p.x.AddType(facts.Type{Op: facts.TLit, Name: "null"}, p.at)
}

func (p *docParser) union() int32 {
	p.depth++
	defer func() { p.depth-- }()
	if p.depth > 20 {
		return facts.None
	}
	var parts []int32
	op := facts.TUnion
	for {
		if t := p.postfix(); t != facts.None {
			parts = append(parts, t)
		}
		if p.take("&") {
			op = facts.TInter
		} else if !p.take("|") {
			break
		}
	}
	switch len(parts) {
	case 0:
		return facts.None
	case 1:
		return parts[0]
	}
	return p.add(op, parts...)
}

func (p *docParser) postfix() int32 {
	var t int32
	switch {
	case p.take("?"):
		t = p.postfix()
		if t == facts.None {
			return t
		}
		return p.add(facts.TUnion, t, p.null())
	case p.take("("):
		t = p.union()
		if p.take("is ") {
			t = p.either()
		}
		p.take(")")
	case p.take("'"), p.take("\""):
		_, p.rest, _ = strings.Cut(p.rest, "'")
		t = p.x.AddType(facts.Type{Op: facts.TLit, Name: "string"}, p.at)
	default:
		t = p.named()
	}
	for t != facts.None && p.take("[") {
		if !p.take("]") { // T[K]
			p.union()
			p.take("]")
			return p.add(facts.TMapped)
		}
		t = p.add(facts.TArray, t)
	}
	return t
}

// either is the rest of ($a is A ? B : C): one of B and C.
func (p *docParser) either() int32 {
	p.take("not ")
	p.union()
	p.take("?")
	a := p.union()
	p.take(":")
	return p.add(facts.TUnion, a, p.union())
}

// named is a name with what may follow it.
func (p *docParser) named() int32 {
	p.take("")
	n := 0
	for n < len(p.rest) && (isNameByte(p.rest[n]) || p.rest[n] == '-' && n > 0 || p.rest[n] == ':' && strings.HasPrefix(p.rest[n:], "::")) {
		if p.rest[n] == ':' {
			n++
		}
		n++
	}
	name := p.rest[:n]
	p.rest = strings.TrimPrefix(p.rest[n:], "*")
	if name == "" {
		return facts.None
	}
	if name[0] == '$' && name != "$this" { // the subject of a condition
		return facts.None
	}
	if strings.Contains(name, "::") { // a constant's value
		return p.add(facts.TMapped)
	}
	switch {
	case strings.HasPrefix(p.rest, "<"):
		return p.generic(name)
	case strings.HasPrefix(p.rest, "{"):
		return p.shape(name)
	case strings.HasPrefix(p.rest, "(") && (strings.EqualFold(name, "callable") || strings.HasSuffix(strings.ToLower(name), "closure")):
		return p.callable()
	}
	if c := name[0]; c >= '0' && c <= '9' {
		return p.x.AddType(facts.Type{Op: facts.TLit, Name: "number"}, p.at)
	}
	return nameType(p.x, name, p.at)
}

func isNameByte(c byte) bool {
	return c == '\\' || c == '_' || c == '$' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}

func (p *docParser) list(end string) []int32 {
	var args []int32
	for !p.take(end) && p.rest != "" {
		before := len(p.rest)
		args = append(args, p.union())
		p.take(",")
		if len(p.rest) == before { // not a type
			p.rest = ""
		}
	}
	return args
}

// generic is a name with type arguments. Lists have their element, maps their
// key and value.
func (p *docParser) generic(name string) int32 {
	p.take("<")
	args := p.list(">")
	switch strings.ToLower(name) {
	case "array", "list", "non-empty-array", "non-empty-list", "iterable":
		if len(args) == 1 {
			return p.add(facts.TArray, args...)
		}
		return nameType(p.x, "array", p.at, args...)
	case "int", "key-of", "value-of", "int-mask", "int-mask-of":
		return nameType(p.x, "int", p.at)
	}
	return nameType(p.x, name, p.at, args...)
}

// shape is array{key: Type, …}: what is in it is some of its types.
func (p *docParser) shape(name string) int32 {
	p.take("{")
	var args []int32
	for !p.take("}") && p.rest != "" {
		before := len(p.rest)
		if key := p.rest[:strings.IndexAny(p.rest+",", ",:<|}(")]; strings.HasPrefix(p.rest[len(key):], ":") {
			p.rest = p.rest[len(key)+1:]
		}
		if t := p.union(); t != facts.None {
			args = append(args, t)
		}
		p.take(",")
		p.take("...")
		if len(p.rest) == before {
			p.rest = ""
		}
	}
	if strings.EqualFold(name, "object") || len(args) == 0 {
		return nameType(p.x, name, p.at)
	}
	return p.add(facts.TTuple, args...)
}

// callable is callable(A, B): C.
func (p *docParser) callable() int32 {
	p.take("(")
	var args []int32
	for !p.take(")") && p.rest != "" {
		before := len(p.rest)
		args = append(args, p.union())
		p.take("=")
		p.take("...")
		p.take("&")
		if p.take("$") {
			for p.rest != "" && isNameByte(p.rest[0]) {
				p.rest = p.rest[1:]
			}
		}
		p.take(",")
		if len(p.rest) == before {
			p.rest = ""
		}
	}
	ret := facts.None
	if p.take(":") {
		ret = p.postfix()
	}
	return p.add(facts.TFunc, append(args, ret)...)
}
