package c

import "bytes"

// word repairs what begins at word i. The answer is the last token that was
// wiped, or -1 if the word stands.
func (r *repair) word(i int, begins bool) int {
	w := r.bytes(i)
	next := r.next(i)
	switch string(w) {
	case "template":
		if r.cpp && r.is(next, '<') {
			r.templateParams(next)
		}
		return -1
	case "class", "struct", "union", "enum":
		r.afterClass(next)
		return r.typeArgument(i)
	case "if":
		if n := r.bytes(next); r.isWord(next) && isMacroName(n) && r.is(r.next(next), '(') {
			r.wipe(next, next)
		}
		return -1
	}
	if isKeyword(w) {
		if string(w) == "unsigned" && r.cpp && r.is(next, '(') && !begins && !r.is(next+1, '*') && !r.is(next+1, ')') && !r.isWord(r.prev) {
			r.wipe(i, i) // unsigned(x), which the grammar does not have
			return i
		}
		if string(w) == "throw" && r.inCall() || string(w) == "typename" && string(r.bytes(r.prev)) == "using" {
			r.wipe(i, i) // EXPECT_THROW(throw x(), y)
			return i
		}
		if types[string(w)] || string(w) == "const" {
			return r.typeArgument(i)
		}
		return -1
	}
	if r.is(r.prev, '.') || r.is(r.prev, ':') && r.is(r.prev-1, ':') || r.is(r.prev, '>') && r.is(r.prev-1, '-') || string(r.bytes(r.prev)) == "goto" {
		return -1
	}
	r.starArgument(next)
	switch {
	case r.isWord(next):
		return r.beforeWord(i, next, begins)
	case r.is(next, '('):
		return r.beforeParens(i, next, begins)
	}
	if !isMacroName(w) {
		return -1
	}
	switch {
	case r.isString(r.prev), isAttribute(w) && r.isWord(r.prev) && (r.is(next, ',') || r.is(next, ')')):
		r.wipe(i, i) // "a" MACRO, and f(int a UNUSED)
		return i
	case begins && r.within() == code && r.is(next, '{'):
		r.wipe(i, i) // MACRO { … }
		return i
	case r.is(next, '*') && r.isWord(r.prev) && types[string(r.bytes(r.prev))] && r.within() != code:
		r.wipe(i, i) // void NOTHROW *f()
		return i
	case r.is(r.prev, ')') && (r.within() != code && r.within() != parens || isAttribute(w)) &&
		(r.is(next, ';') || r.is(next, '{') || r.is(next, '=') || r.is(next, ':')):
		r.wipe(i, i) // f() NOEXCEPT;
		return i
	case isAttribute(w) && begins && (r.is(next, '~') || r.is(next, '[')):
		r.wipe(i, i)
		return i
	case begins && r.toks[i].fresh && (next >= len(r.toks) || r.toks[next].fresh && (r.is(next, '}') || r.is(next, '[') || r.is(next, '~'))):
		return r.marker(i)
	}
	return -1
}

// beforeWord repairs an identifier before another word.
func (r *repair) beforeWord(i, next int, begins bool) int {
	w, n := r.bytes(i), r.bytes(next)
	macro := isMacroName(w)
	second := r.next(next)
	head := begins || r.isWord(r.prev) && specifiers[string(r.bytes(r.prev))]
	switch {
	case declares[string(n)] && (macro || string(n) != "auto"): // MACRO int x
	case isKeyword(n) && string(n) != "const" && string(n) != "operator":
		return -1
	case begins && macro && r.toks[i].fresh && r.toks[next].fresh && (isMarker(w) || !r.is(second, '(') || isMacroName(n)):
		return r.marker(i)
	case isAttribute(w) && (begins || !isAttribute(n)): // API Type f(), CONSTEXPR Class()
	case r.is(r.prev, ')') && macro && isMacroName(n) && r.within() != code: // f() A B;
	case head && r.isWord(second) && !isKeyword(r.bytes(second)):
		if isAttribute(n) && !macro { // Type CALLBACK f()
			return -1
		}
	case head && macro && (r.is(second, '*') || r.is(second, '&')) && r.isWord(r.next(second)): // API Type *f()
	case macro && r.isWord(r.prev) && types[string(r.bytes(r.prev))]: // int API f()
	case macro && r.is(r.prev, '*') && r.is(second, '('): // int *API f()
	default:
		return -1
	}
	r.wipe(i, i)
	return i
}

// beforeParens repairs a macro with arguments.
func (r *repair) beforeParens(i, open int, begins bool) int {
	w := r.bytes(i)
	end := r.close(open)
	if end < 0 {
		return -1
	}
	after := r.next(end)
	inCode := r.within() == code
	if isMacroName(w) && !begins && r.isName(r.prev) && (r.isWord(r.prev-1) || r.is(r.prev-1, '*')) && r.within() != parens &&
		(r.is(after, ';') || r.is(after, ',') || r.is(after, '=')) {
		r.wipe(i, end) // int x SILENCE(0);
		return end
	}
	if begins && inCode && (r.is(after, '{') || isMacroName(w) && r.endsLine(after)) {
		if r.noArguments(open, end) {
			r.wipe(i, end)
			return end
		}
		r.finish(end) // EACH(x) { … }, MACRO(x) without a semicolon
		return -1
	}
	if begins && !inCode && isMacroName(w) && r.is(after, '{') {
		r.nameArguments(open, end)
	}
	if begins && !inCode && !r.cpp && r.within() != parens && r.is(after, '{') && len(w) > 2 {
		r.text[r.toks[i].start+1] = ' ' // f(x) { … } without a type, see splitName
		return -1
	}
	if inCode || !isMacroName(w) || r.within() == parens {
		return -1
	}
	switch {
	case r.is(r.prev, ')') && (r.is(after, ';') || r.is(after, '{')): // f() PRINTF_LIKE(1, 2);
	case !begins && isAttribute(w) && r.isWord(after) && r.isWord(r.prev) && specifiers[string(r.bytes(r.prev))]: // static INLINE(x) int f()
	case !begins && r.isName(after) && (r.is(r.prev, '*') || r.isWord(r.prev) && types[string(r.bytes(r.prev))]): // int *ATTRIBUTE(x) f()
	case begins && r.within() == class && r.is(after, ';') && !bytes.Equal(w, r.bytes(r.callees[len(r.callees)-1])): // MACRO(x); in a class
	case begins && (after >= len(r.toks) || r.isWord(after) || r.is(after, '}') || r.is(after, '~') || r.is(after, '[')): // MACRO(x) before a declaration
	default:
		return -1
	}
	r.wipe(i, end)
	return end
}

// nameArguments shows keywords among the arguments of TEST(suite, bool) {…} as
// names.
func (r *repair) nameArguments(open, end int) {
	r.names = end
	for j := open; j < end; j++ {
		if r.isWord(j) && isKeyword(r.bytes(j)) {
			r.text[r.toks[j].start] = 'T'
		}
	}
}

// endsLine tells whether a statement may begin at token i: on another line,
// with no operator.
func (r *repair) endsLine(i int) bool {
	return i >= len(r.toks) || r.is(i, '}') || r.toks[i].fresh && (r.isWord(i) || r.is(i, '*') || r.is(i, '+') && r.is(i+1, '+'))
}

// finish puts a semicolon behind a token.
func (r *repair) finish(i int) {
	if at := int(r.toks[i].end); at < len(r.text) && isSpace(r.text[at]) {
		r.text[at] = ';'
		r.ended = i
	}
}

// isName tells an identifier that is no keyword.
func (r *repair) isName(i int) bool { return r.isWord(i) && !isKeyword(r.bytes(i)) }

// noArguments tells whether what stands between the brackets is no list of
// expressions: two words in a row, a word before a string, three dots.
func (r *repair) noArguments(open, end int) bool {
	if r.is(open+1, '.') {
		return true
	}
	for j := open + 1; j+1 < end; j++ {
		if r.isWord(j) && (r.isWord(j+1) || r.isString(j+1)) && string(r.bytes(j)) != "sizeof" && string(r.bytes(j)) != "new" {
			return true
		}
	}
	return false
}

func (r *repair) isString(i int) bool {
	b := r.bytes(i)
	return len(b) > 1 && r.toks[i].kind == literal && b[len(b)-1] == '"'
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\n' }

// afterClass wipes a macro between "class" and its name.
func (r *repair) afterClass(i int) {
	if !r.isWord(i) || !isMacroName(r.bytes(i)) {
		return
	}
	end := i
	if r.is(r.next(i), '(') {
		if end = r.close(r.next(i)); end < 0 {
			return
		}
	}
	if n := r.next(end); r.isWord(n) && string(r.bytes(n)) != "final" {
		r.wipe(i, end)
	}
}

// marker wipes a macro that stands alone. One that opens or closes a namespace
// by its name is shown as doing so.
func (r *repair) marker(i int) int {
	t, w := r.toks[i], r.bytes(i)
	text := r.text[t.start:t.end]
	wipe(text)
	name, opens, ok := namespaceMarker(w)
	switch {
	case !ok || !r.cpp:
	case opens:
		copy(text, "namespace ")
		copy(text[len("namespace "):], name)
		text[len(text)-1] = '{'
		r.push(scope)
	case len(r.stack) > 0 && r.within() == scope:
		text[0] = '}'
		r.pop(false)
	}
	return i
}

// namespaceMarker knows X_BEGIN_NAMESPACE and X_END_NAMESPACE.
func namespaceMarker(w []byte) (name string, opens, ok bool) {
	for _, s := range [...]string{"_BEGIN_NAMESPACE", "_END_NAMESPACE"} {
		if p, found := bytes.CutSuffix(w, []byte(s)); found && len(p) > 0 && bytes.IndexByte(p, '_') < 0 && string(p) != "QT" {
			return string(bytes.ToLower(p)), s[1] == 'B', true
		}
	}
	return "", false, false
}

// templateParams shows macros among template parameters as "int".
func (r *repair) templateParams(open int) {
	depth := 0
	for j := open; j < len(r.toks) && j < open+400; j++ {
		switch {
		case r.is(j, '<'):
			depth++
		case r.is(j, '>'):
			if depth--; depth == 0 {
				return
			}
		case r.is(j, ';') || r.is(j, '{'):
			return
		case r.isWord(j) && isMacroName(r.bytes(j)) && r.is(j+1, '(') && (r.is(j-1, ',') || r.is(j-1, '<')):
			end := r.close(j + 1)
			if end < 0 {
				return
			}
			r.wipe(j, end)
			copy(r.text[r.toks[j].start:], "int")
			j = end
		case r.is(j, '('):
			if end := r.close(j); end > 0 {
				j = end
			}
		}
	}
}

// inCall tells whether the walk is at the beginning of an argument of a call
// in a function, or of a macro that stands alone.
func (r *repair) inCall() bool {
	n := len(r.stack)
	if n == 0 || r.stack[n-1] != parens || !r.is(r.prev, ',') && !r.is(r.prev, '(') {
		return false
	}
	i := r.callees[n-1]
	callee := r.bytes(i)
	if !r.isWord(i) || isKeyword(callee) || string(callee) == "offsetof" {
		return false
	}
	for n > 0 && r.stack[n-1] == parens {
		n--
	}
	return n > 0 && r.stack[n-1] == code || (n == 0 || r.stack[n-1] == scope) && i == r.start && isMacroName(callee)
}

// typeArgument shows a type as an argument, as va_arg(ap, char *) has it, as a
// number.
func (r *repair) typeArgument(i int) int {
	if i < r.names || !r.inCall() {
		return -1
	}
	j := i
	for r.isWord(j) || r.is(j, '*') {
		j++
	}
	if !r.is(j, ')') && !r.is(j, ',') {
		return -1
	}
	r.wipe(i, j-1)
	r.text[r.toks[i].start] = '0'
	return j - 1
}

// starArgument is the same for a type that is a name: va_arg(ap, robj *).
func (r *repair) starArgument(star int) {
	if !r.is(star, '*') || !r.inCall() {
		return
	}
	j := star
	for r.is(j, '*') {
		j++
	}
	if r.is(j, ')') || r.is(j, ',') {
		r.wipe(star, j-1)
	}
}
