package http

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/structural-memory/smp/embed"
)

// Embedder asks a server. It may be used from many goroutines.
type Embedder struct {
	c        Config
	endpoint string
	dim      atomic.Int64
	sleep    func(context.Context, time.Duration) error

	mu   sync.Mutex
	next time.Time // when the rate allows the next request
}

var _ embed.Embedder = (*Embedder)(nil)

// New makes an Embedder. It asks nothing yet.
func New(c Config) (*Embedder, error) {
	endpoint, err := c.complete()
	if err != nil {
		return nil, err
	}
	e := &Embedder{c: c, endpoint: endpoint, sleep: sleep}
	e.dim.Store(int64(c.Dimensions))
	return e, nil
}

// Name is that of the model, with what else makes its vectors different ones.
func (e *Embedder) Name() string {
	name := "http:" + e.c.Model
	if e.c.Dimensions > 0 {
		name += fmt.Sprintf("/%d", e.c.Dimensions)
	}
	if e.c.SymbolPrefix != "" || e.c.QueryPrefix != "" {
		name += fmt.Sprintf("/%q,%q", e.c.SymbolPrefix, e.c.QueryPrefix)
	}
	return name
}

// Dim is the length of the vectors, 0 before the first answer unless it was
// configured.
func (e *Embedder) Dim() int { return int(e.dim.Load()) }

// Embed asks for the vectors of symbols. A text that is empty has a zero
// vector, once it is known how long that is, else none.
func (e *Embedder) Embed(ctx context.Context, texts []embed.Text) ([][]float32, error) {
	joined := make([]string, len(texts))
	for i := range texts {
		if s := texts[i].Joined(e.c.MaxText); s != "" {
			joined[i] = e.c.SymbolPrefix + s
		}
	}
	return e.all(ctx, joined)
}

// EmbedQuery asks for the vector of a question.
func (e *Embedder) EmbedQuery(ctx context.Context, query string) ([]float32, error) {
	if query != "" {
		query = e.c.QueryPrefix + embed.Cut(query, e.c.MaxText)
	}
	vs, err := e.all(ctx, []string{query})
	if err != nil {
		return nil, err
	}
	return vs[0], nil
}

// all asks for the vectors of texts, in batches.
func (e *Embedder) all(ctx context.Context, texts []string) ([][]float32, error) {
	out := make([][]float32, len(texts))
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(e.c.Parallel)
	for _, b := range e.batches(texts) {
		g.Go(func() error { return e.batch(ctx, texts, b, out) })
	}
	if err := g.Wait(); err != nil {
		return nil, err
	}
	for i, v := range out {
		if v == nil {
			out[i] = make([]float32, e.Dim())
		}
	}
	return out, nil
}

// batches divides the numbers of the texts that are not empty.
func (e *Embedder) batches(texts []string) (out [][]int) {
	var b []int
	bytes := 0
	for i, s := range texts {
		if s == "" {
			continue
		}
		if len(b) == e.c.MaxBatch || len(b) > 0 && bytes+len(s) > e.c.MaxBytes {
			out, b, bytes = append(out, b), nil, 0
		}
		b, bytes = append(b, i), bytes+len(s)
	}
	if len(b) > 0 {
		out = append(out, b)
	}
	return out
}

// batch asks for the vectors of the texts with those numbers. If they are too
// many for the server it asks for half of them at a time.
func (e *Embedder) batch(ctx context.Context, texts []string, numbers []int, out [][]float32) error {
	input := make([]string, len(numbers))
	for k, i := range numbers {
		input[k] = texts[i]
	}
	vectors, err := e.request(ctx, input)
	if isTooLarge(err) && len(numbers) > 1 {
		half := len(numbers) / 2
		if err := e.batch(ctx, texts, numbers[:half], out); err != nil {
			return err
		}
		return e.batch(ctx, texts, numbers[half:], out)
	}
	if err != nil {
		return err
	}
	for k, i := range numbers {
		out[i] = vectors[k]
	}
	return nil
}

// sleep waits, or until ctx ends.
func sleep(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
