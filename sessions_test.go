package smp_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/structural-memory/smp"
)

// shelfFiles are a small repository for sessions.
var shelfFiles = map[string]string{
	"src/auth/login.ts":            "import { hash } from '../util/crypto'\nexport function login(p: string) { return hash(p) }\n",
	"src/middleware/rateLimit.ts":  "export function limit() {}\n",
	"src/util/crypto.ts":           "export function hash(p: string) { return p }\n",
	"src/db/migrations/0012.ts":    "export function up() {}\n",
	"tests/login.test.ts":          "import { login } from '../src/auth/login'\ntest('login', () => { login('x') })\n",
	".git/HEAD":                    "ref: refs/heads/main\n",
	".git/refs/heads/main":         "a1b2c3d4a1b2c3d4a1b2c3d4a1b2c3d4a1b2c3d4\n",
	".git/objects/pack/.keep-this": "",
}

// shelf is a memory of the shop, indexed, with a clock of its own.
type shelf struct {
	*smp.Memory
	root string
	now  *atomic.Int64 // in ms, added to a fixed time
}

func (s *shelf) pass(d time.Duration) { s.now.Add(d.Milliseconds()) }

func openShelf(t *testing.T) *shelf {
	t.Helper()
	s := &shelf{root: t.TempDir(), now: new(atomic.Int64)}
	for path, text := range shelfFiles {
		write(t, filepath.Join(s.root, path), text)
	}
	s.Memory = s.again(t)
	if _, err := s.Index(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	return s
}

// again opens the same file once more.
func (s *shelf) again(t *testing.T) *smp.Memory {
	t.Helper()
	start := time.Date(2025, 2, 15, 10, 44, 0, 0, time.UTC)
	m, err := smp.Open(t.Context(), filepath.Join(s.root, ".smp", "smp.db"), smp.WithRoot(s.root),
		smp.WithClock(func() time.Time { return start.Add(time.Duration(s.now.Load()) * time.Millisecond) }))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { m.Close() })
	return m
}

func (s *shelf) session(t *testing.T, concurrency string, scope ...string) string {
	t.Helper()
	o, err := s.OpenSession(t.Context(), smp.SessionRequest{AgentID: "coder", Task: "a task", Scope: scope, Concurrency: concurrency})
	if err != nil {
		t.Fatal(err)
	}
	return o.SessionID
}

func TestScopeIsGrantedEntryByEntry(t *testing.T) {
	s := openShelf(t)
	if err := os.Symlink(t.TempDir(), filepath.Join(s.root, "out")); err != nil {
		t.Fatal(err)
	}
	o, err := s.OpenSession(t.Context(), smp.SessionRequest{AgentID: "coder", Scope: []string{
		"src/auth/login.ts", "./src/auth/login.ts", "src/middleware/new.ts", "src/db", "tests/**/*.ts", filepath.Join(s.root, "src/util/crypto.ts"),
		"../other.ts", "/etc/passwd", ".git/config", "src/../.git/hooks/**", ".smp/smp.db", ".smp/**", "out/x.ts", "out/**", "out/", "src/[", "",
	}})
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"src/auth/login.ts", "src/middleware/new.ts", "src/db/", "tests/**/*.ts", "src/util/crypto.ts"}; !slices.Equal(o.GrantedScope, want) {
		t.Errorf("granted %q, want %q", o.GrantedScope, want)
	}
	denied := map[string]string{}
	for _, d := range o.DeniedScope {
		denied[d.Path] = d.Reason
	}
	want := map[string]string{
		"../other.ts": "it is outside of the repository", "/etc/passwd": "it is outside of the repository",
		".git/config": "it belongs to git", "src/../.git/hooks/**": "it belongs to git",
		".smp/smp.db": "it belongs to the index", ".smp/**": "it belongs to the index",
		"out/x.ts": "the way to it leads through a symbolic link", "out/**": "the way to it leads through a symbolic link", "out/": "the way to it leads through a symbolic link",
		"src/[": "it is no valid pattern", "": "it names no file",
	}
	if !reflect.DeepEqual(denied, want) {
		t.Errorf("denied %v, want %v", denied, want)
	}
	if o.FilesInScope != 4 || o.NotAnalysed != 0 {
		t.Errorf("%d files in scope, %d not analysed", o.FilesInScope, o.NotAnalysed)
	}
	if a := o.ScopeAnalysis["src/util/crypto.ts"]; a.BlastRadius == nil || *a.BlastRadius != 1 || a.RiskLevel != "low" {
		t.Errorf("of src/util/crypto.ts: %+v", a)
	}
	if a, ok := o.ScopeAnalysis["src/middleware/new.ts"]; !ok || a.BlastRadius != nil || a.RiskLevel != "unknown" {
		t.Errorf("of a file that is not there: %+v", a)
	}
}

// TestHotScopeElevates: a scope with a node that changes often and that many call
// makes the session an elevated one, which has to take every step in order.
func TestHotScopeElevates(t *testing.T) {
	s := openShelf(t)
	ctx := t.Context()
	for i := range 6 {
		write(t, filepath.Join(s.root, fmt.Sprintf("src/use%d.ts", i)), fmt.Sprintf("import { hash } from './util/crypto'\nexport function use%d() { return hash('x') }\n", i))
	}
	if _, err := s.Index(ctx, nil); err != nil {
		t.Fatal(err)
	}
	for range 8 {
		if _, err := s.RecordChange(ctx, smp.ChangeRecord{NodeID: "hash", AgentID: "coder"}); err != nil {
			t.Fatal(err)
		}
		s.pass(time.Minute)
	}
	request := smp.SessionRequest{AgentID: "coder", Scope: []string{"src/util/**", "src/middleware/rateLimit.ts"}, Concurrency: "exclusive"}
	o, err := s.OpenSession(ctx, request)
	if err != nil {
		t.Fatal(err)
	}
	if want := []smp.HotNodeInScope{{NodeID: "func:src/util/crypto.ts#hash", HeatScore: 56, CallerCount: 7, ChangesInWindow: 8}}; o.SafetyLevel != "elevated" || !slices.Equal(o.HotNodesInScope, want) {
		t.Errorf("%s %+v, want %+v", o.SafetyLevel, o.HotNodesInScope, want)
	}
	if a := o.ScopeAnalysis["src/util/crypto.ts"]; a.IsHotNode == nil || !*a.IsHotNode || a.HeatScore == nil || *a.HeatScore != 56 {
		t.Errorf("%+v", a)
	}
	if a := o.ScopeAnalysis["src/middleware/rateLimit.ts"]; a.IsHotNode == nil || *a.IsHotNode {
		t.Errorf("%+v", a)
	}
	request.Mode = "read"
	if o, err := s.OpenSession(ctx, request); err != nil || o.SafetyLevel != "standard" || len(o.HotNodesInScope) != 1 {
		t.Errorf("who only reads needs no steps: %+v %v", o, err)
	}
}

func TestSessionKnowsItsCommit(t *testing.T) {
	s := openShelf(t)
	head := "a1b2c3d4a1b2c3d4a1b2c3d4a1b2c3d4a1b2c3d4"
	for given, want := range map[string][2]string{"": {head, ""}, "a1b2c3d4": {"a1b2c3d4", ""}} {
		o, err := s.OpenSession(t.Context(), smp.SessionRequest{AgentID: "coder", Scope: []string{"a.ts"}, CommitSHA: given})
		if err != nil || o.CommitSHA != want[0] || o.CommitNotIndexed != want[1] {
			t.Errorf("%q: %+v %v", given, o, err)
		}
	}
}

func TestSessionRequestsAreChecked(t *testing.T) {
	s := openShelf(t)
	for _, q := range []smp.SessionRequest{
		{Scope: []string{"a"}}, {AgentID: "a"}, {AgentID: "a", Scope: []string{"a"}, Mode: "append"}, {AgentID: "a", Scope: []string{"a"}, Concurrency: "none"},
		{AgentID: "a", Scope: make([]string, 2000)}, {AgentID: "a", Scope: []string{"a"}, TTL: -time.Second},
	} {
		var bad *smp.ParamError
		if _, err := s.OpenSession(t.Context(), q); !errors.As(err, &bad) {
			t.Errorf("%+v: %v", q, err)
		}
	}
	if o, err := s.OpenSession(t.Context(), smp.SessionRequest{AgentID: "a", Mode: "read"}); err != nil || o.Mode != "read" {
		t.Error("a session that only reads needs no scope", err)
	}
}

func TestRecoverAfterRestart(t *testing.T) {
	s := openShelf(t)
	ctx := t.Context()
	id := s.session(t, "exclusive", "src/**")
	c, err := s.Checkpoint(ctx, id, "src/auth/login.ts")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Lock(ctx, id, "src/auth/login.ts"); err != nil {
		t.Fatal(err)
	}
	s.Close()
	m := s.again(t)
	s.pass(40 * time.Minute)
	r, err := m.RecoverSession(ctx, id, "coder")
	if err != nil {
		t.Fatal(err)
	}
	if r.Status != "recovered" || !slices.Equal(r.LocksHeld, []string{"src/auth/login.ts"}) || !slices.Equal(r.Checkpoints, []string{c.CheckpointID}) || *r.EventsSoFar != 2 || !slices.Equal(r.Scope, []string{"src/**"}) {
		t.Errorf("%+v", r)
	}
	if _, err := m.RecoverSession(ctx, id, "another"); err == nil {
		t.Error("another agent took the session over")
	}
	if _, err := m.RecoverSession(ctx, "ses_none", "coder"); !errors.Is(err, smp.ErrNoSession) {
		t.Error(err)
	}
	s.pass(44 * time.Minute) // renewed by the first
	if r, err = m.RecoverSession(ctx, id, "coder"); err != nil || r.Status != "recovered" {
		t.Fatalf("%+v %v", r, err)
	}
	s.pass(45 * time.Minute)
	r, err = m.RecoverSession(ctx, id, "coder")
	if err != nil {
		t.Fatal(err)
	}
	if r.Status != "expired" || r.Reason != "ttl_elapsed" || r.LastCheckpoint != c.CheckpointID || !slices.Equal(r.FilesSnapshotted, []string{"src/auth/login.ts"}) || !r.LastCheckpointAt.Equal(c.SnapshotAt) || r.LocksHeld != nil {
		t.Errorf("%+v", r)
	}
	if _, err := m.Lock(ctx, id, "src/auth/login.ts"); !errors.Is(err, smp.ErrSessionExpired) {
		t.Error(err)
	}
}

func TestCloseSaysWhatWasDone(t *testing.T) {
	s := openShelf(t)
	ctx := t.Context()
	id := s.session(t, "exclusive", "src/**")
	if err := s.NoteRead(ctx, id, "src/util/crypto.ts"); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Lock(ctx, id, "src/auth/login.ts"); err != nil {
		t.Fatal(err)
	}
	s.pass(4200 * time.Millisecond)
	if _, err := s.CloseSession(ctx, id, "done"); err == nil {
		t.Error("any status goes")
	}
	c, err := s.CloseSession(ctx, id, "completed")
	if err != nil {
		t.Fatal(err)
	}
	want := &smp.ClosedSession{SessionID: id, Status: "completed", FilesWritten: []string{}, FilesRead: []string{"src/util/crypto.ts"}, DurationMS: 4200, AuditLogID: c.AuditLogID, LocksReleased: []string{"src/auth/login.ts"}, FilesMerged: []string{}}
	if !reflect.DeepEqual(c, want) {
		t.Errorf("%+v, want %+v", c, want)
	}
	if _, err := s.CloseSession(ctx, id, "aborted"); !errors.Is(err, smp.ErrSessionClosed) {
		t.Error(err)
	}
	if r, err := s.RecoverSession(ctx, id, "coder"); err != nil || r.Status != "completed" || r.Reason != "closed" {
		t.Errorf("%+v %v", r, err)
	}
}

func TestExpiryIsToldOnceToEachProcess(t *testing.T) {
	s := openShelf(t)
	ctx := t.Context()
	other := s.again(t)
	_, mark, err := other.ExpiredSessions(ctx, -1)
	if err != nil {
		t.Fatal(err)
	}
	id := s.session(t, "exclusive", "src/**")
	if _, err := s.Lock(ctx, id, "src/auth/login.ts"); err != nil {
		t.Fatal(err)
	}
	s.pass(time.Hour)
	for _, m := range []*smp.Memory{s.Memory, other} {
		gone, next, err := m.ExpiredSessions(ctx, mark)
		if err != nil || len(gone) != 1 || gone[0].ID != id || !slices.Equal(gone[0].Released, []string{"src/auth/login.ts"}) {
			t.Fatalf("%+v %v", gone, err)
		}
		if gone, _, err = m.ExpiredSessions(ctx, next); err != nil || len(gone) != 0 {
			t.Errorf("told twice: %+v %v", gone, err)
		}
	}
	next := s.session(t, "exclusive", "src/**")
	if l, err := other.Lock(ctx, next, "src/auth/login.ts"); err != nil || len(l.Granted) != 1 {
		t.Errorf("the lock of an expired session stays: %+v %v", l, err)
	}
}

func auditOf(t *testing.T, m *smp.Memory, ctx context.Context, session string) []string {
	t.Helper()
	r, err := m.RecoverSession(ctx, session, "coder")
	if err != nil {
		t.Fatal(err)
	}
	a, err := m.AuditLog(ctx, smp.AuditQuery{AuditLogID: r.AuditLogID})
	if err != nil {
		t.Fatal(err)
	}
	out := []string{}
	for _, e := range a.Events {
		out = append(out, e.Method+" "+e.Result)
	}
	return out
}
