package scan

import (
	"context"
	"fmt"
	"hash/crc32"
	"slices"

	"github.com/structural-memory/smp/embed"
	"github.com/structural-memory/smp/embed/symbols"
	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/internal/vec"
	"github.com/structural-memory/smp/internal/workspace"
	"github.com/structural-memory/smp/locate"
	"github.com/structural-memory/smp/search"
)

// WithEmbedder makes vectors with e in place of the built-in model; nil makes
// none. Vectors of another model than the last run's are made again.
func WithEmbedder(e embed.Embedder) workspace.Option {
	return func(o *workspace.Options) { o.Embedder, o.EmbedderGiven = e, true }
}

// Embedder makes the vectors of this memory; nil for none.
func (m *Scanner) Embedder() (embed.Embedder, error) {
	if m.Space.Opts.EmbedderGiven {
		return m.Space.Opts.Embedder, nil
	}
	return embed.Default()
}

// embedderForm stands for the model in the settings of an index.
func (m *Scanner) embedderForm() int {
	e, err := m.Embedder()
	if err != nil || e == nil {
		return 0
	}
	return int(crc32.ChecksumIEEE([]byte(e.Name())))
}

// RetrievalForm stands among the forms of facts for what search and vectors
// keep: where it differs, all files are read anew.
const RetrievalForm = "#retrieval"

func (m *Scanner) RetrievalVersion() int { return search.Version<<32 | m.embedderForm() }

// OtherModel tells whether the last index run made its vectors with another
// model, or none.
func (m *Scanner) OtherModel(ctx context.Context) (bool, error) {
	s, err := m.Space.LastSettings(ctx)
	if err != nil || s == nil {
		return false, err
	}
	return s.Facts[RetrievalForm] != m.RetrievalVersion(), nil
}

// vectorsOf are the vectors of a file: of its functions and types outside of
// tests. Variables and tests are found by their words.
func vectorsOf(ctx context.Context, e embed.Embedder, path string, f *facts.FileFacts, nodes []int32, text []byte, ignoreDocs bool) (out []byte, err error) {
	if e == nil || f.Flags&facts.IsTest != 0 {
		return nil, nil
	}
	var texts []embed.Text
	var of []uint32
	src := symbols.Of(path, f, string(text))
	for i := 1; i < len(f.Defs); i++ {
		switch d := &f.Defs[i]; {
		case nodes[i] < 0 || d.Name == "":
		case d.Kind == facts.Function || d.Kind == facts.Class || d.Kind == facts.Interface || d.Kind == facts.Section:
			t := src.Text(int32(i))
			if ignoreDocs {
				t.Doc = ""
			}
			texts, of = append(texts, t), append(of, uint32(nodes[i]))
		}
	}
	if len(texts) == 0 {
		return nil, nil
	}
	vectors, err := e.Embed(ctx, texts)
	if err != nil {
		return nil, fmt.Errorf("%s cannot be embedded: %w", path, err)
	}
	for i, v := range vectors {
		if slices.ContainsFunc(v, func(x float32) bool { return x != 0 }) {
			out = locate.AppendVector(out, of[i], vec.Pack(v))
		}
	}
	return out, nil
}
