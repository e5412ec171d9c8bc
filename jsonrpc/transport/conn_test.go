package transport

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/gofrs/flock"
	"go.uber.org/goleak"

	"github.com/structural-memory/smp/jsonrpc"
)

func TestMain(m *testing.M) {
	goleak.VerifyTestMain(m, goleak.IgnoreTopFunction("net/http.(*persistConn).writeLoop"), goleak.IgnoreAnyFunction("net/http.(*persistConn).readLoop"))
}

// envelope is an answer or a notification.
type envelope struct {
	ID     any
	Method string
	Params map[string]any
	Result any
	Error  *struct {
		Code int
		Data map[string]any
	}
}

func readOne(t *testing.T, ws *websocket.Conn) envelope {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	_, raw, err := ws.Read(ctx)
	if err != nil {
		t.Fatal(err)
	}
	var e envelope
	if err := json.Unmarshal(raw, &e); err != nil {
		t.Fatal(err)
	}
	return e
}

func writeOne(t *testing.T, ws *websocket.Conn, format string, args ...any) {
	t.Helper()
	if err := ws.Write(t.Context(), websocket.MessageText, fmt.Appendf(nil, format, args...)); err != nil {
		t.Fatal(err)
	}
}

func TestManyRequestsOnOneSocket(t *testing.T) {
	h := listening(t, server(t, jsonrpc.Options{Limits: jsonrpc.Limits{PerPeer: 4}}), HTTPOptions{})
	ws := dial(t, "ws://"+h.Addr().String()+"/")
	const n = 200
	for i := range n {
		writeOne(t, ws, `{"jsonrpc":"2.0","method":"smp/trace","params":{"start":"authenticateUser"},"id":%d}`, i)
	}
	seen := map[any]bool{}
	for range n {
		e := readOne(t, ws)
		if e.Error != nil || seen[e.ID] {
			t.Fatalf("%+v", e)
		}
		seen[e.ID] = true
	}
}

func TestNotifications(t *testing.T) {
	s := server(t, jsonrpc.Options{})
	h := listening(t, s, HTTPOptions{})
	ws := dial(t, "ws://"+h.Addr().String()+"/ws")
	other := dial(t, "ws://"+h.Addr().String()+"/ws")
	writeOne(t, other, `{"jsonrpc":"2.0","method":"smp/version","id":1}`)
	readOne(t, other)
	writeOne(t, ws, `{"jsonrpc":"2.0","method":"graph.subscribe","params":{"events":["nodeAdded","edgeAdded"]},"id":1}`)
	if e := readOne(t, ws); e.Error != nil {
		t.Fatalf("%+v", e)
	}
	path := filepath.Join(s.Memory().Root(), "src/db/user.ts")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, append(text, "\nexport function saveAll(rows: string[]): void { save(rows[0]) }\n"...), 0o644); err != nil {
		t.Fatal(err)
	}
	writeOne(t, ws, `{"jsonrpc":"2.0","method":"smp/index","id":2}`)
	got := map[string]int{}
	for got["nodeAdded"] == 0 || got["edgeAdded"] < 2 || got["answer"] == 0 || got["memory_updated"] == 0 {
		e := readOne(t, ws)
		switch {
		case e.Method == "graph.event":
			got[e.Params["type"].(string)]++
		case e.Method == "smp/notification":
			got[e.Params["type"].(string)]++
			if !strings.Contains(fmt.Sprint(e.Params), "func:src/db/user.ts#saveAll added") {
				t.Errorf("%v", e.Params)
			}
		case e.ID == 2.0:
			got["answer"]++
		}
	}
	if e := readOne(t, other); e.Params["type"] != "memory_updated" {
		t.Errorf("the other connection got %+v", e)
	}
}

func TestNotificationsOfASessionGoToWhoNamedIt(t *testing.T) {
	s := server(t, jsonrpc.Options{})
	p, q := s.NewPeer(jsonrpc.PeerOptions{}), s.NewPeer(jsonrpc.PeerOptions{})
	p.Join("ses_1")
	mine, others := s.Bus.Listen(8, p.Wants), s.Bus.Listen(8, q.Wants)
	defer mine.Close()
	defer others.Close()
	s.NotifyConflict("ses_1", "a.go")
	s.NotifyLockConflict("ses_1", "a.go", "ses_2", "b")
	s.NotifyScopeViolation("ses_1", "b.go", nil)
	s.NotifySessionExpired("ses_1", time.Now(), nil)
	s.NotifyNetworkBlocked("ses_1", "box", "example.com", 443)
	s.NotifyHandoffAccepted("ses_1", "hnd", "r", "box")
	if len(mine.C) != 6 || len(others.C) != 0 {
		t.Errorf("%d and %d", len(mine.C), len(others.C))
	}
	for range 6 {
		if msg := s.Notice(<-mine.C); bytes.Contains(msg, []byte("null")) {
			t.Errorf("%s", msg)
		}
	}
}

func TestASlowClientIsDropped(t *testing.T) {
	s := server(t, jsonrpc.Options{})
	inR, inW := io.Pipe()
	outR, outW := io.Pipe() // nobody reads it
	ended := make(chan error, 1)
	go func() { ended <- Stdio(t.Context(), s, inR, outW) }()
	for s.Bus.Listeners() == 0 {
		time.Sleep(time.Millisecond)
	}
	start := time.Now()
	for range waitingEvents + 2 {
		s.NotifyMemoryUpdated(jsonrpc.MemoryChanges{})
	}
	if d := time.Since(start); d > 5*time.Second {
		t.Errorf("publishing waited: %v", d)
	}
	if s.Bus.Listeners() != 0 || s.Bus.Dropped.Load() != 1 {
		t.Errorf("%d listen, %d dropped", s.Bus.Listeners(), s.Bus.Dropped.Load())
	}
	outR.Close()
	inW.Close()
	<-ended
}

func TestCancelling(t *testing.T) {
	s := unindexed(t, jsonrpc.Options{})
	h := listening(t, s, HTTPOptions{})
	ws := dial(t, "ws://"+h.Addr().String()+"/ws")
	// Another process holds the lock of the index: the request waits for it.
	lock := flock.New(s.Memory().Path() + ".lock")
	if err := lock.Lock(); err != nil {
		t.Fatal(err)
	}
	defer lock.Unlock()
	writeOne(t, ws, `{"jsonrpc":"2.0","method":"smp/index","id":"long"}`)
	writeOne(t, ws, `{"jsonrpc":"2.0","method":"smp/version","id":"short"}`)
	if e := readOne(t, ws); e.ID != "short" {
		t.Fatalf("%+v", e)
	}
	writeOne(t, ws, `{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":"long"}}`)
	if e := readOne(t, ws); e.ID != "long" || e.Error == nil || e.Error.Code != int(jsonrpc.Cancelled) {
		t.Fatalf("%+v", e)
	}
}

func TestClosingCancels(t *testing.T) {
	s := unindexed(t, jsonrpc.Options{})
	h := listening(t, s, HTTPOptions{})
	lock := flock.New(s.Memory().Path() + ".lock")
	if err := lock.Lock(); err != nil {
		t.Fatal(err)
	}
	defer lock.Unlock()
	ws := dial(t, "ws://"+h.Addr().String()+"/ws")
	writeOne(t, ws, `{"jsonrpc":"2.0","method":"smp/index","id":1}`)
	writeOne(t, ws, `{"jsonrpc":"2.0","method":"smp/version","id":2}`)
	readOne(t, ws)
	ws.CloseNow()
	deadline := time.Now().Add(10 * time.Second)
	for s.Metrics.Connections.Load() > 0 {
		if time.Now().After(deadline) {
			t.Fatal("the connection's request goes on")
		}
		time.Sleep(5 * time.Millisecond)
	}
}

func TestShutdownLetsRequestsFinish(t *testing.T) {
	s := unindexed(t, jsonrpc.Options{})
	h := listening(t, s, HTTPOptions{})
	lock := flock.New(s.Memory().Path() + ".lock")
	if err := lock.Lock(); err != nil {
		t.Fatal(err)
	}
	ws := dial(t, "ws://"+h.Addr().String()+"/ws")
	writeOne(t, ws, `{"jsonrpc":"2.0","method":"smp/index","id":1}`)
	writeOne(t, ws, `{"jsonrpc":"2.0","method":"smp/version","id":2}`)
	readOne(t, ws)
	down := make(chan error, 1)
	go func() { down <- h.Shutdown(context.Background()) }()
	<-h.quit
	_ = lock.Unlock()
	for e := readOne(t, ws); e.ID != 1.0; e = readOne(t, ws) {
		if e.Error != nil {
			t.Fatalf("%+v", e)
		}
	}
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	var err error
	for err == nil {
		_, _, err = ws.Read(ctx)
	}
	if websocket.CloseStatus(err) != websocket.StatusGoingAway {
		t.Error(err)
	}
	if err := <-down; err != nil {
		t.Error(err)
	}
}

func TestTheEndOfTheInputLetsRequestsFinish(t *testing.T) {
	s := unindexed(t, jsonrpc.Options{})
	in := `{"jsonrpc":"2.0","method":"smp/index","id":1}` + "\n\n" + `{"jsonrpc":"2.0","method":"smp/version","id":2}`
	var out bytes.Buffer
	if err := Stdio(t.Context(), s, strings.NewReader(in), &out); err != nil {
		t.Fatal(err)
	}
	for _, id := range []string{`"id":1}`, `"id":2}`} {
		if !strings.Contains(out.String(), id) {
			t.Errorf("no answer with %s in %s", id, out.String())
		}
	}
}

func TestFrames(t *testing.T) {
	s := server(t, jsonrpc.Options{Limits: jsonrpc.Limits{Bytes: 60}})
	const ask = `{"jsonrpc":"2.0","method":"smp/nothing","id":1}`
	const answer = `"method":"smp/nothing"`
	framedAsk := fmt.Sprintf("Content-Length: %d\r\nContent-Type: x\r\n\r\n%s", len(ask), ask)
	for _, c := range []struct {
		name, in string
		holding  []string
		fails    bool
	}{
		{name: "nothing", in: ""},
		{name: "blank lines", in: "\n \r\n" + ask + "\r\n", holding: []string{answer}},
		{name: "no JSON", in: "hello\n" + ask + "\n", holding: []string{"-32700", answer}},
		{name: "a long line", in: strings.Repeat("x", 200_000) + "\n" + ask + "\n", holding: []string{"-32006", answer}},
		{name: "headers", in: framedAsk + framedAsk, holding: []string{"Content-Length: ", answer}},
		{name: "headers in small letters", in: strings.ToLower("Content-Length") + framedAsk[14:], holding: []string{answer}},
		{name: "a long frame", in: "Content-Length: 100\r\n\r\n" + strings.Repeat("x", 100) + framedAsk, holding: []string{"-32006", answer}},
		{name: "no length", in: "Content-Type: x\r\n\r\n{}", fails: true},
		{name: "a negative length", in: "Content-Length: -1\r\n\r\n{}", fails: true},
		{name: "no header", in: "Content-Length: 2\r\nnonsense\r\n\r\n{}", fails: true},
		{name: "a short frame", in: "Content-Length: 20\r\n\r\n{}", fails: true},
	} {
		t.Run(c.name, func(t *testing.T) {
			var out bytes.Buffer
			err := Stdio(t.Context(), s, strings.NewReader(c.in), &out)
			if (err != nil) != c.fails {
				t.Fatal(err)
			}
			for _, h := range c.holding {
				if !strings.Contains(out.String(), h) {
					t.Errorf("%q has no %s", out.String(), h)
				}
			}
		})
	}
}

func TestSpotlight(t *testing.T) {
	s := server(t, jsonrpc.Options{})
	l, err := ListenSpotlight(s, "127.0.0.1:0", Guard{})
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- l.Serve() }()
	ws := dial(t, "ws://"+l.Addr().String())
	for s.Bus.Listeners() == 0 {
		time.Sleep(time.Millisecond)
	}
	p := s.NewPeer(jsonrpc.PeerOptions{Access: jsonrpc.Read})
	s.Handle(t.Context(), p, []byte(`{"jsonrpc":"2.0","method":"smp/impact","params":{"entity":"hashPassword"},"id":1}`))
	_, got, err := ws.Read(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if want := `{"type":"FocusNode","payload":{"node_id":"func:src/utils/crypto.ts#hashPassword","file":"src/utils/crypto.ts","line":4}}`; string(got) != want {
		t.Errorf("%s", got)
	}
	if err := l.Close(); err != nil {
		t.Error(err)
	}
	if err := <-ended; err != nil {
		t.Error(err)
	}
}
