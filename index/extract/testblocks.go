package extract

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/internal/sitter"
)

// What calls of these names with a title and a block are: groups of tests, and
// tests.
var testWords = map[string]bool{
	"describe": false, "fdescribe": false, "xdescribe": false, "context": false, "xcontext": false, "suite": false,
	"it": true, "fit": true, "xit": true, "test": true, "xtest": true, "specify": true,
}

// rubyWords are those of RSpec besides; elsewhere they mean too much else.
var rubyWords = map[string]bool{"feature": false, "example": true, "fexample": true, "xexample": true, "scenario": true}

const (
	maxTestBlocks = 20_000 // in a file; what is in others belongs to what is around them
	maxTestDepth  = 20
	maxTitle      = 200 // bytes
)

// testBlock is a call that may be one.
type testBlock struct {
	word       string
	title      string
	call       int32
	def        int32 // that the call stands in
	start, end uint32
	line, last uint32
	hash       uint64
	test       bool
}

// mayTest notes a call that has the form of a test or a group of tests.
func (x *X) mayTest(e *facts.Expr, n sitter.Node, args []int32) {
	if e.A == facts.None || len(args) < 2 || len(x.blocks) >= maxTestBlocks {
		return
	}
	word := x.rootName(e.A)
	test, ok := testWords[word]
	if more, inRuby := rubyWords[word]; inRuby && x.F.Lang == "ruby" {
		test, ok = more, true
	}
	if !ok || !slices.ContainsFunc(args[1:], func(a int32) bool { return a != facts.None && x.F.Exprs[a].Op == facts.OpLambda }) {
		return
	}
	title := x.title(args[0], n)
	if title == "" {
		return
	}
	x.blocks = append(x.blocks, testBlock{word: word, title: title, call: int32(len(x.F.Calls) - 1), def: x.cur, start: n.Start(), end: n.End(), line: n.Line(), last: n.EndLine(), hash: hash(n.Bytes()), test: test})
}

// rootName is it of it, it.only, it.each(…) and RSpec.describe.
func (x *X) rootName(e int32) string {
	for range 8 {
		if e == facts.None {
			return ""
		}
		switch v := &x.F.Exprs[e]; v.Op {
		case facts.OpName:
			return v.Name
		case facts.OpMember:
			if v.A != facts.None && x.F.Exprs[v.A].Op == facts.OpName && x.F.Exprs[v.A].Name == "RSpec" {
				return v.Name
			}
			e = v.A
		case facts.OpCall, facts.OpUnary:
			e = v.A
		default:
			return ""
		}
	}
	return ""
}

// title is what the first argument says: the text of a string, or the name of
// what is described.
func (x *X) title(arg int32, n sitter.Node) string {
	if arg == facts.None {
		return ""
	}
	switch e := &x.F.Exprs[arg]; e.Op {
	case facts.OpName, facts.OpMember:
		return x.dotted(arg)
	case facts.OpLit:
		if e.Name != "string" && e.Name != "template" {
			return ""
		}
	default:
		return ""
	}
	// A literal has no place of its own: it is the first quoted text of the call.
	text := n.Bytes()
	if list := n.Field("arguments"); list.OK() {
		text = list.Bytes()
	}
	at := slices.IndexFunc(text, func(b byte) bool { return b == '"' || b == '\'' || b == '`' })
	if at < 0 {
		return ""
	}
	quote := text[at]
	var out []byte
	for i := at + 1; i < len(text) && text[i] != quote && len(out) < maxTitle; i++ {
		if text[i] == '\\' && i+1 < len(text) {
			i++
		}
		out = append(out, text[i])
	}
	return strings.Join(strings.Fields(strings.ToValidUTF8(string(out), "")), " ")
}

func (x *X) dotted(e int32) string {
	v := &x.F.Exprs[e]
	if v.Op == facts.OpMember && v.A != facts.None {
		if p := x.dotted(v.A); p != "" {
			return p + "." + v.Name
		}
	}
	if v.Op == facts.OpName || v.Op == facts.OpMember {
		return v.Name
	}
	return ""
}

// testBlocks makes definitions of the blocks that are tests. Calls inside
// belong to the innermost; where names are looked up stays as it is, since a
// block gives no name to anything.
func (x *X) testBlocks() {
	x.blocks = slices.DeleteFunc(x.blocks, func(b testBlock) bool { return x.definesName(b.word) })
	if !slices.ContainsFunc(x.blocks, func(b testBlock) bool { return b.test }) {
		return
	}
	x.F.Flags |= facts.IsTest
	slices.SortStableFunc(x.blocks, func(a, b testBlock) int {
		return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(b.end, a.end))
	})
	t := &blockTree{x: x}
	for _, b := range x.blocks {
		t.add(&b)
	}
	t.take()
}

// blockTree is how the blocks of a file stand in one another.
type blockTree struct {
	x      *X
	places []blockPlace // by start
	open   []int        // those around the one that was added last
	calls  map[int32]bool
	names  map[sibling]int
}

// blockPlace is where a block stands, and what it stood in before it was one.
type blockPlace struct {
	def, owner int32
	around     int // the place around it, -1 for none
	start, end uint32
}

type sibling struct {
	parent int32
	name   string
}

func (t *blockTree) add(b *testBlock) {
	for len(t.open) > 0 && t.places[t.open[len(t.open)-1]].end < b.end {
		t.open = t.open[:len(t.open)-1]
	}
	if len(t.open) >= maxTestDepth {
		return
	}
	parent, around := b.def, -1
	if len(t.open) > 0 {
		around = t.open[len(t.open)-1]
		if p := &t.places[around]; p.owner == b.def {
			parent = p.def
		}
	}
	d := facts.Def{Kind: facts.Test, Form: facts.TestBlock, Name: b.title, Parent: parent, NameLine: b.line, Sig: b.word + " " + strconv.Quote(b.title),
		Span: facts.Span{StartByte: b.start, EndByte: b.end, StartLine: b.line, EndLine: b.last},
		Type: facts.None, Value: facts.None, Recv: facts.None, Complexity: 1, Hash: b.hash}
	if t.names == nil {
		t.names, t.calls = map[sibling]int{}, map[int32]bool{}
	}
	same := sibling{parent, b.title}
	if t.names[same]++; t.names[same] > 1 {
		d.Disc = "~" + strconv.Itoa(t.names[same])
	}
	t.x.F.Defs = append(t.x.F.Defs, d)
	t.calls[b.call] = true
	t.open = append(t.open, len(t.places))
	t.places = append(t.places, blockPlace{int32(len(t.x.F.Defs) - 1), b.def, around, b.start, b.end})
}

// take gives calls and uses of names to the blocks that they stand in.
func (t *blockTree) take() {
	f := t.x.F
	for i := range f.Calls {
		if c := &f.Calls[i]; !t.calls[int32(i)] {
			c.Def = t.at(c.Byte, c.Def)
		}
	}
	for i := range f.Refs {
		r := &f.Refs[i]
		switch {
		case r.Expr != facts.None && f.Exprs[r.Expr].Line > 0:
			r.Def = t.at(f.Exprs[r.Expr].Pos, r.Def)
		case r.Type != facts.None:
			r.Def = t.at(f.Types[r.Type].Pos, r.Def)
		}
	}
}

// at is the innermost block around a place in the definition, or the definition
// itself.
func (t *blockTree) at(pos uint32, owner int32) int32 {
	i, found := slices.BinarySearchFunc(t.places, pos, func(p blockPlace, at uint32) int { return cmp.Compare(p.start, at) })
	if !found {
		i--
	}
	for ; i >= 0; i = t.places[i].around {
		if p := &t.places[i]; pos < p.end && p.owner == owner {
			return p.def
		}
	}
	return owner
}

// definesName tells whether a function of the file has the name.
func (x *X) definesName(name string) bool {
	return slices.ContainsFunc(x.F.Defs, func(d facts.Def) bool { return d.Name == name && d.Kind == facts.Function && d.Parent == 0 })
}
