package jsonrpc

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/structural-memory/smp"
)

// What Health says.
const (
	Healthy   = "ok"
	Unhealthy = "unhealthy"
)

// How long a question, and a change, may take to get through before the server
// is unhealthy. A change waits for index runs, a question for nothing.
const (
	readWithin  = 3 * time.Second
	writeWithin = 30 * time.Second
)

// Health says whether questions and changes get through.
type Health struct {
	Status  string `json:"status"` // ok, unhealthy
	Index   string `json:"index"`  // as in Progress
	Percent int    `json:"percent"`
	Reason  string `json:"reason,omitempty"`
}

// health are the attempts that are under way, one of each kind at most.
type health struct {
	mu          sync.Mutex
	read, write *attempt
}

type attempt struct {
	since time.Time
	done  chan struct{}
	err   error // when done is closed
}

// Health makes a request that reads and one that writes, as clients' do, and
// says whether they got through. It waits for the first alone, and not long.
func (s *Server) Health(ctx context.Context) *Health {
	out := &Health{Status: Healthy}
	read := s.attempt(&s.health.read, func(ctx context.Context) error {
		if fault := s.enter(ctx); fault != nil {
			return fault
		}
		defer s.leave()
		_, err := s.memory.Ready(ctx)
		return err
	})
	write := s.attempt(&s.health.write, s.memory.CanWrite)
	timer := time.NewTimer(time.Until(read.since.Add(s.limits.ReadWithin)))
	defer timer.Stop()
	select {
	case <-read.done:
		if read.err != nil {
			return s.unhealthy("the index cannot be read", read.err)
		}
	case <-timer.C:
		return s.unhealthy("a question does not get through", nil)
	case <-ctx.Done():
		return s.unhealthy("a question has not got through yet", nil)
	}
	select {
	case <-write.done:
		if write.err != nil && !errors.Is(write.err, smp.ErrReadOnly) {
			return s.unhealthy("the index cannot be written to", write.err)
		}
	default:
		if time.Since(write.since) > s.limits.WriteWithin {
			return s.unhealthy("a change does not get through: somebody keeps writing to the index", nil)
		}
	}
	p, _ := s.Indexer.Progress(ctx)
	out.Index, out.Percent = p.State, p.Percent
	return out
}

func (s *Server) unhealthy(reason string, err error) *Health {
	s.log.Error("unhealthy", "reason", reason, "error", err)
	return &Health{Status: Unhealthy, Reason: reason}
}

// attempt gives the one of a kind that is under way, or begins one.
func (s *Server) attempt(of **attempt, try func(context.Context) error) *attempt {
	s.health.mu.Lock()
	defer s.health.mu.Unlock()
	if a := *of; a != nil {
		select {
		case <-a.done:
		default:
			return a
		}
	}
	a := &attempt{since: time.Now(), done: make(chan struct{})}
	*of = a
	s.sweeper.Go(func() {
		a.err = try(s.ctx)
		close(a.done)
	})
	return a
}

// HowToWrite tells those who may only read what to do.
func (s *Server) HowToWrite(text string) { s.toWrite.Store(&text) }

// forbidden is the answer to a peer that may not call a method.
func (s *Server) forbidden(p *Peer, row *Method) *Error {
	data := map[string]string{"method": row.Name, "needs": row.Access.String(), "has": p.Access.String()}
	e := Fail(Forbidden, data)
	if how := s.toWrite.Load(); how != nil {
		data["hint"] = *how
		e.Message += ": " + *how
	}
	return e
}
