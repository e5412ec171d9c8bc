package smp

import (
	"context"
	"time"

	"github.com/structural-memory/smp/internal/workspace"
)

type (
	// CheckedOut says what of a git repository the graph shows.
	CheckedOut = workspace.CheckedOut
	// NotFoundError says that no node fits a reference, and which names are near.
	NotFoundError = workspace.NotFoundError
	// AmbiguousError says that several nodes fit a reference, and lists them.
	AmbiguousError = workspace.AmbiguousError
	// ParamError says that a parameter cannot be used, and what can.
	ParamError = workspace.ParamError
	// OrNull is a text that is null in JSON where it is empty.
	OrNull = workspace.OrNull
	// InlineComment is a comment inside a node: line comments below each other are
	// one.
	InlineComment = workspace.InlineComment
	// TypeAnnotations are a node's types as written, and what it is documented or
	// seen to throw.
	TypeAnnotations = workspace.TypeAnnotations
	// ExtractedMetadata is what a node's source says of it.
	ExtractedMetadata = workspace.ExtractedMetadata
	// Option configures a Memory.
	Option = workspace.Option
	// NodeRef names a node in an answer: enough to show it and to ask on.
	NodeRef = workspace.NodeRef
	// Certainty says what an answer about a node does not know: call sites whose
	// target is open are no edges, and one of them may mean the node.
	Certainty = workspace.Certainty
	// NotLookedAt says which files an answer leaves out of account although they
	// may change it.
	NotLookedAt = workspace.NotLookedAt
	// NotLookedFile is such a file.
	NotLookedFile = workspace.NotLookedFile
	// Scope is a part of the repository: "full", "package:PATH" (a folder with
	// everything below it) or "file:PATH".
	Scope = workspace.Scope
)

// What can be wrong with a file; an error matches them by errors.Is and says
// in words what to do.
var (
	ErrForeign  = workspace.ErrForeign
	ErrNewer    = workspace.ErrNewer
	ErrOlder    = workspace.ErrOlder
	ErrReadOnly = workspace.ErrReadOnly
	ErrFull     = workspace.ErrFull
	ErrCorrupt  = workspace.ErrCorrupt
	ErrBusy     = workspace.ErrBusy
	ErrClosed   = workspace.ErrClosed
	ErrNotAsked = workspace.ErrNotAsked
)

// WithRoot names the repository that the memory is of. The default is the
// folder that holds the file's .smp folder, or the current folder.
func WithRoot(dir string) Option { return workspace.WithRoot(dir) }

// ReadOnly opens an existing file and never writes to it.
func ReadOnly() Option { return workspace.ReadOnly() }

// WithWorkers bounds the goroutines of an index run; the default is
// GOMAXPROCS. Results do not depend on it.
func WithWorkers(n int) Option { return workspace.WithWorkers(n) }

// WithMaxFileSize sets the size in bytes above which a file is skipped; the
// default is 2 MiB, a negative value means no limit.
func WithMaxFileSize(n int64) Option { return workspace.WithMaxFileSize(n) }

// IncludeVendored indexes vendored folders too.
func IncludeVendored() Option { return workspace.IncludeVendored() }

// IncludeGenerated indexes generated and minified files too.
func IncludeGenerated() Option { return workspace.IncludeGenerated() }

// WithIgnore adds rules in the syntax of .gitignore.
func WithIgnore(rules ...string) Option { return workspace.WithIgnore(rules...) }

// IgnoreDocs leaves docstrings out of the index, as the retrieval benchmark
// asks for.
func IgnoreDocs() Option { return workspace.IgnoreDocs() }

// WithBusyTimeout sets how long a write waits for another process; the
// default is 30 s.
func WithBusyTimeout(d time.Duration) Option { return workspace.WithBusyTimeout(d) }

// WithReaders bounds how many may read the file at once; the others wait. The
// default fits the machine.
func WithReaders(n int) Option { return workspace.WithReaders(n) }

// WithSessionTTL sets how long a session lives after its last use where it
// does not say; the default is 45 minutes.
func WithSessionTTL(d time.Duration) Option { return workspace.WithSessionTTL(d) }

// KeepSettings makes Open take the options that say what is indexed (vendored
// and generated files, the size limit, ignore rules, docstrings) from the last
// index run instead of those given.
func KeepSettings() Option { return workspace.KeepSettings() }

// Anyway makes Open and Index take a folder that is hardly meant: the root of a
// file system, a home folder or one above it, the folder of temporary files, or
// one with very many files and no repository. Without it they fail with an
// error that matches ErrNotAsked.
func Anyway() Option { return workspace.Anyway() }

// Commit is the commit that was checked out when the graph last showed all
// files as they were. It is not known where no repository is, before the first
// commit, and where HEAD cannot be read without git.
func (m *Memory) Commit(ctx context.Context) (sha string, known bool, err error) {
	return m.view.Space.Commit(ctx)
}

// CheckedOut says which commit the graph shows, and asks git, if there is a
// repository, how many files differ.
func (m *Memory) CheckedOut(ctx context.Context) (c CheckedOut, err error) {
	return m.view.Space.CheckedOut(ctx)
}

// IndexedAt is when the last index run looked at the files; the zero time if
// none has ended yet.
func (m *Memory) IndexedAt(ctx context.Context) (time.Time, error) {
	return m.view.Space.IndexedAt(ctx)
}
