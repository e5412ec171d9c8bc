package lua

import "bytes"

// token is the kind of a token: a character of its own, or one of these.
type token uint16

const (
	tEOF token = iota + 256
	tName
	tNumber
	tString
	tVararg // ...
	tConcat // ..
	tLabel  // ::
	tEq     // ==
	tNe     // ~=
	tLe     // <=
	tGe     // >=
	tShl    // <<
	tShr    // >>
	tIdiv   // //
	tAnd
	tBreak
	tDo
	tElse
	tElseif
	tEnd
	tFalse
	tFor
	tFunction
	tGoto
	tIf
	tIn
	tLocal
	tNil
	tNot
	tOr
	tRepeat
	tReturn
	tThen
	tTrue
	tUntil
	tWhile
)

// goto is a name where it is used as one (Lua 5.1): see parser.statement.
var keywords = map[string]token{"and": tAnd, "break": tBreak, "do": tDo, "else": tElse, "elseif": tElseif, "end": tEnd,
	"false": tFalse, "for": tFor, "function": tFunction, "if": tIf, "in": tIn, "local": tLocal, "nil": tNil, "not": tNot,
	"or": tOr, "repeat": tRepeat, "return": tReturn, "then": tThen, "true": tTrue, "until": tUntil, "while": tWhile}

// lexer splits a text into tokens and collects the comments between them.
type lexer struct {
	src      []byte
	at       uint32
	comments []span
	wrong    bool // an unfinished string or comment, a byte that begins nothing
}

type span struct{ start, end uint32 }

// next is the next token and where it is.
func (l *lexer) next() (token, span) {
	for int(l.at) < len(l.src) {
		start := l.at
		c := l.src[start]
		switch {
		case c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v':
			l.at++
			continue
		case c == '-' && l.is(1, '-'):
			l.comment()
			continue
		case start == 0 && c == '#': // a shebang
			l.line()
			continue
		case c == 0xEF && bytes.HasPrefix(l.src[start:], []byte("\xEF\xBB\xBF")):
			l.at += 3
			continue
		case isLetter(c):
			return l.word()
		case isDigit(c) || c == '.' && int(start+1) < len(l.src) && isDigit(l.src[start+1]):
			l.number()
			return tNumber, span{start, l.at}
		case c == '"' || c == '\'':
			l.quoted(c)
			return tString, span{start, l.at}
		case c == '[' && (l.is(1, '[') || l.is(1, '=')):
			if level := l.level(start); level >= 0 {
				l.long(level)
				return tString, span{start, l.at}
			}
		}
		return l.symbol(c)
	}
	return tEOF, span{l.at, l.at}
}

func (l *lexer) is(offset uint32, c byte) bool {
	return int(l.at+offset) < len(l.src) && l.src[l.at+offset] == c
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' || c == '_' || c >= 0x80 }
func isDigit(c byte) bool  { return c >= '0' && c <= '9' }

func (l *lexer) word() (token, span) {
	start := l.at
	for int(l.at) < len(l.src) && (isLetter(l.src[l.at]) || isDigit(l.src[l.at])) {
		l.at++
	}
	if t, ok := keywords[string(l.src[start:l.at])]; ok {
		return t, span{start, l.at}
	}
	return tName, span{start, l.at}
}

func (l *lexer) number() {
	hex := l.is(0, '0') && (l.is(1, 'x') || l.is(1, 'X'))
	for int(l.at) < len(l.src) {
		switch c := l.src[l.at]; {
		case isLetter(c) || isDigit(c) || c == '.':
		case (c == '+' || c == '-') && (!hex && l.src[l.at-1]|0x20 == 'e' || hex && l.src[l.at-1]|0x20 == 'p'):
		default:
			return
		}
		l.at++
	}
}

// quoted reads a string up to its quote or, wrongly, the end of the line.
func (l *lexer) quoted(quote byte) {
	for l.at++; int(l.at) < len(l.src); l.at++ {
		switch l.src[l.at] {
		case quote:
			l.at++
			return
		case '\\':
			if l.is(1, 'z') { // skips white space, lines too
				for l.at++; int(l.at+1) < len(l.src) && bytes.IndexByte([]byte(" \t\r\n"), l.src[l.at+1]) >= 0; {
					l.at++
				}
				continue
			}
			l.at++
		case '\n':
			l.wrong = true
			return
		}
	}
	l.at, l.wrong = uint32(len(l.src)), true
}

// level is the number of "=" in the bracket [==[ at a byte, -1 if it is none.
func (l *lexer) level(at uint32) int {
	n := 0
	for i := int(at) + 1; i < len(l.src); i++ {
		switch l.src[i] {
		case '=':
			n++
			continue
		case '[':
			return n
		}
		break
	}
	return -1
}

// long reads [==[ … ]==].
func (l *lexer) long(level int) {
	end := append(append([]byte{']'}, bytes.Repeat([]byte{'='}, level)...), ']')
	from := int(l.at) + level + 2
	if i := bytes.Index(l.src[from:], end); i >= 0 {
		l.at = uint32(from + i + len(end))
		return
	}
	l.at, l.wrong = uint32(len(l.src)), true
}

func (l *lexer) line() {
	if i := bytes.IndexByte(l.src[l.at:], '\n'); i >= 0 {
		l.at += uint32(i)
	} else {
		l.at = uint32(len(l.src))
	}
}

func (l *lexer) comment() {
	start := l.at
	l.at += 2
	level := -1
	if l.is(0, '[') {
		level = l.level(l.at)
	}
	if level >= 0 {
		l.long(level)
	} else {
		l.line()
	}
	l.comments = append(l.comments, span{start, l.at})
}

var pairs = map[[2]byte]token{{'.', '.'}: tConcat, {':', ':'}: tLabel, {'=', '='}: tEq, {'~', '='}: tNe, {'<', '='}: tLe,
	{'>', '='}: tGe, {'<', '<'}: tShl, {'>', '>'}: tShr, {'/', '/'}: tIdiv}

func (l *lexer) symbol(c byte) (token, span) {
	start := l.at
	if l.is(1, c) && l.is(2, '.') && c == '.' {
		l.at += 3
		return tVararg, span{start, l.at}
	}
	if int(start+1) < len(l.src) {
		if t, ok := pairs[[2]byte{c, l.src[start+1]}]; ok {
			l.at += 2
			return t, span{start, l.at}
		}
	}
	l.at++
	if bytes.IndexByte([]byte("+-*/%^#&~|<>=(){}[];:,."), c) < 0 {
		l.wrong = true
	}
	return token(c), span{start, l.at}
}
