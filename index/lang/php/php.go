package php

import (
	_ "embed"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/index/lang"
	"github.com/structural-memory/smp/internal/sitter"
	grammar "github.com/structural-memory/smp/internal/sitter/grammars/php"
)

//go:embed php.tbl
var table string

const version = 4

var compiled = extract.Once(func() (*extract.Language, error) {
	return extract.Compile("php", grammar.New, table, hooks())
})

func init() {
	lang.Register(lang.Language{ID: "php", Name: "PHP", Extensions: []string{".php", ".phtml", ".php5", ".php7", ".phps", ".inc"},
		Shebangs: []string{"php"}, Version: version, New: func() (lang.Extractor, error) { return compiled.New() }})
}

// state is what the hooks keep for one file.
type state struct {
	namespaces []int32 // their definitions, if there are several
	anonymous  int     // classes without a name so far
}

func of(x *extract.X) *state { return x.Data.(*state) }

func hooks() extract.Hooks {
	return extract.Hooks{
		Stmt: map[string]func(*extract.X, sitter.Node){
			"namespace_definition":        func(x *extract.X, n sitter.Node) { x.Walk(n.Field("body")) },
			"namespace_use_declaration":   use,
			"class_declaration":           class,
			"interface_declaration":       class,
			"trait_declaration":           class,
			"enum_declaration":            class,
			"use_declaration":             useTrait,
			"const_declaration":           constants,
			"property_declaration":        properties,
			"enum_case":                   enumCase,
			"method_declaration":          method,
			"function_definition":         function,
			"function_static_declaration": staticVariables,
			"global_declaration":          globals,
			"if_statement":                ifStatement,
			"foreach_statement":           foreach,
			"catch_clause":                catchClause,
			"return_statement":            func(x *extract.X, n sitter.Node) { x.Return(x.Expr(n.First())) },
		},
		Expr: map[string]func(*extract.X, sitter.Node) int32{
			"name":                              func(x *extract.X, n sitter.Node) int32 { return named(x, n) },
			"qualified_name":                    func(x *extract.X, n sitter.Node) int32 { return named(x, n) },
			"relative_scope":                    scopeValue,
			"variable_name":                     variable,
			"dynamic_variable_name":             func(x *extract.X, n sitter.Node) int32 { x.WalkChildren(n); return facts.None },
			"member_access_expression":          member,
			"nullsafe_member_access_expression": member,
			"scoped_property_access_expression": staticMember,
			"class_constant_access_expression":  classConstant,
			"subscript_expression":              subscript,
			"function_call_expression":          call,
			"member_call_expression":            memberCall,
			"nullsafe_member_call_expression":   memberCall,
			"scoped_call_expression":            scopedCall,
			"object_creation_expression":        creation,
			"argument":                          argument,
			"array_creation_expression":         array,
			"array_element_initializer":         func(x *extract.X, n sitter.Node) int32 { _, v := element(x, n); return v },
			"assignment_expression":             assignment,
			"reference_assignment_expression":   assignment,
			"augmented_assignment_expression":   augmented,
			"binary_expression":                 binary,
			"unary_op_expression":               unary,
			"conditional_expression":            conditional,
			"match_expression":                  match,
			"cast_expression":                   cast,
			"yield_expression":                  yield,
			"anonymous_function":                lambda,
			"arrow_function":                    lambda,
			"sequence_expression":               sequence,
			"throw_expression":                  func(x *extract.X, n sitter.Node) int32 { x.WalkChildren(n); return facts.None },
			"include_expression":                include,
			"include_once_expression":           include,
			"require_expression":                include,
			"require_once_expression":           include,
		},
		Type: map[string]func(*extract.X, sitter.Node) int32{
			"named_type":     func(x *extract.X, n sitter.Node) int32 { return x.Type(n.First()) },
			"name":           typeName,
			"qualified_name": typeName,
			"relative_scope": typeName,
			"primitive_type": typeName,
			"bottom_type":    typeName,
			"optional_type":  optional,
		},
		Again:  enumConstants,
		Start:  start,
		Finish: finish,
	}
}
