package jsonrpc_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/structural-memory/smp"
	"github.com/structural-memory/smp/internal/servetest"
	"github.com/structural-memory/smp/jsonrpc"
)

// agent is a peer that calls methods and hears what concerns it.
type agent struct {
	t    *testing.T
	s    *jsonrpc.Server
	peer *jsonrpc.Peer
	news *jsonrpc.Listener
}

func newAgent(t *testing.T, s *jsonrpc.Server) *agent {
	p := s.NewPeer(jsonrpc.PeerOptions{Name: t.Name(), Access: jsonrpc.Write})
	a := &agent{t, s, p, s.Bus.Listen(64, p.Wants)}
	t.Cleanup(a.news.Close)
	return a
}

// call runs a method; its error, if any, is returned.
func (a *agent) call(method string, params map[string]any, result any) *jsonrpc.Error {
	a.t.Helper()
	raw, err := json.Marshal(params)
	if err != nil {
		a.t.Fatal(err)
	}
	got, fault := a.s.Call(a.t.Context(), a.peer, method, raw, false)
	if fault != nil {
		return fault
	}
	if raw, err = json.Marshal(got); err != nil {
		a.t.Fatal(err)
	}
	if result != nil {
		if err := json.Unmarshal(raw, result); err != nil {
			a.t.Fatal(err)
		}
	}
	return nil
}

func (a *agent) must(method string, params map[string]any, result any) {
	a.t.Helper()
	if fault := a.call(method, params, result); fault != nil {
		a.t.Fatalf("%s: %v", method, fault)
	}
}

func (a *agent) open(concurrency string, ttl int, scope ...string) smp.OpenedSession {
	a.t.Helper()
	var o smp.OpenedSession
	params := map[string]any{"agent_id": "coder", "task": "a task", "scope": scope, "concurrency": concurrency}
	if ttl > 0 {
		params["ttl_seconds"] = ttl
	}
	a.must("smp/session/open", params, &o)
	return o
}

// hear waits for a notification of a type.
func hear[T any](a *agent) T {
	a.t.Helper()
	for {
		select {
		case e, ok := <-a.news.C:
			if !ok {
				a.t.Fatal("the bus has ended")
			}
			if n, ok := e.Notification.(T); ok {
				return n
			}
		case <-time.After(20 * time.Second):
			a.t.Fatalf("no %T is heard", *new(T))
		}
	}
}

func (a *agent) events(o smp.OpenedSession) (out []string) {
	a.t.Helper()
	var log smp.AuditLog
	a.must("smp/audit/get", map[string]any{"audit_log_id": o.AuditLogID}, &log)
	for _, e := range log.Events {
		out = append(out, strings.TrimPrefix(e.Method, "smp/")+" "+e.Result)
	}
	return out
}

func TestExpiryIsNotified(t *testing.T) {
	a := newAgent(t, servetest.Indexed(t, servetest.Pair, jsonrpc.Options{}))
	o := a.open("exclusive", 1, "a.py")
	a.must("smp/lock", map[string]any{"session_id": o.SessionID, "files": []string{"a.py"}}, nil)
	got := hear[jsonrpc.SessionExpired](a)
	if got.SessionID != o.SessionID || !slices.Equal(got.LocksReleased, []string{"a.py"}) || got.Severity != "error" {
		t.Errorf("%+v", got)
	}
	if fault := a.call("smp/unlock", map[string]any{"session_id": o.SessionID, "files": []string{"a.py"}}, nil); fault == nil || fault.Code != jsonrpc.SessionEnded {
		t.Errorf("%v", fault)
	}
	if got := a.events(o); !slices.Equal(got, []string{"lock granted", "session_expired expired"}) {
		t.Errorf("%q", got)
	}
}

func TestRefusalsAreNotified(t *testing.T) {
	a := newAgent(t, servetest.Indexed(t, servetest.Pair, jsonrpc.Options{}))
	first, second := a.open("exclusive", 0, "a.py"), a.open("exclusive", 0, "a.py")
	a.must("smp/lock", map[string]any{"session_id": first.SessionID, "files": []string{"a.py"}}, nil)
	a.must("smp/lock", map[string]any{"session_id": second.SessionID, "files": []string{"a.py"}}, nil)
	if got := hear[jsonrpc.LockConflictNotice](a); got.File != "a.py" || got.HeldBySession != smp.Handle(first.SessionID) || got.HeldByAgent != "coder" {
		t.Errorf("%+v", got)
	}
	fault := a.call("smp/checkpoint", map[string]any{"session_id": first.SessionID, "files": []string{"b.py"}}, nil)
	if fault == nil || fault.Code != jsonrpc.ScopeViolation {
		t.Fatalf("%v", fault)
	}
	if got := hear[jsonrpc.ScopeViolationNotice](a); got.AttemptedFile != "b.py" || got.SessionID != first.SessionID || !slices.Equal(got.DeclaredScope, []string{"a.py"}) {
		t.Errorf("%+v", got)
	}
	if got := a.events(first); !slices.Equal(got, []string{"lock granted", "checkpoint scope_violation"}) {
		t.Errorf("%q", got)
	}
	if got := a.events(second); !slices.Equal(got, []string{"lock lock_conflict"}) {
		t.Errorf("%q", got)
	}
}

// TestRollbackIsTold: whoever listens is told what the graph has again.
func TestRollbackIsTold(t *testing.T) {
	s := servetest.Indexed(t, servetest.Pair, jsonrpc.Options{})
	a := newAgent(t, s)
	o := a.open("exclusive", 0, "a.py")
	in := map[string]any{"session_id": o.SessionID, "files": []string{"a.py"}}
	a.must("smp/lock", in, nil)
	var c smp.CheckpointResult
	a.must("smp/checkpoint", in, &c)
	if err := os.WriteFile(filepath.Join(s.Memory().Root(), "a.py"), []byte("def one():\n    return 1\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Memory().UpdateFiles(t.Context(), "a.py"); err != nil {
		t.Fatal(err)
	}
	var r smp.RollbackResult
	a.must("smp/rollback", map[string]any{"session_id": o.SessionID, "checkpoint_id": c.CheckpointID}, &r)
	if !r.MemoryResynced || !slices.Equal(r.FilesRestored, []string{"a.py"}) {
		t.Errorf("%+v", r)
	}
	for {
		got := hear[jsonrpc.MemoryUpdated](a)
		if slices.Contains(got.Changes.StructuralChanges, "func:a.py#two added") {
			break
		}
	}
	var nav struct{ Entity smp.NodeRef }
	a.must("smp/navigate", map[string]any{"query": "two"}, &nav)
}

// TestWritingMethodsAreAudited: what no session does is in the log too, and what
// has failed.
func TestWritingMethodsAreAudited(t *testing.T) {
	s := servetest.Indexed(t, servetest.Pair, jsonrpc.Options{})
	a := newAgent(t, s)
	a.must("smp/annotate", map[string]any{"node_id": "one", "description": "the first"}, nil)
	if fault := a.call("smp/annotate", map[string]any{"node_id": "none", "description": "x"}, nil); fault == nil {
		t.Fatal("no error")
	}
	a.must("smp/tag", map[string]any{"scope": "full", "tags": []string{"x"}, "action": "add"}, nil)
	var b strings.Builder
	n, err := s.Memory().ExportAudit(t.Context(), &b)
	if err != nil || n != 3 {
		t.Fatalf("%d entries: %v\n%s", n, err, b.String())
	}
	var got []string
	for line := range strings.Lines(b.String()) {
		var e smp.AuditRecord
		if err := json.Unmarshal([]byte(line), &e); err != nil {
			t.Fatal(err)
		}
		got = append(got, e.Method+" "+e.Target+" "+e.Result)
	}
	if want := []string{"smp/annotate one annotated", "smp/annotate none not_found", "smp/tag full success"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	var check smp.AuditCheck
	a.must("smp/audit/verify", map[string]any{}, &check)
	if !check.OK || check.Entries != 3 {
		t.Errorf("%+v", check)
	}
}
