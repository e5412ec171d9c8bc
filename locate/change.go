package locate

import (
	"math"
	"strings"
	"unicode"
)

// A question asks what some code does ("where do sessions expire") or for a
// change ("fix the expiry of sessions", "logging in twice crashes"): subjects
// of commits and reports of bugs are so written. Who asks for a change looks
// for a place to make it, and that is more often in a large function than in a
// small one of the same words. The words below are those that tell subjects of
// commits from docstrings in the repositories that embed/train learns from.

// changeVerbs open a question that asks for a change.
var changeVerbs = setOf(`
	add added adding address adjust align allow always avoid backport better catch change changed clarify clean cleanup
	consolidate correct corrected correctly defer deprecate deprecated disable do document don't drop enable enforce
	enhance ensure expose factor fix fixed fixes fixing guard handle hide ignore implement improve improved include
	increase introduce keep made make migrate minor more move moved moving optimize pass prefer prepare preserve prevent
	propagate properly put reduce refactor reject remove removed removing rename renamed replace replaced respect restore
	restrict retry reuse separate simplify skip stop support suppress switch try tweak unify update updated updating
	upgrade use`)

// changeWords ask for one wherever they stand.
var changeWords = setOf(`
	avoid better breaking broken bug bugfix bugs confusing correctly crash crashes deadlock deprecate doesn't don't
	easier failing faster favor fix fixed fixes fixing improve improvement improvements incorrect incorrectly instead
	issue issues leak leaks missing optimize panic prevent properly race redundant refactor refactoring regression
	removal rename shouldn't simplify support unexpected unexpectedly unnecessary unused wrong wrongly`)

func setOf(words string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(words) {
		m[w] = true
	}
	return m
}

// asksForChange tells whether a question asks for a change.
func asksForChange(query string) bool {
	opens := true // the question, or what it says after "part:"
	for i, field := range strings.Fields(strings.ToLower(query)) {
		word := strings.ReplaceAll(field, "’", "'")
		word = strings.TrimFunc(word, func(r rune) bool { return !unicode.IsLetter(r) })
		if word == "" {
			continue
		}
		if opens && changeVerbs[word] || changeWords[word] {
			return true
		}
		opens = i == 0 && strings.HasSuffix(field, ":")
	}
	return false
}

// aBody is how many words an ordinary body has.
const aBody = 30

// size is what a body of so many words is worth: it counts by its logarithm.
func (p *Profile) size(words int) float64 {
	if p.Size == 0 {
		return 1
	}
	return 1 + float64(p.Size*math.Log1p(float64(words)/aBody))
}
