package graph

import "github.com/structural-memory/smp/facts"

// EdgeType is the type of a relationship.
type EdgeType uint8

// The relationship types of the specification.
const (
	NoEdge EdgeType = iota
	Contains
	Defines
	Imports
	CallsStatic
	CallsRuntime
	Inherits
	Implements
	Uses
	References
	Tests
	DependsOn
	MemberOf
	Bridges
	ChildOf
)

var edgeNames = [...]string{"", "CONTAINS", "DEFINES", "IMPORTS", "CALLS_STATIC", "CALLS_RUNTIME", "INHERITS", "IMPLEMENTS", "USES", "REFERENCES", "TESTS", "DEPENDS_ON", "MEMBER_OF", "BRIDGES", "CHILD_OF"}

// String is the name that the protocol uses.
func (t EdgeType) String() string { return nameAt(edgeNames[:], int(t)) }

// nameAt is a name, also of a value that is none, as a damaged index may hold.
func nameAt(names []string, i int) string {
	if i >= len(names) {
		return "unknown"
	}
	return names[i]
}

// EdgeTypeOf is the inverse of String; NoEdge when the name is unknown.
func EdgeTypeOf(name string) EdgeType {
	for i, n := range edgeNames {
		if n == name {
			return EdgeType(i)
		}
	}
	return NoEdge
}

// Class is how sure an edge is.
type Class uint8

// The confidence classes. Structural edges (CONTAINS, DEFINES) are Exact.
const (
	Exact     Class = iota + 1 // imports and types leave one target
	Dispatch                   // one of several implementations of an interface or a virtual method
	Framework                  // a framework calls it, no syntax does
	Runtime                    // observed
	Outside                    // exact, but the target is an External leaf
)

var classNames = [...]string{"", "exact", "dispatch", "framework", "runtime", "external"}

// String is the name that the protocol uses.
func (c Class) String() string { return nameAt(classNames[:], int(c)) }

// Via is the rule that resolved an edge.
type Via uint8

// The rules, in the order in which they are tried.
const (
	ViaStructure   Via = iota + 1 // the tree itself
	ViaScope                      // lexical scope
	ViaFile                       // the file's own top level
	ViaImport                     // an import, an alias, a re-export
	ViaPackage                    // the same package, namespace or crate
	ViaReceiver                   // the receiver's type
	ViaInheritance                // a base class of the receiver's type
	ViaTypes                      // a compiler's type checker (go/types)
	ViaDispatch                   // an implementation of what the call names
	ViaConstructor                // building a class
	ViaFramework                  // a framework's rule
	ViaSCIP                       // a SCIP index
	ViaTrace                      // a run
	ViaMiddleware                 // what a framework calls before a route's handler: the first
	ViaMiddleware2                // the second
	ViaMiddleware3                // the third
	ViaMiddleware4                // any further one
)

// Middleware is the place, from 1, of what a framework calls before a route's
// handler; 0 for all else.
func (v Via) Middleware() int {
	if v < ViaMiddleware || v > ViaMiddleware4 {
		return 0
	}
	return int(v-ViaMiddleware) + 1
}

var viaNames = [...]string{"", "structure", "scope", "file", "import", "package", "receiver", "inheritance", "types", "dispatch", "constructor", "framework", "scip", "trace", "middleware", "middleware 2", "middleware 3", "middleware 4"}

// String is the name that the protocol uses in resolved_via.
func (v Via) String() string { return nameAt(viaNames[:], int(v)) }

// Reason is why a call site stays open.
type Reason uint8

// The reasons.
const (
	ReasonNotInScope       Reason = iota + 1 // no scope, import or package has the name
	ReasonReceiver                           // the receiver's type is not known
	ReasonNoMember                           // the receiver's type is known and has no such member
	ReasonAmbiguous                          // several definitions fit and nothing tells them apart
	ReasonDynamic                            // called through a variable or parameter
	ReasonImport                             // the import does not resolve to a file of the repository, nor to a package known to be outside
	ReasonExternalReceiver                   // the receiver comes from outside the repository; its type is not known
	ReasonMacro                              // produced by a macro or a template
	ReasonLimit                              // a bound was reached
)

var reasonNames = [...]string{"", "not in scope or imports", "receiver type unknown", "receiver has no such member", "ambiguous", "called through a value", "import not found", "receiver from outside", "macro", "limit reached"}

// String is the reason in words.
func (r Reason) String() string { return nameAt(reasonNames[:], int(r)) }

// NodeID is the row id of a node: small, dense, never shown to a client.
type NodeID int64

// Node is a node as queries return it.
type Node struct {
	Row        NodeID     `json:"-"`
	ID         string     `json:"id"`
	Kind       facts.Kind `json:"-"`
	Type       string     `json:"type"`
	Form       string     `json:"form,omitempty"`
	Name       string     `json:"name"`
	Qualified  string     `json:"qualified_name,omitempty"`
	File       string     `json:"file,omitempty"`
	FileRow    int64      `json:"-"`
	Parent     NodeID     `json:"-"`
	StartLine  int        `json:"start_line,omitempty"`
	EndLine    int        `json:"end_line,omitempty"`
	NameLine   int        `json:"-"`
	StartByte  int        `json:"start_byte,omitempty"`
	EndByte    int        `json:"end_byte,omitempty"`
	Signature  string     `json:"signature,omitempty"`
	Docstring  string     `json:"docstring,omitempty"`
	Mods       facts.Mods `json:"-"`
	Modifiers  []string   `json:"modifiers,omitempty"`
	Decorators []string   `json:"decorators,omitempty"`
	Params     []Param    `json:"parameters,omitempty"`
	Returns    string     `json:"returns,omitempty"`
	Metrics    *Metrics   `json:"metrics,omitempty"`
	SourceHash string     `json:"source_hash,omitempty"`
}

// Param is a parameter as written.
type Param struct {
	Name     string `json:"name"`
	Type     string `json:"type,omitempty"`
	Optional bool   `json:"optional,omitempty"`
	Rest     bool   `json:"rest,omitempty"`
}

// Metrics are the sizes of a definition.
type Metrics struct {
	Complexity int `json:"complexity"`
	Lines      int `json:"lines"`
	Parameters int `json:"parameters"`
}

// Edge is a relationship as queries return it. Line is the line in the
// source's file where it is written, 0 for structural edges.
type Edge struct {
	From, To NodeID
	Type     EdgeType
	Line     int
	Class    Class
	Via      Via
}
