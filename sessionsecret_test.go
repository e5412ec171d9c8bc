package smp_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/structural-memory/smp"
)

// TestSessionIDsStaySecret: nothing that others are told names a session by
// its id.
func TestSessionIDsStaySecret(t *testing.T) {
	s := openShelf(t)
	ctx := t.Context()
	first := s.session(t, "exclusive", "src/**")
	second := s.session(t, "exclusive", "src/**")
	if _, err := s.Lock(ctx, first, "src/auth/login.ts"); err != nil {
		t.Fatal(err)
	}
	var said []any
	lock, err := s.Lock(ctx, second, "src/auth/login.ts")
	said = append(said, lock, err)
	list, err := s.OpenSessions(ctx)
	said = append(said, list, err)
	_, err = s.UpdateIn(ctx, second, smp.FileChange{Path: "src/auth/login.ts", Content: []byte("x")})
	var held *smp.LockError
	if !errors.As(err, &held) || held.HeldBySession != smp.Handle(first) {
		t.Errorf("%v", err)
	}
	said = append(said, err.Error())
	var log strings.Builder
	if _, err := s.ExportAudit(ctx, &log); err != nil {
		t.Fatal(err)
	}
	said = append(said, log.String())
	text, err := json.Marshal(said)
	if err != nil || strings.Contains(string(text), first) || !strings.Contains(string(text), smp.Handle(first)) {
		t.Errorf("%v %s", err, text)
	}
	if _, err := s.Unlock(ctx, smp.Handle(first), "src/auth/login.ts"); !errors.Is(err, smp.ErrNoSession) {
		t.Errorf("a handle unlocks: %v", err)
	}
}
