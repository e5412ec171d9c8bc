package smp

import (
	"time"

	"github.com/structural-memory/smp/embed"
)

// Option configures a Memory.
type Option func(*options)

type options struct {
	root             string
	readOnly         bool
	workers          int
	maxFileSize      int64
	includeVendored  bool
	includeGenerated bool
	extraIgnore      []string
	ignoreDocs       bool
	busyTimeout      time.Duration
	keepSettings     bool
	scip             []string
	scipGiven        bool
	embedder         embed.Embedder
	embedderGiven    bool
	mergeFrom        int // see mergeWords
	readers          int
	sessionTTL       time.Duration
	now              func() time.Time // of sessions; nil: time.Now
}

// WithRoot names the repository that the memory is of. The default is the
// folder that holds the file's .smp folder, or the current folder.
func WithRoot(dir string) Option { return func(o *options) { o.root = dir } }

// ReadOnly opens an existing file and never writes to it.
func ReadOnly() Option { return func(o *options) { o.readOnly = true } }

// WithWorkers bounds the goroutines of an index run; the default is
// GOMAXPROCS. Results do not depend on it.
func WithWorkers(n int) Option { return func(o *options) { o.workers = n } }

// WithMaxFileSize sets the size in bytes above which a file is skipped; the
// default is 2 MiB, a negative value means no limit.
func WithMaxFileSize(n int64) Option { return func(o *options) { o.maxFileSize = n } }

// IncludeVendored indexes vendored folders too.
func IncludeVendored() Option { return func(o *options) { o.includeVendored = true } }

// IncludeGenerated indexes generated and minified files too.
func IncludeGenerated() Option { return func(o *options) { o.includeGenerated = true } }

// WithIgnore adds rules in the syntax of .gitignore.
func WithIgnore(rules ...string) Option {
	return func(o *options) { o.extraIgnore = append(o.extraIgnore, rules...) }
}

// IgnoreDocs leaves docstrings out of the index, as the retrieval benchmark
// asks for.
func IgnoreDocs() Option { return func(o *options) { o.ignoreDocs = true } }

// WithBusyTimeout sets how long a write waits for another process; the
// default is 30 s.
func WithBusyTimeout(d time.Duration) Option { return func(o *options) { o.busyTimeout = d } }

// WithReaders bounds how many may read the file at once; the others wait. The
// default fits the machine.
func WithReaders(n int) Option { return func(o *options) { o.readers = n } }

// WithSessionTTL sets how long a session lives after its last use where it
// does not say; the default is 45 minutes.
func WithSessionTTL(d time.Duration) Option { return func(o *options) { o.sessionTTL = d } }
