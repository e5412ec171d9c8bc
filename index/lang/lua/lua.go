package lua

import (
	_ "embed"

	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/index/lang"
	"github.com/structural-memory/smp/internal/sitter"
	grammar "github.com/structural-memory/smp/internal/sitter/grammars/lua"
)

//go:embed lua.tbl
var table string

const version = 3

var compiled = extract.Once(func() (*extract.Language, error) {
	return extract.Compile("lua", grammar.New, table, hooks())
})

func init() {
	lang.Register(lang.Language{ID: "lua", Name: "Lua", Extensions: []string{".lua", ".rockspec"}, Shebangs: []string{"lua", "luajit", "resty"},
		Version: version, New: func() (lang.Extractor, error) { return compiled.New() }})
}

func hooks() extract.Hooks {
	return extract.Hooks{
		Stmt: map[string]func(*extract.X, sitter.Node){
			"local_declaration":    local,
			"local_function":       localFunction,
			"function_declaration": function,
			"assignment":           assignment,
			"return_statement":     returnStatement,
			"numeric_for":          numericFor,
			"generic_for":          genericFor,
			"repeat_statement":     repeat,
			"pair":                 field,
			"keyed":                field,
			"item":                 field,
		},
		Expr: map[string]func(*extract.X, sitter.Node) int32{
			"identifier":     identifier,
			"member":         func(x *extract.X, n sitter.Node) int32 { return x.Member(x.Expr(n.First()), n.Field("name")) },
			"index":          index,
			"string":         func(x *extract.X, _ sitter.Node) int32 { return x.Lit("string") },
			"vararg":         vararg,
			"call":           call,
			"method_call":    methodCall,
			"function_value": lambda,
			"table":          tableValue,
			"binary":         binary,
			"unary":          unary,
			"parenthesized":  func(x *extract.X, n sitter.Node) int32 { return x.Expr(n.First()) },
		},
		Start:  start,
		Finish: finish,
	}
}
