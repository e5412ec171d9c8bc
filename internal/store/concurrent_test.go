package store

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"
)

func increment(s *Store) error {
	return s.Write(bg, func(c *sqlite.Conn) error {
		v, err := MetaInt(c, "n")
		if err != nil {
			return err
		}
		return SetMetaInt(c, "n", v+1)
	})
}

func TestWritersAndReadersAtOnce(t *testing.T) {
	each(t, func(t *testing.T, s *Store) {
		var wg sync.WaitGroup
		for range 4 {
			wg.Go(func() {
				for range 25 {
					if err := increment(s); err != nil {
						t.Error(err)
					}
				}
			})
			wg.Go(func() {
				last := int64(0)
				for range 50 {
					v := get(t, s, "n")
					if v < last {
						t.Errorf("the count went from %d to %d", last, v)
					}
					last = v
				}
			})
		}
		wg.Wait()
		if got := get(t, s, "n"); got != 100 {
			t.Errorf("count %d, want 100", got)
		}
	})
}

func TestAReadIsOneMoment(t *testing.T) {
	s, err := Open(bg, filepath.Join(t.TempDir(), "x.db"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	put(t, s, "n", 1)
	err = s.Read(bg, func(c *sqlite.Conn) error {
		if _, err := MetaInt(c, "n"); err != nil {
			return err
		}
		elsewhere(func() {
			put(t, s, "n", 2)
			if got := get(t, s, "n"); got != 2 {
				t.Errorf("a new read sees %d", got)
			}
		})
		if got := get(t, s, "n"); got != 1 {
			t.Errorf("a read within the old one sees %d", got)
		}
		if got, err := MetaInt(c, "n"); got != 1 || err != nil {
			t.Errorf("the old read sees %d, %v", got, err)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

// elsewhere runs fn in another goroutine.
func elsewhere(fn func()) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		fn()
	}()
	<-done
}

// endless is a query that only an interrupt ends.
const endless = "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT max(x) FROM c"

func TestContextEndsWhatRuns(t *testing.T) {
	each(t, func(t *testing.T, s *Store) {
		for name, run := range map[string]func(context.Context, func(*sqlite.Conn) error) error{"read": s.Read, "write": s.Write} {
			ctx, cancel := context.WithTimeout(bg, 20*time.Millisecond)
			err := run(ctx, func(c *sqlite.Conn) error { return sqlitex.ExecuteTransient(c, endless, nil) })
			cancel()
			if !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("%s: %v", name, err)
			}
		}
		put(t, s, "n", 1) // and the connections are good for more
		if got := get(t, s, "n"); got != 1 {
			t.Errorf("reads %d", got)
		}
	})
}

func TestContextEndsWaiting(t *testing.T) {
	each(t, func(t *testing.T, s *Store) {
		entered, leave := make(chan bool), make(chan bool)
		go func() {
			_ = s.Write(bg, func(*sqlite.Conn) error { close(entered); <-leave; return nil })
		}()
		<-entered
		defer close(leave)
		ctx, cancel := context.WithTimeout(bg, 10*time.Millisecond)
		defer cancel()
		if err := s.Write(ctx, func(*sqlite.Conn) error { return nil }); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("error %v", err)
		}
	})
}

func TestAStatementLeftOpenDoesNotHinderOthers(t *testing.T) {
	each(t, func(t *testing.T, s *Store) {
		put(t, s, "a", 1)
		for range 20 {
			err := s.Read(bg, func(c *sqlite.Conn) error {
				st, err := c.Prepare("SELECT key FROM meta")
				if err != nil {
					return err
				}
				_, err = st.Step() // and never Reset
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
			put(t, s, "a", 2)
		}
	})
}

func TestCloseWaitsForUsers(t *testing.T) {
	s, err := Open(bg, filepath.Join(t.TempDir(), "x.db"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	entered, left := make(chan bool), make(chan bool)
	var inside error
	go func() {
		defer close(left)
		_ = s.Read(bg, func(c *sqlite.Conn) error {
			close(entered)
			for s.Read(bg, func(*sqlite.Conn) error { return nil }) == nil { // until Close has begun
				time.Sleep(time.Millisecond)
			}
			_, inside = MetaInt(c, "n")
			return nil
		})
	}()
	<-entered
	for range 2 {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
	<-left
	if inside != nil {
		t.Errorf("the connection was gone under its user: %v", inside)
	}
	if err := s.Write(bg, func(*sqlite.Conn) error { return nil }); !errors.Is(err, ErrClosed) {
		t.Errorf("after Close: %v", err)
	}
}

func TestTheLogStaysBounded(t *testing.T) {
	s, err := Open(bg, filepath.Join(t.TempDir(), "x.db"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	s.check.bound = 1 << 20
	fill := func(c *sqlite.Conn) error {
		return sqlitex.ExecuteTransient(c, "INSERT OR REPLACE INTO meta WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c WHERE x < 60) SELECT 'k' || x, zeroblob(30000) FROM c", nil)
	}
	size := func() int64 {
		fi, err := os.Stat(s.path + "-wal")
		if err != nil {
			t.Fatal(err)
		}
		return fi.Size()
	}
	for range 4 {
		if err := s.Write(bg, fill); err != nil {
			t.Fatal(err)
		}
		if n := size(); n > 4<<20 {
			t.Fatalf("the log has %d bytes", n)
		}
	}
	if err := s.Bulk(bg, fill); err != nil {
		t.Fatal(err)
	}
	if n := size(); n != 0 {
		t.Errorf("the log has %d bytes after a bulk write", n)
	}
}

func TestDataVersion(t *testing.T) {
	each(t, func(t *testing.T, s *Store) {
		for want := range int64(3) {
			if got, err := s.DataVersion(bg); got != want || err != nil {
				t.Errorf("version %d, %v; want %d", got, err, want)
			}
			if err := s.Write(bg, func(c *sqlite.Conn) error { _, err := Bump(c); return err }); err != nil {
				t.Fatal(err)
			}
		}
	})
}

func TestLockIndexKeepsOthersOut(t *testing.T) {
	each(t, func(t *testing.T, s *Store) {
		unlock, err := s.LockIndex(bg)
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(bg, 40*time.Millisecond)
		defer cancel()
		if _, err := s.LockIndex(ctx); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("a second lock: %v", err)
		}
		unlock()
		unlock() // harmless
		again, err := s.LockIndex(bg)
		if err != nil {
			t.Fatal(err)
		}
		again()
	})
}

func TestCompress(t *testing.T) {
	in := make([]byte, 100_000)
	packed := Compress([]byte("x"), in)
	if len(packed) > 1000 || packed[0] != 'x' {
		t.Errorf("%d bytes", len(packed))
	}
	if out, err := Decompress(nil, packed[1:]); err != nil || len(out) != len(in) {
		t.Errorf("%d bytes, %v", len(out), err)
	}
	if _, err := Decompress(nil, packed); err == nil {
		t.Error("rubbish decompresses")
	}
}
