package text

import "strings"

const stopWords = `a about after again all also am an and another any are as at be because been before being
between both but by can could did do does doing done during each eg either else etc every few for from further
had has have having he her here his how i ie if in into is it its just may me might more most must my neither no
nor not of on once one ones only onto or other our over own per same shall she should so some such than that the
their them then there these they this those through to too under until us very via was we were what when where
which while who whom whose why will with without would you your`

var stop = func() map[string]struct{} {
	m := map[string]struct{}{}
	for _, w := range strings.Fields(stopWords) {
		m[w] = struct{}{}
	}
	return m
}()

// IsStop tells whether a word (lower case, not stemmed) says nothing about
// what a text is about.
func IsStop(word []byte) bool {
	if len(word) > len("another")+1 {
		return false
	}
	_, is := stop[string(word)]
	return is
}
