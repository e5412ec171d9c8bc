package train

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/structural-memory/smp/embed"
)

// Result is a trained table, and what it is worth on the repositories for
// validation.
type Result struct {
	Table  *embed.Table
	Scores []Score
}

// Train makes a table of a corpus.
func Train(ctx context.Context, c *Corpus, o Options, log io.Writer) (*Result, error) {
	if o.Dim%8 != 0 || o.Dim <= 0 {
		return nil, fmt.Errorf("%d dimensions: they must be a multiple of 8", o.Dim)
	}
	v := choose(c, &o)
	var pairs []pair
	for i := range c.Repos {
		if c.Repos[i].Validate {
			continue
		}
		list := pairsOf(&c.Repos[i], i, v, &o)
		list = slices.DeleteFunc(list, func(p pair) bool { return len(p.question) < 2 })
		if o.Pairs > 0 && len(list) > o.Pairs {
			r := rand.New(rand.NewPCG(o.Seed, uint64(i)))
			r.Shuffle(len(list), func(a, b int) { list[a], list[b] = list[b], list[a] })
			list = list[:o.Pairs]
			slices.SortFunc(list, func(a, b pair) int { return int(a.file - b.file) })
		}
		pairs = append(pairs, list...)
	}
	if len(pairs) < o.Batch {
		return nil, fmt.Errorf("%d pairs are less than one batch of %d", len(pairs), o.Batch)
	}
	fmt.Fprintf(log, "%d pairs, %d words\n", len(pairs), len(v.words))
	m := newModel(v, &o)
	t := &trainer{o: &o, m: m, pairs: pairs, r: rand.New(rand.NewPCG(o.Seed, 2)), b: newBatch(o.Batch, o.Dim, o.FreeFields), count: counter{make([]uint32, len(v.words))}, log: log}
	for range o.Epochs {
		if err := t.epoch(ctx); err != nil {
			return nil, err
		}
	}
	res := &Result{Scores: m.validate(c, v)}
	var err error
	res.Table, err = m.export(v)
	return res, err
}

// trainer goes through the pairs.
type trainer struct {
	o     *Options
	m     *model
	pairs []pair
	r     *rand.Rand
	b     *batch
	count counter
	steps int
	log   io.Writer
}

func (t *trainer) epoch(ctx context.Context) error {
	began := time.Now()
	chunks := chunks(t.pairs, t.o, t.r)
	total := t.o.Epochs * (len(t.pairs)/t.o.Batch + 1)
	loss, hit, n := 0.0, 0.0, 0
	for len(chunks) > 0 {
		if err := ctx.Err(); err != nil {
			return err
		}
		t.b.pairs = t.b.pairs[:0]
		for len(chunks) > 0 && len(t.b.pairs) < t.o.Batch {
			for _, i := range chunks[0] {
				if len(t.b.pairs) < t.o.Batch {
					t.b.pairs = append(t.b.pairs, &t.pairs[i])
				}
			}
			chunks = chunks[1:]
		}
		for i, p := range t.b.pairs {
			t.count.question(&t.b.asked[i], p, t.r)
			t.count.symbol(&t.b.symbols[i], p, t.r, t.o)
		}
		t.m.step(t.b, t.rate(total))
		for i := range t.b.pairs {
			loss, hit, n = loss+t.b.loss[i], hit+t.b.hit[i], n+1
		}
	}
	fmt.Fprintf(t.log, "loss %.4f, right %.3f, weights %.2f, %.0f s\n", loss/float64(n), hit/float64(n), t.m.weights, time.Since(began).Seconds())
	return nil
}

// rate rises over the first steps, then falls to a twentieth.
func (t *trainer) rate(total int) float64 {
	t.steps++
	warm := min(1, float64(t.steps)/200)
	return t.o.Rate * warm * (1 - 0.95*min(1, float64(t.steps)/float64(total)))
}

// chunks cuts the pairs of each repository into pieces in random order: some
// of pairs from anywhere, some of neighbours, whose wrong answers are the
// hardest.
func chunks(pairs []pair, o *Options, r *rand.Rand) (out [][]int) {
	for from := 0; from < len(pairs); {
		to := from
		for to < len(pairs) && pairs[to].repo == pairs[from].repo {
			to++
		}
		out = append(out, repoChunks(from, to, o, r)...)
		from = to
	}
	r.Shuffle(len(out), func(a, b int) { out[a], out[b] = out[b], out[a] })
	return out
}

// near is how many neighbours stay together.
const near = 32

func repoChunks(from, to int, o *Options, r *rand.Rand) (out [][]int) {
	var runs [][]int // what stays together
	for i := from; i < to; {
		n := 1
		if o.Near > 0 && r.Float64() < o.Near/(near*(1-o.Near)+o.Near) || o.Near >= 1 {
			n = min(near, to-i)
		}
		run := make([]int, n)
		for k := range run {
			run[k] = i + k
		}
		runs = append(runs, run)
		i += n
	}
	r.Shuffle(len(runs), func(a, b int) { runs[a], runs[b] = runs[b], runs[a] })
	all := slices.Concat(runs...)
	for c := range slices.Chunk(all, o.Chunk) {
		out = append(out, c)
	}
	return out
}

// export packs what was learned.
func (m *model) export(v *vocabulary) (*embed.Table, error) {
	vectors := make([][]float32, len(v.words))
	for i := range vectors {
		vectors[i] = m.table.row(int32(i))
	}
	return embed.NewTable(m.o.Name, m.o.Stems, m.weights, v.words, vectors)
}
