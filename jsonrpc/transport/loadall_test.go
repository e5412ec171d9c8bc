package transport

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/structural-memory/smp/jsonrpc"
)

// TestLoadOfAllReads has 64 clients ask everything that there is to read, each
// on a connection of its own and as fast as it is answered, while one writes.
// No request may fail. SMP_LOAD says for how long, as in 60s: then 99 of a
// hundred must be answered within a second, unless others had so much of the
// machine that the time says nothing.
func TestLoadOfAllReads(t *testing.T) {
	lasting, strict := 2*time.Second, false
	if v := os.Getenv("SMP_LOAD"); v != "" {
		d, err := time.ParseDuration(v)
		if err != nil {
			t.Fatal("SMP_LOAD: ", err)
		}
		lasting, strict = d, true
	}
	s := server(t, jsonrpc.Options{})
	all := reads(t, s)
	h := listening(t, s, HTTPOptions{})
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var writing, reading sync.WaitGroup
	writes := 0
	writing.Go(func() { writes = writeOften(ctx, t, h) })
	until, before := time.Now().Add(lasting), machineNow()
	took := make([]map[string][]time.Duration, loadClients)
	for i := range took {
		took[i] = map[string][]time.Duration{}
		reading.Go(func() { askAll(t, h, all, i, until, took[i]) })
	}
	reading.Wait()
	healthy(t, h)
	cancel()
	writing.Wait()
	times := summed(took)
	t.Logf("%d requests and %d writes in %v; half within %v, 99 of 100 within %v, all within %v", len(times.all), writes, lasting,
		part(times.all, 50), part(times.all, 99), part(times.all, 100))
	t.Logf("slowest: %s", strings.Join(times.slowest(5), ", "))
	if writes == 0 {
		t.Error("nothing was written meanwhile")
	}
	switch p := part(times.all, 99); {
	case !strict || p <= time.Second:
	case before.enough():
		t.Errorf("99 of 100 within %v", p)
	default:
		share, _ := before.others()
		t.Logf("99 of 100 within %v, which is not held against the server: others had %.0f of a hundred of the machine", p, 100*share)
	}
}

// askAll asks everything in turn, beginning somewhere else than the others.
func askAll(t *testing.T, h *HTTP, all []request, first int, until time.Time, took map[string][]time.Duration) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Until(until)+time.Minute)
	defer cancel()
	ws, _, err := websocket.Dial(ctx, "ws://"+h.Addr().String()+"/ws", nil)
	if err != nil {
		t.Error(err)
		return
	}
	defer ws.CloseNow()
	ws.SetReadLimit(-1)
	for i := first * len(all) / loadClients; time.Now().Before(until); i++ {
		r := all[i%len(all)]
		start := time.Now()
		err := asked(ctx, ws, i, r.row.Name, r.encoded())
		if err != nil {
			t.Errorf("%s: %v", r, err)
			return
		}
		took[r.row.Name] = append(took[r.row.Name], time.Since(start))
	}
}

// asked sends a request and waits for its answer; notifications go by.
func asked(ctx context.Context, ws *websocket.Conn, id int, method string, params json.RawMessage) error {
	msg, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": id, "method": method, "params": params})
	if err != nil {
		return err
	}
	if err := ws.Write(ctx, websocket.MessageText, msg); err != nil {
		return err
	}
	want := fmt.Appendf(nil, `"id":%d}`, id)
	for {
		_, raw, err := ws.Read(ctx)
		if err != nil {
			return err
		}
		if !bytes.HasSuffix(raw, want) {
			continue
		}
		if bytes.HasPrefix(raw, []byte(`{"jsonrpc":"2.0","error"`)) {
			return fmt.Errorf("%.300s", raw)
		}
		return nil
	}
}

// writeOften has a file other than the disk has it, over and over.
func writeOften(ctx context.Context, t *testing.T, h *HTTP) (writes int) {
	ws, _, err := websocket.Dial(context.Background(), "ws://"+h.Addr().String()+"/ws", nil)
	if err != nil {
		t.Error(err)
		return 0
	}
	defer ws.CloseNow()
	ws.SetReadLimit(-1)
	tick := time.NewTicker(50 * time.Millisecond)
	defer tick.Stop()
	for ctx.Err() == nil {
		method, params := "smp/update", fmt.Sprintf(`{"file_path":"src/db/user.ts","content":"export function save(row: string): void {\n  write%d(row)\n}\n\nfunction write%d(row: string): void {}\n"}`, writes, writes)
		if writes%4 == 3 {
			method, params = "smp/annotate", fmt.Sprintf(`{"node_id":"hashPassword","description":"d%d","force":true}`, writes)
		}
		limited, cancel := context.WithTimeout(context.Background(), time.Minute)
		err := asked(limited, ws, writes, method, json.RawMessage(params))
		cancel()
		if err != nil {
			t.Errorf("%s: %v", method, err)
			return writes
		}
		writes++
		<-tick.C
	}
	return writes
}

func healthy(t *testing.T, h *HTTP) {
	t.Helper()
	httpCase{method: "GET", path: "/healthz", status: 200, holding: `"status":"ok"`}.run(t, "http://"+h.Addr().String())
}

// loadTimes are how long answers took.
type loadTimes struct {
	all      []time.Duration
	byMethod map[string][]time.Duration
}

func summed(took []map[string][]time.Duration) *loadTimes {
	out := &loadTimes{byMethod: map[string][]time.Duration{}}
	for _, one := range took {
		for m, d := range one {
			out.all = append(out.all, d...)
			out.byMethod[m] = append(out.byMethod[m], d...)
		}
	}
	slices.Sort(out.all)
	for _, d := range out.byMethod {
		slices.Sort(d)
	}
	return out
}

// slowest are the methods that half of the answers took longest of.
func (l *loadTimes) slowest(n int) (out []string) {
	names := slices.SortedFunc(maps.Keys(l.byMethod), func(a, b string) int { return int(part(l.byMethod[b], 50) - part(l.byMethod[a], 50)) })
	for _, m := range names[:min(n, len(names))] {
		out = append(out, fmt.Sprintf("%s %v (99: %v)", m, part(l.byMethod[m], 50), part(l.byMethod[m], 99)))
	}
	return out
}

// part is within what time so many of a hundred are.
func part(sorted []time.Duration, percent int) time.Duration {
	if len(sorted) == 0 {
		return 0
	}
	return sorted[min(len(sorted)-1, len(sorted)*percent/100)].Round(time.Millisecond)
}
