package c

import (
	"bytes"
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/internal/sitter"
)

func include(x *extract.X, n sitter.Node) {
	p := n.Field("path")
	path := p.Text()
	if name, ok := state(x).strings[path]; ok { // #include MACRO
		path = name
	}
	kind := facts.ImportInclude
	if strings.HasPrefix(path, "<") {
		kind = facts.ImportSystem
	}
	x.Import(facts.Import{Module: strings.Trim(path, `"<>`), Name: "*", Kind: kind, Line: n.Line()})
}

// define is a macro without parameters. One that stands for a name is an alias.
func define(x *extract.X, n sitter.Node) {
	value := n.Field("value")
	text := bytes.TrimSpace(value.Bytes())
	if len(text) == 0 || bytes.HasPrefix(text, []byte("/*")) && bytes.Index(text, []byte("*/")) == len(text)-2 {
		return // a flag, or an include guard
	}
	d := x.New(facts.Variable, "macro", n.Field("name"), n, sitter.Node{})
	x.Def(d).Mods |= facts.MacroMod | facts.Const | facts.Exported
	x.Def(d).EndLine = value.EndLine()
	v := facts.None
	switch c := text[0]; {
	case isWord(text) && !isKeyword(text):
		v = x.Simple(facts.OpName, x.Intern(text), facts.None, value)
	case c >= '0' && c <= '9':
		v = x.Lit("number")
	case c == '"':
		v = x.Lit("string")
	}
	if c := text[0]; c == '"' || c == '<' {
		state(x).named(x.Text(n.Field("name")), strings.TrimSpace(value.Text()))
	}
	x.Def(d).Value = v
}

// named notes a macro that stands for the name of a file, maybe.
func (f *file) named(macro, path string) {
	if f.strings == nil {
		f.strings = map[string]string{}
	}
	f.strings[macro] = path
}

// isWord tells whether all of b is one identifier.
func isWord(b []byte) bool {
	for _, c := range b {
		if !isWordByte(c) {
			return false
		}
	}
	return b[0] > '9'
}

// defineFunction is a macro with parameters.
func defineFunction(x *extract.X, n sitter.Node) {
	body := n.Field("value")
	d := x.New(facts.Function, "macro", n.Field("name"), n, body)
	x.Def(d).Mods |= facts.MacroMod | facts.Exported
	if body.OK() {
		x.Def(d).EndLine = body.EndLine()
	}
	x.Within(d, func() {
		for p := range n.Field("parameters").Children() {
			x.Param(d, p, sitter.Node{}, 0)
		}
		if body.OK() {
			state(x).inMacro = true
			x.WalkChildren(state(x).macros[body.Start()])
			state(x).inMacro = false
		}
	})
}

// maxRounds bounds how often the bodies of macros are parsed: a body that is no
// code can hide those behind it.
const maxRounds = 3

// readMacros parses the bodies of macros with parameters, which the grammar
// leaves as text, as the bodies of functions; by where they start.
func readMacros(x *extract.X, root sitter.Node, cpp bool) map[uint32]sitter.Node {
	var bodies []sitter.Node
	for n := range root.Descendants() {
		if body := n.Field("value"); n.Is("preproc_function_def") && bytes.IndexByte(body.Bytes(), '(') >= 0 && balanced(body.Bytes()) {
			bodies = append(bodies, body)
		}
	}
	out := map[uint32]sitter.Node{}
	for round := 0; round < maxRounds && len(bodies) > 0; round++ {
		text, pieces := bodyText(bodies)
		ends := map[uint32]uint32{}
		for _, b := range bodies {
			ends[b.Start()] = b.End()
		}
		for f := range x.Reparse(round, prepare(text, nil, cpp), pieces).Children() {
			if b := f.Field("body"); b.OK() && ends[b.Start()] == b.End() {
				out[b.Start()] = b
			}
		}
		var rest []sitter.Node
		for _, b := range bodies {
			if !out[b.Start()].OK() {
				rest = append(rest, b)
			}
		}
		if len(rest) > 0 {
			rest = rest[1:] // the first of them is at fault
		}
		bodies = rest
	}
	return out
}

// bodyText puts the bodies of macros into functions.
func bodyText(bodies []sitter.Node) (text []byte, pieces []sitter.Piece) {
	row := uint32(0)
	for _, body := range bodies {
		b := body.Bytes()
		// What is put before the body has the place where the body starts.
		before := sitter.Piece{Text: uint32(len(text)), Src: body.Start(), TextRow: row, Row: body.Line() - 1}
		text = append(text, "void f(){"...)
		piece := before
		piece.Text, piece.Len = uint32(len(text)), uint32(len(b))
		pieces = append(pieces, before, piece)
		text = append(append(text, b...), "\n;}\n"...)
		joinWords(text[piece.Text:][:len(b)])
		row += uint32(bytes.Count(b, newline)) + 2
	}
	return text, pieces
}

var newline = []byte{'\n'}

// balanced tells whether all brackets in a text close.
func balanced(b []byte) bool {
	var open []byte
	for _, t := range tokenize(b) {
		switch c := b[t.start]; {
		case t.kind != punct:
		case c == '(' || c == '{' || c == '[':
			open = append(open, c)
		case c == ')' || c == '}' || c == ']':
			if len(open) == 0 || open[len(open)-1] != c-1 && open[len(open)-1] != c-2 {
				return false
			}
			open = open[:len(open)-1]
		}
	}
	return len(open) == 0
}

// joinWords shows "a ## b" as one word and "#a" as a.
func joinWords(b []byte) {
	for i := 0; i < len(b); i++ {
		switch {
		case b[i] != '#':
		case i+1 < len(b) && b[i+1] == '#':
			from, to := i, i+2
			for from > 0 && b[from-1] == ' ' {
				from--
			}
			for to < len(b) && b[to] == ' ' {
				to++
			}
			for j := from; j < to; j++ {
				b[j] = '_'
			}
			i = to - 1
		default:
			b[i] = ' '
		}
	}
}

// conditional is an #if or #elif: its condition is no code.
func conditional(x *extract.X, n sitter.Node) {
	cond := n.Field("condition")
	s := state(x)
	s.condFrom, s.condTo = cond.Start(), cond.End()
	x.WalkChildren(n)
}

// linkage is extern "C": what it declares stands in the scope around it.
func linkage(x *extract.X, n sitter.Node) {
	first := len(x.F.Defs)
	x.Walk(n.Field("body"))
	for i := first; i < len(x.F.Defs); i++ {
		if d := &x.F.Defs[i]; d.Parent == x.Cur() && (d.Kind == facts.Function || d.Form == "variable") && d.Mods&facts.Static == 0 {
			d.Mods |= facts.Extern
		}
	}
}
