package transport

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/structural-memory/smp/jsonrpc"
)

// DefaultAddr is where the server listens unless told otherwise.
const DefaultAddr = "127.0.0.1:7433"

// HTTPOptions configure an HTTP server.
type HTTPOptions struct {
	Addr        string // DefaultAddr if empty
	Guard       Guard
	TokenFolder string        // where a token for this user is left if Guard has none; "": none is made
	MCP         http.Handler  // under /mcp; nil: none
	Connections int           // open WebSockets; 256 by default
	TCP         int           // connections of any kind; 1024 by default, and further ones wait
	PingEvery   time.Duration // how often a WebSocket's client is asked whether it is there, and has to answer; 30 s by default
	Requests    int           // at once over HTTP; 512 by default
	BodyWithin  time.Duration // all of a request's body has to come; 30 s by default
	WriteWithin time.Duration // the client has to take each part of an answer; 30 s by default
}

// HTTP is one listener with everything on it: JSON-RPC over POST on /rpc and /,
// over WebSocket on /ws and /, MCP on /mcp, /snapshots, /healthz, /livez and /metrics.
type HTTP struct {
	s    *jsonrpc.Server
	o    HTTPOptions
	ln   net.Listener
	srv  *http.Server
	ctx  context.Context // of WebSockets; ends when the time for finishing is up
	stop context.CancelFunc
	quit chan struct{} // closed when nothing more is to be read

	token   *localToken
	sockets sync.WaitGroup
	open    atomic.Int64 // WebSockets, and upgrades on their way
	once    sync.Once
	unused  unused
}

// Listen opens the listener. An address that others can reach needs a token.
func Listen(s *jsonrpc.Server, o HTTPOptions) (*HTTP, error) {
	if o.Addr == "" {
		o.Addr = DefaultAddr
	}
	if o.Connections <= 0 {
		o.Connections = 256
	}
	if o.TCP <= 0 {
		o.TCP = mostTCP
	}
	if o.PingEvery <= 0 {
		o.PingEvery = pingEvery
	}
	if o.Requests <= 0 {
		o.Requests = mostRunning
	}
	if o.BodyWithin <= 0 {
		o.BodyWithin = bodyWithin
	}
	if o.WriteWithin <= 0 {
		o.WriteWithin = writeWithin
	}
	ln, err := listen(o.Addr, o.Guard.Tokens)
	if err != nil {
		return nil, err
	}
	ln = limited(ln, o.TCP)
	ctx, stop := context.WithCancel(context.Background())
	h := &HTTP{s: s, o: o, ln: ln, ctx: ctx, stop: stop, quit: make(chan struct{})}
	if err := h.leaveToken(); err != nil {
		stop()
		return nil, errors.Join(err, ln.Close())
	}
	guarded := h.o.Guard.wrap(h.bounded(h.routes()), []string{"/healthz", "/livez"}, h.refused)
	h.srv = &http.Server{Handler: guarded, ReadHeaderTimeout: 10 * time.Second, IdleTimeout: 2 * time.Minute, MaxHeaderBytes: 64 << 10, ConnState: h.unused.note}
	return h, nil
}

// listen opens an address that is loopback, or one that tokens protect.
func listen(addr string, t *Tokens) (net.Listener, error) {
	host, _, err := net.SplitHostPort(addr)
	if err != nil {
		return nil, fmt.Errorf("%q is no address: use HOST:PORT", addr)
	}
	if !local(host) && t.Empty() {
		return nil, fmt.Errorf("others can reach %s, so a token is needed: give --token, --token-file or SMP_TOKEN", addr)
	}
	return net.Listen("tcp", addr)
}

// leaveToken makes a token where the guard has none, and a folder for it is
// named.
func (h *HTTP) leaveToken() error {
	g := &h.o.Guard
	if h.o.TokenFolder == "" || !g.Tokens.Empty() {
		return nil
	}
	_, port, err := net.SplitHostPort(h.ln.Addr().String())
	if err != nil {
		return err
	}
	if h.token, err = leaveToken(h.o.TokenFolder, port); err != nil {
		return err
	}
	g.Tokens, g.Open = &Tokens{}, jsonrpc.Read
	h.s.HowToWrite("show the token in " + h.token.file + " as Authorization: Bearer TOKEN; the clients find it by themselves")
	return g.Tokens.Add(h.token.secret)
}

// TokenFile is the file with the token that the server has made; "" where it
// has made none.
func (h *HTTP) TokenFile() string {
	if h.token == nil {
		return ""
	}
	return h.token.file
}

// Addr is where it listens.
func (h *HTTP) Addr() net.Addr { return h.ln.Addr() }

// Serve answers until Shutdown.
func (h *HTTP) Serve() error {
	if err := h.srv.Serve(h.ln); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// Shutdown takes nothing new and waits for what runs, until ctx ends; then it
// is cancelled.
func (h *HTTP) Shutdown(ctx context.Context) error {
	h.once.Do(func() { close(h.quit) })
	defer h.token.remove()
	ended := make(chan struct{})
	go func() {
		h.sockets.Wait()
		close(ended)
	}()
	h.unused.closeAll()
	err := h.srv.Shutdown(ctx)
	select {
	case <-ended:
	case <-ctx.Done():
	}
	h.stop()
	<-ended
	if err != nil {
		return errors.Join(err, h.srv.Close())
	}
	return nil
}

// unused are connections on which nothing has come yet. A shutdown need not
// wait for them.
type unused struct {
	mu     sync.Mutex
	conns  map[net.Conn]bool
	closed bool
}

func (u *unused) note(c net.Conn, state http.ConnState) {
	u.mu.Lock()
	defer u.mu.Unlock()
	switch {
	case state != http.StateNew:
		delete(u.conns, c)
	case u.closed:
		_ = c.Close()
	default:
		if u.conns == nil {
			u.conns = map[net.Conn]bool{}
		}
		u.conns[c] = true
	}
}

func (u *unused) closeAll() {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.closed = true
	for c := range u.conns {
		_ = c.Close()
	}
}

func (h *HTTP) refused(reason string, r *http.Request) {
	h.s.Metrics.Refused.Add(1)
	h.s.Logger().Warn("refused", "reason", reason, "peer", r.RemoteAddr, "host", r.Host, "origin", r.Header.Get("Origin"), "path", r.URL.Path)
}

func (h *HTTP) routes() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("/rpc", h.post)
	mux.HandleFunc("/ws", func(w http.ResponseWriter, r *http.Request) {
		if !upgrades(r) {
			http.Error(w, "this is a WebSocket", http.StatusUpgradeRequired)
			return
		}
		h.upgrade(w, r)
	})
	mux.HandleFunc("/{$}", h.root)
	mux.HandleFunc("GET /healthz", h.health)
	mux.HandleFunc("GET /livez", func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "alive\n") })
	mux.HandleFunc("GET /metrics", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
		h.s.WriteMetrics(w)
	})
	mux.HandleFunc("GET /snapshots/{name}", h.snapshot)
	if h.o.MCP != nil {
		mux.Handle("/mcp", h.o.MCP)
	}
	return mux
}

// root is what Arbor's clients connect to, and what a person opens.
func (h *HTTP) root(w http.ResponseWriter, r *http.Request) {
	switch {
	case upgrades(r):
		h.upgrade(w, r)
	case r.Method == http.MethodGet || r.Method == http.MethodHead:
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		_, _ = io.WriteString(w, "SMP, the Structural Memory Protocol\n\nPOST /rpc   JSON-RPC 2.0; rpc.discover lists the methods\n     /ws    the same over a WebSocket\n     /mcp   Model Context Protocol\nGET  /snapshots/ID.tar.zst, /healthz, /livez, /metrics\n")
	default:
		h.post(w, r)
	}
}

func (h *HTTP) health(w http.ResponseWriter, r *http.Request) {
	state := h.s.Health(r.Context())
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	if state.Status != jsonrpc.Healthy {
		w.WriteHeader(http.StatusServiceUnavailable)
	}
	_ = json.NewEncoder(w).Encode(state) // a client that is gone needs no answer
}

func upgrades(r *http.Request) bool {
	return strings.EqualFold(r.Header.Get("Upgrade"), "websocket")
}
