package linker

import "github.com/structural-memory/smp/graph"

// Source gives the linker what it needs of a repository. Paths are
// slash-separated and relative to the root.
type Source interface {
	// Content is the text of a file, also of one that is not indexed
	// (tsconfig.json, go.mod). It is an error that matches fs.ErrNotExist if
	// there is no such file below the root.
	Content(path string) ([]byte, error)
}

// Target is where an edge ends: a definition of the repository, or a leaf
// outside it.
type Target struct {
	Path     string // "" for an External
	Def      int32  // index into the file's Defs; PackageDef: Path is a directory, and its Package node is meant
	External string // "module#name", e.g. "bcrypt#hash", or "module" for all of it; "" for a definition
}

// PackageDef is the Def of a target that is the package of a directory, as
// what a Go file imports; the root's Path is ".".
const PackageDef int32 = -1

// Edge is one resolved relationship out of a file.
type Edge struct {
	Src   int32 // index into the file's Defs
	Type  graph.EdgeType
	To    Target
	Line  uint32
	Class graph.Class
	Via   graph.Via
}

// Open is one call site that stays unresolved.
type Open struct {
	Src        int32
	Line       uint32
	Name       string
	Recv       string // the receiver as written, shortened; "" without one
	Reason     graph.Reason
	Candidates []Target // what has the name, bounded
}

// Links is all that linking says about one file.
type Links struct {
	Edges []Edge
	Open  []Open
	// ImportFiles holds, for each of the file's Imports, the file of the
	// repository that it resolves to (the directory, where packages are
	// imported as in Go), or "".
	ImportFiles []string
	// Lookups are the sorted 32-bit keys of all that was asked of other files,
	// found or not: the file must be linked again when one of them changes.
	Lookups []uint32
	// GivenUp is why the file could not be linked, or not in full: the links
	// are what there is. "" where it could.
	GivenUp string
}
