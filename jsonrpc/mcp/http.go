package mcp

import (
	"net/http"
	"sync"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/structural-memory/smp/jsonrpc"
)

const (
	sessionHeader = "Mcp-Session-Id"
	sessionIdle   = time.Hour   // after which a session ends
	sessionFresh  = time.Minute // in which it does not give way to a new one
	sessionsMost  = 256         // of each access
)

// Handler serves clients over streamable HTTP. access says what the sender of a
// request may do. Sessions of one access are unknown to another one, so that
// whoever learns the id of a session has none of its rights.
func Handler(s *jsonrpc.Server, access func(*http.Request) jsonrpc.Access) http.Handler {
	var mu sync.Mutex
	levels := map[jsonrpc.Access]*sessions{}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		at := access(r)
		if levels[at] == nil {
			levels[at] = newSessions(s, at, sessionsMost, sessionFresh)
		}
		level := levels[at]
		mu.Unlock()
		level.ServeHTTP(w, r)
	})
}

// sessions are those of clients with one access. There are only so many: where
// a new one has no room, the one that was longest without a request ends, and
// its client begins another, as the protocol has it.
type sessions struct {
	srv   *sdk.Server
	next  http.Handler
	most  int
	fresh time.Duration

	mu      sync.Mutex
	opening int                  // requests that may become sessions
	used    map[string]time.Time // by id, when last
	running map[string]int       // by id, requests that are being answered
	leaving map[string]bool      // by id, those that gave way and have not ended yet
}

func newSessions(s *jsonrpc.Server, access jsonrpc.Access, most int, fresh time.Duration) *sessions {
	srv := New(s, access)
	return &sessions{
		srv: srv, most: most, fresh: fresh, used: map[string]time.Time{}, running: map[string]int{}, leaving: map[string]bool{},
		next: sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return srv }, &sdk.StreamableHTTPOptions{
			Logger:                     s.Logger(),
			SessionTimeout:             sessionIdle,
			MaxRequestBodyBytes:        int64(s.Limits().Bytes),
			DisableLocalhostProtection: true, // the transport's guard has checked the host
		}),
	}
}

func (l *sessions) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	id := r.Header.Get(sessionHeader)
	switch {
	case r.Method != http.MethodPost: // a stream of events keeps no session: its client asks, or pings
	case id == "":
		if !l.open() {
			w.Header().Set("Retry-After", "60")
			http.Error(w, "too many MCP sessions are open; end one, or ask again in a minute", http.StatusServiceUnavailable)
			return
		}
		defer l.opened()
	default:
		l.begin(id)
		defer l.end(id)
	}
	l.next.ServeHTTP(w, r)
}

// open keeps room for a session.
func (l *sessions) open() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	there := l.there()
	if len(there)+l.opening >= l.most {
		oldest := l.oldest(there)
		if oldest == nil {
			return false
		}
		l.leaving[oldest.ID()] = true
		go func() { _ = oldest.Close() }() // it waits for what its client left running
		if len(there)+l.opening > l.most {
			return false
		}
	}
	l.opening++
	return true
}

// there are the sessions by their ids. Those that are gone are forgotten, and
// new ones count as used now.
func (l *sessions) there() map[string]*sdk.ServerSession {
	there, leaving := map[string]*sdk.ServerSession{}, map[string]bool{}
	for s := range l.srv.Sessions() {
		if id := s.ID(); l.leaving[id] {
			leaving[id] = true
		} else {
			there[id] = s
		}
	}
	l.leaving = leaving
	for id := range l.used {
		if there[id] == nil {
			delete(l.used, id)
		}
	}
	for id := range there {
		if _, ok := l.used[id]; !ok {
			l.used[id] = time.Now()
		}
	}
	return there
}

// oldest is the session that may give way; nil where there is none.
func (l *sessions) oldest(there map[string]*sdk.ServerSession) (found *sdk.ServerSession) {
	for id, s := range there {
		if l.running[id] > 0 || time.Since(l.used[id]) < l.fresh {
			continue
		}
		if found == nil || l.used[id].Before(l.used[found.ID()]) {
			found = s
		}
	}
	return found
}

func (l *sessions) opened() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.opening--
}

func (l *sessions) begin(id string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.running[id]++
	if _, known := l.used[id]; known { // others are noted when a new one asks for room
		l.used[id] = time.Now()
	}
}

func (l *sessions) end(id string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.running[id]--; l.running[id] == 0 {
		delete(l.running, id)
	}
	if _, known := l.used[id]; known {
		l.used[id] = time.Now()
	}
}
