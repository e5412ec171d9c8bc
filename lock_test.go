package smp_test

import (
	"errors"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/structural-memory/smp"
)

func TestLocksAreGrantedInPart(t *testing.T) {
	s := openShelf(t)
	ctx := t.Context()
	other := s.again(t)
	first := s.session(t, "exclusive", "src/**")
	second := s.session(t, "exclusive", "src/**", "tests/**")
	l, err := s.Lock(ctx, first, "src/auth/login.ts", "./src/auth/login.ts", "src/new.ts", "tests/login.test.ts")
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(l.Granted, []string{"src/auth/login.ts", "src/new.ts"}) || len(l.Denied) != 1 || l.Denied[0].Reason != "it is outside of the declared scope" {
		t.Errorf("%+v", l)
	}
	l, err = other.Lock(ctx, second, "src/auth/login.ts", "tests/login.test.ts")
	if err != nil {
		t.Fatal(err)
	}
	until := time.Date(2025, 2, 15, 11, 29, 0, 0, time.UTC)
	want := &smp.LockResult{Granted: []string{"tests/login.test.ts"}, Denied: []smp.DeniedLock{{File: "src/auth/login.ts", Reason: "locked", HeldBySession: smp.Handle(first), HeldByAgent: "coder", ExpiresAt: &until}}}
	if !reflect.DeepEqual(l, want) {
		t.Errorf("%+v, want %+v", l, want)
	}
	u, err := other.Unlock(ctx, second, "src/auth/login.ts", "tests/login.test.ts")
	if err != nil || !slices.Equal(u.Released, []string{"tests/login.test.ts"}) || !slices.Equal(u.NotHeld, []string{"src/auth/login.ts"}) {
		t.Errorf("%+v %v", u, err)
	}
	if _, err := s.CloseSession(ctx, first, "aborted"); err != nil {
		t.Fatal(err)
	}
	if l, err = other.Lock(ctx, second, "src/auth/login.ts"); err != nil || len(l.Granted) != 1 {
		t.Errorf("closing releases: %+v %v", l, err)
	}
	want2 := []string{"smp/lock granted", "smp/lock lock_conflict", "smp/unlock released", "smp/lock granted"}
	if got := auditOf(t, s.Memory, ctx, second); !slices.Equal(got, want2) {
		t.Errorf("%q", got)
	}
}

func TestLocksAreForExclusiveWriters(t *testing.T) {
	s := openShelf(t)
	ctx := t.Context()
	var bad *smp.ParamError
	if _, err := s.Lock(ctx, s.session(t, "mvcc", "src/**"), "src/a.ts"); !errors.As(err, &bad) {
		t.Error(err)
	}
	reader, err := s.OpenSession(ctx, smp.SessionRequest{AgentID: "coder", Scope: []string{"src/**"}, Mode: "read", Concurrency: "exclusive"})
	if err != nil {
		t.Fatal(err)
	}
	if l, err := s.Lock(ctx, reader.SessionID, "src/a.ts"); err != nil || len(l.Granted) != 0 || len(l.Denied) != 1 {
		t.Errorf("%+v %v", l, err)
	}
	var scope *smp.ScopeError
	if _, err := s.Checkpoint(ctx, reader.SessionID, "src/a.ts"); !errors.As(err, &scope) {
		t.Error(err)
	}
	if _, err := s.Lock(ctx, "ses_none", "src/a.ts"); !errors.Is(err, smp.ErrNoSession) {
		t.Error(err)
	}
	if _, err := s.Lock(ctx, reader.SessionID); !errors.As(err, &bad) {
		t.Error(err)
	}
}
