package ignore

import "strings"

// op is what one step of a glob matches.
type op uint8

const (
	opByte  op = iota // one given byte
	opAny             // one byte that is no slash
	opSet             // one byte of a set, no slash
	opStar            // any bytes without a slash
	opDeep            // any bytes
	opDirs            // nothing, or any bytes up to and including a slash
	opNever           // nothing at all: the pattern is malformed from here on
)

type step struct {
	op  op
	c   byte
	set *byteSet
}

// glob is a compiled wildcard pattern.
type glob struct {
	steps []step
	fold  bool
}

// compileGlob never fails: a malformed pattern is one that matches nothing.
func compileGlob(s string, fold bool) *glob {
	g := &glob{fold: fold}
	for i := 0; i < len(s); {
		switch c := s[i]; c {
		case '*':
			i = g.star(s, i)
		case '?':
			g.add(step{op: opAny})
			i++
		case '[':
			set, next := parseSet(s, i+1, fold)
			if set == nil {
				g.add(step{op: opNever})
				return g
			}
			g.add(step{op: opSet, set: set})
			i = next
		case '\\':
			if i++; i == len(s) {
				g.add(step{op: opNever})
				return g
			}
			g.add(step{op: opByte, c: s[i]}) // not folded, as in git
			i++
		default:
			if fold {
				c = lower(c)
			}
			g.add(step{op: opByte, c: c})
			i++
		}
	}
	return g
}

func (g *glob) add(s step) { g.steps = append(g.steps, s) }

// star compiles the run of stars at s[i] and returns where the rest starts.
// Two or more stars cross directories only where they fill a path element.
func (g *glob) star(s string, i int) int {
	end := i
	for end < len(s) && s[end] == '*' {
		end++
	}
	rest := s[end:]
	switch {
	case end-i < 2 || i > 0 && s[i-1] != '/':
		g.add(step{op: opStar})
	case rest == "" || len(rest) > 1 && rest[:2] == `\/`:
		g.add(step{op: opDeep})
	case rest[0] == '/':
		g.add(step{op: opDirs})
		end++
	default:
		g.add(step{op: opStar})
	}
	return end
}

// match says whether the glob matches all of s.
//
// It goes forward and, when stuck, lets the last star take one byte more, and
// when that one stands at a slash, lets the last "**" take more. Earlier stars
// need no second try: what they could give up, the later one of the same kind
// can take instead, since between a star and a "**" there is always a slash,
// which pins the star's end.
func (g *glob) match(s string) bool {
	i, p := 0, 0
	star, starAt := -1, 0 // the step after the last star, and how far it reaches
	deep, deepAt := -1, 0 // the same for the last "**"
	for {
		if p == len(g.steps) {
			if i == len(s) {
				return true
			}
		} else {
			switch st := &g.steps[p]; st.op {
			case opStar:
				p++
				if p == len(g.steps) && strings.IndexByte(s[i:], '/') < 0 {
					return true
				}
				star, starAt = p, i
				continue
			case opDeep, opDirs:
				p++
				if p == len(g.steps) && st.op == opDeep {
					return true
				}
				star, deep, deepAt = -1, p, i
				continue
			default:
				if i < len(s) && g.takes(st, s[i]) {
					i++
					p++
					continue
				}
			}
		}
		if star >= 0 && starAt < len(s) && s[starAt] != '/' {
			starAt++
			i, p = starAt, star
			continue
		}
		if deep < 0 || deepAt == len(s) {
			return false
		}
		deepAt++
		if g.steps[deep-1].op == opDirs {
			for s[deepAt-1] != '/' {
				if deepAt == len(s) {
					return false
				}
				deepAt++
			}
		}
		i, p, star = deepAt, deep, -1
	}
}

func (g *glob) takes(st *step, c byte) bool {
	if g.fold {
		c = lower(c)
	}
	switch st.op {
	case opByte:
		return c == st.c
	case opAny:
		return c != '/'
	case opSet:
		return c != '/' && st.set.has(c)
	}
	return false
}
