package store

import (
	"context"
	"errors"
	"time"

	"zombiezen.com/go/sqlite"
)

// Read runs fn in a read transaction: all that fn reads is of one moment,
// whatever is written meanwhile. fn must not keep the connection. Statements
// come from Prepare, which caches them. A Read within another, or within a
// Write, is part of that one's transaction.
//
// A database in memory has no snapshots: there Write waits for reads and
// reads for Write.
func (s *Store) Read(ctx context.Context, fn func(*sqlite.Conn) error) error {
	if err := s.enter(ctx); err != nil {
		return err
	}
	defer s.users.leave()
	h, give, within := s.hold(false)
	if within {
		return s.explain(ctx, h.lend(ctx, fn))
	}
	defer give()
	conn, err := s.takeReader(ctx)
	if err != nil {
		return s.explain(ctx, err)
	}
	defer s.putReader(conn)
	h.conn = conn
	conn.SetInterrupt(ctx.Done())
	defer conn.SetInterrupt(nil) // also resets statements that fn left open
	if err := step(conn, "BEGIN"); err != nil {
		return s.explain(ctx, err)
	}
	defer rollback(conn)
	return s.explain(ctx, fn(conn))
}

// Write runs fn in the one write transaction that there is at a time, in all
// processes; it commits when fn returns nil and leaves no trace when not. It
// must not be called from within Read or Write.
func (s *Store) Write(ctx context.Context, fn func(*sqlite.Conn) error) error {
	return s.write(ctx, fn, s.check.soon)
}

// WriteDurably is Write that survives a loss of power once it has returned: for
// what is told here before something is done elsewhere.
func (s *Store) WriteDurably(ctx context.Context, fn func(*sqlite.Conn) error) error {
	return s.writeWith(ctx, "FULL", fn, s.check.soon)
}

// Bulk is Write for much data: the write-ahead log is emptied afterwards.
func (s *Store) Bulk(ctx context.Context, fn func(*sqlite.Conn) error) error {
	return s.write(ctx, fn, s.check.now)
}

func (s *Store) write(ctx context.Context, fn func(*sqlite.Conn) error, after func(*Store, *sqlite.Conn)) error {
	return s.writeWith(ctx, "", fn, after)
}

func (s *Store) writeWith(ctx context.Context, synchronous string, fn func(*sqlite.Conn) error, after func(*Store, *sqlite.Conn)) error {
	if s.opts.ReadOnly {
		return &Error{Path: s.path, Kind: ErrReadOnly, Hint: "it was opened to be read only"}
	}
	if err := s.enter(ctx); err != nil {
		return err
	}
	defer s.users.leave()
	h, give, within := s.hold(true)
	if within {
		mistake("%s is written to within a transaction", s.path)
		if h.writes {
			return errWithin
		}
		give = func() {}
		h = &held{}
	}
	defer give()
	var conn *sqlite.Conn
	select {
	case conn = <-s.writer:
	case <-ctx.Done():
		return context.Cause(ctx)
	}
	defer func() { s.writer <- conn }()
	h.conn = conn
	if s.mem != nil {
		if err := s.mem.lock(ctx, true); err != nil {
			return err
		}
		defer s.mem.unlock(true)
	}
	if synchronous != "" && s.mem == nil {
		if err := pragma(conn, "synchronous = "+synchronous); err != nil {
			return s.explain(ctx, err)
		}
		defer func() { _ = pragma(conn, "synchronous = NORMAL") }() // what fails now is only slower
	}
	err := s.transact(ctx, conn, fn)
	if err == nil && s.mem == nil {
		after(s, conn)
	}
	return s.explain(ctx, err)
}

func (s *Store) transact(ctx context.Context, conn *sqlite.Conn, fn func(*sqlite.Conn) error) (err error) {
	if err := s.begin(ctx, conn); err != nil {
		return err
	}
	done := false
	defer func() {
		if !done { // fn panics
			conn.SetInterrupt(nil)
			rollback(conn)
		}
	}()
	conn.SetInterrupt(ctx.Done())
	err = fn(conn)
	conn.SetInterrupt(nil)
	done = true
	return finish(conn, err)
}

// begin takes the write lock of the file, waiting for other processes as
// long as the options say.
func (s *Store) begin(ctx context.Context, conn *sqlite.Conn) error {
	limited, cancel := context.WithTimeout(ctx, s.opts.BusyTimeout)
	defer cancel()
	old := conn.SetInterrupt(limited.Done())
	defer conn.SetInterrupt(old)
	err := step(conn, "BEGIN IMMEDIATE")
	if err != nil && ctx.Err() == nil && limited.Err() != nil {
		return &Error{Path: s.path, Kind: ErrBusy, Hint: "another process keeps writing to it; try again when that is done", Err: err}
	}
	return err
}

// finish commits, or rolls back when there is an error.
func finish(conn *sqlite.Conn, err error) error {
	if err == nil {
		err = step(conn, "COMMIT")
	}
	if err != nil {
		rollback(conn)
	}
	return err
}

// rollback ends a transaction, if one is open still: some errors end it.
func rollback(conn *sqlite.Conn) {
	old := conn.SetInterrupt(nil)
	defer conn.SetInterrupt(old)
	if !conn.AutocommitEnabled() {
		_ = step(conn, "ROLLBACK") // can only fail where nothing is open
	}
}

func step(conn *sqlite.Conn, sql string) error {
	st, err := Prepare(conn, sql)
	if err != nil {
		return err
	}
	if _, err = st.Step(); err != nil {
		return err
	}
	return st.Reset()
}

// errWithin is a write that would wait for itself.
var errWithin = errors.New("a write within a write of the same index")

// lend runs fn in the transaction that is open on the connection. Its
// statements are others than those of the code around it, which may be in the
// middle of one.
func (h *held) lend(ctx context.Context, fn func(*sqlite.Conn) error) error {
	outer, _ := statements.Load(h.conn)
	nested := outer.(*prepared).within()
	statements.Store(h.conn, nested)
	defer statements.Store(h.conn, outer)
	defer nested.reset()
	if err := ctx.Err(); err != nil {
		return err
	}
	return fn(h.conn) // interrupted when the transaction around it is
}

// sleep waits, unless the context ends first.
func sleep(ctx context.Context, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-ctx.Done():
		return false
	}
}
