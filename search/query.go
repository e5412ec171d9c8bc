package search

import (
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/structural-memory/smp/embed/text"
)

// Query is a parsed question.
type Query struct {
	Text   string
	tokens int
	groups []group
	cut    int  // words beyond maxGroups
	long   bool // longer than maxQuery
}

// group is one thing that was asked for: a word, or all words that begin so.
// A document has it when it has any of the terms.
type group struct {
	text   string
	terms  []string
	prefix string
	must   bool // counts for "all"
	whole  bool
}

// maxQuery bounds what is read of a query, in bytes and groups.
const (
	maxQuery  = 10 << 10
	maxGroups = 64
)

// Parse reads a query. Any text is one: words are stemmed, identifiers are
// looked for whole and by their words, "word*" stands for all words that begin
// so; all else separates. A query of nothing but words that say nothing looks
// for them as names.
func Parse(query string) *Query {
	q := &Query{Text: query}
	if q.long = len(query) > maxQuery; q.long {
		query = query[:maxQuery]
	}
	var z text.Splitter
	seen := map[string]bool{}
	add := func(g group) {
		key := g.prefix + "\x00" + strings.Join(g.terms, "\x00")
		switch {
		case seen[key]:
		case len(q.groups) == maxGroups:
			q.cut++
		default:
			q.groups = append(q.groups, g)
		}
		seen[key] = true
	}
	tokens := tokensOf(query)
	q.tokens = len(tokens)
	for _, t := range tokens {
		if t.prefix {
			add(group{text: t.text + "*", prefix: lower(t.text), must: true})
			continue
		}
		stems(&z, t.text, func(s string) { add(group{text: s, terms: []string{s}, must: true}) })
	}
	if len(q.groups) == 0 {
		if g := namesOf(tokens); len(g.terms) > 0 {
			add(g)
		}
		return q
	}
	for _, t := range tokens {
		if !t.prefix && (t.compound || len(tokens) == 1) && len(t.text) <= maxIdent {
			add(group{text: t.text, terms: []string{wholeMark + lower(t.text)}, whole: true})
		}
	}
	return q
}

// namesOf asks for what is called as one of the tokens: nothing has two names.
func namesOf(tokens []token) group {
	g := group{must: true, whole: true}
	for _, t := range tokens[:min(len(tokens), maxGroups)] {
		if name := wholeMark + lower(t.text); len(t.text) <= maxIdent && !slices.Contains(g.terms, name) {
			g.text, g.terms = t.text, append(g.terms, name)
		}
	}
	return g
}

// Empty tells whether there is nothing to look for.
func (q *Query) Empty() bool { return len(q.groups) == 0 }

// Cut says what of the query was not looked for, "" if nothing.
func (q *Query) Cut() string {
	var out []string
	if q.long {
		out = append(out, fmt.Sprintf("only the first %d kB of the question were read", maxQuery>>10))
	}
	if q.cut > 0 {
		out = append(out, fmt.Sprintf("%d more words than %d were not looked for", q.cut, maxGroups))
	}
	return strings.Join(out, "; ")
}

// Mentions tells whether one of the stems is among the words.
func (q *Query) Mentions(stems ...string) bool {
	for i := range q.groups {
		for _, t := range q.groups[i].terms {
			if slices.Contains(stems, t) {
				return true
			}
		}
	}
	return false
}

// Single tells whether the query is one word or identifier and nothing else.
func (q *Query) Single() bool { return q.tokens == 1 }

// Compound tells whether the query holds an identifier of several words: who
// asks so knows what it is called.
func (q *Query) Compound() bool {
	for i := range q.groups {
		if q.groups[i].whole && compound(q.groups[i].text) {
			return true
		}
	}
	return false
}

type token struct {
	text     string
	prefix   bool
	compound bool // an identifier of several words, such as parseURL or max_size
}

func tokensOf(s string) (out []token) {
	for i, j := range places(s) {
		w := s[i:j]
		out = append(out, token{text: w, prefix: j < len(s) && s[j] == '*', compound: compound(w)})
	}
	return out
}

// places are where identifiers and words stand in a text.
func places(s string) iter.Seq2[int, int] {
	return func(yield func(from, to int) bool) {
		for i := 0; i < len(s); {
			if !wordByte[s[i]] {
				i++
				continue
			}
			j := i + 1
			for j < len(s) && wordByte[s[j]] {
				j++
			}
			if !yield(i, j) {
				return
			}
			i = j
		}
	}
}

// compound tells whether a token has an inner capital or underscore.
func compound(w string) bool {
	for i := 1; i < len(w); i++ {
		if w[i] == '_' && i+1 < len(w) && w[i-1] != '_' || w[i] >= 'A' && w[i] <= 'Z' && w[i-1] >= 'a' && w[i-1] <= 'z' {
			return true
		}
	}
	return false
}

func lower(s string) string { return strings.ToLower(s) }
