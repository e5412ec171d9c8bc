package python

import (
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/internal/sitter"
)

// annotation makes a Type of an annotation in the source.
func annotation(x *extract.X, n sitter.Node) int32 {
	if !n.OK() {
		return facts.None
	}
	return parseType(x, n, string(n.Bytes()), false)
}

// parseType makes a Type of the text of a type expression; None if it is not
// one. In prose (docstrings) only what must be a type counts as one.
func parseType(x *extract.X, at sitter.Node, text string, prose bool) int32 {
	types, idx := len(x.F.Types), len(x.F.Idx)
	p := typeParser{x: x, st: of(x), at: at, src: text, prose: prose}
	t := p.union()
	p.space()
	if p.bad || p.i < len(p.src) {
		x.F.Types, x.F.Idx = x.F.Types[:types], x.F.Idx[:idx]
		return facts.None
	}
	return t
}

// typeParser reads type expressions: names, subscripts, unions, strings.
// Annotations, the strings in them, type comments and docstrings all pass
// through it.
type typeParser struct {
	x     *extract.X
	st    *state
	at    sitter.Node
	src   string
	i     int
	depth int
	prose bool
	bad   bool
}

// maxTypeDepth bounds the nesting of a type expression.
const maxTypeDepth = 40

func (p *typeParser) space() {
	for p.i < len(p.src) {
		switch p.src[p.i] {
		case ' ', '\t', '\n', '\r', '\\':
			p.i++
		case '#':
			if end := strings.IndexByte(p.src[p.i:], '\n'); end >= 0 {
				p.i += end
			} else {
				p.i = len(p.src)
			}
		default:
			return
		}
	}
}

// peek is the next byte that is no space, 0 at the end.
func (p *typeParser) peek() byte {
	p.space()
	if p.i < len(p.src) {
		return p.src[p.i]
	}
	return 0
}

func (p *typeParser) eat(c byte) bool {
	if p.peek() == c {
		p.i++
		return true
	}
	return false
}

func (p *typeParser) fail() int32 {
	p.bad = true
	return facts.None
}

func (p *typeParser) add(t facts.Type, args ...int32) int32 { return p.x.AddType(t, p.at, args...) }

func (p *typeParser) literal(kind string) int32 {
	return p.add(facts.Type{Op: facts.TLit, Name: kind})
}

// union is one type, or several joined by "|".
func (p *typeParser) union() int32 {
	if p.depth++; p.depth > maxTypeDepth {
		return p.fail()
	}
	defer func() { p.depth-- }()
	first := p.primary()
	if p.bad || p.peek() != '|' {
		return first
	}
	of := []int32{first}
	for !p.bad && p.eat('|') {
		of = append(of, p.primary())
	}
	return p.unionOf(of)
}

func (p *typeParser) unionOf(of []int32) int32 {
	if p.bad || len(of) == 0 {
		return facts.None
	}
	if len(of) == 1 {
		return of[0]
	}
	return p.add(facts.Type{Op: facts.TUnion}, of...)
}

func (p *typeParser) primary() int32 {
	switch c := p.peek(); {
	case c == '"' || c == '\'':
		return p.quoted()
	case c == '*': // *args: *Ts, or a starred argument
		p.i++
		if p.peek() == '*' {
			p.i++
		}
		return p.primary()
	case c == '[':
		p.i++
		return p.add(facts.Type{Op: facts.TTuple}, p.list(']')...)
	case c == '(':
		p.i++
		return p.unionOf(p.list(')'))
	case strings.HasPrefix(p.src[p.i:], "..."):
		p.i += 3
		return facts.None
	case isNameByte(c):
		return p.named()
	}
	return p.fail()
}

// list reads types up to the closing byte.
func (p *typeParser) list(end byte) []int32 {
	var out []int32
	for !p.bad {
		if p.eat(end) {
			return out
		}
		out = append(out, p.union())
		if !p.eat(',') && p.peek() != end {
			p.fail()
		}
	}
	return nil
}

// quoted is a forward reference.
func (p *typeParser) quoted() int32 {
	text, ok := p.stringToken()
	if !ok {
		return p.fail()
	}
	inner := typeParser{x: p.x, st: p.st, at: p.at, src: text, depth: p.depth + 1}
	t := inner.union()
	if inner.bad || inner.peek() != 0 {
		return p.fail()
	}
	return t
}

func (p *typeParser) stringToken() (string, bool) {
	rest := p.src[p.i:]
	quote := rest[:1]
	if strings.HasPrefix(rest, quote+quote+quote) {
		quote = rest[:3]
	}
	end := strings.Index(rest[len(quote):], quote)
	if end < 0 {
		return "", false
	}
	p.i += 2*len(quote) + end
	return rest[len(quote) : len(quote)+end], true
}

func isNameByte(c byte) bool {
	return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80 || c >= '0' && c <= '9'
}

// name reads a dotted name.
func (p *typeParser) name() string {
	start := p.i
	for p.i < len(p.src) && (isNameByte(p.src[p.i]) || p.src[p.i] == '.') {
		p.i++
	}
	return strings.TrimRight(p.src[start:p.i], ".")
}
