package http

import (
	"encoding/json"
	"fmt"

	"github.com/structural-memory/smp/internal/vec"
)

// vectors reads an answer to n texts: every one must have its vector, of the
// same length as all before.
func (e *Embedder) vectors(answer []byte, n int) ([][]float32, error) {
	var a struct {
		Data []struct {
			Index     int       `json:"index"`
			Embedding []float32 `json:"embedding"`
		} `json:"data"`
	}
	if err := json.Unmarshal(answer, &a); err != nil {
		return nil, fmt.Errorf("the embedding server's answer cannot be read (is the base URL right?): %w", e.clean(err))
	}
	if len(a.Data) != n {
		return nil, fmt.Errorf("the embedding server gave %d vectors for %d texts", len(a.Data), n)
	}
	out := make([][]float32, n)
	for _, d := range a.Data {
		if d.Index < 0 || d.Index >= n || out[d.Index] != nil {
			return nil, fmt.Errorf("the embedding server gave a vector for text %d twice or beyond the end (%d texts)", d.Index, n)
		}
		if err := e.length(len(d.Embedding)); err != nil {
			return nil, err
		}
		vec.Normalize(d.Embedding)
		out[d.Index] = d.Embedding
	}
	return out, nil
}

// length holds all vectors to one length.
func (e *Embedder) length(n int) error {
	if n == 0 {
		return fmt.Errorf("the embedding server gave a vector without numbers: is %q a model for embeddings?", e.c.Model)
	}
	e.dim.CompareAndSwap(0, int64(n))
	if want := e.Dim(); n != want {
		return fmt.Errorf("the embedding server gave a vector of %d numbers, expected are %d: does the model %q have that many dimensions?", n, want, e.c.Model)
	}
	return nil
}
