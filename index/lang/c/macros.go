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
	case "new":
		r.starsOfNew(next)
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
	if r.isString(r.prev) && r.toks[i].start > r.toks[r.prev].end && string(r.bytes(r.prev-1)) != "extern" {
		r.wipe(i, i) // "a" MACRO, "%" PRIu64 "b"
		return i
	}
	if !isMacroName(w) {
		return -1
	}
	switch {
	case isAttribute(w) && r.isWord(r.prev) && (r.is(next, ',') || r.is(next, ')')):
		r.wipe(i, i) // f(int a UNUSED)
		return i
	case begins && r.within() == code && r.is(next, '{'):
		r.wipe(i, i) // MACRO { … }
		return i
	case r.is(next, '*') && r.isWord(r.prev) && types[string(r.bytes(r.prev))] && r.within() != code:
		r.wipe(i, i) // void NOTHROW *f()
		return i
	case r.afterSignature() && (r.within() != code && r.within() != parens || isAttribute(w)) &&
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
	if _, _, ok := namespaceMarker(w); ok && begins && r.toks[i].fresh && r.toks[next].fresh {
		return r.marker(i)
	}
	switch {
	case declares[string(n)] && (macro || string(n) != "auto"): // MACRO int x
	case isKeyword(n) && string(n) != "const" && string(n) != "operator":
		return -1
	case begins && macro && r.toks[i].fresh && r.toks[next].fresh && (isMarker(w) || !r.is(second, '(') || isMacroName(n)):
		return r.marker(i)
	case isAttribute(w) && (begins || !isAttribute(n)): // API Type f(), CONSTEXPR Class()
	case r.is(r.prev, ')') && macro && isMacroName(n) && r.within() != code: // f() A B;
	case head && r.isWord(second) && !isKeyword(r.bytes(second)):
		if !macro && (isAttribute(n) || isMacroName(r.bytes(second))) { // Type CALLBACK f(), Type x GUARDED_BY(y)
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
	if begins && !inCode && isMacroName(w) && (r.is(after, '{') || r.is(after, ';')) && r.isHead(open, end) {
		r.wipe(end, end)
		r.wipe(i, open) // UNUSED(static int f(int x)) { … }
		return open
	}
	if begins && r.declares(open) {
		if name := typeOfLength(len(w)); name != "" {
			copy(r.text[r.toks[i].start:], name)
		}
		return -1
	}
	if isMacroName(w) && !begins && r.within() != parens && r.declaredName(r.prev) && (r.is(after, ';') || r.is(after, ',') || r.is(after, '=')) {
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

// afterSignature tells whether the token before may end a function's head.
func (r *repair) afterSignature() bool {
	if r.is(r.prev, ')') {
		return true
	}
	switch string(r.bytes(r.prev)) {
	case "const", "override", "final", "noexcept":
		return true
	}
	return false
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

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\n' }

// starsOfNew wipes the stars of "new T*[n]", which the grammar does not have.
func (r *repair) starsOfNew(i int) {
	for r.isWord(i) || r.is(i, ':') {
		i++
	}
	j := i
	for r.is(j, '*') {
		j++
	}
	if j > i && r.cpp && r.is(j, '[') {
		r.wipe(i, j-1)
	}
}

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
