package cluster

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"
)

// splitName takes an identifier apart into lower-case words, at case, digits'
// ends and everything that is no letter or digit.
func splitName(name string, word func(string)) {
	start := -1
	var before rune
	end := func(i int) {
		if start >= 0 {
			word(strings.ToLower(name[start:i]))
		}
		start = -1
	}
	for i, r := range name {
		switch {
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			end(i)
		case unicode.IsUpper(r) && (!unicode.IsUpper(before) || lowerFollows(name[i+1:])):
			end(i)
			start = i
		case start < 0:
			start = i
		}
		before = r
	}
	end(len(name))
}

func lowerFollows(rest string) bool {
	for _, r := range rest {
		return unicode.IsLower(r)
	}
	return false
}

// slug is a name as a part of a label: lower-case words joined by underscores,
// but for single letters, which go with the next word: KTable is ktable.
func slug(name string) string {
	var b strings.Builder
	single := true
	splitName(name, func(w string) {
		if !single {
			b.WriteByte('_')
		}
		b.WriteString(w)
		single = len(w) == 1
	})
	return b.String()
}

// vocabulary is how many members have each word in their name.
type vocabulary struct {
	number map[string]int32
	words  []string
	all    []int32 // members with the word, by number
	named  int     // members with a name
	here   []int32 // the same for the community at hand, else 0
	lists  [][]int32
}

// common words say nothing.
var common = set("get set new test tests is has to from of with the and for in on by string error errors err func func1 init self this value values name names type types key data add make do run main equals hash code id list map default create read write should when then given always does not can must verify throw throws all only")

func newVocabulary(members []Member) *vocabulary {
	v := &vocabulary{number: map[string]int32{}, lists: make([][]int32, len(members))}
	for i := range members {
		if members[i].Name == "" || members[i].File < 0 {
			continue
		}
		v.named++
		splitName(members[i].Name, func(w string) {
			if len(w) < 3 || common[w] {
				return
			}
			n, ok := v.number[w]
			if !ok {
				n = int32(len(v.words))
				v.number[w] = n
				v.words, v.all = append(v.words, w), append(v.all, 0)
			}
			if !slices.Contains(v.lists[i], n) {
				v.lists[i] = append(v.lists[i], n)
				v.all[n]++
			}
		})
	}
	v.here = make([]int32, len(v.words))
	return v
}

// telling are the words that the community has more often than the graph: by
// their share here, times the logarithm of how much larger it is than
// elsewhere. A word must be in three names at least.
func (v *vocabulary) telling(all []Member, members []uint32) []string {
	var seen []int32
	named := 0
	for _, m := range members {
		if all[m].Name != "" && all[m].File >= 0 {
			named++
		}
		for _, w := range v.lists[m] {
			if v.here[w] == 0 {
				seen = append(seen, w)
			}
			v.here[w]++
		}
	}
	type scored struct {
		word  string
		score float64
	}
	var best []scored
	for _, w := range seen {
		if n := float64(v.here[w]); n >= 3 {
			share, usual := n/float64(named), float64(v.all[w])/float64(v.named)
			if score := share * math.Log(share/usual); share > 1.5*usual {
				best = append(best, scored{v.words[w], score})
			}
		}
		v.here[w] = 0
	}
	slices.SortFunc(best, func(a, b scored) int { return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.word, b.word)) })
	out := []string{}
	for _, s := range best[:min(len(best), mostTags)] {
		out = append(out, s.word)
	}
	return out
}
