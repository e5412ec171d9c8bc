package workspace

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"strconv"
	"time"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/graph"
	"github.com/zeebo/blake3"
)

// OrNull is a text that is null in JSON where it is empty.
type OrNull string

// MarshalJSON writes the text or null.
func (s OrNull) MarshalJSON() ([]byte, error) {
	if s == "" {
		return []byte("null"), nil
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false) // whoever writes the whole answer escapes, or not
	err := enc.Encode(string(s))
	return bytes.TrimSpace(b.Bytes()), err
}

// InlineComment is a comment inside a node: line comments below each other are
// one.
type InlineComment struct {
	Line int    `json:"line"`
	Text string `json:"text"`
}

// TypeAnnotations are a node's types as written, and what it is documented or
// seen to throw.
type TypeAnnotations struct {
	Params  map[string]string `json:"params"`
	Returns OrNull            `json:"returns"`
	Throws  []string          `json:"throws"`
}

// ExtractedMetadata is what a node's source says of it.
type ExtractedMetadata struct {
	Docstring      OrNull          `json:"docstring"`
	InlineComments []InlineComment `json:"inline_comments"`
	Decorators     []string        `json:"decorators"`
	Annotations    TypeAnnotations `json:"annotations"`
	Tags           []string        `json:"tags"` // manual ones
	SourceHash     string          `json:"source_hash"`
	EnrichedAt     time.Time       `json:"enriched_at"`
}

// The reasons that enrichment gives.
const (
	ReasonUnchanged  = "source_hash unchanged"
	ReasonNoMetadata = "no docstring, decorators, or type annotations found"
)

func Extracted(n *graph.Node, e *graph.Enrichment, tags []string) *ExtractedMetadata {
	x := &ExtractedMetadata{Docstring: OrNull(n.Docstring), InlineComments: []InlineComment{}, Decorators: append([]string{}, n.Decorators...),
		Annotations: typeAnnotations(n), Tags: append([]string{}, tags...), SourceHash: HashText(e.Hash), EnrichedAt: e.At}
	for _, c := range e.Comments {
		x.InlineComments = append(x.InlineComments, InlineComment{Line: n.StartLine + c.Line, Text: c.Text})
	}
	x.Annotations.Throws = append(x.Annotations.Throws, e.Throws...)
	return x
}

func typeAnnotations(n *graph.Node) TypeAnnotations {
	a := TypeAnnotations{Params: map[string]string{}, Returns: OrNull(n.Returns), Throws: []string{}}
	for _, p := range n.Params {
		if p.Name != "" && p.Type != "" {
			a.Params[p.Name] = p.Type
		}
	}
	return a
}

// HasTypes tells whether a node's row has types.
func HasTypes(n *graph.Node) bool {
	if n.Returns != "" {
		return true
	}
	for _, p := range n.Params {
		if p.Name != "" && p.Type != "" {
			return true
		}
	}
	return false
}

// Enrichable tells which nodes the scopes of enrichment hold: those that the
// full-text index covers, and tests, which are functions.
func Enrichable(k facts.Kind) bool {
	switch k {
	case facts.Function, facts.Class, facts.Interface, facts.Variable, facts.Test:
		return true
	}
	return false
}

// HashText is a source hash as the graph shows it.
func HashText(h uint64) string {
	const digits = "0123456789abcdef"
	var b [16]byte
	for i := len(b) - 1; i >= 0; i-- {
		b[i] = digits[h&15]
		h >>= 4
	}
	return string(b[:])
}

// Fresh tells whether a node is what it was when it was enriched.
func Fresh(n *graph.Node, blob [16]byte, e graph.Enrichment) bool {
	return e.Hash == SourceHash(n, blob) && e.Doc == DocHash(n.Docstring)
}

// SourceHash is the hash that the graph shows, that of the content for a file
// without one.
func SourceHash(n *graph.Node, blob [16]byte) uint64 {
	if n.SourceHash == "" {
		return binary.BigEndian.Uint64(blob[:8])
	}
	h, _ := strconv.ParseUint(n.SourceHash, 16, 64) // the graph has written it
	return h
}

// DocHash tells docstrings apart. Many stand before the node and are no part
// of its source.
func DocHash(doc string) uint64 {
	if doc == "" {
		return 0
	}
	sum := blake3.Sum256([]byte(doc))
	return binary.BigEndian.Uint64(sum[:8])
}
