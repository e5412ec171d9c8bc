package store

import (
	"context"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"zombiezen.com/go/sqlite"
)

// Options tune a store; the zero value is right for most.
type Options struct {
	ReadOnly    bool          // open an existing file and never write to it
	Readers     int           // connections that may read at once; 0 for a number that fits the machine
	BusyTimeout time.Duration // how long a write waits for another process; 0 for 30 s
	Over        *Store        // who holds a connection of this store may ask that one for another; see holders
	Private     bool          // one goroutine alone uses it, so that asking it for a connection is no waiting
}

// Store is one open file. Its methods may be called from many goroutines.
type Store struct {
	path      string
	uri       string   // what the engine opens
	mem       *memLock // nil for a file
	immutable bool     // nothing can be written where the file lies
	opts      Options
	steps     []string // the migrations that it knows

	users   users
	writer  chan *sqlite.Conn // one slot: holds the writer while nobody uses it
	readers chan struct{}     // one token per reader in use
	idleMu  sync.Mutex
	idle    []*sqlite.Conn // readers that nobody uses

	check    checkpointer
	closeErr error
}

// memSerial numbers the databases in memory, so that each Open has its own.
var memSerial atomic.Int64

// Open opens the file, creating it if there is none (unless it is opened
// read-only). The path ":memory:" is a database in memory that lives until
// Close.
func Open(ctx context.Context, path string, opts Options) (*Store, error) {
	return open(ctx, path, opts, migrations)
}

func open(ctx context.Context, path string, opts Options, steps []string) (*Store, error) {
	if opts.Readers <= 0 {
		opts.Readers = max(4, 2*runtime.GOMAXPROCS(0))
	}
	if opts.BusyTimeout <= 0 {
		opts.BusyTimeout = 30 * time.Second
	}
	s := &Store{
		path: path, uri: path, opts: opts, steps: steps,
		users:   users{gone: make(chan struct{})},
		writer:  make(chan *sqlite.Conn, 1),
		readers: make(chan struct{}, opts.Readers),
		check:   checkpointer{bound: walBound},
	}
	if path == ":memory:" {
		s.uri = fmt.Sprintf("file:/smp-%d?vfs=memdb", memSerial.Add(1))
		s.mem = newMemLock()
	}
	conn, err := s.openWriter(ctx)
	if err != nil {
		return nil, s.explain(ctx, err)
	}
	s.writer <- conn
	return s, nil
}

// Path is the path that the store was opened with.
func (s *Store) Path() string { return s.path }

// InMemory tells whether the store has no file.
func (s *Store) InMemory() bool { return s.mem != nil }

// Close waits for those who use the store and closes it. Uses that begin
// later fail with ErrClosed. It may be called more than once.
func (s *Store) Close() error {
	if !s.users.stop() {
		<-s.users.gone
		return s.closeErr
	}
	s.check.stop()
	for _, c := range append(s.idle, <-s.writer) { // the writer last: it removes the WAL
		if err := closeConn(c); err != nil && s.closeErr == nil {
			s.closeErr = s.explain(context.Background(), err)
		}
	}
	s.idle = nil
	close(s.users.gone)
	return s.closeErr
}
