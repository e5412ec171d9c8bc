package train

import (
	"math"
	"runtime"
	"sync"

	"github.com/structural-memory/smp/embed"
	"github.com/structural-memory/smp/internal/vec"
)

// batch is the working memory of a step.
type batch struct {
	n, dim    int
	pairs     []*pair
	asked     []bag
	symbols   []bag
	q, c      []float32 // vectors, n rows
	fields    [][]float32
	gq, gc    []float32 // their gradients
	nq, nc    []float32 // factors of normalisation
	s         []float32 // n×n: cosines, then exponentials, then their gradients
	rows      []float64 // sums of exponentials of a row, of a column
	cols      []float64
	loss, hit []float64
}

func newBatch(size, dim int, free bool) *batch {
	f := func(n int) []float32 { return make([]float32, n) }
	b := &batch{dim: dim, asked: make([]bag, size), symbols: make([]bag, size), q: f(size * dim), c: f(size * dim), gq: f(size * dim), gc: f(size * dim),
		nq: f(size), nc: f(size), s: f(size * size), rows: make([]float64, size), cols: make([]float64, size), loss: make([]float64, size), hit: make([]float64, size)}
	if free {
		for range size * int(embed.NumFields) {
			b.fields = append(b.fields, f(dim))
		}
	}
	return b
}

func (b *batch) row(of []float32, i int) []float32 { return of[i*b.dim : (i+1)*b.dim] }

// fieldsOf are the sums of the fields of symbol i, nil if they are not free.
func (b *batch) fieldsOf(i int) [][]float32 {
	if b.fields == nil {
		return nil
	}
	n := int(embed.NumFields)
	return b.fields[i*n : (i+1)*n]
}

// step learns from the pairs of a batch whose bags are made.
func (m *model) step(b *batch, rate float64) {
	b.n = len(b.pairs)
	parallel(b.n, func(from, to int) {
		for i := from; i < to; i++ {
			m.question(&b.asked[i], b.row(b.q, i))
			b.nq[i] = normalize(b.row(b.q, i))
			m.symbol(&b.symbols[i], b.row(b.c, i), b.fieldsOf(i))
			b.nc[i] = normalize(b.row(b.c, i))
		}
	})
	b.softmax(m.o.Temperature, m.o.Backwards)
	b.backwards()
	m.spread(b)
	m.table.update(rate, m.o.WeightDecay)
	if m.asked != m.table {
		m.asked.update(rate, m.o.WeightDecay)
	}
	if m.scale != nil {
		m.scale.update(rate, 0)
	}
}

// softmax turns vectors into the gradient of the loss by each cosine. A
// symbol that answers the same question, or is a copy, is not wrong.
func (b *batch) softmax(temperature, back float64) {
	n := b.n
	parallel(n, func(from, to int) {
		for i := from; i < to; i++ {
			s, q, sum, best := b.s[i*n:(i+1)*n], b.row(b.q, i), 0.0, true
			for j := range s {
				if i != j && same(b.pairs[i], b.pairs[j]) {
					s[j] = 0
					continue
				}
				s[j] = float32(math.Exp(temperature * float64(vec.Dot(q, b.row(b.c, j))-1)))
				sum += float64(s[j])
			}
			for _, x := range s {
				best = best && x <= s[i]
			}
			b.rows[i] = sum
			b.loss[i], b.hit[i] = math.Log(sum/math.Max(float64(s[i]), 1e-30)), 0
			if best {
				b.hit[i] = 1
			}
		}
	})
	clear(b.cols[:n])
	for i := range n {
		for j, x := range b.s[i*n : (i+1)*n] {
			b.cols[j] += float64(x)
		}
	}
	parallel(n, func(from, to int) {
		for i := from; i < to; i++ {
			s := b.s[i*n : (i+1)*n]
			for j, x := range s {
				p := float64(x) * ((1-back)/b.rows[i] + back/b.cols[j])
				if i == j {
					p--
				}
				s[j] = float32(p * temperature / float64(n))
			}
		}
	})
}

func same(a, b *pair) bool {
	return a.key == b.key || a.body != 0 && a.body == b.body
}

// backwards takes the gradient from the cosines to the sums.
func (b *batch) backwards() {
	n := b.n
	const least = 1e-7
	parallel(n, func(from, to int) {
		for i := from; i < to; i++ {
			gq, gc := b.row(b.gq, i), b.row(b.gc, i)
			clear(gq)
			clear(gc)
			for j := range n {
				if w := b.s[i*n+j]; w > least || w < -least {
					vec.AddScaled(gq, w, b.row(b.c, j))
				}
				if w := b.s[j*n+i]; w > least || w < -least {
					vec.AddScaled(gc, w, b.row(b.q, j))
				}
			}
			through(gq, b.row(b.q, i), b.nq[i])
			through(gc, b.row(b.c, i), b.nc[i])
		}
	})
}

// through takes a gradient through the normalisation.
func through(g, unit []float32, factor float32) {
	vec.AddScaled(g, -vec.Dot(g, unit), unit)
	for i := range g {
		g[i] *= factor
	}
}

// spread takes the gradients from sums to rows and weights. Each worker has
// its own columns, so that sums do not depend on their number.
func (m *model) spread(b *batch) {
	for i := range b.n {
		m.asked.touch(b.asked[i].rows)
		m.table.touch(b.symbols[i].rows)
	}
	const wide = 8
	parallel(b.dim/wide, func(from, to int) {
		from, to = from*wide, to*wide
		for i := range b.n {
			g := b.row(b.gq, i)[from:to]
			for k, r := range b.asked[i].rows {
				w := b.asked[i].weights[k]
				if m.scale != nil {
					w *= m.scale.v[r]
				}
				vec.AddScaled(m.asked.grad(r)[from:to], w, g)
			}
			g = b.row(b.gc, i)[from:to]
			x := &b.symbols[i]
			at := 0
			for f, end := range x.ends {
				for ; at < end; at++ {
					vec.AddScaled(m.table.grad(x.rows[at])[from:to], m.weights[f]*x.weights[at], g)
				}
			}
		}
	})
	if m.scale != nil {
		m.spreadScales(b)
	}
	if b.fields != nil {
		m.moveWeights(b)
	}
}

func (m *model) spreadScales(b *batch) {
	for i := range b.n {
		m.scale.touch(b.asked[i].rows)
		for k, r := range b.asked[i].rows {
			m.scale.g[r] += b.asked[i].weights[k] * vec.Dot(b.row(b.gq, i), m.asked.row(r))
		}
	}
}

// moveWeights learns the fields' weights, slowly. The name's stays: only
// their relation counts.
func (m *model) moveWeights(b *batch) {
	for f := range m.weights {
		if embed.Field(f) == embed.FieldName {
			continue
		}
		g := float32(0)
		for i := range b.n {
			g += vec.Dot(b.row(b.gc, i), b.fieldsOf(i)[f])
		}
		m.moments[f] = 0.99*m.moments[f] + 0.01*g*g
		m.weights[f] = max(0.05, m.weights[f]-0.003*g/(float32(math.Sqrt(float64(m.moments[f])))+1e-8))
	}
}

// parallel calls f for parts of 0…n. What f computes for an index must not
// depend on the part that it is in.
func parallel(n int, f func(from, to int)) {
	workers := min(n, runtime.GOMAXPROCS(0))
	var wg sync.WaitGroup
	for w := range workers {
		wg.Go(func() { f(n*w/workers, n*(w+1)/workers) })
	}
	wg.Wait()
}
