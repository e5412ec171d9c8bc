package lua

// expressions is a list of them, each a field of n.
func (p *parser) expressions(n int32, field uint16) {
	for {
		p.b.Add(n, field, p.expression())
		if !p.take(',') {
			return
		}
	}
}

// The operators by how closely they bind; those that bind to the right are
// closer on their left.
var priority = [...]struct{ left, right int }{
	tOr: {1, 1}, tAnd: {2, 2},
	'<': {3, 3}, '>': {3, 3}, tLe: {3, 3}, tGe: {3, 3}, tNe: {3, 3}, tEq: {3, 3},
	'|': {4, 4}, '~': {5, 5}, '&': {6, 6}, tShl: {7, 7}, tShr: {7, 7}, tConcat: {9, 8},
	'+': {10, 10}, '-': {10, 10}, '*': {11, 11}, '/': {11, 11}, tIdiv: {11, 11}, '%': {11, 11}, '^': {14, 13},
}

const unaryPriority = 12

func (p *parser) expression() int32 { return p.operation(0) }

// operation is an expression whose operators bind closer than limit; -1 where
// there is none.
func (p *parser) operation(limit int) int32 {
	if p.depth++; p.depth > maxDepth {
		p.depth--
		p.b.HasError = true
		return -1
	}
	defer func() { p.depth-- }()
	var left int32
	start := p.where.start
	switch p.tok {
	case tNot, '-', '#', '~':
		p.advance()
		operand := p.operation(unaryPriority)
		left = p.b.Node(kUnary, start, p.end)
		p.b.Add(left, fOperand, operand)
	default:
		left = p.simple()
	}
	for left >= 0 {
		if int(p.tok) >= len(priority) || priority[p.tok].left <= limit {
			break
		}
		pr := priority[p.tok]
		p.advance()
		right := p.operation(pr.right)
		n := p.b.Node(kBinary, start, p.end)
		p.b.Add(n, fLeft, left)
		p.b.Add(n, fRight, right)
		left = n
	}
	return left
}

func (p *parser) simple() int32 {
	switch p.tok {
	case tNumber:
		return p.leaf(kNumber)
	case tString:
		return p.leaf(kString)
	case tTrue, tFalse:
		return p.leaf(kBoolean)
	case tNil:
		return p.leaf(kNil)
	case tVararg:
		return p.leaf(kVararg)
	case '{':
		return p.table()
	case tFunction:
		n := p.open(kFunctionValue)
		p.advance()
		p.function(n)
		return p.done(n)
	}
	return p.suffixed()
}

// suffixed is a name or something in parentheses with what follows it; -1
// where there is none.
func (p *parser) suffixed() int32 {
	switch p.tok {
	case tName:
		return p.suffixes(p.leaf(kIdentifier))
	case '(':
		n := p.open(kParenthesized)
		p.advance()
		p.b.Add(n, fOperand, p.expression())
		p.expect(')')
		return p.suffixes(p.done(n))
	}
	p.b.HasError = true
	return -1
}

// suffixes are .name, [index], :name(…) and (…).
func (p *parser) suffixes(n int32) int32 {
	for {
		start := p.b.Start(n)
		switch p.tok {
		case '.':
			p.advance()
			m := p.b.Node(kMember, start, p.end)
			p.b.Add(m, fObject, n)
			p.b.Add(m, fName, p.name())
			n = p.done(m)
		case '[':
			p.advance()
			m := p.b.Node(kIndex, start, p.end)
			p.b.Add(m, fObject, n)
			p.b.Add(m, fIndex, p.expression())
			p.expect(']')
			n = p.done(m)
		case ':':
			p.advance()
			m := p.b.Node(kMethodCall, start, p.end)
			p.b.Add(m, fObject, n)
			p.b.Add(m, fName, p.name())
			p.b.Add(m, fArguments, p.arguments())
			n = p.done(m)
		case '(', tString, '{':
			m := p.b.Node(kCall, start, p.end)
			p.b.Add(m, fFunction, n)
			p.b.Add(m, fArguments, p.arguments())
			n = p.done(m)
		default:
			return n
		}
	}
}

// arguments are (a, b), "a" or {…}.
func (p *parser) arguments() int32 {
	n := p.open(kArguments)
	switch p.tok {
	case tString:
		p.b.Add(n, 0, p.leaf(kString))
	case '{':
		p.b.Add(n, 0, p.table())
	case '(':
		p.advance()
		if p.tok != ')' {
			p.expressions(n, 0)
		}
		p.expect(')')
	default:
		p.b.HasError = true
		return p.b.Node(kArguments, p.end, p.end)
	}
	return p.done(n)
}

func (p *parser) table() int32 {
	n := p.open(kTable)
	p.advance()
	if p.depth++; p.depth > maxDepth {
		p.b.HasError = true
	}
	for p.depth <= maxDepth && p.tok != '}' && p.tok != tEOF {
		p.notes(n, p.where.start)
		before := p.where.start
		p.b.Add(n, 0, p.field())
		if !p.take(',') && !p.take(';') && p.tok != '}' {
			p.b.HasError = true
			if p.where.start == before || startsStatement(p.tok) {
				break
			}
		}
	}
	p.depth--
	p.notes(n, p.where.start)
	p.expect('}')
	return p.done(n)
}

// startsStatement tells whether a table that is not closed ends here.
func startsStatement(t token) bool {
	switch t {
	case tLocal, tReturn, tEnd, tIf, tFor, tWhile, tDo, tRepeat:
		return true
	}
	return false
}

func (p *parser) field() int32 {
	start := p.where.start
	switch p.tok {
	case '[':
		n := p.open(kKeyed)
		p.advance()
		p.b.Add(n, fKey, p.expression())
		p.expect(']')
		p.expect('=')
		p.b.Add(n, fValue, p.expression())
		return p.done(n)
	case tName:
		if ahead := p.lexer; peek(&ahead) == '=' {
			n := p.open(kPair)
			p.b.Add(n, fName, p.leaf(kIdentifier))
			p.advance()
			p.b.Add(n, fValue, p.expression())
			return p.done(n)
		}
	}
	v := p.expression()
	if v < 0 {
		return v
	}
	n := p.b.Node(kItem, start, p.end)
	p.b.Add(n, fValue, v)
	return n
}

// peek is the token after the one at hand, of a copy of the lexer.
func peek(ahead *lexer) token {
	t, _ := ahead.next()
	return t
}
