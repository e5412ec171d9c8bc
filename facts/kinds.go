package facts

// Kind is the node type of a definition, in the specification's vocabulary.
type Kind uint8

// The node types. Repository, Package, Config and External nodes are made by
// the graph builder; extraction makes the others.
const (
	KindNone Kind = iota
	Repository
	Package
	File
	Class
	Function
	Variable
	Interface
	Test
	Config
	External
	Community
	Section // a Markdown section
)

var kindNames = [...]string{"", "Repository", "Package", "File", "Class", "Function", "Variable", "Interface", "Test", "Config", "External", "Community", "Section"}

// String is the name that the protocol uses. A value that is none, as a damaged
// index may hold, has a name that says so.
func (k Kind) String() string {
	if int(k) >= len(kindNames) {
		return "unknown"
	}
	return kindNames[k]
}

// KindOf is the inverse of String; KindNone when the name is unknown.
func KindOf(name string) Kind {
	for k, n := range kindNames {
		if n == name {
			return Kind(k)
		}
	}
	return KindNone
}

// Callable tells whether definitions of this kind can own call sites.
func (k Kind) Callable() bool { return k == Function || k == Test }

// TypeLike tells whether definitions of this kind can have members.
func (k Kind) TypeLike() bool { return k == Class || k == Interface }

// Mods is a set of modifiers.
type Mods uint32

// The modifiers, in every language's terms: Exported means visible outside
// its file or package by the language's own rule.
const (
	Exported Mods = 1 << iota
	Default       // the module's default export
	Async
	Static
	Abstract
	Final
	Private
	Protected
	Override
	Readonly
	Generator
	Const
	Virtual
	Extern
	Getter
	Setter
	Optional
	Constructor
	Extension // a member declared outside its type (Kotlin, Swift, C#)
	Declared  // a declaration without a body: a prototype, an overload signature, an abstract method
	Internal
	Partial
	Deprecated
	Generated
	MacroMod // a macro (Rust macro_rules!, C #define with parameters)
	Public   // "public" was written, or is the rule
	Inline
	Open     // Kotlin open: may be overridden
	Computed // a property whose reading calls code
	TypeOnly // exists for the type checker only
	Local    // declared inside an anonymous function or a block: visible there alone
)

var modNames = []string{"exported", "default", "async", "static", "abstract", "final", "private", "protected", "override", "readonly", "generator", "const", "virtual", "extern", "getter", "setter", "optional", "constructor", "extension", "declared", "internal", "partial", "deprecated", "generated", "macro", "public", "inline", "open", "computed", "type_only", "local"}

// Has tells whether all of m2 are set.
func (m Mods) Has(m2 Mods) bool { return m&m2 == m2 }

// Names lists the modifiers as the protocol writes them, in a fixed order.
func (m Mods) Names() []string {
	out := []string{}
	for i, n := range modNames {
		if m&(1<<i) != 0 {
			out = append(out, n)
		}
	}
	return out
}

// TestBlock is the form of a test that is no function but a call with a title
// and a block: it("adds", () => …), describe Cart do … end. The title is its
// name, by which nothing refers to it.
const TestBlock = "test_block"
