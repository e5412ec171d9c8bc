package c

import "bytes"

// What the brackets of a file open.
const (
	parens  byte = '('
	scope   byte = 'n' // a namespace, an extern "C" block
	class   byte = 'k' // the members of a class
	inits   byte = 'i' // an initializer list
	enumers byte = 'e' // the members of an enum
	code    byte = 'f' // the body of a function
)

// Macros hide C and C++ from the grammars: attributes under other names, types
// as arguments, markers that end with no semicolon. repair shows the parser a
// text without them. Each rule fits sequences of tokens that are no C without
// macros, so that a file that needs none is shown as it is.
type repair struct {
	conditionals
	src       []byte
	toks      []token
	statement bool  // the next token begins a statement
	start     int   // the token that the statement at hand began with
	prev      int   // the token before, directives left out; -1 at first
	callees   []int // the token before each open bracket; the name of each open class
	ended     int   // a closing bracket that got a semicolon, or ends the head of a template
	names     int   // where arguments end that are names, not types
	cpp       bool
}

func prepareC(_ string, src, buf []byte) []byte   { return prepare(src, buf, false) }
func prepareCpp(_ string, src, buf []byte) []byte { return prepare(src, buf, true) }

func prepare(src, buf []byte, cpp bool) []byte {
	r := repair{src: src, toks: tokenize(src), statement: true, prev: -1, ended: -1, cpp: cpp}
	r.text = append(buf, src...)
	for i := 0; i < len(r.toks); i++ {
		t := r.toks[i]
		if t.kind == directive {
			r.directive(src, t, !r.statement || string(r.bytes(i+1)) == "else")
			continue
		}
		if r.hidden() {
			continue
		}
		if r.statement {
			r.start = i
		}
		begins := r.statement
		r.statement = false
		if t.kind == word {
			if last := r.word(i, begins); last >= 0 { // wiped up to there
				r.statement = begins
				i = last
				continue
			}
		} else if t.kind == punct {
			r.punctuation(i)
		}
		r.prev = i
	}
	return r.text
}

func (r *repair) bytes(i int) []byte {
	if i < 0 || i >= len(r.toks) {
		return nil
	}
	return r.src[r.toks[i].start:r.toks[i].end]
}

// is tells whether token i is that character.
func (r *repair) is(i int, c byte) bool {
	return i >= 0 && i < len(r.toks) && r.toks[i].kind == punct && r.src[r.toks[i].start] == c
}

func (r *repair) isWord(i int) bool {
	return i >= 0 && i < len(r.toks) && r.toks[i].kind == word
}

// next is the token after i, directives left out.
func (r *repair) next(i int) int {
	for i++; i < len(r.toks) && r.toks[i].kind == directive; i++ {
	}
	return i
}

// close is the bracket that closes the one at i, or -1.
func (r *repair) close(i int) int {
	depth := 0
	for j := i; j < len(r.toks) && j < i+4000; j++ {
		if r.toks[j].kind != punct {
			continue
		}
		switch r.src[r.toks[j].start] {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			if depth--; depth == 0 {
				return j
			}
		}
	}
	return -1
}

func (r *repair) wipe(from, to int) {
	wipe(r.text[r.toks[from].start:r.toks[to].end])
}

// punctuation follows brackets and the ends of statements.
func (r *repair) punctuation(i int) {
	switch r.src[r.toks[i].start] {
	case '(':
		r.push(parens)
	case '{':
		r.emptyBraces(i)
		k := r.braceKind(i)
		r.push(k)
		if k == class {
			r.callees[len(r.callees)-1] = r.className(i)
		}
		r.statement = k == scope || k == class || k == code
	case ')':
		r.pop(true)
		r.statement = i == r.ended
	case '}':
		k := r.pop(false)
		r.statement = k == scope || k == class || k == code
	case ';':
		r.statement = r.within() != parens
	case '>':
		if i == r.ended {
			r.statement = true
		}
	case ':':
		if r.isWord(r.prev) && (r.prev == r.start || bytes.Equal(r.bytes(r.start), []byte("case"))) && r.within() != parens {
			r.statement = !r.is(r.next(i), ':') && !r.is(i-1, ':')
		}
	case '*':
		if r.cpp && r.is(i-1, '>') && r.is(i-2, '-') { // a->*b, which no grammar has
			r.wipe(i, i)
		}
	}
}

func (r *repair) push(k byte) {
	r.stack = append(r.stack, k)
	r.callees = append(r.callees, r.prev)
}

// pop closes the innermost bracket of the kind; brackets that are missing do
// not unbalance what follows.
func (r *repair) pop(paren bool) byte {
	for i := len(r.stack) - 1; i >= 0; i-- {
		k := r.stack[i]
		if (k == parens) == paren {
			r.stack, r.callees = r.stack[:i], r.callees[:i]
			return k
		}
		if paren { // a brace inside the parentheses is open still
			break
		}
	}
	return code
}

// braceKind tells what the brace at i opens.
func (r *repair) braceKind(i int) byte {
	p := r.bytes(r.prev)
	if len(p) == 1 && bytes.IndexByte([]byte("=,(["), p[0]) >= 0 || string(p) == "return" {
		return inits
	}
	if r.within() == inits {
		return inits
	}
	if r.within() == enumers {
		return inits
	}
	if !r.is(r.prev, ')') {
		for j := r.start; j < i; j++ {
			switch string(r.bytes(j)) {
			case "namespace":
				return scope
			case "class", "struct", "union":
				return class
			case "extern":
				if r.prev >= 0 && r.toks[r.prev].kind == literal {
					return scope
				}
			case "enum":
				return enumers
			}
		}
	}
	return code
}

// className is the token of the name of the class whose brace is at i.
func (r *repair) className(i int) int {
	name := -1
	for j := r.start; j < i; j++ {
		switch {
		case r.is(j, ':') && !r.is(j+1, ':') && !r.is(j-1, ':'):
			return name
		case r.isWord(j) && string(r.bytes(j)) != "final" && !r.is(j-1, '<') && !r.is(j-1, ','):
			name = j
		}
	}
	return name
}
