package c

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

// isName tells an identifier that is no keyword.
func (r *repair) isName(i int) bool { return r.isWord(i) && !isKeyword(r.bytes(i)) }

// declaredName tells a name behind a type: the x of "int x" and "A<B> x".
func (r *repair) declaredName(i int) bool {
	if !r.isName(i) || i < 1 || r.toks[i-1].kind == directive {
		return false
	}
	if !r.isWord(i - 1) {
		return r.is(i-1, '*') || r.is(i-1, '>') && !r.is(i-2, '-') || r.is(i-1, '&')
	}
	w := string(r.bytes(i - 1))
	return types[w] || w == "const" && r.is(i-2, '*') || !specifiers[w] && !keywords[w] && !declares[w]
}

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

// isHead tells whether what stands between the brackets is the head of a
// function: types, a name and parameters.
func (r *repair) isHead(open, end int) bool {
	if !r.is(end-1, ')') || !r.isWord(open+1) {
		return false
	}
	for j := open + 1; j < end; j++ {
		switch {
		case r.is(j, '('):
			return r.close(j) == end-1 && r.declaredName(j-1)
		case !r.isWord(j) && !r.is(j, '*'):
			return false
		}
	}
	return false
}

func (r *repair) isString(i int) bool {
	b := r.bytes(i)
	return len(b) > 1 && r.toks[i].kind == literal && b[len(b)-1] == '"'
}

// emptyBraces shows the default of a parameter, T x = {}, as a number.
func (r *repair) emptyBraces(i int) {
	end := r.next(i)
	if r.cpp && r.within() == parens && r.is(r.prev, '=') && r.is(end, '}') && (r.is(r.next(end), ',') || r.is(r.next(end), ')')) {
		r.text[r.toks[i].start] = '0'
		r.wipe(end, end)
	}
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
				r.ended = j // a declaration begins behind it
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
