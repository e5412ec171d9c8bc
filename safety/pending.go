package safety

import (
	"context"
	"errors"
	"maps"
	"sync"
	"time"

	"github.com/structural-memory/smp/internal/store"
)

const (
	settleAfter = 200 * time.Millisecond // at the latest, where nobody else writes
	settleAgain = 5 * time.Second        // after an attempt that failed
	tryFor      = 100 * time.Millisecond // see Soon
	mostPending = 20_000                 // notes of each kind
)

// pending is what calls that only read have to write: that a session is in
// use, what it has looked at, what the log says of it. Reading never waits for
// writing, so it is kept here until the next transaction of this process that
// writes, or one of its own a moment later. Until then the transactions of this
// process take it into account: a session that is renewed here does not expire
// here.
type pending struct {
	mu      sync.Mutex
	expires map[string]time.Time   // of sessions that were renewed
	reads   map[readNote]time.Time // when a session looked at a file
	later   []func(*Tx) error      // what else, in its order; none of it twice
	timer   *time.Timer
	ended   bool
	running sync.WaitGroup
}

type readNote struct{ session, path string }

// renewed is when a session ends by what is pending, where that is later.
func (p *pending) renewed(s *Session) {
	if p == nil || s.Status != Open {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if at, ok := p.expires[s.ID]; ok && at.After(s.Expires) {
		s.Expires = at
	}
}

// note adds to what is pending.
func (s *Safety) note(add func(*pending)) {
	p := s.pending
	p.mu.Lock()
	defer p.mu.Unlock()
	add(p)
	s.settleIn(settleAfter)
}

// settleIn is called with the lock held.
func (s *Safety) settleIn(d time.Duration) {
	p := s.pending
	if p.ended || p.timer != nil {
		return
	}
	p.running.Add(1)
	p.timer = time.AfterFunc(d, func() {
		defer p.running.Done()
		p.mu.Lock()
		p.timer = nil
		p.mu.Unlock()
		ctx, cancel := context.WithTimeout(context.Background(), settleAgain)
		defer cancel()
		err := s.Settle(ctx)
		if err == nil || errors.Is(err, store.ErrReadOnly) || errors.Is(err, store.ErrClosed) {
			return // what cannot be written counts while this process lives
		}
		p.mu.Lock()
		defer p.mu.Unlock()
		s.settleIn(settleAgain)
	})
}

// Settle writes what calls that only read have left.
func (s *Safety) Settle(ctx context.Context) error {
	if s.pending.empty() {
		return nil
	}
	return s.Write(ctx, func(*Tx) error { return nil })
}

// Close settles, as far as that can be done soon. Later notes are not written
// unless somebody writes.
func (s *Safety) Close(ctx context.Context) error {
	p := s.pending
	p.mu.Lock()
	p.ended = true
	if p.timer != nil && p.timer.Stop() {
		p.running.Done()
	}
	p.mu.Unlock()
	p.running.Wait()
	ctx, cancel := context.WithTimeout(ctx, settleAgain)
	defer cancel()
	err := s.Settle(ctx)
	if errors.Is(err, store.ErrReadOnly) {
		return nil
	}
	return err
}

func (p *pending) empty() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.expires)+len(p.reads)+len(p.later) == 0
}

// batch is what a transaction settles.
type batch struct {
	expires map[string]time.Time
	reads   map[readNote]time.Time
	later   []func(*Tx) error
}

// take gives what is to be written now. Renewals and reads stay until they are
// written; what must not be written twice does not.
func (p *pending) take() *batch {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.expires)+len(p.reads)+len(p.later) == 0 {
		return nil
	}
	b := &batch{maps.Clone(p.expires), maps.Clone(p.reads), p.later}
	p.later = nil
	return b
}

// settled is called when a transaction with a batch has ended.
func (p *pending) settled(b *batch, written bool) {
	if b == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if !written {
		p.later = append(b.later, p.later...)
		return
	}
	for id, at := range b.expires {
		if p.expires[id].Equal(at) {
			delete(p.expires, id)
		}
	}
	for n := range b.reads {
		delete(p.reads, n)
	}
}

// settle writes a batch. What has lost its session meanwhile is left out.
func (tx *Tx) settle(b *batch) error {
	for id, at := range b.expires {
		if err := tx.exec("UPDATE sessions SET expires = ?1 WHERE id = ?2 AND status = 'open' AND expires < ?1", at, id); err != nil {
			return err
		}
		if err := tx.exec("UPDATE locks SET expires = ?1 WHERE session = ?2 AND expires < ?1", at, id); err != nil {
			return err
		}
	}
	for n, at := range b.reads {
		err := tx.exec("INSERT OR IGNORE INTO session_files (session, path, at) SELECT id, ?2, ?3 FROM sessions WHERE id = ?1 AND status = 'open'", n.session, n.path, at)
		if err != nil {
			return err
		}
	}
	for _, f := range b.later {
		if err := f(tx); err != nil {
			return err
		}
	}
	return nil
}

// Use is [Tx.Use] for a call that only reads: it waits for nobody who writes.
func (s *Safety) Use(ctx context.Context, id string) (*Session, error) {
	return Get(ctx, s, func(tx *Tx) (*Session, error) {
		one, err := tx.Session(id)
		if err != nil {
			return nil, err
		}
		if expires := tx.now.Add(one.TTL); expires.After(one.Expires) {
			one.Expires = expires
			s.note(func(p *pending) {
				if len(p.expires) < mostPending && p.expires[id].Before(expires) {
					p.expires[id] = expires
				}
			})
		}
		return one, nil
	})
}

// NoteReads is [Tx.NoteRead] for a call that only reads.
func (s *Safety) NoteReads(session string, paths ...string) {
	now := s.clock().UTC().Truncate(time.Millisecond)
	s.note(func(p *pending) {
		for _, path := range paths {
			n := readNote{session, path}
			if _, ok := p.reads[n]; !ok && len(p.reads) < mostPending {
				p.reads[n] = now
			}
		}
	})
}

// Later runs f in the next transaction that writes. It fails for reasons of the
// store alone.
func (s *Safety) Later(f func(*Tx) error) error {
	full := false
	s.note(func(p *pending) {
		if full = len(p.later) >= mostPending; !full {
			p.later = append(p.later, f)
		}
	})
	if full {
		return errors.New("too much waits to be written: the index is held by another process")
	}
	return nil
}

// Soon is Write that gives up after a moment where somebody else writes: ok
// tells whether f has run.
func (s *Safety) Soon(ctx context.Context, f func(*Tx) error) (ok bool, err error) {
	moment, cancel := context.WithTimeout(ctx, tryFor)
	defer cancel()
	err = s.Write(moment, f)
	if err != nil && ctx.Err() == nil && (moment.Err() != nil || errors.Is(err, store.ErrBusy)) {
		return false, nil
	}
	return err == nil, err
}

func newPending() *pending {
	return &pending{expires: map[string]time.Time{}, reads: map[readNote]time.Time{}}
}
