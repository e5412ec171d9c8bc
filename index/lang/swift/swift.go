package swift

import (
	_ "embed"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/index/lang"
	"github.com/structural-memory/smp/internal/sitter"
	grammar "github.com/structural-memory/smp/internal/sitter/grammars/swift"
)

//go:embed swift.tbl
var table string

const version = 3

var compiled = extract.Once(func() (*extract.Language, error) {
	return extract.Compile("swift", grammar.New, table, hooks())
})

func init() {
	lang.Register(lang.Language{ID: "swift", Name: "Swift", Extensions: []string{".swift"}, Shebangs: []string{"swift"}, Version: version,
		New: func() (lang.Extractor, error) { return compiled.New() }})
}

// state is what the hooks keep for one file.
type state struct {
	closure int32      // the closure around that names no parameters, or None
	access  facts.Mods // what members of the extension or protocol at hand are by default
}

func of(x *extract.X) *state { return x.Data.(*state) }

func hooks() extract.Hooks {
	nothing := func(x *extract.X, n sitter.Node) int32 { x.WalkChildren(n); return facts.None }
	return extract.Hooks{
		Stmt: map[string]func(*extract.X, sitter.Node){
			"import_declaration":            importDeclaration,
			"class_declaration":             typeDeclaration,
			"protocol_declaration":          typeDeclaration,
			"associatedtype_declaration":    associatedType,
			"typealias_declaration":         typeAlias,
			"enum_entry":                    enumEntry,
			"function_declaration":          function,
			"protocol_function_declaration": function,
			"init_declaration":              initializer,
			"deinit_declaration":            deinitializer,
			"subscript_declaration":         subscript,
			"property_declaration":          properties,
			"protocol_property_declaration": protocolProperty,
			"guard_statement":               guard,
			"while_statement":               while,
			"repeat_while_statement":        func(x *extract.X, n sitter.Node) { x.WalkChildren(n) },
			"for_statement":                 forIn,
			"do_statement":                  func(x *extract.X, n sitter.Node) { x.WalkChildren(n) },
			"catch_block":                   catchBlock,
			"control_transfer_statement":    transfer,
		},
		Expr: map[string]func(*extract.X, sitter.Node) int32{
			"simple_identifier":      identifier,
			"self_expression":        self,
			"navigation_expression":  navigation,
			"prefix_expression":      prefix,
			"key_path_expression":    keyPath,
			"call_expression":        call,
			"constructor_expression": construct,
			"lambda_literal":         lambda,
			"assignment":             assignment,
			"equality_expression":    equality,
			"check_expression":       check,
			"user_type":              typeValue,
			"tuple_expression":       tuple,
			"dictionary_literal":     dictionary,
			"if_statement":           ifStatement,
			"switch_statement":       switchStatement,
			"statements":             statements,
			"function_body":          nothing,
		},
		Type: map[string]func(*extract.X, sitter.Node) int32{
			"user_type":       userType,
			"type_annotation": func(x *extract.X, n sitter.Node) int32 { return x.Type(annotated(n)) },
			"array_type":      func(x *extract.X, n sitter.Node) int32 { return listOf(x, n, x.Type(n.Field("name"))) },
			"dictionary_type": dictionaryType,
			"tuple_type":      tupleType,
			"tuple_type_item": func(x *extract.X, n sitter.Node) int32 { return x.Type(itemType(n)) },
			"function_type":   functionType,
			"type_modifiers":  func(*extract.X, sitter.Node) int32 { return facts.None },
		},
		Prepare: prepared,
		Again:   older,
		Start:   func(x *extract.X, _ sitter.Node) { x.Data = &state{closure: facts.None} },
		Finish:  finish,
	}
}
