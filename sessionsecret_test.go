package smp_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/structural-memory/smp"
	"github.com/structural-memory/smp/internal/store"
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

// TestElevatedWritesAreWhatWasJudged: what was dry-run may be written, and no
// other content; a dry run of that other content lets it pass.
func TestElevatedWritesAreWhatWasJudged(t *testing.T) {
	s := openShelf(t)
	ctx := t.Context()
	id := s.elevated(t)
	const file = "src/auth/login.ts"
	judged, other := []byte("export function login(p: string) { return p }\n"), []byte("export function login(p: string) { return p + p }\n")
	if _, err := s.Lock(ctx, id, file); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Guard(ctx, smp.GuardQuery{Target: file, SessionID: id}); err != nil {
		t.Fatal(err)
	}
	dry := func(content []byte) {
		t.Helper()
		res, err := s.DryRun(ctx, smp.Proposal{SessionID: id, Changes: []smp.FileChange{{Path: file, Content: content}}})
		if err != nil || !res.StepTaken {
			t.Fatalf("%+v %v", res, err)
		}
	}
	dry(judged)
	if _, err := s.Checkpoint(ctx, id, file); err != nil {
		t.Fatal(err)
	}
	var sequence *smp.SequenceError
	for _, c := range []smp.FileChange{{Path: file, Content: other}, {Path: file, Deleted: true}, {Path: file}} {
		if _, err := s.UpdateIn(ctx, id, c); !errors.As(err, &sequence) || sequence.Reason == "" {
			t.Errorf("another content passes: %v", err)
		}
	}
	dry(other)
	if _, err := s.UpdateIn(ctx, id, smp.FileChange{Path: file, Content: judged}); !errors.As(err, &sequence) {
		t.Errorf("what an earlier dry run judged passes: %v", err)
	}
	if _, err := s.UpdateIn(ctx, id, smp.FileChange{Path: file, Content: other}); err != nil {
		t.Errorf("what was judged is refused: %v", err)
	}
}

// TestLockIsCheckedWhereItIsApplied: while an update waits for the index, its
// session's time runs out and another gets the file. Nothing is written.
func TestLockIsCheckedWhereItIsApplied(t *testing.T) {
	s := openShelf(t)
	ctx := t.Context()
	const file = "src/auth/login.ts"
	id := s.session(t, "exclusive", "src/**")
	if _, err := s.Lock(ctx, id, file); err != nil {
		t.Fatal(err)
	}
	st, err := store.Open(ctx, filepath.Join(s.root, ".smp", "smp.db"), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer st.Close()
	before, err := s.DumpHash(ctx)
	if err != nil {
		t.Fatal(err)
	}
	unlock, err := st.LockIndex(ctx)
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan error, 1)
	go func() {
		_, err := s.UpdateIn(ctx, id, smp.FileChange{Path: file, Content: []byte("export const gone = 1\n")})
		done <- err
	}()
	time.Sleep(100 * time.Millisecond) // it waits for the index now; where it does not yet, it is refused all the same
	s.pass(2 * time.Hour)
	next := s.session(t, "exclusive", "src/**")
	if l, err := s.Lock(ctx, next, file); err != nil || len(l.Granted) != 1 {
		t.Fatalf("%+v %v", l, err)
	}
	unlock()
	if err := <-done; !errors.Is(err, smp.ErrSessionExpired) {
		t.Errorf("a session whose time was over has written: %v", err)
	}
	if after, err := s.DumpHash(ctx); err != nil || after != before {
		t.Errorf("the graph has changed: %v", err)
	}
}

// elevated is a session with a node in scope that changes often and has many
// callers.
func (s *shelf) elevated(t *testing.T) string {
	t.Helper()
	for i := range 6 {
		write(t, filepath.Join(s.root, fmt.Sprintf("src/use%d.ts", i)), fmt.Sprintf("import { hash } from './util/crypto'\nexport function use%d() { return hash('x') }\n", i))
	}
	if _, err := s.Index(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	for range 8 {
		if _, err := s.RecordChange(t.Context(), smp.ChangeRecord{NodeID: "hash", AgentID: "coder"}); err != nil {
			t.Fatal(err)
		}
		s.pass(time.Minute)
	}
	return s.session(t, "exclusive", "src/**")
}
