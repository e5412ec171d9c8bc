package lua

import "github.com/structural-memory/smp/internal/sitter"

// parser makes nodes of tokens by recursive descent.
type parser struct {
	lexer
	b     *sitter.Builder
	tok   token
	where span   // of tok
	end   uint32 // of the token before
	note  int    // the first comment that has no node yet
	depth int
}

// maxDepth bounds nesting; Lua itself stops at 200.
const maxDepth = 220

func parse(src []byte, b *sitter.Builder) int32 {
	p := &parser{lexer: lexer{src: src}, b: b}
	p.advance()
	root := b.Node(kChunk, 0, uint32(len(src)))
	for {
		p.statements(root)
		if p.tok == tEOF {
			break
		}
		p.skip(root) // an "end" or "else" too many
	}
	p.notes(root, uint32(len(src)))
	b.HasError = b.HasError || p.wrong
	return root
}

func (p *parser) advance() {
	p.end = p.where.end
	p.tok, p.where = p.lexer.next()
}

func (p *parser) take(t token) bool {
	if p.tok != t {
		return false
	}
	p.advance()
	return true
}

// expect takes a token; one that is missing is an error and else ignored.
func (p *parser) expect(t token) {
	if !p.take(t) {
		p.b.HasError = true
	}
}

// skip drops a token that fits nowhere.
func (p *parser) skip(parent int32) {
	p.b.HasError = true
	p.b.Add(parent, 0, p.b.Node(kError, p.where.start, p.where.end))
	p.advance()
}

// leaf is a node of the token at hand.
func (p *parser) leaf(kind uint16) int32 {
	n := p.b.Node(kind, p.where.start, p.where.end)
	p.advance()
	return n
}

// open begins a node at the token at hand; done ends it at the token before.
func (p *parser) open(kind uint16) int32 { return p.b.Node(kind, p.where.start, p.where.end) }

func (p *parser) done(n int32) int32 {
	p.b.SetEnd(n, max(p.end, p.b.End(n)))
	return n
}

// openAt is open where the token is the one that is due; else the node is
// empty, after the token before.
func (p *parser) openAt(t token, kind uint16) int32 {
	if p.tok == t {
		return p.open(kind)
	}
	return p.b.Node(kind, p.end, p.end)
}

// notes adds the comments before a byte to a list of statements. Those inside
// the statement before are inside an expression and document nothing.
func (p *parser) notes(list int32, before uint32) {
	for p.note < len(p.comments) && p.comments[p.note].start < before {
		if c := p.comments[p.note]; c.start >= p.end {
			p.b.Add(list, 0, p.b.Node(kComment, c.start, c.end))
		}
		p.note++
	}
}

// block is a list of statements up to what ends it.
func (p *parser) block() int32 {
	from := p.end
	n := p.b.Node(kBlock, from, from)
	if p.depth++; p.depth > maxDepth {
		p.b.HasError = true
	} else {
		p.statements(n)
	}
	p.depth--
	p.notes(n, p.where.start)
	p.b.SetEnd(n, max(p.where.start, from))
	return n
}

func (p *parser) statements(list int32) {
	for {
		p.notes(list, p.where.start)
		switch p.tok {
		case tEOF, tEnd, tElse, tElseif, tUntil:
			return
		case ';':
			p.advance()
			continue
		}
		before := p.where.start
		p.statement(list)
		if p.where.start == before && p.tok != tEOF { // nothing was read
			p.skip(list)
		}
	}
}

func (p *parser) statement(list int32) {
	var n int32
	switch p.tok {
	case tIf:
		n = p.ifStatement()
	case tWhile:
		n = p.open(kWhile)
		p.advance()
		p.b.Add(n, fCondition, p.expression())
		p.expect(tDo)
		p.body(n)
	case tDo:
		n = p.open(kDo)
		p.advance()
		p.body(n)
	case tFor:
		n = p.forStatement()
	case tRepeat:
		n = p.open(kRepeat)
		p.advance()
		p.b.Add(n, fBody, p.block())
		p.expect(tUntil)
		p.b.Add(n, fCondition, p.expression())
	case tFunction:
		n = p.functionStatement()
	case tLocal:
		n = p.local()
	case tReturn:
		n = p.open(kReturn)
		p.advance()
		switch p.tok {
		case tEOF, tEnd, tElse, tElseif, tUntil, ';':
		default:
			p.expressions(n, fValue)
		}
	case tBreak:
		n = p.leaf(kBreak)
	case tLabel:
		n = p.open(kLabel)
		p.advance()
		p.expect(tName)
		p.expect(tLabel)
	default:
		n = p.expressionStatement()
	}
	if n >= 0 {
		p.b.Add(list, 0, p.done(n))
	}
}

// body is a block with its end.
func (p *parser) body(n int32) {
	p.b.Add(n, fBody, p.block())
	p.expect(tEnd)
}

func (p *parser) ifStatement() int32 {
	n := p.open(kIf)
	p.advance()
	p.b.Add(n, fCondition, p.expression())
	p.expect(tThen)
	p.b.Add(n, fThen, p.block())
	for p.tok == tElseif {
		c := p.open(kElseif)
		p.advance()
		p.b.Add(c, fCondition, p.expression())
		p.expect(tThen)
		p.b.Add(c, fThen, p.block())
		p.b.Add(n, 0, p.done(c))
	}
	if p.tok == tElse {
		c := p.open(kElse)
		p.advance()
		p.b.Add(c, fBody, p.block())
		p.b.Add(n, 0, p.done(c))
	}
	p.expect(tEnd)
	return n
}

func (p *parser) forStatement() int32 {
	n := p.open(kGenericFor)
	p.advance()
	var names []int32
	for p.tok == tName {
		names = append(names, p.leaf(kIdentifier))
		if !p.take(',') {
			break
		}
	}
	if p.tok == '=' {
		n = p.b.Node(kNumericFor, p.b.Start(n), p.b.End(n))
	}
	for _, name := range names {
		p.b.Add(n, fName, name)
	}
	if p.take('=') {
		for _, f := range []uint16{fStart, fLimit, fStep} {
			p.b.Add(n, f, p.expression())
			if !p.take(',') {
				break
			}
		}
	} else {
		p.expect(tIn)
		p.expressions(n, fValue)
	}
	p.expect(tDo)
	p.body(n)
	return n
}

// functionStatement is function a.b.c:d(…) … end.
func (p *parser) functionStatement() int32 {
	n := p.open(kFunction)
	p.advance()
	name := p.name()
	for p.tok == '.' || p.tok == ':' {
		kind := kMember
		if p.tok == ':' {
			kind = kMethodName
		}
		p.advance()
		m := p.b.Node(kind, p.b.Start(max(name, 0)), p.end)
		p.b.Add(m, fObject, name)
		p.b.Add(m, fName, p.name())
		name = p.done(m)
	}
	p.b.Add(n, fName, name)
	p.function(n)
	return n
}

// name is a name; one that is missing is an error.
func (p *parser) name() int32 {
	if p.tok == tName {
		return p.leaf(kIdentifier)
	}
	p.b.HasError = true
	return p.b.Node(kIdentifier, p.end, p.end)
}

// function is the rest of a function from its parameters on.
func (p *parser) function(n int32) {
	list := p.openAt('(', kParameters)
	p.expect('(')
	for p.tok == tName || p.tok == tVararg {
		if p.tok == tName {
			p.b.Add(list, 0, p.leaf(kIdentifier))
		} else {
			p.b.Add(list, 0, p.leaf(kVararg))
		}
		if !p.take(',') {
			break
		}
	}
	p.expect(')')
	p.b.Add(n, fParameters, p.done(list))
	p.body(n)
}

func (p *parser) local() int32 {
	n := p.open(kLocal)
	p.advance()
	if p.tok == tFunction {
		f := p.b.Node(kLocalFunction, p.b.Start(n), p.b.End(n))
		p.advance()
		p.b.Add(f, fName, p.name())
		p.function(f)
		return f
	}
	for {
		p.b.Add(n, fName, p.name())
		if p.take('<') { // <const>, <close>
			p.b.Add(n, 0, p.leaf(kAttribute))
			p.expect('>')
		}
		if !p.take(',') {
			break
		}
	}
	if p.take('=') {
		p.expressions(n, fValue)
	}
	return n
}

// expressionStatement is a call or an assignment.
func (p *parser) expressionStatement() int32 {
	start := p.where.start
	if p.tok == tName && string(p.src[start:p.where.end]) == "goto" {
		if n := p.gotoStatement(); n >= 0 {
			return n
		}
	}
	first := p.suffixed()
	if first < 0 || p.tok != '=' && p.tok != ',' {
		return first
	}
	n := p.b.Node(kAssignment, start, p.end)
	p.b.Add(n, fTarget, first)
	for p.take(',') {
		p.b.Add(n, fTarget, p.suffixed())
	}
	p.expect('=')
	p.expressions(n, fValue)
	return n
}

// gotoStatement is "goto name"; where no name follows, goto is a name itself.
func (p *parser) gotoStatement() int32 {
	ahead := p.lexer
	if t, _ := ahead.next(); t != tName {
		return -1
	}
	n := p.open(kGoto)
	p.advance()
	p.advance()
	return n
}
