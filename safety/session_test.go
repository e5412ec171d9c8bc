package safety_test

import (
	"errors"
	"testing"
	"time"

	"github.com/structural-memory/smp/internal/store"
	"github.com/structural-memory/smp/safety"
)

func TestCovers(t *testing.T) {
	for _, c := range []struct {
		entry, path string
		want        bool
	}{
		{"a.go", "a.go", true}, {"a.go", "b/a.go", false}, {"src/", "src/a/b.go", true}, {"src/", "srcs/a.go", false}, {"src/", "src", false},
		{"**", "a/b/c", true}, {"*.go", "a.go", true}, {"*.go", "b/a.go", false}, {"**/*.go", "a.go", true}, {"src/**/*.{ts,tsx}", "src/x/y.tsx", true},
		{"app/[id]/page.tsx", "app/[id]/page.tsx", true}, {"a?.go", "ab.go", true}, {"src", "src/a.go", false},
	} {
		if got := safety.Covers(c.entry, c.path); got != c.want {
			t.Errorf("%s covers %s: %v", c.entry, c.path, got)
		}
	}
}

func TestStepsHaveAnOrder(t *testing.T) {
	st, err := store.Open(t.Context(), ":memory:", store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer st.Close()
	s := safety.New(st)
	for i, c := range []struct{ take, want safety.Step }{
		{safety.CheckpointStep, safety.NoStep}, {safety.DryRunStep, safety.NoStep}, {safety.GuardStep, safety.GuardStep}, {safety.CheckpointStep, safety.GuardStep},
		{safety.DryRunStep, safety.DryRunStep}, {safety.GuardStep, safety.DryRunStep}, {safety.CheckpointStep, safety.CheckpointStep}, {safety.DryRunStep, safety.CheckpointStep},
	} {
		got, err := s.Advance(t.Context(), "ses_1", "a.go", c.take)
		if err != nil || got != c.want {
			t.Errorf("%d: step %d leads to %d, want %d (%v)", i, c.take, got, c.want, err)
		}
	}
	if got, err := s.Step(t.Context(), "ses_1", "b.go"); err != nil || got != safety.NoStep || len(got.Missing()) != 3 {
		t.Errorf("of another file: %d %v", got, err)
	}
	if err := s.Write(t.Context(), func(tx *safety.Tx) error { return tx.ResetSteps("ses_1", "a.go") }); err != nil {
		t.Fatal(err)
	}
	if got, err := s.Step(t.Context(), "ses_1", "a.go"); err != nil || got != safety.NoStep {
		t.Errorf("after a write: %d %v", got, err)
	}
}

// TestExpiryStandsWhenTheCallFails: a session ends although the call in whose
// transaction that is noticed fails.
func TestExpiryStandsWhenTheCallFails(t *testing.T) {
	st, err := store.Open(t.Context(), ":memory:", store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer st.Close()
	now := time.Now()
	s := safety.New(st, safety.WithClock(func() time.Time { return now }))
	o, err := safety.Do(t.Context(), s, func(tx *safety.Tx) (*safety.Session, error) {
		o, err := tx.OpenSession(safety.Session{Agent: "a", TTL: time.Second})
		if err != nil {
			return nil, err
		}
		_, _, err = tx.Lock(o, []string{"a.go"})
		return o, err
	})
	if err != nil {
		t.Fatal(err)
	}
	now = now.Add(time.Second)
	var ended *safety.SessionError
	_, err = safety.Do(t.Context(), s, func(tx *safety.Tx) (*safety.Session, error) { return tx.Use(o.ID) })
	if !errors.As(err, &ended) || !errors.Is(err, safety.ErrExpired) || ended.ID != o.ID {
		t.Fatal(err)
	}
	err = s.Read(t.Context(), func(tx *safety.Tx) error {
		gone, err := tx.ExpiredSince(0)
		if err != nil || len(gone) != 1 || gone[0].Status != safety.Lapsed || len(gone[0].Released) != 1 {
			t.Errorf("%+v %v", gone, err)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestFilesOfASession(t *testing.T) {
	st, err := store.Open(t.Context(), ":memory:", store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer st.Close()
	one, two, three := safety.HashOf([]byte("1")), safety.HashOf([]byte("2")), safety.HashOf([]byte("3"))
	err = safety.New(st).Write(t.Context(), func(tx *safety.Tx) error {
		for _, step := range []func() error{
			func() error { return tx.NoteRead("s", "a") },
			func() error { return tx.NoteRead("s", "b") },
			func() error { return tx.NoteWrite("s", "b", one, two) },
			func() error { return tx.NoteWrite("s", "b", two, three) },
			func() error { return tx.NoteWrite("s", "c", safety.Hash{}, one) },
			func() error { return tx.NoteRead("s", "c") },
		} {
			if err := step(); err != nil {
				return err
			}
		}
		files, err := tx.Files("s")
		if err != nil {
			return err
		}
		want := []safety.SessionFile{{"a", false, safety.Hash{}, safety.Hash{}, tx.Now()}, {"b", true, one, three, tx.Now()}, {"c", true, safety.Hash{}, one, tx.Now()}}
		for i, f := range files {
			if len(files) != len(want) || f != want[i] {
				t.Fatalf("%+v", files)
			}
		}
		if err := tx.Forget("s", "b"); err != nil {
			return err
		}
		f, err := tx.File("s", "b")
		if err == nil && (f.Wrote || !f.Base.None()) {
			t.Errorf("%+v", f)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
