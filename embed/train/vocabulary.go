package train

import (
	"cmp"
	"slices"

	"github.com/structural-memory/smp/embed/text"
)

// vocabulary are the words that get a vector.
type vocabulary struct {
	words []string
	rows  []int32 // by word of the corpus, -1 for none
	count []float64
}

// choose takes the most frequent words that several repositories use.
func choose(c *Corpus, o *Options) *vocabulary {
	// Words of the corpus that become one.
	same := make([]int32, len(c.Words))
	ids := map[string]int32{}
	var forms []string
	for i, w := range c.Words {
		if o.Stems {
			w = string(text.Stem([]byte(w)))
		}
		id, ok := ids[w]
		if !ok {
			id = int32(len(forms))
			ids[w] = id
			forms = append(forms, w)
		}
		same[i] = id
	}
	count, repos, last := make([]int, len(forms)), make([]int, len(forms)), make([]int, len(forms))
	for r := range c.Repos {
		if c.Repos[r].Validate {
			continue
		}
		for i := range c.Repos[r].Examples {
			c.Repos[r].Examples[i].each(func(w uint32) {
				id := same[w]
				count[id]++
				if last[id] != r+1 {
					last[id] = r + 1
					repos[id]++
				}
			})
		}
	}
	var order []int32
	for id := range forms {
		if count[id] >= o.MinCount && repos[id] >= 2 && len(forms[id]) < 256 {
			order = append(order, int32(id))
		}
	}
	slices.SortFunc(order, func(a, b int32) int {
		// A word of many repositories is worth more than one that is frequent in few.
		return cmp.Or(cmp.Compare(count[b]*repos[b], count[a]*repos[a]), cmp.Compare(forms[a], forms[b]))
	})
	order = order[:min(len(order), o.Words)]
	v := &vocabulary{rows: make([]int32, len(c.Words))}
	row := make([]int32, len(forms))
	for i := range row {
		row[i] = -1
	}
	for i, id := range order {
		row[id] = int32(i)
		v.words = append(v.words, forms[id])
		v.count = append(v.count, float64(count[id]))
	}
	for w, id := range same {
		v.rows[w] = row[id]
	}
	return v
}

// each calls f for every word of an example.
func (e *Example) each(f func(uint32)) {
	for _, w := range e.Question {
		f(w)
	}
	for _, list := range e.Fields {
		for _, w := range list {
			f(w)
		}
	}
}
