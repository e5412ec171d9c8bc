package transport

import (
	"context"
	"encoding/json"
	"errors"
	"net"
	"net/http"
	"time"

	"github.com/coder/websocket"

	"github.com/structural-memory/smp/jsonrpc"
)

// Spotlight tells whoever connects by WebSocket which node a tool looks at, in
// the form of Arbor's Spotlight protocol. It takes no requests.
type Spotlight struct {
	s   *jsonrpc.Server
	ln  net.Listener
	srv *http.Server
	ctx context.Context
	end context.CancelFunc
}

type focusMessage struct {
	Type    string         `json:"type"`
	Payload *jsonrpc.Focus `json:"payload"`
}

// ListenSpotlight opens the listener.
func ListenSpotlight(s *jsonrpc.Server, addr string, g Guard) (*Spotlight, error) {
	ln, err := listen(addr, g.Tokens)
	if err != nil {
		return nil, err
	}
	ctx, end := context.WithCancel(context.Background())
	l := &Spotlight{s: s, ln: ln, ctx: ctx, end: end}
	refused := func(reason string, r *http.Request) {
		s.Metrics.Refused.Add(1)
		s.Logger().Warn("refused", "reason", reason, "peer", r.RemoteAddr)
	}
	l.srv = &http.Server{Handler: g.wrap(http.HandlerFunc(l.upgrade), nil, refused), ReadHeaderTimeout: 10 * time.Second}
	return l, nil
}

// Addr is where it listens.
func (l *Spotlight) Addr() net.Addr { return l.ln.Addr() }

// Serve answers until Close.
func (l *Spotlight) Serve() error {
	if err := l.srv.Serve(l.ln); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// Close ends all connections.
func (l *Spotlight) Close() error {
	l.end()
	return l.srv.Close()
}

func (l *Spotlight) upgrade(w http.ResponseWriter, r *http.Request) {
	ws, err := websocket.Accept(w, r, &websocket.AcceptOptions{InsecureSkipVerify: true}) // the guard has checked the origin
	if err != nil {
		return
	}
	defer ws.CloseNow()
	gone := ws.CloseRead(l.ctx)
	events := l.s.Bus.Listen(256, func(e jsonrpc.Event) bool { return e.Focus != nil })
	defer events.Close()
	for {
		select {
		case <-gone.Done():
			return
		case e, ok := <-events.C:
			if !ok {
				_ = ws.Close(websocket.StatusPolicyViolation, "too slow, or the server ends")
				return
			}
			msg, err := json.Marshal(focusMessage{"FocusNode", e.Focus})
			if err != nil || l.write(gone, ws, msg) != nil {
				return
			}
		}
	}
}

func (l *Spotlight) write(ctx context.Context, ws *websocket.Conn, msg []byte) error {
	ctx, cancel := context.WithTimeout(ctx, writeTimeout)
	defer cancel()
	return ws.Write(ctx, websocket.MessageText, msg)
}
