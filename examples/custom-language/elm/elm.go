// Package elm adds Elm to SMP: an example of what a language needs.
package elm

import (
	_ "embed"
	"strings"
	"unsafe"

	grammar "github.com/smacker/go-tree-sitter/elm"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/index/lang"
)

//go:embed elm.tbl
var table string

func init() {
	compiled := extract.Once(func() (*extract.Language, error) {
		// The binding hides the grammar in a struct of one field.
		ptr := *(*unsafe.Pointer)(unsafe.Pointer(grammar.GetLanguage()))
		return extract.Compile("elm", extract.Grammar("elm", ptr), table, extract.Hooks{
			Stmt: map[string]func(*extract.X, extract.Node){
				"import_clause":          importClause,
				"type_alias_declaration": typeDeclaration,
				"type_declaration":       typeDeclaration,
				"value_declaration":      value,
				"type_annotation":        func(*extract.X, extract.Node) {},
			},
			Expr:   map[string]func(*extract.X, extract.Node) int32{"function_call_expr": call},
			Finish: exports,
		})
	})
	lang.Register(lang.Language{ID: "elm", Name: "Elm", Extensions: []string{".elm"}, Version: 1,
		New: func() (lang.Extractor, error) { return compiled.New() }})
}

// importClause is "import Data.User as User exposing (name)".
func importClause(x *extract.X, n extract.Node) {
	module := x.Text(n.Child("upper_case_qid"))
	alias := module
	if as := n.Child("as_clause"); as.OK() {
		alias = x.Text(as.Child("upper_case_identifier"))
	}
	x.Import(facts.Import{Module: module, Alias: alias, Line: n.Line()})
	for v := range n.Child("exposing_list").Children() {
		if v.Is("exposed_value", "exposed_type") {
			x.Import(facts.Import{Module: module, Name: x.Text(v.First()), Alias: x.Text(v.First()), Line: v.Line()})
		}
	}
}

func typeDeclaration(x *extract.X, n extract.Node) {
	kind, form := facts.Class, "type"
	if n.Is("type_alias_declaration") {
		kind, form = facts.Interface, "type_alias"
	}
	d := x.New(kind, form, n.Child("upper_case_identifier"), n, extract.Node{})
	x.Within(d, func() {
		for c := range n.Children() {
			if c.Is("union_variant") {
				v := x.New(facts.Variable, "enum_member", c.First(), c, extract.Node{})
				x.Def(v).Mods |= facts.Const
			}
		}
	})
}

// value is a definition: with parameters a function, without one a variable.
func value(x *extract.X, n extract.Node) {
	left := n.Child("function_declaration_left")
	body := n.Last()
	kind, form := facts.Variable, "value"
	if left.First() != left.Last() || body.Is("anonymous_function_expr") {
		kind, form = facts.Function, "function"
	}
	d := x.New(kind, form, left.First(), n, body)
	x.Within(d, func() {
		for p := range left.Children() {
			if p.Is("lower_pattern") {
				x.Param(d, p, extract.Node{}, 0)
			}
		}
		v := x.Expr(body)
		if kind == facts.Function {
			x.Return(v)
		} else {
			x.Def(d).Value = v
		}
	})
}

// call is "f x y": the first child is what is called.
func call(x *extract.X, n extract.Node) int32 {
	fn, args := facts.None, []int32{}
	for c := range n.Children() {
		v := x.Expr(c)
		if c == n.First() {
			fn = v
		} else {
			args = append(args, v)
		}
	}
	return x.Call(facts.Expr{Op: facts.OpCall, A: fn, B: facts.None, T: facts.None, D: facts.None}, n, 0, args...)
}

// exports marks what the module line exposes.
func exports(x *extract.X) {
	line, _, _ := strings.Cut(string(x.Src), "\n")
	_, list, ok := strings.Cut(line, "exposing (")
	if !ok {
		return
	}
	exposed := map[string]bool{}
	for _, name := range strings.Split(strings.TrimRight(list, ") \r"), ",") {
		exposed[strings.TrimSuffix(strings.TrimSpace(name), "(..)")] = true
	}
	for i := range x.F.Defs {
		if d := &x.F.Defs[i]; i > 0 && d.Parent == 0 && (exposed[d.Name] || exposed[".."]) {
			d.Mods |= facts.Exported
		}
	}
}
