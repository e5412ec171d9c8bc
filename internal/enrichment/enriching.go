package enrichment

import (
	"context"
	"fmt"
	"time"

	"github.com/zeebo/blake3"

	"github.com/structural-memory/smp/enrich"
	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/index/lang"
	"github.com/structural-memory/smp/index/walk"
	"github.com/structural-memory/smp/internal/scan"
	"github.com/structural-memory/smp/internal/workspace"
)

// FileChangedError says that a file is not what it was when it was indexed,
// although it was indexed a moment ago: something keeps writing to it.
type FileChangedError struct{ Path string }

func (e *FileChangedError) Error() string {
	return e.Path + " was written while it was read; try again when that is done"
}

// enrichFile is one file that is to be enriched, with all its nodes.
type enrichFile struct {
	graph.ScopeFile
	nodes  []graph.Node
	want   []bool // which of them
	packed []byte // facts; nil if they are not stored
}

// enrichedFile is what came out, an element for each node that was wanted.
type enrichedFile struct {
	nodes []*graph.Node
	rows  []graph.EnrichmentRow
}

// loadFile reads what the graph has of a file.
func (m *Enricher) loadFile(r *graph.Reader, f graph.ScopeFile) (*enrichFile, error) {
	nodes, err := r.NodesIn(f.Row)
	if err != nil {
		return nil, err
	}
	return &enrichFile{ScopeFile: f, nodes: nodes, want: make([]bool, len(nodes))}, nil
}

// packedFacts are for files of which something is wanted.
func (m *Enricher) packedFacts(r *graph.Reader, f *enrichFile) (err error) {
	if l, ok := lang.Get(f.Lang); ok {
		f.packed, err = r.PackedFacts(f.Blob, f.Lang, m.Scan.FormOf(l, f.Path))
	}
	return err
}

// enrichOne reads the file and takes from it what its wanted nodes say.
func (m *Enricher) enrichOne(ctx context.Context, reader *walk.Reader, f *enrichFile, at time.Time) (*enrichedFile, error) {
	c, err := reader.Read(f.Path, m.Scan.WalkOptions().MaxFileSize)
	if err != nil {
		return nil, err
	}
	if sum := blake3.Sum256(c.Data); [16]byte(sum[:16]) != f.Blob {
		return nil, &FileChangedError{Path: f.Path}
	}
	text, _ := walk.Normalize(c.Data)
	src := enrich.Source{Lang: f.Lang, Text: text}
	if src.Comments, src.Throws, err = m.commentsOf(ctx, f); err != nil {
		return nil, err
	}
	found := enrich.File(src, f.nodes)
	out := &enrichedFile{}
	for i := range f.nodes {
		if !f.want[i] {
			continue
		}
		n := &f.nodes[i]
		e := graph.Enrichment{Hash: workspace.SourceHash(n, f.Blob), Doc: workspace.DocHash(n.Docstring), At: at, Comments: found[i].Comments, Throws: found[i].Throws}
		e.Has = metadataOf(n, &e)
		out.nodes = append(out.nodes, n)
		out.rows = append(out.rows, graph.EnrichmentRow{ID: n.ID, Enrichment: e})
	}
	return out, nil
}

// commentsOf takes the comments and throws from the stored facts, or from the
// file where they are not stored.
func (m *Enricher) commentsOf(ctx context.Context, f *enrichFile) ([]facts.Comment, []uint32, error) {
	if f.packed != nil {
		return graph.UnpackComments(f.packed)
	}
	s := scan.Scanned{Row: graph.FileRow{Path: f.Path, Lang: f.Lang, Size: f.Size}}
	ff, err := m.Scan.Reextract(ctx, &s)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", f.Path, err)
	}
	return ff.Comments, ff.Throws, nil
}

func metadataOf(n *graph.Node, e *graph.Enrichment) (has graph.Metadata) {
	if n.Docstring != "" {
		has |= graph.HasDocstring
	}
	if len(e.Comments) > 0 {
		has |= graph.HasComments
	}
	if len(n.Decorators) > 0 {
		has |= graph.HasDecorators
	}
	if len(e.Throws) > 0 || workspace.HasTypes(n) {
		has |= graph.HasTypes
	}
	return has
}

// clock is the time as it is stored and shown.
func clock() time.Time { return time.Now().UTC().Truncate(time.Second) }
