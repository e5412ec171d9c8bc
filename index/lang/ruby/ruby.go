package ruby

import (
	_ "embed"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/index/lang"
	"github.com/structural-memory/smp/internal/sitter"
	grammar "github.com/structural-memory/smp/internal/sitter/grammars/ruby"
)

//go:embed ruby.tbl
var table string

const version = 4

var compiled = extract.Once(func() (*extract.Language, error) {
	return extract.Compile("ruby", grammar.New, table, hooks())
})

func init() {
	lang.Register(lang.Language{ID: "ruby", Name: "Ruby",
		Extensions: []string{".rb", ".rake", ".gemspec", ".ru", ".podspec", ".jbuilder", ".rbw", ".thor"},
		Filenames:  []string{"Rakefile", "Guardfile", "Podfile", "Fastfile", "Vagrantfile", "Brewfile", "Capfile", "Thorfile", "Steepfile", "Dangerfile"},
		Shebangs:   []string{"ruby", "jruby"}, Version: version,
		New: func() (lang.Extractor, error) { return compiled.New() }})
}

func hooks() extract.Hooks {
	return extract.Hooks{
		Stmt: map[string]func(*extract.X, sitter.Node){
			"module":          module,
			"class":           class,
			"singleton_class": singletonClass,
			"alias":           alias,
		},
		Expr: map[string]func(*extract.X, sitter.Node) int32{
			"method":                   method,
			"singleton_method":         method,
			"identifier":               identifier,
			"constant":                 func(x *extract.X, n sitter.Node) int32 { return x.Name(n) },
			"scope_resolution":         scopeResolution,
			"self":                     self,
			"super":                    superCall,
			"instance_variable":        variable,
			"class_variable":           variable,
			"global_variable":          func(x *extract.X, n sitter.Node) int32 { return x.Name(n) },
			"call":                     call,
			"element_reference":        element,
			"block_argument":           blockArgument,
			"lambda":                   lambda,
			"yield":                    yield,
			"assignment":               assignment,
			"operator_assignment":      operatorAssignment,
			"binary":                   binary,
			"unary":                    unary,
			"conditional":              ifValue,
			"if":                       ifValue,
			"elsif":                    ifValue,
			"unless":                   ifValue,
			"if_modifier":              modifier,
			"unless_modifier":          modifier,
			"while_modifier":           loopModifier,
			"until_modifier":           loopModifier,
			"while":                    loop,
			"until":                    loop,
			"for":                      forLoop,
			"case":                     caseValue,
			"case_match":               caseMatch,
			"match_pattern":            matchPattern,
			"test_pattern":             matchPattern,
			"begin":                    sequence,
			"then":                     sequence,
			"else":                     sequence,
			"do":                       sequence,
			"ensure":                   sequence,
			"block_body":               sequence,
			"body_statement":           sequence,
			"parenthesized_statements": sequence,
			"begin_block":              sequence,
			"end_block":                sequence,
			"rescue":                   rescue,
			"rescue_modifier":          rescueModifier,
			"return":                   returned,
			"next":                     returned,
			"break":                    func(x *extract.X, n sitter.Node) int32 { x.Args(n.First()); return facts.None },
			"array":                    array,
			"right_assignment_list":    array,
			"hash":                     hash,
			"pair":                     pair,
		},
		Remark: remark,
		Start:  start,
		Finish: finish,
	}
}
