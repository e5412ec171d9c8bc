package kotlin

import (
	_ "embed"
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/index/lang"
	"github.com/structural-memory/smp/internal/sitter"
	grammar "github.com/structural-memory/smp/internal/sitter/grammars/kotlin"
)

//go:embed kotlin.tbl
var table string

const version = 4

func init() {
	compiled := extract.Once(func() (*extract.Language, error) {
		return extract.Compile("kotlin", grammar.New, table, hooks())
	})
	lang.Register(lang.Language{ID: "kotlin", Name: "Kotlin", Family: "jvm", Extensions: []string{".kt", ".kts"}, Version: version,
		New: func() (lang.Extractor, error) { return compiled.New() }})
}

func hooks() extract.Hooks {
	return extract.Hooks{
		Stmt: map[string]func(*extract.X, sitter.Node){
			"package_header":        packageHeader,
			"import_list":           importList,
			"import_header":         importHeader,
			"class_declaration":     classDeclaration,
			"object_declaration":    objectDeclaration,
			"companion_object":      companionObject,
			"enum_entry":            enumEntry,
			"type_alias":            typeAlias,
			"function_declaration":  function,
			"secondary_constructor": secondaryConstructor,
			"property_declaration":  property,
			"getter":                func(*extract.X, sitter.Node) {}, // handled with its property
			"setter":                func(*extract.X, sitter.Node) {},
			"anonymous_initializer": func(x *extract.X, n sitter.Node) { x.Block(n, func() { x.WalkChildren(n) }) },
			"statements":            func(x *extract.X, n sitter.Node) { x.Block(n, func() { x.WalkChildren(n) }) },
			"control_structure_body": func(x *extract.X, n sitter.Node) {
				x.Block(n, func() { x.WalkChildren(n) })
			},
			"for_statement":      forStatement,
			"while_statement":    whileStatement,
			"do_while_statement": func(x *extract.X, n sitter.Node) { x.Block(n, func() { x.WalkChildren(n) }) },
			"catch_block":        catchBlock,
			"assignment":         assignment,
		},
		Expr: map[string]func(*extract.X, sitter.Node) int32{
			"simple_identifier":         name,
			"navigation_expression":     navigation,
			"call_expression":           call,
			"infix_expression":          infix,
			"indexing_expression":       indexing,
			"callable_reference":        callableReference,
			"this_expression":           this,
			"super_expression":          super,
			"lambda_literal":            lambda,
			"anonymous_function":        anonymousFunction,
			"object_literal":            objectLiteral,
			"if_expression":             ifExpression,
			"when_expression":           whenExpression,
			"try_expression":            tryExpression,
			"statements":                block,
			"control_structure_body":    block,
			"jump_expression":           jump,
			"elvis_expression":          elvis,
			"as_expression":             as,
			"check_expression":          check,
			"conjunction_expression":    conjunction,
			"disjunction_expression":    disjunction,
			"equality_expression":       comparison,
			"comparison_expression":     comparison,
			"additive_expression":       arithmetic,
			"multiplicative_expression": arithmetic,
			"range_expression":          arithmetic,
			"prefix_expression":         prefix,
			"postfix_expression":        postfix,
			"string_literal":            str,
			"integer_literal":           number,
			"hex_literal":               number,
			"bin_literal":               number,
			"long_literal":              number,
			"unsigned_literal":          number,
			"real_literal":              number,
		},
		Type: map[string]func(*extract.X, sitter.Node) int32{
			"user_type":               userType,
			"type_identifier":         func(x *extract.X, n sitter.Node) int32 { return x.TypeName(extract.TypePath(n.Bytes()), n) },
			"nullable_type":           firstType,
			"not_nullable_type":       firstType,
			"parenthesized_type":      firstType,
			"parenthesized_user_type": firstType,
			"type_projection":         firstType,
			"function_type":           functionType,
		},
		Prepare: mend,
		Finish:  finish,
	}
}

// state is what the hooks keep for a file.
type state struct {
	comments  []sitter.Node // those that the grammar counts among the imports
	anonymous map[anonymous]int
	literals  map[string]int32 // number literals that are no Int, by type
	returns   bool             // "return" leaves the anonymous function at hand
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

// finish marks the file by its conventions.
func finish(x *extract.X) {
	if isTest(x.Path) {
		x.F.Flags |= facts.IsTest
	}
}

// isTest knows the source sets of Gradle (test, commonTest, androidTest …) and
// the names of test classes.
func isTest(path string) bool {
	dir, base := "", path
	if i := strings.LastIndexByte(path, '/'); i >= 0 {
		dir, base = path[:i], path[i+1:]
	}
	for part := range strings.SplitSeq(dir, "/") {
		if part == "test" || part == "tests" || part == "testFixtures" || strings.HasSuffix(part, "Test") {
			return true
		}
	}
	base = base[:strings.IndexByte(base+".", '.')]
	return strings.HasSuffix(base, "Test") || strings.HasSuffix(base, "Tests") || strings.HasSuffix(base, "Spec")
}
