package outline

import (
	"path"
	"unicode/utf8"

	"github.com/structural-memory/smp/facts"
)

// DefaultLimit bounds the entries of a file of configuration. Beyond it the
// file is flagged Truncated.
const DefaultLimit = 2000

// Builder collects what a scanner finds in one file.
type Builder struct {
	F     *facts.FileFacts
	Path  string
	Src   []byte
	Limit int  // of entries
	Open  bool // the format declares names and types and holds no values: nothing is hidden

	lines   []uint32 // start of each line
	at      int      // the line found last: the next is mostly near
	invalid bool     // Src is not UTF-8
	secret  []bool   // for each definition: values below it are not shown
	sibling map[sibling]int
}

type sibling struct {
	parent int32
	kind   facts.Kind
	name   string
}

// Entry is one named thing, as a scanner sees it.
type Entry struct {
	Parent int32
	Kind   facts.Kind // Config if none is given
	Form   string
	Name   string
	Start  int
	End    int // 0: open, Close will say
	NameAt int // where the name stands; 0: at Start
	// KeyEnd is where the key ends and its value begins. The signature shows
	// the value if it may be shown, and ends here if not. 0: nothing is a value.
	KeyEnd int
	Sig    string // instead of the first line of the source
	Doc    string // "": the comment before it, if Comments is set
	Comments
}

// start readies the Builder for a file.
func (b *Builder) start(lang string, kind facts.Kind, file string, src []byte) {
	b.Path, b.Src, b.Limit, b.Open, b.at = file, src, DefaultLimit, false, 0
	b.invalid = !utf8.Valid(src)
	b.secret = append(b.secret[:0], false)
	if b.sibling == nil {
		b.sibling = map[sibling]int{}
	}
	clear(b.sibling)
	b.index()
	b.F = &facts.FileFacts{Lang: lang, Lines: int32(len(b.lines))}
	if n := len(b.lines); n > 0 && int(b.lines[n-1]) == len(src) {
		b.F.Lines--
	}
	if b.invalid {
		b.F.Flags |= facts.InvalidUTF8
	}
	b.F.Defs = append(b.F.Defs, facts.Def{Kind: kind, Name: path.Base(file), Parent: facts.None,
		Span:     facts.Span{EndByte: uint32(len(src)), StartLine: 1, EndLine: uint32(max(1, b.F.Lines))},
		NameLine: 1, Type: facts.None, Value: facts.None, Recv: facts.None})
}

// Full tells whether the limit is reached: a scanner may stop then.
func (b *Builder) Full() bool { return len(b.F.Defs) > b.Limit }

// Add adds an entry and returns its definition, or None if it has no name,
// its parent is None or the limit is reached.
func (b *Builder) Add(e Entry) int32 {
	if e.Parent == facts.None || e.Name == "" {
		return facts.None
	}
	if b.Full() {
		b.F.Flags |= facts.Truncated
		return facts.None
	}
	if e.Kind == facts.KindNone {
		e.Kind = facts.Config
	}
	e.Name = cut(b.clean(e.Name), maxName)
	e.NameAt = max(e.NameAt, e.Start)
	end := max(e.End, e.KeyEnd, e.Start)
	hidden := !b.Open && (b.secret[e.Parent] || SecretKey(e.Name))
	if e.Doc == "" && e.Comments != 0 && (e.Parent == 0 || int(b.F.Defs[e.Parent].StartByte) < e.Start) {
		e.Doc = b.docBefore(e.Start, e.Comments)
	}
	i := int32(len(b.F.Defs))
	b.secret = append(b.secret, hidden)
	b.F.Defs = append(b.F.Defs, facts.Def{Kind: e.Kind, Form: e.Form, Name: e.Name, Parent: e.Parent,
		Disc:     b.disc(sibling{e.Parent, e.Kind, e.Name}),
		Span:     facts.Span{StartByte: uint32(e.Start), EndByte: uint32(end), StartLine: b.Line(e.Start), EndLine: b.Line(max(end-1, e.Start))},
		NameLine: b.Line(e.NameAt), Sig: b.sig(e, hidden), Doc: b.clean(b.scrub(e.Doc)),
		Type: facts.None, Value: facts.None, Recv: facts.None})
	return i
}

// Close ends an entry that was added open.
func (b *Builder) Close(def int32, end int) {
	if def == facts.None {
		return
	}
	d := &b.F.Defs[def]
	end = max(end, int(d.StartByte))
	d.EndByte, d.EndLine = uint32(end), b.Line(max(end-1, int(d.StartByte)))
}

// Def is an added definition; the pointer is valid until the next Add.
func (b *Builder) Def(i int32) *facts.Def { return &b.F.Defs[i] }

// Import notes that the file names another one, at byte pos, within def.
func (b *Builder) Import(def int32, module string, pos int) {
	if module == "" || len(module) > maxTarget || len(b.F.Imports) >= DefaultLimit {
		return
	}
	b.F.Imports = append(b.F.Imports, facts.Import{Module: b.clean(module), Kind: facts.ImportInclude,
		Scope: max(def, 0), Line: b.Line(pos)})
}

const (
	maxName   = 200
	maxTarget = 400
)

// disc tells same-named siblings apart by their order.
func (b *Builder) disc(s sibling) string {
	b.sibling[s]++
	if n := b.sibling[s]; n > 1 {
		return itoa(n)
	}
	return ""
}

// done gives every definition the hash of its text and lets go of the file.
func (b *Builder) done() *facts.FileFacts {
	f := b.F
	defer func() { b.F, b.Src = nil, nil }()
	for i := 1; i < len(b.F.Defs); i++ {
		d := &b.F.Defs[i]
		d.Hash = hash(b.Src[d.StartByte:d.EndByte])
	}
	return f
}
