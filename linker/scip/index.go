package scip

// Index is what a SCIP file says, as far as it matters here.
type Index struct {
	Tool    string // the indexer
	Version string // its version
	Root    string // URI of the folder that paths are relative to
	Docs    []Document
}

// Document is one source file.
type Document struct {
	Path        string // relative to the root, with slashes
	Language    string
	Text        string // the whole file, mostly absent
	Encoding    Encoding
	Occurrences []Occurrence
	Symbols     []Symbol // written only
}

// Encoding says what columns count.
type Encoding uint8

// The encodings. An index that names none counts as editors do, in UTF-16.
const (
	EncodingUnknown Encoding = iota
	UTF8
	UTF16
	UTF32
)

// Range is a place; lines and columns count from 0, the end is exclusive.
type Range struct{ StartLine, StartCol, EndLine, EndCol int32 }

// Occurrence is one place where a symbol stands.
type Occurrence struct {
	Range     Range
	Symbol    string
	Roles     Role
	Enclosing *Range // of the whole definition; written only
}

// Role is a set of ways in which a symbol occurs.
type Role int32

// The roles that are looked at. A reference has none of them.
const (
	Definition        Role = 1
	Import            Role = 2
	ForwardDefinition Role = 64
)

// Symbol describes what a document defines.
type Symbol struct {
	Symbol string
	Kind   Kind
	Name   string
	Docs   []string
}

// Kind is the kind of a symbol, by the numbers of the format.
type Kind int32

// The kinds that are written.
const (
	KindUnknown     Kind = 0
	KindClass       Kind = 7
	KindConstant    Kind = 8
	KindConstructor Kind = 9
	KindEnum        Kind = 11
	KindField       Kind = 15
	KindFile        Kind = 16
	KindFunction    Kind = 17
	KindInterface   Kind = 21
	KindMethod      Kind = 26
	KindModule      Kind = 29
	KindNamespace   Kind = 30
	KindTypeAlias   Kind = 55
	KindVariable    Kind = 61
)
