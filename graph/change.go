package graph

import (
	"time"

	"github.com/structural-memory/smp/facts"
	"zombiezen.com/go/sqlite"
)

// Change is what one Apply writes: the files that are new or different with
// all that they hold, those whose linking alone is different, and those that
// are gone.
type Change struct {
	Repo          string      // the repository's name, "" to leave it as it is
	Files         []FileGraph // added or changed
	Deferred      []Deferred  // the same, in memory only when it is their turn
	Relinked      []FileGraph // the nodes are the same (Nodes is ignored), edges and open calls are new
	Removed       []string    // paths
	Skips         []Skip      // files that are left out, and why
	SkipsComplete bool        // Skips are all that there are
	SkipsBelow    []string    // Skips are all that there are at these paths and below them
	Facts         []FactsRow  // to be remembered

	// Words makes the search index when the graph is empty; nil leaves out all
	// that search keeps.
	Words WordsBuilder

	// Touched holds new modification times of files whose content is the same.
	Touched map[string]int64

	// Root is the Merkle root of all files afterwards, to be remembered with
	// what the change replaced; nil leaves it out.
	Root *[32]byte
	Was  []FileWas

	Pushed   []Push   // files that count as other than the disk has them
	Unpushed []string // those that no longer do

	// At is when it is made, to be remembered if it changes anything.
	At time.Time

	// GivenUp says of files of the change why not all of them could be read or
	// linked.
	GivenUp map[string]string

	// By makes it an author's change, which counts in churn; nil: nobody's.
	By *Author

	// Guard is asked first, in the same transaction; its error ends it.
	Guard func(*sqlite.Conn) error
}

// Deferred is a file that is added or changed and is put together when it is
// needed: a bulk load asks for one after another, by path, so that a large
// repository need not be in memory at once.
type Deferred struct {
	Path  string
	Nodes int // how many there will be
	Load  func() (*FileGraph, error)
}

// FileGraph is all that the graph says about one file. Nodes[0] is the file
// itself. Structural edges (CONTAINS, DEFINES) and DEPENDS_ON are not in
// Edges: they follow from Parent and from IMPORTS.
type FileGraph struct {
	File  FileRow
	Nodes []NodeRow
	Edges []EdgeRow
	Open  []OpenRow

	Words   []byte // what search keeps of it, see package search; not of a relinked file
	Vectors []byte // the same for vectors
}

// kinds yields the kinds of the nodes.
func (f *FileGraph) kinds(yield func(facts.Kind) bool) {
	for i := range f.Nodes {
		if !yield(f.Nodes[i].Kind) {
			return
		}
	}
}

// FileRow describes a file. For a relinked one, only Path, Imports and
// Lookups are taken.
type FileRow struct {
	Path    string
	Lang    string
	Package string // as declared in the file
	Size    int64
	Lines   int32
	Flags   facts.Flags
	Mtime   int64 // ns; a hint only
	Blob    [16]byte
	SHA256  [32]byte
	Imports []FileImport
	Exports []string
	Lookups []uint32 // sorted keys of what its linking asked of other files
}

// FileImport is an import statement as queries show it.
type FileImport struct {
	From     string   `json:"from"`
	Items    []string `json:"items,omitempty"`
	Alias    string   `json:"alias,omitempty"`
	TypeOnly bool     `json:"type_only,omitempty"`
	Line     int      `json:"line,omitempty"`
	File     string   `json:"file,omitempty"` // the repository's file that it resolves to
}

// NodeRow is one node of a file.
type NodeRow struct {
	Kind       facts.Kind // of Nodes[0]: File or Config
	Form       string
	Name       string // of Nodes[0]: the path's last element
	Scope      string // the qualified name without the name: "Outer.Inner"; "" at top level
	Disc       string
	Parent     int32 // index into Nodes; 0 for top level; ignored for Nodes[0]
	StartLine  uint32
	EndLine    uint32
	NameLine   uint32
	StartByte  uint32
	EndByte    uint32
	Mods       facts.Mods
	Complexity uint16
	Hash       uint64 // of the definition's own source text
	Sig        string
	Doc        string
	Returns    string
	Decorators []string
	Params     []Param
}

// PackageDef is the Def of a target that is the Package node of a folder, as
// an import in Go names it; the root's folder is ".".
const PackageDef int32 = -1

// Target is where an edge ends: a definition of the repository, or a leaf
// outside it.
type Target struct {
	Path     string // "" for an External; a folder for PackageDef
	Def      int32  // index into that file's Nodes, or PackageDef
	External string // "module#name"; "" for a definition
}

// EdgeRow is one relationship out of a file.
type EdgeRow struct {
	Src   int32 // index into the file's Nodes
	Type  EdgeType
	To    Target
	Line  uint32
	Class Class
	Via   Via
}

// OpenRow is one call site that stays open.
type OpenRow struct {
	Src        int32
	Line       uint32
	Name       string
	Recv       string
	Reason     Reason
	Candidates []Target // definitions that have the name
}

// Skip says why a file is not in the graph.
type Skip struct {
	Path   string `json:"path"`
	Reason string `json:"reason"`
	Detail string `json:"detail,omitempty"`
	Size   int64  `json:"size,omitempty"`
}

// Stats say what an Apply did.
type Stats struct {
	Bulk                                   bool // the graph was empty
	NodesAdded, NodesChanged, NodesRemoved int
	EdgesAdded, EdgesRemoved               int
	OpenAdded, OpenRemoved                 int
	Dropped                                int   // edges whose target does not exist
	Version                                int64 // the data version afterwards

	changed bool // anything in the graph
	ends    edgeEnds
	churned []churned
}

// Add adds what a later Apply did.
func (s *Stats) Add(o Stats) {
	s.Bulk = s.Bulk || o.Bulk
	s.NodesAdded += o.NodesAdded
	s.NodesChanged += o.NodesChanged
	s.NodesRemoved += o.NodesRemoved
	s.EdgesAdded += o.EdgesAdded
	s.EdgesRemoved += o.EdgesRemoved
	s.OpenAdded += o.OpenAdded
	s.OpenRemoved += o.OpenRemoved
	s.Dropped += o.Dropped
	s.Version = o.Version
}
