package scala

import (
	_ "embed"
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/index/lang"
	"github.com/structural-memory/smp/internal/sitter"
	grammar "github.com/structural-memory/smp/internal/sitter/grammars/scala"
)

//go:embed scala.tbl
var table string

const version = 2

func init() {
	compiled := extract.Once(func() (*extract.Language, error) {
		return extract.Compile("scala", grammar.New, table, hooks())
	})
	lang.Register(lang.Language{ID: "scala", Name: "Scala", Family: "jvm", Extensions: []string{".scala", ".sc"}, Version: version,
		New: func() (lang.Extractor, error) { return compiled.New() }})
}

func hooks() extract.Hooks {
	return extract.Hooks{
		Stmt: map[string]func(*extract.X, sitter.Node){
			"package_clause":        packageClause,
			"import_declaration":    importDeclaration,
			"export_declaration":    importDeclaration,
			"class_definition":      typeDefinition,
			"trait_definition":      typeDefinition,
			"object_definition":     typeDefinition,
			"package_object":        typeDefinition,
			"enum_definition":       typeDefinition,
			"simple_enum_case":      enumCase,
			"full_enum_case":        typeDefinition,
			"given_definition":      given,
			"extension_definition":  extension,
			"type_definition":       typeAlias,
			"self_type":             selfType,
			"function_definition":   function,
			"function_declaration":  function,
			"val_definition":        values,
			"var_definition":        values,
			"val_declaration":       declarations,
			"var_declaration":       declarations,
			"assignment_expression": assignment,
			"catch_clause":          func(x *extract.X, n sitter.Node) { catchValues(x, n) },
		},
		Expr: map[string]func(*extract.X, sitter.Node) int32{
			"identifier":                     identifier,
			"wildcard":                       hole,
			"operator_identifier":            identifier,
			"field_expression":               field,
			"generic_function":               generic,
			"call_expression":                call,
			"instance_expression":            instance,
			"infix_expression":               infix,
			"postfix_expression":             postfix,
			"prefix_expression":              prefix,
			"lambda_expression":              lambda,
			"case_block":                     cases,
			"indented_cases":                 cases,
			"block":                          block,
			"indented_block":                 block,
			"match_expression":               match,
			"if_expression":                  ifExpression,
			"for_expression":                 forExpression,
			"try_expression":                 tryExpression,
			"return_expression":              returnExpression,
			"throw_expression":               func(x *extract.X, n sitter.Node) int32 { x.WalkChildren(n); return facts.None },
			"assignment_expression":          func(x *extract.X, n sitter.Node) int32 { assignment(x, n); return facts.None },
			"ascription_expression":          ascription,
			"tuple_expression":               tuple,
			"interpolated_string_expression": interpolated,
			"integer_literal":                number,
			"floating_point_literal":         number,
		},
		Type: map[string]func(*extract.X, sitter.Node) int32{
			"function_type":           functionType,
			"infix_type":              infixType,
			"compound_type":           compoundType,
			"projected_type":          projectedType,
			"singleton_type":          singletonType,
			"lazy_parameter_type":     func(x *extract.X, n sitter.Node) int32 { return x.Type(n.Field("type")) },
			"repeated_parameter_type": repeatedType,
			"literal_type":            literalType,
			"wildcard":                func(*extract.X, sitter.Node) int32 { return facts.None },
			"structural_type":         mapped,
			"match_type":              mapped,
			"type_lambda":             mapped,
		},
		Prepare: mend,
		Finish:  finish,
	}
}

// state is what the hooks keep for a file.
type state struct {
	anonymous map[anonymous]int
	literals  map[string]int32 // number literals that are no Int, by type
	extension sitter.Node      // the extension whose functions are walked
}

type anonymous struct {
	parent int32
	name   string
}

func stateOf(x *extract.X) *state {
	if s, ok := x.Data.(*state); ok {
		return s
	}
	s := &state{anonymous: map[anonymous]int{}, literals: map[string]int32{}}
	x.Data = s
	return s
}

// finish marks the file by its conventions, and tells objects from the classes
// that they accompany.
func finish(x *extract.X) {
	if isTest(x.Path) {
		x.F.Flags |= facts.IsTest
	}
	type key struct {
		parent int32
		name   string
	}
	classes := map[key]bool{}
	for i := range x.F.Defs {
		if d := &x.F.Defs[i]; d.Kind.TypeLike() && d.Form != "object" {
			classes[key{d.Parent, d.Name}] = true
		}
	}
	for i := range x.F.Defs {
		if d := &x.F.Defs[i]; d.Form == "object" && classes[key{d.Parent, d.Name}] {
			d.Disc = "object"
		}
	}
}

func isTest(path string) bool {
	dir, base := "", path
	if i := strings.LastIndexByte(path, '/'); i >= 0 {
		dir, base = path[:i], path[i+1:]
	}
	for part := range strings.SplitSeq(dir, "/") {
		if part == "test" || part == "tests" || part == "it" || part == "testFixtures" {
			return true
		}
	}
	base = base[:strings.IndexByte(base+".", '.')]
	return strings.HasSuffix(base, "Test") || strings.HasSuffix(base, "Tests") || strings.HasSuffix(base, "Spec") || strings.HasSuffix(base, "Suite")
}
