package transport

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/structural-memory/smp"
	"github.com/structural-memory/smp/jsonrpc"
)

// 64 clients beside each other ask and change everything there is, each with a
// session of its own, for a little while. Locks may be held and names may be
// gone; but nothing hangs, nothing is an internal error, and the server answers
// afterwards.
func TestEverythingBesideEverything(t *testing.T) {
	s := server(t, jsonrpc.Options{Limits: jsonrpc.Limits{Timeout: 90 * time.Second}})
	h := listening(t, s, HTTPOptions{})
	rows := jsonrpc.Methods()
	until := time.Now().Add(2 * time.Second)
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
	defer cancel()
	var answered, refused atomic.Int64
	var group sync.WaitGroup
	for i := range loadClients {
		group.Go(func() {
			p := s.NewPeer(jsonrpc.PeerOptions{Name: fmt.Sprint(i), Access: jsonrpc.Admin})
			own := map[string]any{}
			o, err := s.Memory().OpenSession(ctx, smp.SessionRequest{AgentID: fmt.Sprint(i), Task: "t", Scope: []string{"src/**"}, Mode: "write", Concurrency: "mvcc"})
			if err == nil {
				own["session_id"], own["audit_log_id"] = o.SessionID, o.AuditLogID
			}
			for j := i * len(rows) / loadClients; time.Now().Before(until); j++ {
				row := rows[j%len(rows)]
				_, fault := s.Call(ctx, p, row.Name, exampleOf(row, j, own), false)
				answered.Add(1)
				if fault == nil {
					continue
				}
				refused.Add(1)
				if fault.Code == jsonrpc.InternalError || ctx.Err() != nil {
					t.Errorf("%s: %s", row.Name, fault.Text())
				}
			}
		})
	}
	group.Wait()
	healthy(t, h)
	if problems, err := s.Memory().Doctor(t.Context()); err != nil || len(problems) > 0 {
		t.Errorf("%v %v", problems, err)
	}
	t.Logf("%d requests, of which %d were refused", answered.Load(), refused.Load())
}

// exampleOf is an example of a method, with the client's own session in it.
func exampleOf(row *jsonrpc.Method, n int, own map[string]any) json.RawMessage {
	params := map[string]any{}
	if len(row.Examples) > 0 {
		_ = json.Unmarshal([]byte(row.Examples[n%len(row.Examples)].Params), &params) // they are checked elsewhere
	}
	for name := range params {
		if v, ok := own[name]; ok {
			params[name] = v
		}
	}
	raw, err := json.Marshal(params)
	if err != nil {
		panic(err)
	}
	return raw
}
