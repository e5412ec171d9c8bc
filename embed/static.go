package embed

import (
	"context"
	"fmt"
	"math"
	"slices"
	"sync"

	"github.com/structural-memory/smp/embed/text"
	"github.com/structural-memory/smp/internal/vec"
)

// Static is an Embedder over a table: no network, no waiting, no allocation
// but for the vectors.
type Static struct {
	table *Table
	name  string
	mu    sync.Mutex
	idle  []*weigher
}

// NewStatic makes an Embedder of a table.
func NewStatic(t *Table) *Static {
	return &Static{table: t, name: fmt.Sprintf("%s-%08x", t.Name, t.sum)}
}

// Name is the table's name with the checksum of its content.
func (s *Static) Name() string { return s.name }

// Dim is the length of the vectors.
func (s *Static) Dim() int { return s.table.Dim }

// Embed gives one vector per text. It fails only when ctx ends.
func (s *Static) Embed(ctx context.Context, texts []Text) ([][]float32, error) {
	w := s.weigher()
	defer s.release(w)
	dim := s.table.Dim
	all := make([]float32, len(texts)*dim)
	out := make([][]float32, len(texts))
	for i := range texts {
		if i&255 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		out[i] = all[i*dim : (i+1)*dim : (i+1)*dim]
		w.symbol(&texts[i], out[i])
	}
	return out, nil
}

// EmbedQuery gives the vector of a question; it is zero if the table has none
// of its words.
func (s *Static) EmbedQuery(ctx context.Context, query string) ([]float32, error) {
	w := s.weigher()
	defer s.release(w)
	out := make([]float32, s.table.Dim)
	w.query(query, out)
	return out, ctx.Err()
}

func (s *Static) weigher() *weigher {
	s.mu.Lock()
	defer s.mu.Unlock()
	if n := len(s.idle); n > 0 {
		w := s.idle[n-1]
		s.idle = s.idle[:n-1]
		return w
	}
	return newWeigher(s.table)
}

func (s *Static) release(w *weigher) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.idle = append(s.idle, w)
}

// weigher sums up the words of one text after another.
type weigher struct {
	table  *Table
	rows   map[string]int32 // of words as they come
	words  Words
	field  Field     // the one that is being counted
	counts []uint32  // of the field, by row
	seen   []int32   // rows with a count
	weight []float32 // of the text, by row
	used   []int32   // rows with a weight
	add    func(Field, []byte)
	stem   []byte
}

const maxMemo = 1 << 17

func newWeigher(t *Table) *weigher {
	w := &weigher{table: t, rows: map[string]int32{}, counts: make([]uint32, t.Rows()), weight: make([]float32, t.Rows())}
	w.add = w.count
	return w
}

func (w *weigher) symbol(t *Text, out []float32) {
	w.field = 0
	w.words.Each(t, w.add)
	w.close()
	w.sum(out)
}

func (w *weigher) query(q string, out []float32) {
	w.field = NumFields
	for word := range w.words.split.Words(q) {
		w.count(NumFields, word)
	}
	w.close()
	w.sum(out)
}

// count counts a word of a field. Fields come one after another.
func (w *weigher) count(f Field, word []byte) {
	if f != w.field {
		w.close()
		w.field = f
	}
	row, ok := w.rows[string(word)]
	if !ok {
		row = w.find(word)
	}
	if row < 0 {
		return
	}
	if w.counts[row] == 0 {
		w.seen = append(w.seen, row)
	}
	w.counts[row]++
}

func (w *weigher) find(word []byte) int32 {
	row := int32(-1)
	if !text.IsStop(word) {
		w.stem = append(w.stem[:0], word...)
		if w.table.Stems {
			w.stem = text.Stem(w.stem)
		}
		row = w.table.find(w.stem)
	}
	if len(w.rows) < maxMemo {
		w.rows[string(word)] = row
	}
	return row
}

// close adds the counts of a field to the weights of the text: a word that
// comes again says less each time.
func (w *weigher) close() {
	by := float32(1)
	if w.field < NumFields {
		by = w.table.Weights[w.field]
	}
	for _, row := range w.seen {
		if w.weight[row] == 0 {
			w.used = append(w.used, row)
		}
		w.weight[row] += float32(by * float32(math.Sqrt(float64(w.counts[row]))))
		w.counts[row] = 0
	}
	w.seen = w.seen[:0]
}

// sum writes the vector. Rows are added in their own order, so that the order
// of words in a text does not show in the last bits.
func (w *weigher) sum(out []float32) {
	slices.Sort(w.used)
	for _, row := range w.used {
		vec.AddPacked(out, float32(w.weight[row]*w.table.scales[row]), w.table.row(row))
		w.weight[row] = 0
	}
	w.used = w.used[:0]
	vec.Normalize(out)
}
