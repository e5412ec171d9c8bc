package transport

import (
	"context"
	"errors"
	"io"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/coder/websocket"

	"github.com/structural-memory/smp/jsonrpc"
)

// upgrade answers over a WebSocket until either side ends it.
func (h *HTTP) upgrade(w http.ResponseWriter, r *http.Request) {
	if h.open.Add(1) > int64(h.o.Connections) { // room is kept first, so that no two take the last
		h.open.Add(-1)
		w.Header().Set("Retry-After", "1")
		http.Error(w, "too many connections are open; close one, or ask again in a moment", http.StatusServiceUnavailable)
		return
	}
	defer h.open.Add(-1)
	// The guard has checked the origin already.
	ws, err := websocket.Accept(w, r, &websocket.AcceptOptions{InsecureSkipVerify: true, CompressionMode: websocket.CompressionContextTakeover, CompressionThreshold: gzipFrom})
	if err != nil {
		return // it has answered
	}
	h.sockets.Add(1)
	defer h.sockets.Done()
	defer ws.CloseNow()
	ws.SetReadLimit(int64(h.s.Limits().Bytes))
	p := h.s.NewPeer(jsonrpc.PeerOptions{Name: r.RemoteAddr, Access: AccessOf(r)})
	alive, end := context.WithCancelCause(h.ctx)
	defer end(nil)
	l := &socket{ws: ws}
	go l.ping(alive, end, h.o.PingEvery)
	err = serve(alive, h.quit, h.s, p, l)
	code, reason := websocket.StatusGoingAway, "the server is shutting down"
	if err != nil {
		code, reason = websocket.StatusNormalClosure, ""
	}
	if errors.Is(err, errSlow) {
		code, reason = websocket.StatusPolicyViolation, errSlow.Error()
		h.s.Logger().Warn("a client was dropped", "peer", p.Name, "reason", reason)
	}
	_ = ws.Close(code, reason) // the client may be gone
}

// errDead ends a connection whose other side does not answer pings.
var errDead = errors.New("the client does not answer")

// ping asks now and then whether the client is still there, and ends the
// connection of one that has gone without a word. Answers to pings are seen
// only while something is read, which waits while the client has as many
// requests running as it may: then, and where a message has come meanwhile, it
// is not gone.
func (l *socket) ping(ctx context.Context, end context.CancelCauseFunc, every time.Duration) {
	tick := time.NewTicker(every)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		before := l.reads.Load()
		within, cancel := context.WithTimeout(ctx, every)
		err := l.ws.Ping(within)
		cancel()
		if err != nil && before%2 == 1 && l.reads.Load() == before {
			end(errDead)
			return
		}
	}
}

// socket is a link over a WebSocket.
type socket struct {
	ws    *websocket.Conn
	reads atomic.Int64 // begun and ended: odd while one waits
}

func (l *socket) read(ctx context.Context) ([]byte, error) {
	// A cancelled read closes the socket, so the quit of the server must not
	// cancel one: answers are still to be written.
	type result struct {
		msg []byte
		err error
	}
	got := make(chan result, 1)
	go func() {
		l.reads.Add(1)
		_, msg, err := l.ws.Read(context.WithoutCancel(ctx))
		l.reads.Add(1)
		got <- result{msg, err}
	}()
	select {
	case r := <-got:
		if websocket.CloseStatus(r.err) != -1 || errors.Is(r.err, io.EOF) {
			return nil, errGone
		}
		return r.msg, r.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// errGone is a client that closed its connection: what it waits for is
// cancelled.
var errGone = errors.New("the client closed the connection")

func (l *socket) write(ctx context.Context, msg []byte) error {
	return l.ws.Write(ctx, websocket.MessageText, msg)
}
