package query

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strconv"

	"github.com/zeebo/blake3"

	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/index/walk"
	"github.com/structural-memory/smp/internal/copies"
	"github.com/structural-memory/smp/internal/workspace"
	"github.com/structural-memory/smp/locate"
	"github.com/structural-memory/smp/locate/tokens"
)

// EstimateTokens is how many tokens a text takes at most, as packs count them.
func EstimateTokens(text string) int { return tokens.Estimate(text) }

// The source that an answer shows, by names of this package.
type (
	Pack      = locate.Pack
	PackPiece = locate.Piece
)

func checkTokens(n int) error {
	if n < 0 {
		return &workspace.ParamError{Param: "max_tokens", Value: strconv.Itoa(n), Hint: "use a number above 0, or leave it out"}
	}
	return nil
}

// packResults shows the source of what Locate found.
func (m *Questions) packResults(ctx context.Context, r *graph.Reader, maxTokens int, results []locate.Result) (*locate.Pack, error) {
	b, err := m.openBodies(ctx, r)
	if err != nil {
		return nil, err
	}
	defer b.close()
	var parts []locate.Part
	for _, res := range results {
		n, err := r.ByID(res.NodeID)
		if err != nil {
			return nil, err
		}
		p, err := b.part(n)
		if err != nil {
			return nil, err
		}
		parts = append(parts, p)
	}
	k := locate.NewPacker(maxTokens)
	k.Add(parts)
	return k.Pack(b.changed...), nil
}

// packFile shows the definitions of a file, then the signatures of what it
// calls and is called by; the most important first.
func (m *Questions) packFile(ctx context.Context, c *contextBuilder, maxTokens int) (*locate.Pack, error) {
	b, err := m.openBodies(ctx, c.r)
	if err != nil {
		return nil, err
	}
	defer b.close()
	byRank, err := mostImportant(c.r)
	if err != nil {
		return nil, err
	}
	var own, around []locate.Part
	defined := slices.Clone(c.nodes[1:])
	slices.SortStableFunc(defined, byRank)
	for _, n := range defined {
		p, err := b.part(n)
		if err != nil {
			return nil, err
		}
		own = append(own, p)
	}
	far, err := c.acrossBorder()
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(far, byRank)
	for _, n := range far {
		around = append(around, signatureOf(n))
	}
	k := locate.NewPacker(maxTokens)
	k.Add(own)
	k.Add(around)
	return k.Pack(b.changed...), nil
}

// mostImportant orders nodes by PageRank, where it has been computed.
func mostImportant(r *graph.Reader) (func(a, b graph.Node) int, error) {
	ranks, err := r.Ranks()
	if errors.Is(err, graph.ErrNoCommunities) {
		return func(a, b graph.Node) int { return 0 }, nil
	}
	return func(a, b graph.Node) int { return cmp.Compare(ranks.Of(b.Row), ranks.Of(a.Row)) }, err
}

// acrossBorder are the nodes of other files that call into the file or are
// called from it, each once.
func (b *contextBuilder) acrossBorder() (out []graph.Node, err error) {
	seen := map[graph.NodeID]bool{}
	note := func(row graph.NodeID) error {
		if b.own[row] || seen[row] {
			return nil
		}
		seen[row] = true
		n, err := b.r.Node(row)
		if err == nil && n.File != "" {
			out = append(out, n)
		}
		return err
	}
	for _, n := range b.nodes[1:] {
		in, err := b.r.In(n.Row, graph.CallsStatic, graph.CallsRuntime)
		if err != nil {
			return nil, err
		}
		outs, err := b.r.Out(n.Row, graph.CallsStatic, graph.CallsRuntime)
		if err != nil {
			return nil, err
		}
		for _, e := range in {
			if err := note(e.From); err != nil {
				return nil, err
			}
		}
		for _, e := range outs {
			if e.Class == graph.Outside {
				continue
			}
			if err := note(e.To); err != nil {
				return nil, err
			}
		}
	}
	return out, nil
}

// bodies reads the source of nodes from files that are as they were indexed.
type bodies struct {
	m       *Questions
	r       *graph.Reader
	files   copies.FileReader
	texts   map[string][]byte // nil for a file that is not as it was
	changed []string
}

func (m *Questions) openBodies(ctx context.Context, r *graph.Reader) (*bodies, error) {
	files, err := m.Copies.Reader(ctx, r)
	if err != nil {
		return nil, err
	}
	return &bodies{m: m, r: r, files: files, texts: map[string][]byte{}}, nil
}

func (b *bodies) close() { _ = b.files.Close() }

func signatureOf(n graph.Node) locate.Part {
	p := locate.Part{NodeID: n.ID, File: n.File, StartLine: n.StartLine, EndLine: n.EndLine, StartByte: n.StartByte, EndByte: n.EndByte, Signature: n.Signature}
	if p.Signature == "" {
		p.Signature = workspace.DisplayName(n)
	}
	return p
}

// part is a node with its body.
func (b *bodies) part(n graph.Node) (locate.Part, error) {
	p := signatureOf(n)
	text, ok := b.texts[n.File]
	if !ok && n.File != "" {
		var err error
		if text, err = b.text(n.File); err != nil {
			return p, err
		}
		b.texts[n.File] = text
	}
	if n.StartByte < n.EndByte && n.EndByte <= len(text) {
		p.Body = string(text[n.StartByte:n.EndByte])
	}
	return p, nil
}

// text is a file's text, nil and noted if it is not what the graph knows.
func (b *bodies) text(file string) ([]byte, error) {
	info, err := b.r.File(file)
	if err != nil {
		return nil, err
	}
	c, err := b.files.Read(file, b.m.Scan.WalkOptions().MaxFileSize)
	if sum := blake3.Sum256(c.Data); err != nil || [16]byte(sum[:16]) != info.Blob {
		b.changed = append(b.changed, file)
		return nil, nil
	}
	text, _ := walk.Normalize(c.Data)
	return text, nil
}
