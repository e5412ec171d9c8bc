package store

import (
	"context"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"zombiezen.com/go/sqlite"
)

func fileStore(t *testing.T, o Options) *Store {
	t.Helper()
	s, err := Open(bg, filepath.Join(t.TempDir(), "x.db"), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

// With one connection, everybody who reads within a read would wait for
// himself, and with many everybody for everybody.
func TestReadsWithinReadsNeverWait(t *testing.T) {
	for _, readers := range []int{1, 4} {
		s := fileStore(t, Options{Readers: readers})
		put(t, s, "n", 7)
		ctx, cancel := context.WithTimeout(bg, 30*time.Second)
		defer cancel()
		var all sync.WaitGroup
		for range 32 {
			all.Go(func() {
				err := s.Read(ctx, func(*sqlite.Conn) error {
					return s.Read(ctx, func(*sqlite.Conn) error {
						return s.Read(ctx, func(c *sqlite.Conn) error {
							_, err := MetaInt(c, "n")
							return err
						})
					})
				})
				if err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
	}
}

// A read within the loop over the rows of a query may run the same query.
func TestAReadWithinHasStatementsOfItsOwn(t *testing.T) {
	s := fileStore(t, Options{})
	for _, k := range []string{"a", "b", "c"} {
		put(t, s, k, 1)
	}
	const query = "SELECT key FROM meta WHERE key IN ('a', 'b', 'c') ORDER BY key"
	var count func(depth int) int
	count = func(depth int) (n int) {
		err := s.Read(bg, func(c *sqlite.Conn) error {
			st, err := Prepare(c, query)
			if err != nil {
				return err
			}
			for {
				more, err := st.Step()
				if err != nil || !more {
					return err
				}
				n++
				if depth > 0 {
					n += count(depth - 1)
				}
			}
		})
		if err != nil {
			t.Error(err)
		}
		return n
	}
	for range 2 {
		if n := count(2); n != 3+9+27 {
			t.Errorf("%d rows, want 39", n)
		}
	}
}

func TestAReadWithinAWriteSeesIt(t *testing.T) {
	s := fileStore(t, Options{})
	err := s.Write(bg, func(c *sqlite.Conn) error {
		if err := SetMetaInt(c, "n", 5); err != nil {
			return err
		}
		if got := get(t, s, "n"); got != 5 {
			t.Errorf("reads %d", got)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

// mistaken runs fn and tells what it panics with.
func mistaken(fn func()) (said string) {
	defer func() {
		if x := recover(); x != nil {
			said = x.(string)
		}
	}()
	fn()
	return ""
}

func TestASecondConnectionIsAMistake(t *testing.T) {
	below := fileStore(t, Options{})
	view := fileStore(t, Options{Over: below})
	own := fileStore(t, Options{Private: true})
	nothing := func(*sqlite.Conn) error { return nil }
	within := func(outer, inner func(context.Context, func(*sqlite.Conn) error) error) string {
		return mistaken(func() { _ = outer(bg, func(*sqlite.Conn) error { return inner(bg, nothing) }) })
	}
	for _, c := range []struct {
		name string
		said string
		want bool
	}{
		{"a write within a read", within(below.Read, below.Write), true},
		{"a write within a write", within(below.Write, below.Write), true},
		{"a view within what it is of", within(below.Read, view.Read), true},
		{"a stranger", within(view.Read, fileStore(t, Options{}).Read), true},
		{"what a view is of", within(view.Read, below.Read), false},
		{"a store of its own", within(below.Read, own.Write), false},
	} {
		if (c.said != "") != c.want || c.want && !strings.HasPrefix(c.said, "store: ") {
			t.Errorf("%s: %q", c.name, c.said)
		}
	}
	put(t, below, "n", 1) // all has been given back
	if len(holders.by) != 0 {
		t.Errorf("%v hold", holders.by)
	}
}

func BenchmarkHold(b *testing.B) {
	s := &Store{}
	for b.Loop() {
		_, give, _ := s.hold(false)
		give()
	}
}
