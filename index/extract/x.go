package extract

import (
	"bytes"
	"errors"
	"strings"
	"sync"
	"time"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/internal/sitter"
)

// X is the extraction of one file, as hooks see it.
type X struct {
	F    *facts.FileFacts
	Lang *Language
	Path string
	Src  []byte
	Data any // whatever the language's hooks keep for the file

	cur      int32  // the definition that is being walked
	fn       int32  // the nearest one that counts complexity, or None
	from, to uint32 // the visible range of new bindings
	lambda   int32  // the lambda whose body is walked, or None
	doc      []sitter.Node
	docs     []docMark // which comments document what
	intern   map[string]string
	lits     map[string]int32
	locals   []localName
	blocks   []testBlock // calls that may be tests

	extractor *Extractor
}

type localName struct {
	name string
	bind int32
}

// Extractor parses and extracts files of one language, one at a time.
type Extractor struct {
	lang   *Language
	parser *sitter.Parser
	intern map[string]string
	facts  facts.FileFacts // whose slices are filled anew for each file
	docs   []docMark
	buf    []byte           // the text that was parsed in place of a file's, see Prepare
	left   time.Duration    // of the budget for parsing the file at hand
	mu     sync.Mutex       // for what Stop touches:
	ended  bool             // it was called
	more   []*sitter.Parser // see Reparse
}

// New makes an Extractor; Close frees its parser.
func (l *Language) New() *Extractor {
	return &Extractor{lang: l, parser: sitter.NewParser(l.grammar), intern: map[string]string{}}
}

// Close frees the parser.
func (e *Extractor) Close() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.parser.Close()
	for _, p := range e.more {
		p.Close()
	}
	e.more = nil
}

// Stop ends the parse at hand, from any goroutine; the Extractor is of no use
// after it.
func (e *Extractor) Stop() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.ended = true
	e.parser.Stop()
	for _, p := range e.more {
		p.Stop()
	}
}

// maxIntern bounds the table of names kept between files.
const maxIntern = 200_000

// Extract makes the facts of one file. The path serves for conventions only
// (is it a test?); nothing is read. A file that the parser cannot cope with
// yields what could be read, and flags that say so; an error means that the
// Extractor was stopped.
func (e *Extractor) Extract(path string, src []byte) (*facts.FileFacts, error) {
	tree, whole, err := e.parse(path, src)
	if errors.Is(err, sitter.ErrStopped) {
		return nil, err
	}
	if err != nil { // the file is there all the same, and says that it was not read
		tree = &sitter.Tree{Src: src, HasError: true}
	}
	if len(e.intern) > maxIntern {
		clear(e.intern)
	}
	x := &X{F: e.facts.Reset(e.lang.ID), Lang: e.lang, Path: path, Src: src,
		fn: facts.None, lambda: facts.None, to: uint32(len(src)), intern: e.intern, lits: map[string]int32{}, docs: e.docs[:0], extractor: e}
	if tree.HasError {
		x.F.Flags |= facts.ParseErrors
	}
	x.told(tree)
	switch {
	case err != nil:
		x.F.Flags |= facts.Unread
	case !whole:
		x.F.Flags |= facts.Unfinished
	}
	x.F.Lines = countLines(src)
	x.F.Defs = append(x.F.Defs, facts.Def{Kind: facts.File, Name: path[strings.LastIndexByte(path, '/')+1:], Parent: facts.None,
		Span: facts.Span{EndByte: uint32(len(src)), StartLine: 1, EndLine: uint32(max(1, x.F.Lines))}, NameLine: 1,
		Type: facts.None, Value: facts.None, Recv: facts.None})
	if e.lang.start != nil {
		e.lang.start(x, tree.Root())
	}
	x.WalkChildren(tree.Root())
	if e.lang.finish != nil {
		e.lang.finish(x)
	}
	x.testBlocks()
	x.comments(tree)
	e.facts, e.docs = *x.F, x.docs
	return x.F.Clone(), nil
}

// told notes what a tree leaves out: the file counts as one that could not be
// read whole.
func (x *X) told(t *sitter.Tree) {
	if t.Cut {
		x.F.Flags |= facts.Truncated | facts.ParseErrors
	}
}

func countLines(src []byte) int32 {
	n := int32(bytes.Count(src, []byte{'\n'}))
	if len(src) > 0 && src[len(src)-1] != '\n' {
		n++
	}
	return n
}

func (x *X) entry(n sitter.Node) *entry {
	if s := int(n.Symbol()); s < len(x.Lang.syms) {
		return &x.Lang.syms[s]
	}
	return &noEntry
}

var noEntry entry

// Text is a node's text, shared between equal texts.
func (x *X) Text(n sitter.Node) string { return x.Intern(n.Bytes()) }

// Intern makes a string of b, shared between equal ones.
func (x *X) Intern(b []byte) string {
	if s, ok := x.intern[string(b)]; ok {
		return s
	}
	s := string(b)
	x.intern[s] = s
	return s
}

// Cur is the definition that is being walked; Def(Cur()) its facts.
func (x *X) Cur() int32 { return x.cur }

// Def is the definition with that index. The pointer is valid until the next
// definition is added.
func (x *X) Def(i int32) *facts.Def { return &x.F.Defs[i] }

// InFunction tells whether the walk is inside a function.
func (x *X) InFunction() bool { return x.fn != facts.None }

// Scoped tells whether a name that is declared now is visible in a part of the
// definition at hand only: inside a function, an anonymous one, or a block.
func (x *X) Scoped() bool {
	d := &x.F.Defs[x.cur]
	return x.fn != facts.None || x.lambda != facts.None || x.from != d.StartByte || x.to != d.EndByte
}

// Enclosing is the innermost definition of one of the kinds around the walk,
// None if there is none.
func (x *X) Enclosing(kinds ...facts.Kind) int32 {
	for d := x.cur; d != facts.None; d = x.F.Defs[d].Parent {
		for _, k := range kinds {
			if x.F.Defs[d].Kind == k {
				return d
			}
		}
	}
	return facts.None
}

// Walk handles a node in statement position.
func (x *X) Walk(n sitter.Node) {
	if !n.OK() {
		return
	}
	e := x.entry(n)
	x.branch(e, n)
	switch {
	case e.stmt != nil:
		e.stmt(x, n)
	case e.role == roleComment || e.role == roleSkip:
	case e.role == roleReturn:
		x.Return(x.Expr(x.operand(e, n)))
	case e.expr != nil || e.role != roleNone && e.role < roleTName:
		x.value(e, n)
	case e.typ != nil || e.role >= roleTName:
		x.Type(n)
	case e.block:
		x.Block(n, func() { x.WalkChildren(n) })
	default:
		x.WalkChildren(n)
	}
}

// WalkChildren walks all children, and keeps the comments right before each
// for Doc. Nodes that the table calls "keepdoc" (decorators, attributes) may
// stand between a comment and what it documents.
func (x *X) WalkChildren(n sitter.Node) { x.WalkBefore(n, sitter.Node{}) }

// WalkBefore walks the children that stand before stop, as WalkChildren does.
// The last expression of a block, whose value counts, is left to the caller.
func (x *X) WalkBefore(n, stop sitter.Node) { x.walk(n, stop, nil) }

// WalkBody is WalkChildren for a body whose first comments are children of n,
// as grammars with indentation have it.
func (x *X) WalkBody(n, body sitter.Node) {
	var run []sitter.Node
	code := n.Line()
	for c := range n.Children() {
		switch {
		case c.Start() >= body.Start():
		case x.entry(c).role != roleComment:
			run, code = nil, c.EndLine()
		case c.Line() == code: // it belongs to the header
		case x.Lang.remark == nil || !x.Lang.remark(c):
			if len(run) > 0 && c.Line() > run[len(run)-1].EndLine()+1 {
				run = nil
			}
			run = append(run, c)
		}
	}
	x.walk(body, sitter.Node{}, run)
}

// walk walks the children of n up to stop; run are the comments before them.
func (x *X) walk(n, stop sitter.Node, run []sitter.Node) {
	outer := x.doc
	end, code := uint32(0), uint32(0)
	if len(run) > 0 {
		end = run[len(run)-1].EndLine()
	}
	for c := range n.Children() {
		if c == stop {
			break
		}
		e := x.entry(c)
		if e.role == roleComment {
			if c.Line() == code || x.Lang.remark != nil && x.Lang.remark(c) {
				continue // it belongs to what stands before it on the line, or to nothing
			}
			if c.Line() > end+1 {
				run = nil
			}
			run, end = append(run, c), c.EndLine()
			continue
		}
		x.doc = nil
		if len(run) > 0 && c.Line() <= end+1 {
			x.doc = run
		}
		x.Walk(c)
		if e.keepdoc {
			end = c.EndLine()
		} else {
			run, code = nil, c.EndLine()
			if end := c.End(); end > 0 && x.Src[end-1] == '\n' {
				code--
			}
		}
	}
	x.doc = outer
}

func (x *X) branch(e *entry, n sitter.Node) {
	if e.branch && x.fn != facts.None {
		x.F.Defs[x.fn].Complexity++
	}
}

// Branch adds to the complexity of the function around.
func (x *X) Branch(by int) {
	if x.fn != facts.None {
		x.F.Defs[x.fn].Complexity += uint16(by)
	}
}

// Block runs do with the visible range of new bindings narrowed to n.
func (x *X) Block(n sitter.Node, do func()) { x.Range(n.Start(), n.End(), do) }

// Range is Block by bytes.
func (x *X) Range(from, to uint32, do func()) {
	f, t := x.from, x.to
	x.from, x.to = from, to
	do()
	x.from, x.to = f, t
}

// Return records a value that the function or lambda around returns.
func (x *X) Return(e int32) {
	switch {
	case e == facts.None:
	case x.lambda != facts.None:
		l := &x.F.Lambdas[x.lambda]
		l.Rets = append(l.Rets, e)
	default:
		if d := x.Enclosing(facts.Function, facts.Test); d != facts.None {
			x.F.Defs[d].Rets = append(x.F.Defs[d].Rets, e)
		}
	}
}
