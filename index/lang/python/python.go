package python

import (
	_ "embed"

	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/index/lang"
	"github.com/structural-memory/smp/internal/sitter"
	grammar "github.com/structural-memory/smp/internal/sitter/grammars/python"
)

//go:embed python.tbl
var table string

const version = 3

func init() {
	compiled := extract.Once(func() (*extract.Language, error) {
		return extract.Compile("python", grammar.New, table, hooks())
	})
	lang.Register(lang.Language{ID: "python", Name: "Python", Version: version,
		Extensions: []string{".py", ".pyi", ".pyw"}, Shebangs: []string{"python"},
		New: func() (lang.Extractor, error) { return compiled.New() }})
}

func hooks() extract.Hooks {
	return extract.Hooks{
		Stmt: map[string]func(*extract.X, sitter.Node){
			"import_statement":        importStatement,
			"import_from_statement":   importFrom,
			"future_import_statement": futureImport,
			"function_definition":     func(x *extract.X, n sitter.Node) { function(x, n, n, nil) },
			"class_definition":        func(x *extract.X, n sitter.Node) { class(x, n, n, nil) },
			"decorated_definition":    decorated,
			"expression_statement":    expressionStatement,
			"type_alias_statement":    typeAlias,
			"global_statement":        globalStatement,
			"nonlocal_statement":      nonlocalStatement,
			"if_statement":            ifStatement,
			"while_statement":         whileStatement,
			"for_statement":           forStatement,
			"with_statement":          withStatement,
			"except_clause":           exceptClause,
			"except_group_clause":     exceptClause,
			"match_statement":         matchStatement,
			"assert_statement":        assertStatement,
		},
		Expr: map[string]func(*extract.X, sitter.Node) int32{
			"identifier":               identifier,
			"attribute":                attribute,
			"call":                     call,
			"subscript":                subscript,
			"assignment":               assignment,
			"augmented_assignment":     augmented,
			"named_expression":         walrus,
			"lambda":                   lambda,
			"conditional_expression":   conditional,
			"boolean_operator":         boolean,
			"binary_operator":          binary,
			"unary_operator":           unary,
			"yield":                    yield,
			"string":                   stringLiteral,
			"tuple":                    tuple,
			"expression_list":          tuple,
			"pair":                     pair,
			"keyword_argument":         func(x *extract.X, n sitter.Node) int32 { return x.Expr(n.Field("value")) },
			"list_comprehension":       comprehension("list"),
			"generator_expression":     comprehension("list"),
			"set_comprehension":        comprehension("set"),
			"dictionary_comprehension": comprehension("dict"),
		},
		Remark:  remark,
		Prepare: templates,
		Again:   repair,
		Start:   start,
		Finish:  finish,
	}
}

// none is a child that is not there.
var none sitter.Node
