package train

import (
	"cmp"
	"fmt"
	"io"
	"slices"

	"github.com/structural-memory/smp/internal/vec"
)

// Score is how well symbols of one repository are found.
type Score struct {
	Repo      string
	Questions int
	MRR       float64 // mean of 1/rank of the right symbol among all
	At10      float64 // share of the questions with it among the first ten
}

// maxQuestions are asked of a repository, chosen by hash.
const maxQuestions = 500

// validate asks each repository for validation for its documented symbols,
// by name, place, signature and body alone.
func (m *model) validate(c *Corpus, v *vocabulary) (out []Score) {
	for i := range c.Repos {
		if c.Repos[i].Validate {
			out = append(out, m.measure(c.Repos[i].Name, pairsOf(&c.Repos[i], i, v, m.o), len(v.words)))
		}
	}
	return out
}

func (m *model) measure(name string, pairs []pair, rows int) Score {
	dim := m.o.Dim
	symbols := make([]float32, len(pairs)*dim)
	count := counter{make([]uint32, rows)}
	var b bag
	var asked []int
	for i := range pairs {
		count.symbol(&b, &pairs[i], nil, m.o)
		m.symbol(&b, symbols[i*dim:(i+1)*dim], nil)
		normalize(symbols[i*dim : (i+1)*dim])
		if pairs[i].key != 0 && len(pairs[i].question) > 0 {
			asked = append(asked, i)
		}
	}
	slices.SortFunc(asked, func(a, b int) int { return cmp.Compare(pairs[a].key, pairs[b].key) })
	asked = asked[:min(len(asked), maxQuestions)]
	s := Score{Repo: name, Questions: len(asked)}
	q := make([]float32, dim)
	for _, i := range asked {
		count.question(&b, &pairs[i], nil)
		m.question(&b, q)
		normalize(q)
		rank := rankOf(q, symbols, pairs, i)
		s.MRR += 1 / rank / float64(len(asked))
		if rank <= 10 {
			s.At10 += 1 / float64(len(asked))
		}
	}
	return s
}

// rankOf is the rank of the best right answer; equal ones share theirs.
func rankOf(q, symbols []float32, pairs []pair, right int) float64 {
	dim := len(q)
	best := float32(-2)
	scores := make([]float32, len(pairs))
	for j := range pairs {
		scores[j] = vec.Dot(q, symbols[j*dim:(j+1)*dim])
		if pairs[j].key == pairs[right].key {
			best = max(best, scores[j])
		}
	}
	above, equal := 0, 0
	for j, x := range scores {
		switch {
		case pairs[j].key == pairs[right].key:
		case x > best:
			above++
		case x == best:
			equal++
		}
	}
	return 1 + float64(above) + float64(equal)/2
}

// Report writes scores and their mean over repositories.
func Report(w io.Writer, scores []Score) {
	mrr, at10 := 0.0, 0.0
	for _, s := range scores {
		fmt.Fprintf(w, "%-28s %5d questions  MRR %.3f  R@10 %.3f\n", s.Repo, s.Questions, s.MRR, s.At10)
		mrr, at10 = mrr+s.MRR/float64(len(scores)), at10+s.At10/float64(len(scores))
	}
	fmt.Fprintf(w, "%-28s %15s  MRR %.4f  R@10 %.4f\n", "mean", "", mrr, at10)
}
