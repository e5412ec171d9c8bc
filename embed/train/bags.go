package train

import (
	"math"
	"math/rand/v2"

	"github.com/structural-memory/smp/embed"
)

// pair is an example in rows of the table.
type pair struct {
	repo, file int32
	key, body  uint64
	question   []int32
	fields     [embed.NumFields][]int32
}

// pairsOf translates the examples of repositories for training, or of one for
// validation, with those that have no question.
func pairsOf(r *RepoExamples, number int, v *vocabulary, o *Options) (out []pair) {
	for i := range r.Examples {
		e := &r.Examples[i]
		p := pair{repo: int32(number), file: int32(e.File), key: e.Key, body: e.Body}
		p.question = known(e.Question, v, math.MaxInt)
		for f := range p.fields {
			limit := math.MaxInt
			if embed.Field(f) == embed.FieldBody {
				limit = o.MaxBody
			}
			p.fields[f] = known(e.Fields[f], v, limit)
		}
		out = append(out, p)
	}
	return out
}

func known(words []uint32, v *vocabulary, limit int) (rows []int32) {
	for _, w := range words[:min(limit, len(words))] {
		if r := v.rows[w]; r >= 0 {
			rows = append(rows, r)
		}
	}
	return rows
}

// bag is a sum of rows with weights, ends of fields noted.
type bag struct {
	rows    []int32
	weights []float32 // √ of the count in the field; the field's weight is not in it
	ends    [embed.NumFields]int
}

// counter makes bags.
type counter struct {
	counts []uint32 // by row
}

// field appends the rows of a field, each once.
func (c *counter) field(b *bag, rows []int32) {
	from := len(b.rows)
	for _, r := range rows {
		if c.counts[r] == 0 {
			b.rows = append(b.rows, r)
		}
		c.counts[r]++
	}
	for _, r := range b.rows[from:] {
		b.weights = append(b.weights, float32(math.Sqrt(float64(c.counts[r]))))
		c.counts[r] = 0
	}
}

func (c *counter) question(b *bag, p *pair, r *rand.Rand) {
	b.rows, b.weights = b.rows[:0], b.weights[:0]
	rows := p.question
	if r != nil && len(rows) > 2 && r.IntN(3) == 0 { // hide a word now and then
		at := r.IntN(len(rows))
		rows = append(append(make([]int32, 0, len(rows)), rows[:at]...), rows[at+1:]...)
	}
	c.field(b, rows)
	for f := range b.ends {
		b.ends[f] = len(b.rows)
	}
}

// How often a field is shown in training: what is always there is leant on.
var shown = [embed.NumFields]float64{embed.FieldName: .85, embed.FieldParent: .8, embed.FieldPath: .8, embed.FieldSignature: .8, embed.FieldDoc: .3, embed.FieldBody: .85}

// symbol makes the bag of a symbol; without r all fields but the docstring.
func (c *counter) symbol(b *bag, p *pair, r *rand.Rand, o *Options) {
	b.rows, b.weights = b.rows[:0], b.weights[:0]
	var use [embed.NumFields]bool
	for f := range use {
		use[f] = embed.Field(f) != embed.FieldDoc
		if r != nil {
			s := shown[f]
			if embed.Field(f) == embed.FieldDoc {
				s = 1 - o.DocDropout
			}
			use[f] = r.Float64() < s
		}
	}
	if !use[embed.FieldName] && !use[embed.FieldBody] {
		use[embed.FieldName] = true
	}
	for f := range use {
		if use[f] {
			c.field(b, p.fields[f])
		}
		b.ends[f] = len(b.rows)
	}
}
