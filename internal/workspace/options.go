package workspace

import (
	"time"

	"github.com/structural-memory/smp/embed"
)

// Option configures a Memory.
type Option func(*Options)

type Options struct {
	Root             string
	ReadOnly         bool
	Workers          int
	MaxFileSize      int64
	IncludeVendored  bool
	IncludeGenerated bool
	ExtraIgnore      []string
	IgnoreDocs       bool
	BusyTimeout      time.Duration
	keepSettings     bool
	Anyway           bool // see the option
	Scip             []string
	ScipGiven        bool
	Embedder         embed.Embedder
	EmbedderGiven    bool
	MergeFrom        int // see mergeWords
	Readers          int
	SessionTTL       time.Duration
	Clock            func() time.Time // of sessions; nil: time.Now
}

// WithRoot names the repository that the memory is of. The default is the
// folder that holds the file's .smp folder, or the current folder.
func WithRoot(dir string) Option { return func(o *Options) { o.Root = dir } }

// ReadOnly opens an existing file and never writes to it.
func ReadOnly() Option { return func(o *Options) { o.ReadOnly = true } }

// WithWorkers bounds the goroutines of an index run; the default is
// GOMAXPROCS. Results do not depend on it.
func WithWorkers(n int) Option { return func(o *Options) { o.Workers = n } }

// WithMaxFileSize sets the size in bytes above which a file is skipped; the
// default is 2 MiB, a negative value means no limit.
func WithMaxFileSize(n int64) Option { return func(o *Options) { o.MaxFileSize = n } }

// IncludeVendored indexes vendored folders too.
func IncludeVendored() Option { return func(o *Options) { o.IncludeVendored = true } }

// IncludeGenerated indexes generated and minified files too.
func IncludeGenerated() Option { return func(o *Options) { o.IncludeGenerated = true } }

// WithIgnore adds rules in the syntax of .gitignore.
func WithIgnore(rules ...string) Option {
	return func(o *Options) { o.ExtraIgnore = append(o.ExtraIgnore, rules...) }
}

// IgnoreDocs leaves docstrings out of the index, as the retrieval benchmark
// asks for.
func IgnoreDocs() Option { return func(o *Options) { o.IgnoreDocs = true } }

// WithBusyTimeout sets how long a write waits for another process; the
// default is 30 s.
func WithBusyTimeout(d time.Duration) Option { return func(o *Options) { o.BusyTimeout = d } }

// WithReaders bounds how many may read the file at once; the others wait. The
// default fits the machine.
func WithReaders(n int) Option { return func(o *Options) { o.Readers = n } }

// WithSessionTTL sets how long a session lives after its last use where it
// does not say; the default is 45 minutes.
func WithSessionTTL(d time.Duration) Option { return func(o *Options) { o.SessionTTL = d } }
