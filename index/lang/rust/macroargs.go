package rust

import (
	"bytes"
	"sort"
	"strings"

	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/internal/sitter"
)

// The grammar leaves the arguments of macros as heaps of tokens. They are
// parsed again, all those of a file at once, as a text of nothing but them:
// parentheses as the arguments of a call, brackets as an array, braces as a
// block. Macros among those arguments are the next level.

// maxLevels bounds how deep macros in arguments of macros are read.
const maxLevels = 3

// macroArgs is what the arguments of a macro turned out to be.
type macroArgs struct {
	node sitter.Node // arguments, array_expression or block
	bad  bool        // it has errors: no Rust, or only in part
}

// tokenMacros take tokens that are not code of the function they stand in.
var tokenMacros = map[string]bool{
	"quote": true, "quote_spanned": true, "parse_quote": true, "parse_quote_spanned": true, "stringify": true, "concat": true,
	"asm": true, "global_asm": true, "naked_asm": true, "cfg": true, "env": true, "option_env": true, "include": true, "include_str": true,
	"include_bytes": true, "compile_error": true, "macro_rules": true, "line": true, "file": true, "column": true, "module_path": true,
}

// readMacros finds the arguments of all macros, by where they start.
func readMacros(x *extract.X, root sitter.Node) map[uint32]macroArgs {
	var out map[uint32]macroArgs
	for level := 0; level < maxLevels && root.OK(); level++ {
		t := macroText{src: x.Src, ends: map[uint32]uint32{}}
		t.collect(root)
		if t.pieces == nil {
			break
		}
		if out == nil {
			out = map[uint32]macroArgs{}
		}
		root = x.Reparse(level, prepare("", t.text, nil), t.pieces)
		find(root, t.ends, out)
	}
	return out
}

// macroText is the text of the macros below a node.
type macroText struct {
	src    []byte
	text   []byte
	row    uint32
	pieces []sitter.Piece
	ends   map[uint32]uint32 // where arguments end, by where they start
}

func (t *macroText) collect(root sitter.Node) {
	for n := range root.Descendants() {
		if !n.Is("macro_invocation") {
			continue
		}
		name, tokens := macroName(n.Field("macro")), n.Child("token_tree")
		if tokens.OK() && tokens.End()-tokens.Start() > 2 && !tokenMacros[name] {
			t.add(name, tokens)
		}
	}
}

func (t *macroText) add(name string, tokens sitter.Node) {
	inside := tokens.Bytes()
	if inside[0] == '(' {
		t.text = append(t.text, 'm')
	}
	at := len(t.text)
	t.pieces = append(t.pieces, sitter.Piece{Text: uint32(at), Src: tokens.Start(), Len: uint32(len(inside)), TextRow: t.row, Row: tokens.Line() - 1})
	t.ends[tokens.Start()] = tokens.End()
	t.text = append(t.text, inside...)
	if strings.HasSuffix(name, "matches") {
		blankPattern(t.text[at:])
	}
	if inside[0] != '{' {
		t.text = append(t.text, ';')
	}
	t.text = append(t.text, '\n')
	t.row += tokens.EndLine() - tokens.Line() + 1
}

func macroName(path sitter.Node) string {
	if path.Is("scoped_identifier") {
		path = path.Field("name")
	}
	return string(path.Bytes())
}

// blankPattern leaves of "(value, pattern if guard)" the value and the guard.
func blankPattern(args []byte) {
	comma := topLevel(args[1:], 0)
	if comma < 0 {
		return
	}
	pattern := args[1+comma+1 : len(args)-1]
	if i := bytes.Index(pattern, []byte(" if ")); i >= 0 {
		pattern = pattern[:i+4]
	}
	for i, c := range pattern {
		if c != '\n' {
			pattern[i] = ' '
		}
	}
}

// topLevel is the place of the first comma outside brackets and literals.
func topLevel(s []byte, depth int) int {
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth--
		case ',':
			if depth == 0 {
				return i
			}
		case '"':
			for i++; i < len(s) && s[i] != '"'; i++ {
				if s[i] == '\\' {
					i++
				}
			}
		case '\'': // a character, or a lifetime
			if i+2 < len(s) && s[i+1] == '\\' {
				i += 3
			} else if i+2 < len(s) && s[i+2] == '\'' {
				i += 2
			}
		}
	}
	return -1
}

// find finds the nodes that begin and end where macros' arguments do.
func find(root sitter.Node, ends map[uint32]uint32, out map[uint32]macroArgs) {
	var errors []uint32
	for n := range root.Descendants() {
		if n.Is("ERROR") {
			errors = append(errors, n.Start())
		}
	}
	for n := range root.Descendants() {
		end, wanted := ends[n.Start()]
		if !wanted || n.End() != end || !n.Is("arguments", "array_expression", "block") {
			continue
		}
		if _, known := out[n.Start()]; known {
			continue
		}
		first := sort.Search(len(errors), func(i int) bool { return errors[i] >= n.Start() })
		out[n.Start()] = macroArgs{node: n, bad: first < len(errors) && errors[first] < end}
	}
}
