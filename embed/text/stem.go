package text

import "strings"

// Stem cuts a lower-case word down to its stem, in place, by the rules of
// M.F. Porter, "An algorithm for suffix stripping" (1980), with the two later
// corrections of its author (bli, logi). Words with other characters than
// a–z and short words stay as they are.
func Stem(w []byte) []byte {
	if len(w) <= 2 {
		return w
	}
	for _, c := range w {
		if c < 'a' || c > 'z' {
			return w
		}
	}
	w = plural(w)
	w = pastAndGerund(w)
	if n := len(w) - 1; w[n] == 'y' && hasVowel(w[:n]) {
		w[n] = 'i'
	}
	w = replaceSuffix(w, doubled[w[max(len(w)-2, 0)]])
	w = replaceSuffix(w, simple[w[len(w)-1]])
	w = dropSuffix(w)
	return finalE(w)
}

// plural takes off the endings of plurals.
func plural(w []byte) []byte {
	n := len(w)
	switch {
	case w[n-1] != 's' || w[n-2] == 's':
		return w
	case ends(w, "sses"), ends(w, "ies"):
		return w[:n-2]
	}
	return w[:n-1]
}

// pastAndGerund takes off -ed and -ing, and mends what is left.
func pastAndGerund(w []byte) []byte {
	var stem []byte
	switch {
	case ends(w, "eed"):
		if measure(w[:len(w)-3]) > 0 {
			return w[:len(w)-1]
		}
		return w
	case ends(w, "ed"):
		stem = w[:len(w)-2]
	case ends(w, "ing"):
		stem = w[:len(w)-3]
	}
	if !hasVowel(stem) {
		return w
	}
	switch n := len(stem); {
	case ends(stem, "at"), ends(stem, "bl"), ends(stem, "iz"):
		return append(stem, 'e')
	case isDouble(stem) && !strings.ContainsRune("lsz", rune(stem[n-1])):
		return stem[:n-1]
	case measure(stem) == 1 && endsShort(stem):
		return append(stem, 'e')
	}
	return stem
}

type rule struct{ suffix, by string }

// doubled are the suffixes made of two, by their last letter but one.
var doubled = [256][]rule{
	'a': {{"ational", "ate"}, {"tional", "tion"}},
	'c': {{"enci", "ence"}, {"anci", "ance"}},
	'e': {{"izer", "ize"}},
	'l': {{"bli", "ble"}, {"alli", "al"}, {"entli", "ent"}, {"eli", "e"}, {"ousli", "ous"}},
	'o': {{"ization", "ize"}, {"ation", "ate"}, {"ator", "ate"}},
	's': {{"alism", "al"}, {"iveness", "ive"}, {"fulness", "ful"}, {"ousness", "ous"}},
	't': {{"aliti", "al"}, {"iviti", "ive"}, {"biliti", "ble"}},
	'g': {{"logi", "log"}},
}

// simple are those that are left then, by their last letter.
var simple = [256][]rule{
	'e': {{"icate", "ic"}, {"ative", ""}, {"alize", "al"}},
	'i': {{"iciti", "ic"}},
	'l': {{"ical", "ic"}, {"ful", ""}},
	's': {{"ness", ""}},
}

// replaceSuffix applies the first rule whose suffix is there, if enough of a
// word is before it.
func replaceSuffix(w []byte, rules []rule) []byte {
	for _, r := range rules {
		if ends(w, r.suffix) {
			if stem := w[:len(w)-len(r.suffix)]; measure(stem) > 0 {
				return append(stem, r.by...)
			}
			return w
		}
	}
	return w
}

// dropped are the suffixes that go from words with two syllables before them.
var dropped = [...]string{"ement", "ance", "ence", "able", "ible", "ment", "ant", "ent", "ism", "ate", "iti", "ous", "ive", "ize", "ion", "al", "er", "ic", "ou"}

func dropSuffix(w []byte) []byte {
	for _, s := range dropped {
		if !ends(w, s) {
			continue
		}
		stem := w[:len(w)-len(s)]
		if s == "ion" && (len(stem) == 0 || stem[len(stem)-1] != 's' && stem[len(stem)-1] != 't') {
			return w
		}
		if measure(stem) > 1 {
			return stem
		}
		return w
	}
	return w
}

// finalE takes off a last e, and one of two last l.
func finalE(w []byte) []byte {
	if n := len(w) - 1; w[n] == 'e' {
		if m := measure(w[:n]); m > 1 || m == 1 && !endsShort(w[:n]) {
			w = w[:n]
		}
	}
	if n := len(w) - 1; w[n] == 'l' && isDouble(w) && measure(w) > 1 {
		w = w[:n]
	}
	return w
}

func ends(w []byte, suffix string) bool {
	return len(w) >= len(suffix) && string(w[len(w)-len(suffix):]) == suffix
}

// consonant tells whether w[i] is one: y is a vowel after a consonant.
func consonant(w []byte, i int) bool {
	switch w[i] {
	case 'a', 'e', 'i', 'o', 'u':
		return false
	case 'y':
		return i == 0 || !consonant(w, i-1)
	}
	return true
}

func hasVowel(w []byte) bool {
	for i := range w {
		if !consonant(w, i) {
			return true
		}
	}
	return false
}

// measure is how often a consonant follows a vowel: about the number of
// syllables.
func measure(w []byte) (m int) {
	vowel := false // the letter before was one
	for i, c := range w {
		is := true
		switch c {
		case 'a', 'e', 'i', 'o', 'u':
		case 'y':
			is = i > 0 && !vowel
		default:
			is = false
		}
		if vowel && !is {
			m++
		}
		vowel = is
	}
	return m
}

// isDouble tells whether w ends with the same consonant twice.
func isDouble(w []byte) bool {
	n := len(w) - 1
	return n >= 1 && w[n] == w[n-1] && consonant(w, n)
}

// endsShort tells whether w ends with consonant, vowel, consonant, the last
// not w, x or y.
func endsShort(w []byte) bool {
	n := len(w) - 1
	if n < 2 || !consonant(w, n) || consonant(w, n-1) || !consonant(w, n-2) {
		return false
	}
	return w[n] != 'w' && w[n] != 'x' && w[n] != 'y'
}
