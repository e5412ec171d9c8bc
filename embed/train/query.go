package train

import (
	"hash/fnv"
	"regexp"
	"strings"

	"github.com/structural-memory/smp/embed/text"
)

// Question makes of a docstring what somebody might have asked who does not
// know the symbol: the first sentence, without the symbol's name. rest is what
// the docstring says beyond. ok is false if that is no description.
func Question(doc, name string) (query, rest string, ok bool) {
	first, rest := firstSentence(markup.ReplaceAllString(doc, " $1 "))
	query = withoutName(first, name)
	return query, rest, isQuestion(query)
}

// markup is what documentation generators understand and people do not say:
// {@link X}, <p>, :class:`X`.
var markup = regexp.MustCompile(`\{@\w+\s+([^}]*)\}|</?\w+[^>]{0,40}>|:\w+:`)

// firstSentence ends with the first paragraph or full stop.
func firstSentence(doc string) (first, rest string) {
	doc = strings.TrimSpace(doc)
	end := len(doc)
	if i := strings.Index(doc, "\n\n"); i >= 0 {
		end = i
	}
	for i := 12; i+1 < end; i++ {
		if doc[i] == '.' && (doc[i+1] == ' ' || doc[i+1] == '\n') && !strings.HasSuffix(doc[:i], "e.g") && !strings.HasSuffix(doc[:i], "i.e") {
			end = i
			break
		}
	}
	return strings.Join(strings.Fields(doc[:end]), " "), doc[end:]
}

// withoutName leaves out the symbol's name where it is certainly meant: at
// the start, where it has several words or capitals, or behind a dot.
func withoutName(s, name string) string {
	words := strings.Fields(s)
	out := words[:0]
	compound := countWords(name) > 1 || name != strings.ToLower(name)
	for i, w := range words {
		core := strings.TrimSuffix(strings.Trim(w, "`'\"().,:;*#<>[]{}"), "()")
		if dot := strings.LastIndexAny(core, ".#"); dot >= 0 && strings.EqualFold(core[dot+1:], name) {
			continue
		}
		if strings.EqualFold(core, name) && (i < 3 || compound) {
			continue
		}
		out = append(out, w)
	}
	return strings.Join(out, " ")
}

func countWords(s string) (n int) {
	var z text.Splitter
	for range z.Words(s) {
		n++
	}
	return n
}

// Sentences that begin like this describe something else than the symbol.
var noQuestion = []string{"deprecated", "see ", "todo", "{", "@", "copyright", "inherit", "return self", "internal", "note", ">>>", "..", "!", "overrid"}

// isQuestion tells whether s is a sentence in English that says something:
// what the retrieval benchmark takes as a query.
func isQuestion(s string) bool {
	if len(s) < 12 || len(s) > 300 || len(strings.Fields(s)) > 40 {
		return false
	}
	for _, c := range []byte(s) {
		if c >= 0x80 {
			return false
		}
	}
	low := strings.ToLower(s)
	for _, p := range noQuestion {
		if strings.HasPrefix(low, p) {
			return false
		}
	}
	seen := map[string]bool{}
	var z text.Splitter
	for w := range z.Words(s) {
		if !text.IsStop(w) {
			seen[string(w)] = true
		}
	}
	return len(seen) >= 3
}

func hash(s string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(s))
	return h.Sum64()
}
