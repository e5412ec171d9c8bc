package safety

import (
	"cmp"
	"context"
	"time"

	"github.com/structural-memory/smp/internal/store"
	"zombiezen.com/go/sqlite"
)

// Safety is a handle on the tables of one store; a process has one. Its methods
// are one transaction each.
type Safety struct {
	store   *store.Store
	clock   func() time.Time
	pending *pending
}

// Option configures a Safety.
type Option func(*Safety)

// WithClock replaces the clock, for tests.
func WithClock(now func() time.Time) Option { return func(s *Safety) { s.clock = now } }

// New is a handle on a store.
func New(st *store.Store, opts ...Option) *Safety {
	s := &Safety{store: st, clock: time.Now, pending: newPending()}
	for _, o := range opts {
		o(s)
	}
	return s
}

// Tx is an open transaction. What it reads is of one moment.
type Tx struct {
	conn    *sqlite.Conn
	now     time.Time
	pending *pending
}

// Now is the time of the transaction, in whole milliseconds, UTC.
func (tx *Tx) Now() time.Time { return tx.now }

func (s *Safety) begin(conn *sqlite.Conn) *Tx {
	return &Tx{conn, s.clock().UTC().Truncate(time.Millisecond), s.pending}
}

// Read runs f in a transaction that reads.
func (s *Safety) Read(ctx context.Context, f func(*Tx) error) error {
	return s.store.Read(ctx, func(conn *sqlite.Conn) error { return f(s.begin(conn)) })
}

// Write runs f in the one transaction that writes at a time, in all processes.
// What is pending is written first, and sessions whose time is over are ended,
// also where f fails.
func (s *Safety) Write(ctx context.Context, f func(*Tx) error) error {
	return s.write(ctx, s.store.Write, f)
}

// WriteDurably is Write that survives a loss of power once it has returned.
func (s *Safety) WriteDurably(ctx context.Context, f func(*Tx) error) error {
	return s.write(ctx, s.store.WriteDurably, f)
}

func (s *Safety) write(ctx context.Context, transact func(context.Context, func(*sqlite.Conn) error) error, f func(*Tx) error) error {
	var failed error
	var left *batch
	err := transact(ctx, func(conn *sqlite.Conn) error {
		tx := s.begin(conn) // the clock is read while nobody else writes
		if left = s.pending.take(); left != nil {
			if err := tx.settle(left); err != nil {
				return err
			}
		}
		ended, err := tx.expire()
		switch {
		case err != nil:
			return err
		case ended == 0 && left == nil:
			return f(tx)
		}
		failed, err = tx.attempt(f)
		return err
	})
	s.pending.settled(left, err == nil)
	return cmp.Or(err, failed)
}

// attempt runs f so that what it did before it failed is undone, and what the
// transaction did before f is not.
func (tx *Tx) attempt(f func(*Tx) error) (failed, err error) {
	if err := tx.exec("SAVEPOINT attempt"); err != nil {
		return nil, err
	}
	if failed = f(tx); failed != nil {
		err = tx.exec("ROLLBACK TO attempt")
	}
	return failed, cmp.Or(err, tx.exec("RELEASE attempt"))
}

// Get runs f in a transaction that reads, and returns what it returns.
func Get[T any](ctx context.Context, s *Safety, f func(*Tx) (T, error)) (out T, err error) {
	err = s.Read(ctx, func(tx *Tx) error {
		out, err = f(tx)
		return err
	})
	return out, err
}

// Do runs f in a transaction that writes, and returns what it returns.
func Do[T any](ctx context.Context, s *Safety, f func(*Tx) (T, error)) (out T, err error) {
	err = s.Write(ctx, func(tx *Tx) error {
		out, err = f(tx)
		return err
	})
	return out, err
}
