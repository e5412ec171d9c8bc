package c

import (
	_ "embed"
	"sync"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/index/lang"
	"github.com/structural-memory/smp/internal/sitter"
	gc "github.com/structural-memory/smp/internal/sitter/grammars/c"
	gcpp "github.com/structural-memory/smp/internal/sitter/grammars/cpp"
)

//go:embed c.tbl
var cTable string

//go:embed cpp.tbl
var cppTable string

const version = 3

type (
	stmts = map[string]func(*extract.X, sitter.Node)
	exprs = map[string]func(*extract.X, sitter.Node) int32
)

func init() {
	c := extract.Once(func() (*extract.Language, error) { return extract.Compile("c", gc.New, cTable, cHooks()) })
	cpp := extract.Once(func() (*extract.Language, error) {
		return extract.Compile("cpp", gcpp.New, cTable+cppTable, cppHooks())
	})
	lang.Register(lang.Language{ID: "c", Name: "C", Family: "c", Extensions: []string{".c", ".h", ".h.in"}, Version: version,
		New: func() (lang.Extractor, error) { return &extractor{c: c, cpp: cpp}, nil }})
	lang.Register(lang.Language{ID: "cpp", Name: "C++", Family: "c", Version: version,
		Extensions: []string{".cc", ".cpp", ".cxx", ".c++", ".hpp", ".hh", ".hxx", ".h++", ".ipp", ".inl", ".tpp", ".hpp.in", ".hh.in"},
		New:        func() (lang.Extractor, error) { return cpp.New() }})
}

// extractor reads C, and headers that are C++.
type extractor struct {
	c, cpp     *extract.Lazy
	mu         sync.Mutex // for what Stop touches:
	asC, asCpp *extract.Extractor
	ended      bool // it was called
}

func (e *extractor) Extract(path string, src []byte) (*facts.FileFacts, error) {
	lazy, x := e.c, &e.asC
	if isHeader(path) && isCpp(src) {
		lazy, x = e.cpp, &e.asCpp
	}
	if err := e.need(lazy, x); err != nil {
		return nil, err
	}
	return (*x).Extract(path, src)
}

func (e *extractor) need(lazy *extract.Lazy, x **extract.Extractor) error {
	if *x != nil {
		return nil
	}
	made, err := lazy.New()
	if err != nil {
		return err
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if *x = made; e.ended {
		made.Stop()
	}
	return nil
}

// Stop ends the extraction at hand, from any goroutine.
func (e *extractor) Stop() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.ended = true
	for _, x := range []*extract.Extractor{e.asC, e.asCpp} {
		if x != nil {
			x.Stop()
		}
	}
}

func (e *extractor) Close() {
	for _, x := range []*extract.Extractor{e.asC, e.asCpp} {
		if x != nil {
			x.Close()
		}
	}
}

func cHooks() extract.Hooks {
	return extract.Hooks{
		Stmt: stmts{
			"preproc_include":       include,
			"preproc_def":           define,
			"preproc_function_def":  defineFunction,
			"preproc_if":            conditional,
			"preproc_elif":          conditional,
			"function_definition":   functionDefinition,
			"declaration":           declaration,
			"type_definition":       typedef,
			"struct_specifier":      func(x *extract.X, n sitter.Node) { x.Type(n) },
			"union_specifier":       func(x *extract.X, n sitter.Node) { x.Type(n) },
			"enum_specifier":        func(x *extract.X, n sitter.Node) { x.Type(n) },
			"field_declaration":     fieldDeclaration,
			"enumerator":            enumerator,
			"linkage_specification": linkage,
		},
		Expr: exprs{
			"call_expression":             call,
			"field_expression":            member,
			"subscript_expression":        subscript,
			"assignment_expression":       assignment,
			"comma_expression":            comma,
			"compound_literal_expression": compoundLiteral,
			"initializer_list":            func(x *extract.X, n sitter.Node) int32 { return initializer(x, n, facts.None) },
			"generic_expression":          func(x *extract.X, n sitter.Node) int32 { x.WalkChildren(n); return facts.None },
		},
		Type: exprs{
			"struct_specifier":     record,
			"union_specifier":      record,
			"enum_specifier":       enum,
			"sized_type_specifier": sizedType,
			"type_descriptor":      typeDescriptor,
			"macro_type_specifier": func(x *extract.X, n sitter.Node) int32 { return x.Type(n.Field("type")) },
		},
		Prepare: prepareC,
		Start:   func(x *extract.X, root sitter.Node) { start(x, root, false) },
		Finish:  finish,
	}
}

func cppHooks() extract.Hooks {
	h := cHooks()
	for name, f := range (stmts{
		"class_specifier":            func(x *extract.X, n sitter.Node) { x.Type(n) },
		"template_declaration":       template,
		"namespace_definition":       namespace,
		"namespace_alias_definition": namespaceAlias,
		"using_declaration":          using,
		"alias_declaration":          alias,
		"friend_declaration":         friend,
		"access_specifier":           access,
		"for_range_loop":             forRange,
		"catch_clause":               catch,
		"field_initializer_list":     func(*extract.X, sitter.Node) {},
		"lambda_capture_initializer": captureInit,
	}) {
		h.Stmt[name] = f
	}
	for name, f := range (exprs{
		"qualified_identifier": qualified,
		"template_function":    func(x *extract.X, n sitter.Node) int32 { x.Type(n.Field("arguments")); return x.Expr(n.Field("name")) },
		"new_expression":       newExpression,
		"lambda_expression":    lambda,
	}) {
		h.Expr[name] = f
	}
	for name, f := range (exprs{
		"class_specifier":            record,
		"qualified_identifier":       namedType,
		"template_type":              namedType,
		"template_function":          namedType,
		"dependent_type":             func(x *extract.X, n sitter.Node) int32 { return x.Type(n.First()) },
		"dependent_name":             func(x *extract.X, n sitter.Node) int32 { return x.Type(n.First()) },
		"parameter_pack_expansion":   func(x *extract.X, n sitter.Node) int32 { return x.Type(n.Field("pattern")) },
		"placeholder_type_specifier": placeholder,
		"decltype":                   decltype,
		"auto":                       func(*extract.X, sitter.Node) int32 { return facts.None },
	}) {
		h.Type[name] = f
	}
	delete(h.Type, "macro_type_specifier")
	h.Prepare = prepareCpp
	h.Start = func(x *extract.X, root sitter.Node) { start(x, root, true) }
	return h
}

// file is what the hooks keep for the file at hand.
type file struct {
	cpp       bool
	header    bool
	templates []sitter.Node // template headers before the declaration at hand
	access    facts.Mods    // of the members that follow
	unnamed   int           // unnamed namespaces around
	condFrom  uint32        // the condition of the last #if, which is no code
	condTo    uint32
	macros    map[uint32]sitter.Node // bodies of macros, by where they start
	inMacro   bool                   // the walk is inside one: it defines nothing
	strings   map[string]string      // macros that stand for strings: names of files to include
}

func state(x *extract.X) *file { return x.Data.(*file) }

func start(x *extract.X, root sitter.Node, cpp bool) {
	x.Data = &file{cpp: cpp, header: isHeader(x.Path), macros: readMacros(x, root, cpp)}
}
