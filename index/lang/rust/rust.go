package rust

import (
	_ "embed"
	"path"
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/index/lang"
	"github.com/structural-memory/smp/internal/sitter"
	grammar "github.com/structural-memory/smp/internal/sitter/grammars/rust"
)

//go:embed rust.tbl
var table string

const version = 2

func init() {
	compiled := extract.Once(func() (*extract.Language, error) {
		return extract.Compile("rust", grammar.New, table, hooks())
	})
	lang.Register(lang.Language{ID: "rust", Name: "Rust", Extensions: []string{".rs"}, Version: version,
		New: func() (lang.Extractor, error) { return compiled.New() }})
}

func hooks() extract.Hooks {
	return extract.Hooks{
		Stmt: map[string]func(*extract.X, sitter.Node){
			"attribute_item":           attribute,
			"inner_attribute_item":     innerAttribute,
			"use_declaration":          use,
			"extern_crate_declaration": externCrate,
			"mod_item":                 mod,
			"foreign_mod_item":         foreign,
			"function_item":            function,
			"function_signature_item":  function,
			"struct_item":              structure,
			"union_item":               structure,
			"enum_item":                enum,
			"enum_variant":             variant,
			"field_declaration":        namedField,
			"trait_item":               trait,
			"impl_item":                impl,
			"type_item":                typeAlias,
			"associated_type":          associatedType,
			"const_item":               constant,
			"static_item":              constant,
			"macro_definition":         macroDefinition,
			"let_declaration":          let,
		},
		Expr: map[string]func(*extract.X, sitter.Node) int32{
			"identifier":               identifier,
			"self":                     self,
			"super":                    pathRoot,
			"crate":                    pathRoot,
			"scoped_identifier":        scoped,
			"field_expression":         fieldAccess,
			"call_expression":          call,
			"generic_function":         genericFunction,
			"macro_invocation":         macroInvocation,
			"struct_expression":        structLiteral,
			"array_expression":         array,
			"tuple_expression":         tuple,
			"index_expression":         index,
			"unary_expression":         unary,
			"binary_expression":        binary,
			"range_expression":         walkInside,
			"break_expression":         walkInside,
			"try_expression":           try,
			"assignment_expression":    assignment,
			"compound_assignment_expr": walkInside,
			"closure_expression":       closure,
			"block":                    block,
			"unsafe_block":             innerBlock,
			"async_block":              innerBlock,
			"try_block":                innerBlock,
			"gen_block":                innerBlock,
			"if_expression":            ifExpression,
			"match_expression":         matchExpression,
			"while_expression":         while,
			"for_expression":           forLoop,
			"loop_expression":          walkInside,
			"let_condition":            func(x *extract.X, n sitter.Node) int32 { conditions(x, n); return facts.None },
			"let_chain":                func(x *extract.X, n sitter.Node) int32 { conditions(x, n); return facts.None },
		},
		Type:    typeHooks(),
		Remark:  innerDoc,
		Prepare: prepare,
		Start:   start,
		Finish:  finish,
	}
}

// file is what the hooks keep for the file at hand.
type file struct {
	attrs  []string // attributes that were met …
	owner  uint32   // … and the start of the node that they belong to
	macros map[uint32]macroArgs
	open   []int32 // bindings of "let x;", which a later assignment fills
}

func start(x *extract.X, root sitter.Node) {
	x.Data = &file{macros: readMacros(x, root)}
	x.Def(0).Doc = innerDocs(x, 0, root)
}

func state(x *extract.X) *file { return x.Data.(*file) }

// finish marks the file by cargo's conventions.
func finish(x *extract.X) {
	if isTest(x.Path) {
		x.F.Flags |= facts.IsTest
	}
}

func isTest(file string) bool {
	dir, base := path.Split(file)
	for _, part := range strings.Split(dir, "/") {
		if part == "tests" || part == "test" {
			return true
		}
	}
	switch name := strings.TrimSuffix(base, ".rs"); {
	case name == "tests" || name == "test":
		return true
	default:
		return strings.HasSuffix(name, "_test") || strings.HasSuffix(name, "_tests")
	}
}
