package safety_test

import (
	"context"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"zombiezen.com/go/sqlite"

	"github.com/structural-memory/smp/internal/store"
	"github.com/structural-memory/smp/safety"
)

// twoProcesses are two handles on one file, as two processes have it, with a
// clock that the test moves.
func twoProcesses(t *testing.T) (st *store.Store, mine, other *safety.Safety, pass func(time.Duration)) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "smp.db")
	now := noon
	clock := safety.WithClock(func() time.Time { return now })
	var both []*safety.Safety
	for i := range 2 {
		one, err := store.Open(t.Context(), path, store.Options{})
		if err != nil {
			t.Fatal(err)
		}
		s := safety.New(one, clock)
		t.Cleanup(func() {
			if err := s.Close(context.Background()); err != nil {
				t.Error(err)
			}
			if err := one.Close(); err != nil {
				t.Error(err)
			}
		})
		if i == 0 {
			st = one
		}
		both = append(both, s)
	}
	return st, both[0], both[1], func(d time.Duration) { now = now.Add(d) }
}

// writing holds the write lock until release is called.
func writing(t *testing.T, st *store.Store) (release func()) {
	t.Helper()
	entered, leave, done := make(chan bool), make(chan bool), make(chan error, 1)
	go func() {
		done <- st.Write(context.Background(), func(*sqlite.Conn) error {
			close(entered)
			<-leave
			return nil
		})
	}()
	<-entered
	return func() {
		close(leave)
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
}

func logs(o *safety.Session, method string) func(*safety.Tx) error {
	return func(tx *safety.Tx) error {
		_, err := tx.Append(o.AuditID, safety.Event{Method: method})
		return err
	}
}

func TestReadingWaitsForNoWriter(t *testing.T) {
	st, mine, other, pass := twoProcesses(t)
	o, err := safety.Do(t.Context(), mine, func(tx *safety.Tx) (*safety.Session, error) {
		o, err := tx.OpenSession(safety.Session{Agent: "a", TTL: time.Minute, Concurrency: safety.Exclusive})
		if err == nil {
			_, _, err = tx.Lock(o, []string{"a.go"})
		}
		return o, err
	})
	if err != nil {
		t.Fatal(err)
	}
	release := writing(t, st)
	// Each of these would wait for ever.
	for range 3 {
		pass(40 * time.Second)
		if _, err := mine.Use(t.Context(), o.ID); err != nil {
			t.Fatalf("a session that is in use has ended: %v", err)
		}
	}
	mine.NoteReads(o.ID, "b.go", "c.go", "b.go")
	if err := mine.Later(logs(o, "smp/plan")); err != nil {
		t.Error(err)
	}
	if ok, err := mine.Soon(t.Context(), func(*safety.Tx) error { return nil }); ok || err != nil {
		t.Errorf("wrote while another wrote: %v %v", ok, err)
	}
	// What is not written yet counts in this process.
	if all, err := mine.Active(t.Context()); err != nil || len(all) != 1 || !all[0].Expires.Equal(noon.Add(3*time.Minute)) {
		t.Errorf("%+v %v", all, err)
	}
	if l, err := mine.LockOf(t.Context(), "a.go"); err != nil || l == nil {
		t.Errorf("the lock is gone: %v %v", l, err)
	}
	release()
	// The next to write does not end it, but writes what was pending.
	if err := mine.Expire(t.Context()); err != nil {
		t.Error(err)
	}
	if err := mine.Settle(t.Context()); err != nil {
		t.Error(err)
	}
	if err := other.Write(t.Context(), func(*safety.Tx) error { return nil }); err != nil {
		t.Error(err)
	}
	s, err := other.Get(t.Context(), o.ID)
	if err != nil || !s.Expires.Equal(noon.Add(3*time.Minute)) {
		t.Errorf("%+v %v", s, err)
	}
	files, err := other.Files(t.Context(), o.ID)
	if err != nil || len(files) != 2 {
		t.Errorf("%+v %v", files, err)
	}
	err = other.Read(t.Context(), func(tx *safety.Tx) error {
		all, err := tx.AuditLog(o.AuditID, 0, 10)
		if len(all) != 1 || all[0].Method != "smp/plan" {
			t.Errorf("%+v", all)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
	pass(2 * time.Minute) // nobody uses it any more
	if err := mine.Expire(t.Context()); err != nil {
		t.Error(err)
	}
	if all, err := other.Active(t.Context()); err != nil || len(all) != 0 {
		t.Errorf("%+v %v", all, err)
	}
}

// Nobody has to come by: what is pending is written a moment later.
func TestWhatIsPendingIsWrittenByItself(t *testing.T) {
	_, mine, other, pass := twoProcesses(t)
	o, err := safety.Do(t.Context(), mine, func(tx *safety.Tx) (*safety.Session, error) {
		return tx.OpenSession(safety.Session{Agent: "a", TTL: time.Minute})
	})
	if err != nil {
		t.Fatal(err)
	}
	pass(time.Second)
	if _, err := mine.Use(t.Context(), o.ID); err != nil {
		t.Fatal(err)
	}
	deadline := time.Now().Add(time.Minute)
	for {
		s, err := other.Get(t.Context(), o.ID)
		if err != nil {
			t.Fatal(err)
		}
		if s.Expires.After(o.Expires) {
			return
		}
		if time.Now().After(deadline) {
			t.Fatal("the renewal was never written")
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// A transaction that fails keeps what was pending, and an entry of the log is
// written once.
func TestWhatIsPendingOutlivesAFailure(t *testing.T) {
	_, mine, _, _ := twoProcesses(t)
	o, err := safety.Do(t.Context(), mine, func(tx *safety.Tx) (*safety.Session, error) {
		return tx.OpenSession(safety.Session{Agent: "a", TTL: time.Minute})
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range []string{"one", "two"} {
		if err := mine.Later(logs(o, m)); err != nil {
			t.Error(err)
		}
		_ = mine.Write(t.Context(), func(*safety.Tx) error { return context.Canceled })
	}
	if err := mine.Settle(t.Context()); err != nil {
		t.Error(err)
	}
	err = mine.Read(t.Context(), func(tx *safety.Tx) error {
		var got []string
		err := tx.AuditSince(0, func(e safety.Entry) error {
			got = append(got, e.Method)
			return nil
		})
		if !slices.Equal(got, []string{"one", "two"}) {
			t.Errorf("%v", got)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}
