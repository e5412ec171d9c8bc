package text

import (
	"iter"
	"unicode"
	"unicode/utf8"
)

// Words are between these lengths in bytes; what is shorter says nothing, what
// is longer is data. Letters outside ASCII may be alone.
const (
	minWord = 2
	maxWord = 32
)

// Splitter splits texts into words. The zero value is ready; it is used by
// one goroutine at a time.
type Splitter struct {
	buf   [maxWord + utf8.UTFMax]byte
	n     int  // bytes in buf; more than maxWord: too long
	alpha bool // there is a letter among them
	wide  bool // there is one outside ASCII
}

// Words are the words of s, lower case, in order: pieces of letters and
// digits, split where the case says that a new word begins, and after digits
// that follow letters ("base64Encode", "base64encode" and "base64_encode" are
// base64, encode; "i18n" and "3d" are whole). Numbers are no words. Of text
// without spaces between words (Chinese, Japanese, Thai) all pairs of
// neighbours are.
//
// A word's bytes are valid until the next one.
func (z *Splitter) Words(s string) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) { z.split(s, yield) }
}

// What a byte is to the splitter.
const (
	other = iota
	lower
	upper
	digit
	wide // part of a character outside ASCII
)

var class = func() (c [256]byte) {
	for i := range c {
		switch {
		case i >= 'a' && i <= 'z':
			c[i] = lower
		case i >= 'A' && i <= 'Z':
			c[i] = upper
		case i >= '0' && i <= '9':
			c[i] = digit
		case i >= utf8.RuneSelf:
			c[i] = wide
		}
	}
	return c
}()

func (z *Splitter) split(s string, yield func([]byte) bool) {
	z.reset()
	last := byte(other)
	for i := 0; i < len(s); i++ {
		c := s[i]
		k := class[c]
		switch k {
		case other:
			if !z.flush(yield) {
				return
			}
		case lower:
			if last == digit && z.alpha && i+1 < len(s) && class[s[i+1]] == lower && !z.flush(yield) {
				return
			}
			z.add(c)
			z.alpha = true
		case upper:
			if z.n > 0 && begins(last, s[i:]) && !z.flush(yield) {
				return
			}
			z.add(c + 'a' - 'A')
			z.alpha = true
		case digit:
			z.add(c)
		case wide:
			size, letter, ok := z.wideRune(s[i:], last, yield)
			if !ok {
				return
			}
			i += size - 1
			k = letter
		}
		last = k
	}
	z.flush(yield)
}

// begins tells whether the capital that rest starts with is the first letter
// of a word: after a small letter or a digit, or as the last capital of a row
// ("HTTPServer"), unless what follows is a plural ("URLs").
func begins(last byte, rest string) bool {
	if last == lower || last == digit {
		return true
	}
	if last != upper || len(rest) < 2 || class[rest[1]] != lower {
		return false
	}
	plural := rest[1] == 's' && (len(rest) == 2 || class[rest[2]] != lower)
	return !plural
}

func (z *Splitter) reset() { z.n, z.alpha, z.wide = 0, false, false }

func (z *Splitter) add(c byte) {
	if z.n < len(z.buf) {
		z.buf[z.n] = c
		z.n++
	}
}

// flush ends the word in the buffer.
func (z *Splitter) flush(yield func([]byte) bool) bool {
	n, is := z.n, z.alpha && z.n <= maxWord && (z.n >= minWord || z.wide)
	z.reset()
	return !is || yield(z.buf[:n])
}

// wideRune takes the character outside ASCII that s begins with: how long it
// is, which class it counts as, and whether to go on.
func (z *Splitter) wideRune(s string, last byte, yield func([]byte) bool) (size int, as byte, ok bool) {
	r, size := utf8.DecodeRuneInString(s)
	switch {
	case unspaced(r):
		if !z.flush(yield) {
			return size, other, false
		}
		next, more := utf8.DecodeRuneInString(s[size:])
		if !unspaced(next) {
			if last == wide { // the pair before has it
				return size, other, true
			}
			more = 0
		}
		z.n = copy(z.buf[:], s[:size+more])
		z.alpha, z.wide = true, true
		return size, wide, z.flush(yield)
	case unicode.IsLetter(r):
		as = lower
		if unicode.IsUpper(r) {
			as = upper
			if last == lower && !z.flush(yield) {
				return size, other, false
			}
		}
		z.addRune(unicode.ToLower(r))
		z.alpha, z.wide = true, true
		return size, as, true
	case unicode.IsMark(r):
		if z.n > 0 {
			z.addRune(r)
		}
		return size, last, true
	}
	return size, other, z.flush(yield)
}

func (z *Splitter) addRune(r rune) {
	if z.n+utf8.RuneLen(r) > len(z.buf) {
		z.n = len(z.buf)
		return
	}
	z.n += utf8.EncodeRune(z.buf[z.n:], r)
}

// unspaced are the scripts that put no spaces between words.
func unspaced(r rune) bool {
	return r >= 0x0e00 && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai)
}
