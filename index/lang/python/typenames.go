package python

import (
	"strings"

	"github.com/structural-memory/smp/facts"
)

// named is a name, with what it is applied to in brackets.
func (p *typeParser) named() int32 {
	name := p.name()
	if p.prose && !isTypeWord(name) {
		return p.fail()
	}
	last := name[strings.LastIndexByte(name, '.')+1:]
	t := facts.None
	if p.eat('[') {
		t = p.subscripted(name, last)
	} else {
		t = p.plain(name, last)
	}
	for !p.bad { // what follows matters little: f(…), X[T].Y
		switch p.peek() {
		case '(':
			p.skipCall()
		case '[':
			p.i++
			p.list(']')
		case '.':
			p.i++
			p.name()
		default:
			return t
		}
	}
	return facts.None
}

func (p *typeParser) plain(name, last string) int32 {
	switch {
	case name == "None":
		return p.literal("null")
	case name == "True" || name == "False":
		return p.literal("bool")
	case name[0] >= '0' && name[0] <= '9':
		return p.literal("number")
	case last == "Self":
		return p.add(facts.Type{Op: facts.TSelf})
	case last == "Final" || last == "ClassVar": // the value says the type
		return facts.None
	}
	if _, ok := p.st.typeVars[name]; ok {
		p.st.uses(name)
	}
	return p.x.TypeName(name, p.at)
}

// subscripted is name[…]; the bracket is eaten.
func (p *typeParser) subscripted(name, last string) int32 {
	switch last {
	case "Literal":
		return p.literals()
	case "Annotated": // only the first is a type
		t := p.union()
		p.skipTo(']')
		return t
	case "Callable":
		return p.callable()
	}
	args := p.list(']')
	if p.bad {
		return facts.None
	}
	switch last {
	case "Optional":
		return p.add(facts.Type{Op: facts.TUnion}, append(args, p.literal("null"))...)
	case "Union":
		return p.unionOf(args)
	case "Final", "ClassVar", "Required", "NotRequired", "ReadOnly", "InitVar", "Unpack":
		return p.unionOf(args)
	case "TypeGuard", "TypeIs":
		return p.literal("bool")
	case "tuple", "Tuple":
		if len(args) == 2 && args[1] == facts.None { // tuple[A, ...]
			return p.add(facts.Type{Op: facts.TArray}, args[0])
		}
		return p.add(facts.Type{Op: facts.TTuple}, args...)
	case "Type":
		name = "type"
	}
	return p.x.TypeName(name, p.at, args...)
}

// callable is Callable[[A, B], R], Callable[..., R] or Callable[P, R].
func (p *typeParser) callable() int32 {
	var args []int32
	if p.eat('[') {
		args = p.list(']')
	} else {
		p.union()
	}
	ret := facts.None
	if p.eat(',') {
		ret = p.union()
		p.eat(',')
	}
	if !p.eat(']') {
		return p.fail()
	}
	return p.add(facts.Type{Op: facts.TFunc}, append(args, ret)...)
}

// literals are the values of Literal[…], as the kinds that they are of.
func (p *typeParser) literals() int32 {
	var out []int32
	seen := map[string]bool{}
	for !p.bad && !p.eat(']') {
		kind, isName := "number", false
		switch c := p.peek(); {
		case c == '"' || c == '\'':
			kind = "string"
			if _, ok := p.stringToken(); !ok {
				return p.fail()
			}
		case c == '-':
			p.i++
			p.name()
		case isNameByte(c):
			kind = p.name()
			if rest := p.src[p.i:]; (kind == "b" || kind == "u" || kind == "r") && rest != "" && (rest[0] == '"' || rest[0] == '\'') {
				kind = "bytes"
				p.stringToken()
			} else if kind == "None" {
				kind = "null"
			} else if kind == "True" || kind == "False" {
				kind = "bool"
			} else if kind[0] >= '0' && kind[0] <= '9' {
				kind = "number"
			} else {
				isName = true
				if dot := strings.LastIndexByte(kind, '.'); dot > 0 { // a member of an enum
					kind = kind[:dot]
				}
			}
		default:
			return p.fail()
		}
		if !seen[kind] {
			seen[kind] = true
			if isName {
				out = append(out, p.x.TypeName(kind, p.at))
			} else {
				out = append(out, p.literal(kind))
			}
		}
		if p.peek() == '[' { // Literal[Literal["a"], …]
			p.i++
			p.skipTo(']')
		}
		if !p.eat(',') && p.peek() != ']' {
			return p.fail()
		}
	}
	return p.unionOf(out)
}

func (p *typeParser) skipCall() {
	p.i++
	p.skipTo(')')
}

// skipTo passes everything up to the closing byte that belongs to what is
// open.
func (p *typeParser) skipTo(end byte) {
	open := 0
	for p.peek() != 0 {
		switch c := p.src[p.i]; c {
		case '"', '\'':
			if _, ok := p.stringToken(); !ok {
				p.fail()
				return
			}
			continue
		case '(', '[', '{':
			open++
		case ')', ']', '}':
			if open == 0 {
				if c != end {
					p.fail()
				}
				p.i++
				return
			}
			open--
		}
		p.i++
	}
	p.fail()
}
