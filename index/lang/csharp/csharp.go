package csharp

import (
	_ "embed"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/index/lang"
	"github.com/structural-memory/smp/internal/sitter"
	grammar "github.com/structural-memory/smp/internal/sitter/grammars/csharp"
)

//go:embed csharp.tbl
var table string

const version = 5

var compiled = extract.Once(func() (*extract.Language, error) {
	return extract.Compile("csharp", grammar.New, table, hooks())
})

func init() {
	lang.Register(lang.Language{ID: "csharp", Name: "C#", Extensions: []string{".cs", ".csx"}, Version: version,
		New: func() (lang.Extractor, error) { return compiled.New() }})
}

// state is what the hooks keep for one file.
type state struct {
	flat int         // how many levels of namespaces are the file's package
	ret  sitter.Node // return type of the function around: the target of "return new()"

	targets map[uint32]int32 // "new()" by position → the type that its place has
}

func of(x *extract.X) *state { return x.Data.(*state) }

func start(x *extract.X, root sitter.Node) {
	s := &state{targets: map[uint32]int32{}}
	x.F.Package, s.flat = packageOf(root)
	x.Data = s
}

func hooks() extract.Hooks {
	return extract.Hooks{
		Stmt: map[string]func(*extract.X, sitter.Node){
			"using_directive":                   using,
			"namespace_declaration":             namespace,
			"file_scoped_namespace_declaration": fileNamespace,
			"class_declaration":                 typeDeclaration,
			"struct_declaration":                typeDeclaration,
			"record_declaration":                typeDeclaration,
			"interface_declaration":             typeDeclaration,
			"enum_declaration":                  enum,
			"delegate_declaration":              delegate,
			"field_declaration":                 fields,
			"event_field_declaration":           fields,
			"property_declaration":              property,
			"event_declaration":                 property,
			"indexer_declaration":               property,
			"method_declaration":                method,
			"constructor_declaration":           constructor,
			"destructor_declaration":            destructor,
			"operator_declaration":              operator,
			"conversion_operator_declaration":   operator,
			"local_function_statement":          localFunction,
			"variable_declaration":              variables,
			"foreach_statement":                 foreach,
			"catch_clause":                      catchClause,
			"switch_statement":                  switchStatement,
			"return_statement":                  returnStatement,
			"yield_statement":                   yieldStatement,
			"throw_statement":                   func(x *extract.X, n sitter.Node) { throw(x, n) },
			"labeled_statement":                 func(x *extract.X, n sitter.Node) { x.Walk(n.Last()) },
		},
		Expr: map[string]func(*extract.X, sitter.Node) int32{
			"generic_name":                        genericName,
			"alias_qualified_name":                aliasQualified,
			"qualified_name":                      qualified,
			"member_access_expression":            member,
			"conditional_access_expression":       conditionalAccess,
			"element_binding_expression":          list,
			"parenthesized_expression":            parenthesized,
			"string_literal":                      stringLiteral,
			"integer_literal":                     number,
			"real_literal":                        number,
			"element_access_expression":           elementAccess,
			"invocation_expression":               invocation,
			"object_creation_expression":          creation,
			"implicit_object_creation_expression": targetTyped,
			"array_creation_expression":           arrayCreation,
			"stackalloc_expression":               arrayCreation,
			"initializer_expression":              initializer,
			"anonymous_object_creation_expression": func(x *extract.X, n sitter.Node) int32 {
				anonymousObject(x, n)
				return facts.None
			},
			"argument":                    argument,
			"assignment_expression":       assignment,
			"prefix_unary_expression":     unary,
			"postfix_unary_expression":    unary,
			"unary_expression":            unary,
			"tuple_expression":            tuple,
			"declaration_expression":      declarationExpression,
			"lambda_expression":           lambda,
			"anonymous_method_expression": lambda,
			"is_expression":               isExpression,
			"is_pattern_expression":       isPattern,
			"switch_expression":           switchExpression,
			"with_expression":             with,
			"query_expression":            query,
			"typeof_expression":           typeOf,
			"default_expression":          defaultOf,
			"throw_expression":            throw,
		},
		Type: map[string]func(*extract.X, sitter.Node) int32{
			"generic_name":          namedType,
			"qualified_name":        namedType,
			"alias_qualified_name":  namedType,
			"implicit_type":         func(*extract.X, sitter.Node) int32 { return facts.None },
			"tuple_element":         func(x *extract.X, n sitter.Node) int32 { return x.Type(n.Field("type")) },
			"function_pointer_type": functionPointer,
			"nullable_type": func(x *extract.X, n sitter.Node) int32 {
				return x.AddType(facts.Type{Op: facts.TRef, Name: "nullable"}, n, x.Type(n.Field("type")))
			},
		},
		Prepare: allBranches,
		Again:   simplest,
		Start:   start,
		Finish:  finish,
	}
}
