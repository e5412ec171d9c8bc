package ignore

import "strings"

// byteSet is the set of bytes that a bracket expression matches.
type byteSet [4]uint64

func (b *byteSet) has(c byte) bool { return b[c>>6]&(1<<(c&63)) != 0 }
func (b *byteSet) add(c byte)      { b[c>>6] |= 1 << (c & 63) }

func (b *byteSet) addRange(lo, hi byte, fold bool) {
	for c := int(lo); c <= int(hi); c++ {
		b.add(byte(c))
		if fold {
			b.add(lower(byte(c)))
		}
	}
}

func (b *byteSet) invert() {
	for i := range b {
		b[i] = ^b[i]
	}
}

// parseSet reads a bracket expression whose "[" stands before s[i], and
// returns the set and the index after "]". The set is nil when the expression
// does not end or names a class that does not exist.
//
// Under fold the byte that is looked up is in lower case; single bytes of the
// set are not, so that "[A]" matches nothing. That is git's doing too.
func parseSet(s string, i int, fold bool) (*byteSet, int) {
	var set byteSet
	negated := i < len(s) && (s[i] == '!' || s[i] == '^')
	if negated {
		i++
	}
	prev := byte(0) // a byte that may start a range, or 0
	for first := true; ; first = false {
		if i >= len(s) {
			return nil, 0
		}
		c := s[i]
		if c == ']' && !first {
			break
		}
		switch {
		case c == '\\':
			if i++; i == len(s) {
				return nil, 0
			}
			set.add(s[i])
			prev = s[i]
		case c == '-' && prev != 0 && i+1 < len(s) && s[i+1] != ']':
			if i++; s[i] == '\\' {
				if i++; i == len(s) {
					return nil, 0
				}
			}
			set.addRange(prev, s[i], fold)
			prev = 0
		case c == '[' && strings.HasPrefix(s[i+1:], ":"):
			end := strings.IndexByte(s[i+2:], ']')
			if end < 0 {
				return nil, 0
			}
			name, isClass := strings.CutSuffix(s[i+2:i+2+end], ":")
			if !isClass {
				set.add(c)
				prev = c
				break
			}
			if !set.addClass(name, fold) {
				return nil, 0
			}
			i += 2 + end
			prev = 0
		default:
			set.add(c)
			prev = c
		}
		i++
	}
	if negated {
		set.invert()
	}
	return &set, i + 1
}

// addClass adds the members of a named class, all of them ASCII.
func (b *byteSet) addClass(name string, fold bool) bool {
	in := classes[name]
	if in == nil {
		return false
	}
	for c := byte(0); c < 128; c++ {
		if in(c) || fold && name == "upper" && isLower(c) {
			b.add(c)
		}
	}
	return true
}

var classes = map[string]func(byte) bool{
	"alnum":  func(c byte) bool { return isAlpha(c) || isDigit(c) },
	"alpha":  isAlpha,
	"blank":  func(c byte) bool { return c == ' ' || c == '\t' },
	"cntrl":  func(c byte) bool { return c < ' ' || c == 127 },
	"digit":  isDigit,
	"graph":  isGraph,
	"lower":  isLower,
	"print":  func(c byte) bool { return c == ' ' || isGraph(c) },
	"punct":  func(c byte) bool { return isGraph(c) && !isAlpha(c) && !isDigit(c) },
	"space":  func(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' },
	"upper":  isUpper,
	"xdigit": func(c byte) bool { return isDigit(c) || 'a' <= lower(c) && lower(c) <= 'f' },
}

func isUpper(c byte) bool { return 'A' <= c && c <= 'Z' }
func isLower(c byte) bool { return 'a' <= c && c <= 'z' }
func isAlpha(c byte) bool { return isUpper(c) || isLower(c) }
func isDigit(c byte) bool { return '0' <= c && c <= '9' }
func isGraph(c byte) bool { return ' ' < c && c < 127 }
