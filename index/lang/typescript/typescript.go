package typescript

import (
	_ "embed"
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/index/lang"
	"github.com/structural-memory/smp/internal/sitter"
	js "github.com/structural-memory/smp/internal/sitter/grammars/javascript"
	ts "github.com/structural-memory/smp/internal/sitter/grammars/typescript"
)

//go:embed js.tbl
var jsTable string

//go:embed ts.tbl
var tsTable string

const version = 2

func init() {
	register("typescript", "TypeScript", ts.New, true, ".ts", ".mts", ".cts")
	register("tsx", "TSX", ts.NewTSX, true, ".tsx")
	register("javascript", "JavaScript", js.New, false, ".js", ".mjs", ".cjs", ".jsx")
}

type grammar func(tokens ...string) (*sitter.Language, error)

func register(id, name string, g grammar, typed bool, extensions ...string) {
	compiled := extract.Once(func() (*extract.Language, error) {
		if typed {
			return extract.Compile(id, g, jsTable+tsTable, tsHooks(id == "tsx"))
		}
		return extract.Compile(id, g, jsTable, jsHooks(true))
	})
	l := lang.Language{ID: id, Name: name, Family: "js", Extensions: extensions, Version: version,
		New: func() (lang.Extractor, error) { return compiled.New() }}
	if id == "javascript" {
		l.Shebangs = []string{"node", "bun", "deno"}
	}
	lang.Register(l)
}

func jsHooks(jsx bool) extract.Hooks {
	h := extract.Hooks{
		Stmt: map[string]func(*extract.X, sitter.Node){
			"import_statement":               importStatement,
			"export_statement":               exportStatement,
			"function_declaration":           function,
			"generator_function_declaration": function,
			"class_declaration":              class,
			"method_definition":              method,
			"lexical_declaration":            declaration,
			"variable_declaration":           declaration,
			"for_in_statement":               forIn,
			"catch_clause":                   catchClause,
			"if_statement":                   ifStatement,
			"pair":                           func(x *extract.X, n sitter.Node) { x.Expr(n.Field("value")) },
		},
		Expr: map[string]func(*extract.X, sitter.Node) int32{
			"arrow_function":                  lambda,
			"function_expression":             lambda,
			"generator_function":              lambda,
			"class":                           classExpression,
			"object":                          object,
			"assignment_expression":           assignment,
			"augmented_assignment_expression": assignment,
			"call_expression":                 call,
			"sequence_expression":             sequence,
			"binary_expression":               binary,
		},
		Finish: finish,
	}
	if jsx {
		h.Expr["jsx_element"] = jsxElement
		h.Expr["jsx_self_closing_element"] = jsxElement
		h.Expr["jsx_expression"] = func(x *extract.X, n sitter.Node) int32 { x.WalkChildren(n); return facts.None }
	}
	return h
}

func tsHooks(jsx bool) extract.Hooks {
	h := jsHooks(jsx)
	h.Stmt["abstract_class_declaration"] = class
	h.Stmt["function_signature"] = function
	h.Stmt["interface_declaration"] = interfaceDeclaration
	h.Stmt["type_alias_declaration"] = typeAlias
	h.Stmt["enum_declaration"] = enum
	h.Stmt["internal_module"] = namespace
	h.Stmt["module"] = namespace
	h.Stmt["method_signature"] = method
	h.Stmt["abstract_method_signature"] = method
	h.Stmt["property_signature"] = field
	h.Stmt["call_signature"] = callSignature
	h.Stmt["construct_signature"] = callSignature
	h.Stmt["public_field_definition"] = field
	h.Stmt["import_alias"] = importAlias
	h.Stmt["index_signature"] = func(*extract.X, sitter.Node) {}
	h.Expr["as_expression"] = cast
	h.Expr["satisfies_expression"] = func(x *extract.X, n sitter.Node) int32 { return x.Expr(n.First()) }
	h.Type = map[string]func(*extract.X, sitter.Node) int32{
		"type_annotation":  func(x *extract.X, n sitter.Node) int32 { return x.Type(n.First()) },
		"function_type":    functionType,
		"constructor_type": constructorType,
		"object_type":      objectType,
		"type_query":       typeQuery,
		"lookup_type":      lookupType,
		"literal_type":     literalType,
		"index_type_query": mapped,
		"conditional_type": mapped,
		"infer_type":       mapped,
		"type_predicate":   func(x *extract.X, n sitter.Node) int32 { x.Type(n.Field("type")); return boolType(x, n) },
		"type_predicate_annotation": func(x *extract.X, n sitter.Node) int32 {
			return x.Type(n.First())
		},
		"asserts_annotation": mapped,
	}
	if !jsx {
		h.Expr["type_assertion"] = typeAssertion
	}
	return h
}

// finish marks the file by its conventions.
func finish(x *extract.X) {
	for _, suffix := range []string{".d.ts", ".d.mts", ".d.cts"} {
		if strings.HasSuffix(x.Path, suffix) {
			x.F.Flags |= facts.IsDeclaration
		}
	}
	if isTest(x.Path) {
		x.F.Flags |= facts.IsTest
		for i := range x.F.Defs {
			if d := &x.F.Defs[i]; d.Kind == facts.Function && strings.HasPrefix(strings.ToLower(d.Name), "test") && len(d.Params) == 0 {
				d.Kind = facts.Test
			}
		}
	}
}

func isTest(path string) bool {
	for _, part := range strings.Split(path, "/") {
		switch part {
		case "test", "tests", "__tests__", "spec", "e2e":
			return true
		}
	}
	base := path[strings.LastIndexByte(path, '/')+1:]
	return strings.Contains(base, ".test.") || strings.Contains(base, ".spec.")
}
