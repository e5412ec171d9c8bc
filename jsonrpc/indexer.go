package jsonrpc

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/structural-memory/smp"
)

// Progress says how far the index is.
type Progress struct {
	State   string `json:"state"` // ready, indexing, missing, failed
	Percent int    `json:"percent"`
	Stage   string `json:"stage,omitempty"`
	Done    int    `json:"done,omitempty"`
	Total   int    `json:"total,omitempty"`
	Hint    string `json:"hint,omitempty"`
}

// Indexer runs the index beside the requests, and tells the bus what a run
// changed.
type Indexer struct {
	s *Server

	mu       sync.Mutex
	ready    bool
	working  int       // runs
	last     time.Time // when one ended
	now      Progress
	failed   error
	done     chan struct{} // closed when the background run ends
	watching bool          // changes are taken in as they are made
	changed  chan struct{} // closed and replaced when now changes
	watches  sync.WaitGroup
}

func newIndexer(s *Server) *Indexer { return &Indexer{s: s, changed: make(chan struct{})} }

// Start begins an index run in the background, if none is on its way.
func (x *Indexer) Start() { x.start() }

// start gives what is closed when the run ends; nil where there is none.
func (x *Indexer) start() <-chan struct{} {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.done != nil || x.s.ctx.Err() != nil || x.s.opts.Static {
		return x.done
	}
	done := make(chan struct{})
	x.done = done
	x.working++
	x.set(Progress{Stage: "waiting"})
	go func() {
		_, err := x.run(x.s.ctx)
		if err != nil && x.s.ctx.Err() == nil {
			x.s.log.Error("indexing failed", "error", err)
		}
		x.mu.Lock()
		x.failed, x.last = err, time.Now()
		x.done = nil
		x.working--
		x.set(Progress{})
		x.mu.Unlock()
		close(done)
	}()
	return done
}

// Run is an index run that the caller waits for.
func (x *Indexer) Run(ctx context.Context) (*smp.IndexResult, error) {
	x.mu.Lock()
	x.working++
	x.mu.Unlock()
	res, err := x.run(ctx)
	x.mu.Lock()
	x.working--
	x.failed, x.last = err, time.Now()
	x.set(Progress{})
	x.mu.Unlock()
	return res, err
}

func (x *Indexer) run(ctx context.Context) (*smp.IndexResult, error) {
	var res *smp.IndexResult
	err := x.s.Changing(ctx, nil, func() (err error) {
		res, err = x.s.memory.Index(ctx, x.report)
		return err
	})
	if err == nil {
		x.s.log.Info("indexed", "files", res.Files, "changed", res.Changed, "removed", res.Removed, "seconds", res.Seconds)
	}
	return res, err
}

// report may be called from many goroutines; counts never go back.
func (x *Indexer) report(stage string, done, total int) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if stage != x.now.Stage || done > x.now.Done {
		x.set(Progress{Stage: stage, Done: done, Total: total})
	}
}

// set is called with the lock held.
func (x *Indexer) set(p Progress) {
	if x.working > 0 {
		p.State, p.Percent = "indexing", percent(p)
	}
	x.now = p
	close(x.changed)
	x.changed = make(chan struct{})
}

// percent of the whole: parsing takes about two thirds of a first run.
func percent(p Progress) int {
	switch p.Stage {
	case "parsing":
		return 1 + 64*p.Done/max(p.Total, 1)
	case "linking":
		return 65
	case "writing":
		return 85
	}
	return 0
}

// Progress is how far the index is. The channel is closed when that changes.
func (x *Indexer) Progress(ctx context.Context) (Progress, <-chan struct{}) {
	ready := x.isReady(ctx)
	x.mu.Lock()
	defer x.mu.Unlock()
	p := x.now
	switch {
	case p.State != "":
	case ready:
		p = Progress{State: "ready", Percent: 100}
	case x.failed != nil && !x.s.opts.Static:
		p = Progress{State: "failed", Hint: x.s.scrub(x.failed)}
	default:
		p = Progress{State: "missing", Hint: "smp/index builds it"}
	}
	return p, x.changed
}

func (x *Indexer) isReady(ctx context.Context) bool {
	x.mu.Lock()
	ready := x.ready
	x.mu.Unlock()
	if ready {
		return true
	}
	ready, err := x.s.memory.Ready(ctx)
	if err != nil || !ready {
		return false
	}
	x.mu.Lock()
	x.ready = true
	x.mu.Unlock()
	return true
}

// gate lets a request through when there is an index. Else it says how far it
// is, and begins one where nobody has.
func (x *Indexer) gate(ctx context.Context) *Error {
	if x.isReady(ctx) {
		return nil
	}
	if p, _ := x.Progress(ctx); p.State == "missing" {
		x.Start()
	}
	p, _ := x.Progress(ctx)
	if p.State == "indexing" {
		p.Hint = "ask again in a moment"
	}
	return Fail(NotReady, p)
}

// Ready waits until there is an index, or ctx ends.
func (x *Indexer) Ready(ctx context.Context) error {
	for {
		p, changed := x.Progress(ctx)
		if x.isReady(ctx) {
			return nil
		}
		switch p.State {
		case "missing":
			x.Start()
		case "failed":
			return errors.New(p.Hint)
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// wait waits for the background run and for those that watch.
func (x *Indexer) wait() {
	x.watches.Wait()
	x.waitRun()
}

// waitRun waits for the background run.
func (x *Indexer) waitRun() {
	x.mu.Lock()
	done := x.done
	x.mu.Unlock()
	if done != nil {
		<-done
	}
}

// Usable tells whether there is an index, be it while a run is on its way.
func (x *Indexer) Usable(ctx context.Context) bool { return x.isReady(ctx) }
