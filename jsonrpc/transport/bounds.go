package transport

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"os"
	"time"

	"github.com/structural-memory/smp/jsonrpc"
)

const (
	bodyWithin  = 30 * time.Second // all of a request's body
	writeWithin = 30 * time.Second // each part of an answer
	mostRunning = 512              // requests over HTTP, streams of events among them
	mostTCP     = 1024             // connections
	pingEvery   = 30 * time.Second // WebSockets
)

// bounded lets nobody keep a request for long by sending it slowly, or an
// answer by not taking it, or take all that there is by asking much at once.
func (h *HTTP) bounded(next http.Handler) http.Handler {
	room := make(chan struct{}, h.o.Requests)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if upgrades(r) {
			next.ServeHTTP(w, r) // it has bounds of its own
			return
		}
		select {
		case room <- struct{}{}:
			defer func() { <-room }()
		default:
			w.Header().Set("Retry-After", "1")
			http.Error(w, "too many requests at once; ask again in a moment", http.StatusServiceUnavailable)
			return
		}
		c := http.NewResponseController(w)
		_ = c.SetWriteDeadline(time.Time{}) // that of the answer before
		if r.ContentLength != 0 {
			_ = c.SetReadDeadline(time.Now().Add(h.o.BodyWithin))
			limit := h.s.Limits().Bytes
			raw, err := io.ReadAll(io.LimitReader(r.Body, int64(limit)+1))
			if err == nil && len(raw) <= limit { // else nothing more is waited for
				_ = c.SetReadDeadline(time.Time{})
			}
			switch {
			case errors.Is(err, os.ErrDeadlineExceeded):
				w.Header().Set("Connection", "close")
				http.Error(w, "the body of the request did not come in time", http.StatusRequestTimeout)
				return
			case err != nil:
				w.Header().Set("Connection", "close")
				http.Error(w, "the body cannot be read", http.StatusBadRequest)
				return
			case len(raw) > limit:
				w.Header().Set("Connection", "close")
				reply(w, r, http.StatusRequestEntityTooLarge, "application/json", h.s.Refusal(jsonrpc.Fail(jsonrpc.TooLarge, map[string]any{"what": "bytes", "limit": limit})))
				return
			}
			r.Body = io.NopCloser(bytes.NewReader(raw))
		}
		next.ServeHTTP(&patient{w, c, h.o.WriteWithin}, r)
	})
}

// patient waits only so long for a client to take each part of an answer.
type patient struct {
	http.ResponseWriter
	c      *http.ResponseController
	within time.Duration
}

func (p *patient) Write(b []byte) (int, error) {
	_ = p.c.SetWriteDeadline(time.Now().Add(p.within))
	return p.ResponseWriter.Write(b)
}

// Flush is for streams of events.
func (p *patient) Flush() {
	_ = p.c.SetWriteDeadline(time.Now().Add(p.within))
	_ = p.c.Flush()
}

// Unwrap is for http.ResponseController.
func (p *patient) Unwrap() http.ResponseWriter { return p.ResponseWriter }
