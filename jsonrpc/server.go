package jsonrpc

import (
	"context"
	"log/slog"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/structural-memory/smp"
)

// Limits bound what one message may ask for.
type Limits struct {
	Bytes       int           // of a message; 32 MiB by default
	Depth       int           // of nested arrays and objects; 64
	Batch       int           // requests in a batch; 256
	Concurrency int           // requests at once, of all connections together; 64
	PerPeer     int           // requests at once of one connection; 32
	Timeout     time.Duration // of a request; 60 s
	ReadWithin  time.Duration // a question gets through, else the server is unhealthy; 3 s
	WriteWithin time.Duration // a change does, the same; 30 s
}

func (l Limits) filled() Limits {
	fill := func(n *int, d int) {
		if *n <= 0 {
			*n = d
		}
	}
	fill(&l.Bytes, 32<<20)
	fill(&l.Depth, 64)
	fill(&l.Batch, 256)
	fill(&l.Concurrency, 64)
	fill(&l.PerPeer, 32)
	if l.Timeout <= 0 {
		l.Timeout = time.Minute
	}
	if l.ReadWithin <= 0 {
		l.ReadWithin = readWithin
	}
	if l.WriteWithin <= 0 {
		l.WriteWithin = writeWithin
	}
	return l
}

// Options configure a Server.
type Options struct {
	Limits  Limits
	Logger  *slog.Logger // nil: nothing is logged
	Version string       // of the program
	Static  bool         // nothing is indexed unless a request says so
}

// Server answers messages about one memory. Its methods may be called from
// many goroutines.
type Server struct {
	memory  *smp.Memory
	opts    Options
	limits  Limits
	log     *slog.Logger
	Bus     *Bus
	Indexer *Indexer
	Metrics *Metrics

	toWrite atomic.Pointer[string] // see HowToWrite
	health  health

	slots   chan struct{}
	running sync.WaitGroup
	sweeper sync.WaitGroup
	own     atomic.Int64    // changes of this process that are under way
	told    atomic.Int64    // up to which version this process has told of its changes
	ctx     context.Context // ends when the server is closed
	stop    context.CancelFunc
}

// New is a server on a memory, which stays the caller's to close, after Close.
func New(m *smp.Memory, o Options) *Server {
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	if o.Version == "" {
		o.Version = "devel"
	}
	ctx, stop := context.WithCancel(context.Background())
	l := o.Limits.filled()
	s := &Server{memory: m, opts: o, limits: l, log: o.Logger, Bus: newBus(), Metrics: newMetrics(), slots: make(chan struct{}, l.Concurrency), ctx: ctx, stop: stop}
	s.Indexer = newIndexer(s)
	s.sweeper.Go(s.sweep)
	s.sweeper.Go(s.follow)
	return s
}

// Memory is what the server answers about.
func (s *Server) Memory() *smp.Memory { return s.memory }

// Version is the program's.
func (s *Server) Version() string { return s.opts.Version }

// Limits are those in force.
func (s *Server) Limits() Limits { return s.limits }

// Logger is where the server logs.
func (s *Server) Logger() *slog.Logger { return s.log }

// Close waits for what runs, until ctx ends; then it is cancelled.
func (s *Server) Close(ctx context.Context) error {
	done := make(chan struct{})
	go func() {
		s.running.Wait()
		close(done)
	}()
	var err error
	select {
	case <-done:
	case <-ctx.Done():
		err = ctx.Err()
	}
	s.stop()
	<-done
	s.Indexer.wait()
	s.sweeper.Wait()
	s.Bus.close()
	return err
}

// dbName is how the index file is called in answers: relative to the root, or
// without its folder where it lies outside.
func (s *Server) dbName() string {
	rel, err := filepath.Rel(s.memory.Root(), s.memory.Path())
	if err != nil || rel == ".." || strings.HasPrefix(rel, "../") {
		return filepath.Base(s.memory.Path())
	}
	return filepath.ToSlash(rel)
}
