package transport

import (
	"context"
	"encoding/json"
	"slices"
	"sync"
	"testing"
	"time"

	"zombiezen.com/go/sqlite"

	"github.com/structural-memory/smp"
	"github.com/structural-memory/smp/internal/servetest"
	"github.com/structural-memory/smp/internal/store"
	"github.com/structural-memory/smp/jsonrpc"
)

// request is one of a method that reads, to which the fixture has an answer.
type request struct {
	row    *jsonrpc.Method
	params map[string]any
}

func (r request) encoded() json.RawMessage {
	raw, err := json.Marshal(r.params)
	if err != nil {
		panic(err)
	}
	return raw
}

func (r request) String() string { return r.row.Name + string(r.encoded()) }

// reads are requests of all methods of the table that read, from their
// examples: with the sessions, logs and communities that there are, and once
// more in a session where they take one. A new method is in it by itself.
func reads(t testing.TB, s *jsonrpc.Server) (all []request) {
	t.Helper()
	have := standIns(t, s)
	p := s.NewPeer(jsonrpc.PeerOptions{Access: jsonrpc.Read})
	for _, row := range jsonrpc.Methods() {
		if row.Access != jsonrpc.Read {
			continue
		}
		before := len(all)
		examples := row.Examples
		if len(examples) == 0 {
			examples = []jsonrpc.Example{{Params: "{}"}}
		}
		for _, e := range examples {
			params := map[string]any{}
			if err := json.Unmarshal([]byte(e.Params), &params); err != nil {
				t.Fatalf("%s: %v", row.Name, err)
			}
			for name := range params {
				if v, ok := have[name]; ok {
					params[name] = v
				}
			}
			with := []request{{row, params}}
			if _, ok := row.Params.Properties["session_id"]; ok {
				in := map[string]any{"session_id": have["session_id"]}
				for k, v := range params {
					in[k] = v
				}
				with = append(with, request{row, in})
			}
			for _, r := range with {
				if _, fault := s.Call(t.Context(), p, row.Name, r.encoded(), false); fault == nil {
					all = append(all, r)
				}
			}
		}
		if len(all) == before {
			t.Errorf("no example of %s has an answer in the fixture", row.Name)
		}
	}
	return all
}

// standIns are what examples name that the fixture has by other names.
func standIns(t testing.TB, s *jsonrpc.Server) map[string]any {
	t.Helper()
	open := func(mode string) *smp.OpenedSession {
		o, err := s.Memory().OpenSession(t.Context(), smp.SessionRequest{AgentID: "a", Task: "t", Scope: []string{"src/**"}, Mode: mode, Concurrency: "mvcc"})
		if err != nil {
			t.Fatal(err)
		}
		return o
	}
	a, b := open("write"), open("read")
	list, err := s.Memory().Communities(t.Context(), nil)
	if err != nil || len(list.Communities) == 0 {
		t.Fatalf("no communities: %v", err)
	}
	return map[string]any{"session_id": a.SessionID, "session_a": a.SessionID, "session_b": b.SessionID, "audit_log_id": a.AuditLogID, "community_id": list.Communities[0].ID}
}

// With a single connection that reads, a request that asks for a second one
// while it holds it never ends: itself, in another goroutine, or by a lock that
// another one holds who waits.
func TestOneConnectionIsEnoughForEveryMethod(t *testing.T) {
	s := servetest.Indexed(t, servetest.Archive(t, fixture), jsonrpc.Options{}, smp.WithReaders(1))
	all := reads(t, s)
	p := s.NewPeer(jsonrpc.PeerOptions{Access: jsonrpc.Read})
	for _, r := range all {
		var group sync.WaitGroup
		for range 16 {
			group.Go(func() {
				if _, fault := s.Call(t.Context(), p, r.row.Name, r.encoded(), false); fault != nil {
					t.Errorf("%s: %s", r, fault.Text())
				}
			})
		}
		group.Wait()
	}
	var group sync.WaitGroup // and each beside every other
	for i := range all {
		for range 2 {
			group.Go(func() {
				for j := range all {
					r := all[(i+j)%len(all)]
					if _, fault := s.Call(t.Context(), p, r.row.Name, r.encoded(), false); fault != nil {
						t.Errorf("%s: %s", r, fault.Text())
					}
				}
			})
		}
	}
	group.Wait()
}

// While another process writes, and does not end, everything that reads is
// answered: sessions are renewed, what they read is noted and guards are
// audited all the same, when the writer is done.
func TestReadingNeverWaitsForWriting(t *testing.T) {
	s := servetest.Indexed(t, servetest.Archive(t, fixture), jsonrpc.Options{Limits: jsonrpc.Limits{Timeout: 20 * time.Second}})
	all := reads(t, s)
	st, err := store.Open(t.Context(), s.Memory().Path(), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer st.Close()
	entered, leave, done := make(chan bool), make(chan bool), make(chan error, 1)
	go func() {
		done <- st.Write(context.Background(), func(*sqlite.Conn) error {
			close(entered)
			<-leave
			return nil
		})
	}()
	<-entered
	p := s.NewPeer(jsonrpc.PeerOptions{Access: jsonrpc.Read})
	took := map[string]time.Duration{}
	for _, r := range all {
		start := time.Now()
		if _, fault := s.Call(t.Context(), p, r.row.Name, r.encoded(), false); fault != nil {
			t.Errorf("%s: %s", r, fault.Text())
		}
		took[r.row.Name] = max(took[r.row.Name], time.Since(start))
	}
	close(leave)
	if err := <-done; err != nil {
		t.Error(err)
	}
	var names []string
	for n := range took {
		names = append(names, n)
	}
	slices.SortFunc(names, func(a, b string) int { return int(took[b] - took[a]) })
	for _, n := range names[:5] {
		t.Logf("%s took %v while the write lock was held", n, took[n].Round(time.Millisecond))
	}
}
