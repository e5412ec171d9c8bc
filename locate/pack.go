package locate

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/structural-memory/smp/locate/tokens"
)

// Pack is source text that fits into so many tokens: whole pieces, best first.
type Pack struct {
	MaxTokens int      `json:"max_tokens"`
	Tokens    int      `json:"tokens"` // of all pieces with their headings, as an upper estimate
	Pieces    []Piece  `json:"pieces"`
	LeftOut   []string `json:"left_out"` // ids of what has no piece and is in none
	Note      string   `json:"note"`     // what is left out and how to get it
}

// Piece is a symbol's whole source, or its signature.
type Piece struct {
	NodeID    string `json:"node_id"`
	File      string `json:"file"`
	StartLine int    `json:"start_line"`
	EndLine   int    `json:"end_line"`
	Kind      string `json:"kind"` // body or signature
	Text      string `json:"text"`
}

// The kinds of pieces.
const (
	BodyPiece      = "body"
	SignaturePiece = "signature"
)

// Heading says where a piece stands.
func (p *Piece) Heading() string {
	return fmt.Sprintf("%s:%d-%d  %s", p.File, p.StartLine, p.EndLine, p.NodeID)
}

// Markdown is the piece as text.
func (p *Piece) Markdown() string {
	fence := fenceFor(p.Text)
	return "\n" + p.Heading() + "\n" + fence + "\n" + strings.TrimSuffix(p.Text, "\n") + "\n" + fence + "\n"
}

// cost is what a piece takes as text, and a little for where texts meet.
func (p *Piece) cost() int { return tokens.Estimate(p.Markdown()) + 2 }

// Part is a symbol that may get into a pack.
type Part struct {
	NodeID, File       string
	StartLine, EndLine int
	StartByte, EndByte int // where they are known, what lies within another is not shown twice
	Signature          string
	Body               string // "" where it is not wanted or not known
}

// within tells whether a part's source is part of another's.
func (p *Part) within(o *Part) bool {
	return p.File == o.File && p.EndByte > p.StartByte && o.StartByte <= p.StartByte && p.EndByte <= o.EndByte
}

// Packer fills a pack.
type Packer struct {
	max, used int
	parts     []packed
}

type packed struct {
	Part
	kind string // "" for what is left out
	cost int
}

// NewPacker makes an empty pack for so many tokens.
func NewPacker(maxTokens int) *Packer { return &Packer{max: maxTokens} }

// Add puts in parts, best first, after what has been added before: first the
// signature of each that fits, then bodies in their place.
func (k *Packer) Add(parts []Part) {
	from := len(k.parts)
	for _, p := range parts {
		if slices.ContainsFunc(k.parts, func(o packed) bool { return o.NodeID == p.NodeID }) {
			continue
		}
		k.parts = append(k.parts, packed{Part: p})
		at := &k.parts[len(k.parts)-1]
		if c := at.as(SignaturePiece).cost(); p.Signature != "" && !k.covered(at) && k.used+c <= k.max {
			at.kind, at.cost = SignaturePiece, c
			k.used += c
		}
	}
	for i := from; i < len(k.parts); i++ {
		if at := &k.parts[i]; at.Body != "" && !k.covered(at) {
			k.open(at)
		}
	}
}

// covered tells whether the body of another part shows this one.
func (k *Packer) covered(p *packed) bool {
	return slices.ContainsFunc(k.parts, func(o packed) bool {
		return o.kind == BodyPiece && o.NodeID != p.NodeID && p.within(&o.Part)
	})
}

// open shows a part's body, in place of its signature and of what lies within
// it, if that fits.
func (k *Packer) open(p *packed) {
	c, freed := p.as(BodyPiece).cost(), p.cost
	for i := range k.parts {
		if o := &k.parts[i]; o.NodeID != p.NodeID && o.within(&p.Part) {
			freed += o.cost
		}
	}
	if k.used-freed+c > k.max {
		return
	}
	for i := range k.parts {
		if o := &k.parts[i]; o.NodeID != p.NodeID && o.within(&p.Part) {
			o.kind, o.cost = "", 0
		}
	}
	k.used += c - freed
	p.kind, p.cost = BodyPiece, c
}

func (p *packed) as(kind string) *Piece {
	out := &Piece{p.NodeID, p.File, p.StartLine, p.EndLine, kind, p.Signature}
	if kind == BodyPiece {
		out.Text = p.Body
	}
	return out
}

// Pack is what has been put in. Changed are files whose bodies could not be
// shown, because they are not what they were when they were indexed.
func (k *Packer) Pack(changed ...string) *Pack {
	out := &Pack{MaxTokens: k.max, Tokens: k.used, Pieces: []Piece{}, LeftOut: []string{}}
	alone := 0
	for i := range k.parts {
		p := &k.parts[i]
		switch {
		case p.kind != "":
			out.Pieces = append(out.Pieces, *p.as(p.kind))
			if p.kind == SignaturePiece && p.Body != "" {
				alone++
			}
		case !k.covered(p):
			out.LeftOut = append(out.LeftOut, p.NodeID)
		}
	}
	out.Note = packNote(out, alone, changed)
	return out
}

func packNote(p *Pack, alone int, changed []string) string {
	var notes []string
	if n := len(p.LeftOut); n > 0 {
		notes = append(notes, fmt.Sprintf("%d of %d left out: raise max_tokens, or ask for them by the ids in left_out", n, n+len(p.Pieces)))
	}
	if alone > 0 {
		notes = append(notes, fmt.Sprintf("%d by signature alone, as the body does not fit: raise max_tokens, or read the file at the lines given", alone))
	}
	if len(changed) > 0 {
		slices.SortFunc(changed, cmp.Compare[string])
		notes = append(notes, strings.Join(slices.Compact(changed), ", ")+" changed since the index run, or cannot be read: signatures alone; index again")
	}
	if len(notes) == 0 {
		return "nothing is left out"
	}
	return strings.Join(notes, ". ")
}
