package java

import (
	_ "embed"
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/index/lang"
	"github.com/structural-memory/smp/internal/sitter"
	grammar "github.com/structural-memory/smp/internal/sitter/grammars/java"
)

//go:embed java.tbl
var table string

const version = 2

func init() {
	compiled := extract.Once(func() (*extract.Language, error) {
		return extract.Compile("java", grammar.New, table, hooks())
	})
	lang.Register(lang.Language{ID: "java", Name: "Java", Family: "jvm", Extensions: []string{".java"}, Version: version,
		New: func() (lang.Extractor, error) { return compiled.New() }})
}

func hooks() extract.Hooks {
	return extract.Hooks{
		Stmt: map[string]func(*extract.X, sitter.Node){
			"package_declaration":                 packageDeclaration,
			"import_declaration":                  importDeclaration,
			"module_declaration":                  func(*extract.X, sitter.Node) {},
			"class_declaration":                   typeDeclaration,
			"interface_declaration":               typeDeclaration,
			"annotation_type_declaration":         typeDeclaration,
			"enum_declaration":                    typeDeclaration,
			"record_declaration":                  typeDeclaration,
			"enum_constant":                       enumConstant,
			"method_declaration":                  method,
			"annotation_type_element_declaration": method,
			"constructor_declaration":             constructor,
			"compact_constructor_declaration":     constructor,
			"field_declaration":                   field,
			"constant_declaration":                field,
			"explicit_constructor_invocation":     delegation,
			"local_variable_declaration":          local,
			"enhanced_for_statement":              forEach,
			"try_with_resources_statement":        tryResources,
			"catch_clause":                        catchClause,
			"labeled_statement":                   func(x *extract.X, n sitter.Node) { x.Walk(n.Last()) },
			"yield_statement":                     yield,
			"switch_expression":                   func(x *extract.X, n sitter.Node) { switchValues(x, n) },
		},
		Expr: map[string]func(*extract.X, sitter.Node) int32{
			"method_invocation":              invocation,
			"object_creation_expression":     creation,
			"array_creation_expression":      arrayCreation,
			"field_access":                   fieldAccess,
			"method_reference":               methodReference,
			"class_literal":                  classLiteral,
			"lambda_expression":              lambda,
			"cast_expression":                cast,
			"instanceof_expression":          instanceOf,
			"ternary_expression":             ternary,
			"assignment_expression":          assignment,
			"binary_expression":              binary,
			"unary_expression":               unary,
			"switch_expression":              switchExpression,
			"decimal_integer_literal":        integer,
			"hex_integer_literal":            integer,
			"decimal_floating_point_literal": floating,
		},
		Type: map[string]func(*extract.X, sitter.Node) int32{
			"generic_type":           genericType,
			"scoped_type_identifier": scopedType,
			"array_type":             arrayType,
			"annotated_type":         func(x *extract.X, n sitter.Node) int32 { return x.Type(n.Last()) },
			"wildcard":               wildcard,
		},
		Finish: finish,
	}
}

// state is what the hooks keep for a file.
type state struct {
	yields    [][]int32        // the values of the switch expressions around
	literals  map[string]int32 // number literals that are no int, by type
	anonymous map[anonymous]int
}

type anonymous struct {
	parent int32
	name   string
}

func stateOf(x *extract.X) *state {
	if s, ok := x.Data.(*state); ok {
		return s
	}
	s := &state{literals: map[string]int32{}, anonymous: map[anonymous]int{}}
	x.Data = s
	return s
}

// finish marks the file by its conventions.
func finish(x *extract.X) {
	if isTest(x.Path) {
		x.F.Flags |= facts.IsTest
	}
}

func isTest(path string) bool {
	dir, base := "", path
	if i := strings.LastIndexByte(path, '/'); i >= 0 {
		dir, base = path[:i], path[i+1:]
	}
	for part := range strings.SplitSeq(dir, "/") {
		switch part {
		case "test", "tests", "testFixtures", "androidTest", "integrationTest", "integration-test":
			return true
		}
	}
	base = strings.TrimSuffix(base, ".java")
	return strings.HasSuffix(base, "Test") || strings.HasSuffix(base, "Tests") || strings.HasSuffix(base, "TestCase")
}
