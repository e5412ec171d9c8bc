package transport

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"
	"zombiezen.com/go/sqlite"

	"github.com/structural-memory/smp/jsonrpc"
)

// Of many who come at once, exactly as many get in as there is room for.
func TestSocketsHaveAnExactBound(t *testing.T) {
	h := listening(t, server(t, jsonrpc.Options{}), HTTPOptions{Connections: 3})
	url := "ws://" + h.Addr().String() + "/ws"
	var mu sync.Mutex
	var in []*websocket.Conn
	var group sync.WaitGroup
	for range 12 {
		group.Go(func() {
			ws, resp, err := websocket.Dial(t.Context(), url, nil)
			mu.Lock()
			defer mu.Unlock()
			switch {
			case err == nil:
				in = append(in, ws)
			case resp == nil || resp.StatusCode != http.StatusServiceUnavailable:
				t.Error(err)
			}
		})
	}
	group.Wait()
	if len(in) == 0 || len(in) > 3 {
		t.Errorf("%d of 3 are in", len(in))
	}
	for _, ws := range in {
		ws.CloseNow()
	}
	for until := time.Now().Add(10 * time.Second); ; time.Sleep(time.Millisecond) { // and the room is given back
		if ws, _, err := websocket.Dial(t.Context(), url, nil); err == nil {
			ws.CloseNow()
			return
		} else if time.Now().After(until) {
			t.Fatal(err)
		}
	}
}

// A client that is gone without a word does not answer pings; its connection
// ends, while that of one who reads and never asks stays.
func TestADeadPeerIsLeft(t *testing.T) {
	s := server(t, jsonrpc.Options{})
	h := listening(t, s, HTTPOptions{PingEvery: 300 * time.Millisecond})
	url := "ws://" + h.Addr().String() + "/ws"
	dead, _, err := websocket.Dial(t.Context(), url, nil) // it answers pings only while somebody reads
	if err != nil {
		t.Fatal(err)
	}
	defer dead.CloseNow()
	for until := time.Now().Add(10 * time.Second); s.Metrics.Connections.Load() > 0; time.Sleep(5 * time.Millisecond) {
		if time.Now().After(until) {
			t.Fatal("the connection of a dead client is kept")
		}
	}
}

func TestConnectionsHaveABound(t *testing.T) {
	h := listening(t, server(t, jsonrpc.Options{}), HTTPOptions{TCP: 2})
	dialed := func() net.Conn {
		c, err := net.Dial("tcp", h.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { c.Close() })
		return c
	}
	idle := []net.Conn{dialed(), dialed()}
	third := dialed()
	if _, err := io.WriteString(third, "GET /livez HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"); err != nil {
		t.Fatal(err)
	}
	_ = third.SetReadDeadline(time.Now().Add(100 * time.Millisecond))
	if n, _ := third.Read(make([]byte, 1)); n != 0 {
		t.Error("one more than there may be is served")
	}
	idle[0].Close()
	_ = third.SetReadDeadline(time.Now().Add(10 * time.Second))
	if raw, err := io.ReadAll(third); err != nil || !strings.HasPrefix(string(raw), "HTTP/1.1 200") {
		t.Errorf("%v %s", err, raw)
	}
}

// endless is a header without an end.
type endless struct{ read int }

func (e *endless) Read(b []byte) (int, error) {
	for i := range b {
		b[i] = 'c'
	}
	e.read += len(b)
	return len(b), nil
}

func TestHeadersHaveABound(t *testing.T) {
	s := server(t, jsonrpc.Options{})
	for _, in := range []io.Reader{&endless{}, io.MultiReader(strings.NewReader(strings.Repeat("Content-Type: x\r\n", 10000)), strings.NewReader("Content-Length: 2\r\n\r\n{}"))} {
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
		err := Stdio(ctx, s, in, io.Discard)
		cancel()
		if err == nil || !strings.Contains(err.Error(), "the headers of a message are longer") {
			t.Error(err)
		}
		if e, ok := in.(*endless); ok && e.read > 1<<20 {
			t.Errorf("%d bytes are read", e.read)
		}
	}
}

// A client with as many requests running as it may have is not read from, so
// its answers to pings are not seen; it is there all the same.
func TestABusyClientIsNotTakenForDead(t *testing.T) {
	s := server(t, jsonrpc.Options{Limits: jsonrpc.Limits{PerPeer: 1}})
	h := listening(t, s, HTTPOptions{PingEvery: 50 * time.Millisecond})
	ws, _, err := websocket.Dial(t.Context(), "ws://"+h.Addr().String()+"/ws", nil)
	if err != nil {
		t.Fatal(err)
	}
	defer ws.CloseNow()
	ws.SetReadLimit(-1)
	entered, leave, done := make(chan bool), make(chan bool), make(chan error, 1)
	go func() {
		done <- s.Memory().Graph().Store().Write(context.Background(), func(*sqlite.Conn) error { close(entered); <-leave; return nil })
	}()
	<-entered
	for i := range 3 { // the first waits for the writer, the second for the first
		writeOne(t, ws, `{"jsonrpc":"2.0","id":%d,"method":"smp/annotate","params":{"node_id":"hashPassword","description":"d","force":true}}`, i)
	}
	answers := make(chan error, 1)
	go func() {
		for n := 0; n < 3; {
			_, raw, err := ws.Read(context.Background())
			if err != nil {
				answers <- err
				return
			}
			if strings.Contains(string(raw), `"id":`) && !noticed(raw) {
				n++
			}
		}
		answers <- nil
	}()
	time.Sleep(400 * time.Millisecond) // of pings that nobody sees the answers to
	close(leave)
	if err := errors.Join(<-done, <-answers); err != nil {
		t.Error(err)
	}
}
