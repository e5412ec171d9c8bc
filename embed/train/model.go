package train

import (
	"math"
	"math/rand/v2"

	"github.com/structural-memory/smp/embed"
	"github.com/structural-memory/smp/internal/vec"
)

// model is what is learned.
type model struct {
	o       *Options
	table   *params // of symbols, and of questions if there are not two
	asked   *params // of questions
	scale   *params // of questions, one number per word; nil without TwoScales
	weights [embed.NumFields]float32
	moments [embed.NumFields]float32 // of the weights' gradients
}

// startWeights are the fields' weights that the embedding experiments ended
// with.
var startWeights = [embed.NumFields]float32{embed.FieldName: 3, embed.FieldParent: 1, embed.FieldPath: 1, embed.FieldSignature: 1, embed.FieldDoc: 1, embed.FieldBody: 1}

func newModel(v *vocabulary, o *Options) *model {
	r := rand.New(rand.NewPCG(o.Seed, 1))
	m := &model{o: o, weights: startWeights}
	m.table = startTable(v, o.Dim, r)
	m.asked = m.table
	if o.TwoTables {
		m.asked = m.table.clone()
	}
	if o.TwoScales {
		m.scale = newParams(len(v.words), 1)
		for i := range m.scale.v {
			m.scale.v[i] = 1
		}
	}
	return m
}

// startTable are random vectors, longer for rarer words.
func startTable(v *vocabulary, dim int, r *rand.Rand) *params {
	p := newParams(len(v.words), dim)
	total := 0.0
	for _, c := range v.count {
		total += c
	}
	for i, c := range v.count {
		s := (0.3*math.Log(1+total/(c+1)/50) + 0.02) / math.Sqrt(float64(dim))
		row := p.row(int32(i))
		for j := range row {
			row[j] = float32(r.NormFloat64() * s)
		}
	}
	return p
}

// params are rows of numbers with their gradients.
type params struct {
	dim     int
	v, g, m []float32 // values, gradients, means of squared gradients
	steps   []float32
	marked  []bool
	touched []int32
}

func newParams(rows, dim int) *params {
	n := rows * dim
	return &params{dim: dim, v: make([]float32, n), g: make([]float32, n), m: make([]float32, n), steps: make([]float32, rows), marked: make([]bool, rows)}
}

func (p *params) clone() *params {
	c := newParams(len(p.steps), p.dim)
	copy(c.v, p.v)
	return c
}

func (p *params) row(i int32) []float32  { return p.v[int(i)*p.dim : (int(i)+1)*p.dim] }
func (p *params) grad(i int32) []float32 { return p.g[int(i)*p.dim : (int(i)+1)*p.dim] }

// touch notes that rows will have a gradient.
func (p *params) touch(rows []int32) {
	for _, r := range rows {
		if !p.marked[r] {
			p.marked[r] = true
			p.touched = append(p.touched, r)
		}
	}
}

// update moves the touched rows against their gradients, by a step that is
// scaled half by each number's own size of gradients, half by the row's, and
// forgets the gradients.
func (p *params) update(rate, decay float64) {
	const keep = 0.99
	parallel(len(p.touched), func(from, to int) {
		for _, r := range p.touched[from:to] {
			v, g := p.row(r), p.grad(r)
			m := p.m[int(r)*p.dim : (int(r)+1)*p.dim]
			p.steps[r]++
			unbias := float32(1 / (1 - math.Pow(keep, float64(p.steps[r]))))
			sum := float32(0)
			for k, x := range g {
				m[k] = keep*m[k] + (1-keep)*x*x
				sum += m[k]
			}
			all := 0.5*float32(math.Sqrt(float64(sum/float32(p.dim)*unbias))) + 1e-10
			shrink := float32(1 - rate*decay)
			for k, x := range g {
				own := float32(math.Sqrt(float64(m[k] * unbias)))
				v[k] = v[k]*shrink - float32(rate)*x/(0.5*own+all)
				g[k] = 0
			}
			p.marked[r] = false
		}
	})
	p.touched = p.touched[:0]
}

// symbol writes the sum of a symbol's bag, and of its fields if they are free.
func (m *model) symbol(b *bag, out []float32, fields [][]float32) {
	clear(out)
	from := 0
	for f, end := range b.ends {
		if fields == nil {
			for i := from; i < end; i++ {
				vec.AddScaled(out, m.weights[f]*b.weights[i], m.table.row(b.rows[i]))
			}
		} else {
			clear(fields[f])
			for i := from; i < end; i++ {
				vec.AddScaled(fields[f], b.weights[i], m.table.row(b.rows[i]))
			}
			vec.AddScaled(out, m.weights[f], fields[f])
		}
		from = end
	}
}

func (m *model) question(b *bag, out []float32) {
	clear(out)
	for i, r := range b.rows {
		w := b.weights[i]
		if m.scale != nil {
			w *= m.scale.v[r]
		}
		vec.AddScaled(out, w, m.asked.row(r))
	}
}

// normalize makes out's length 1 and gives back the factor.
func normalize(out []float32) float32 {
	f := float32(1 / math.Sqrt(float64(vec.Dot(out, out))+1e-24))
	for i := range out {
		out[i] *= f
	}
	return f
}
