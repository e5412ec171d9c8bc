package jsonrpc

import (
	"bytes"
	"context"
	"encoding/json"
	"sync"
)

// cancelMethod is the notification with which a client takes a request back.
const cancelMethod = "$/cancelRequest"

// PeerOptions say who a peer is.
type PeerOptions struct {
	Name     string // for the log
	Access   Access
	Markdown bool // results are texts unless a request says otherwise
}

// Peer is one connection: who is there, what runs for it, and what it wants to
// be told.
type Peer struct {
	PeerOptions

	mu       sync.Mutex
	running  map[string]context.CancelFunc // by id
	sessions map[string]bool               // that it has named
	events   map[string]bool               // types of graph events that it subscribed to
}

// NewPeer is a new connection.
func (s *Server) NewPeer(o PeerOptions) *Peer {
	return &Peer{PeerOptions: o, running: map[string]context.CancelFunc{}, sessions: map[string]bool{}, events: map[string]bool{}}
}

// begin makes a request one that can be cancelled, until done is called.
func (p *Peer) begin(ctx context.Context, id json.RawMessage) (_ context.Context, done func()) {
	if id == nil {
		return ctx, func() {}
	}
	ctx, cancel := context.WithCancel(ctx)
	key := string(id)
	p.mu.Lock()
	_, twice := p.running[key]
	if !twice {
		p.running[key] = cancel
	}
	p.mu.Unlock()
	return ctx, func() {
		cancel()
		if !twice {
			p.mu.Lock()
			delete(p.running, key)
			p.mu.Unlock()
		}
	}
}

// cancel is $/cancelRequest: it cancels the request with the id.
func (p *Peer) cancel(params json.RawMessage) {
	var in struct {
		ID json.RawMessage `json:"id"`
	}
	if json.Unmarshal(params, &in) != nil {
		return
	}
	p.mu.Lock()
	stop := p.running[string(in.ID)]
	p.mu.Unlock()
	if stop != nil {
		stop()
	}
}

// mostSessions bounds what a peer can make the server remember of it.
const mostSessions = 1024

// note remembers the sessions that a peer names: their notifications concern
// it.
func (p *Peer) note(params map[string]json.RawMessage) {
	for _, name := range []string{"session_id", "session_a", "session_b"} {
		var id string
		if raw, ok := params[name]; ok && json.Unmarshal(raw, &id) == nil && id != "" {
			p.Join(id)
		}
	}
}

// Join makes a session's notifications concern the peer.
func (p *Peer) Join(session string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.sessions) < mostSessions {
		p.sessions[session] = true
	}
}

// subscribe adds types of graph events, or takes them away, and lists those
// that the peer has then.
func (p *Peer) subscribe(types []string, on bool) []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, t := range types {
		if on {
			p.events[t] = true
		} else {
			delete(p.events, t)
		}
	}
	out := []string{}
	for _, t := range graphEventTypes {
		if p.events[t] {
			out = append(out, t)
		}
	}
	return out
}

// Wants tells whether an event concerns the peer.
func (p *Peer) Wants(e Event) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case e.Notification != nil:
		return e.Session == "" || p.sessions[e.Session]
	case e.Graph != nil:
		return p.events[e.Graph.Type]
	}
	return false
}

// Cancels takes a message that cancels a request at once, while others wait,
// and tells whether it was one.
func (s *Server) Cancels(p *Peer, raw []byte) bool {
	if len(raw) > 1024 || !bytes.Contains(raw, []byte(cancelMethod)) {
		return false
	}
	m, whole := decodeOne(bytes.TrimSpace(raw))
	if whole != nil || !m.notification() || m.method != cancelMethod {
		return false
	}
	p.cancel(m.params)
	return true
}
