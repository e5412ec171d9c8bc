package client

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"

	"github.com/coder/websocket"
)

// Dial connects to a URL such as "ws://127.0.0.1:7433/ws".
func Dial(ctx context.Context, url string, opts ...Option) (*Client, error) {
	o := optionsOf(url, opts)
	ws, _, err := websocket.Dial(ctx, url, &websocket.DialOptions{HTTPHeader: o.header()})
	if err != nil {
		return nil, err
	}
	ws.SetReadLimit(-1)
	s := &socket{ws: ws, told: o.told, waiting: map[int64]chan response{}, done: make(chan struct{})}
	go s.readAll()
	return &Client{carrier: s}, nil
}

// socket is a connection with a goroutine that reads.
type socket struct {
	ws   *websocket.Conn
	told func(method string, params []byte)
	done chan struct{} // closed when nothing more comes

	mu      sync.Mutex
	waiting map[int64]chan response
	err     error
}

// ErrClosed is a call on a connection that has ended.
var ErrClosed = errors.New("the connection has ended")

func (s *socket) readAll() {
	for {
		_, raw, err := s.ws.Read(context.Background())
		if err != nil {
			s.mu.Lock()
			s.err = fmt.Errorf("%w: %w", ErrClosed, err)
			s.mu.Unlock()
			close(s.done)
			return
		}
		all, err := decodeAnswers(raw)
		if err != nil {
			continue // it is no answer to anything
		}
		for _, a := range all {
			s.deliver(a)
		}
	}
}

func (s *socket) deliver(a response) {
	if a.Method != "" {
		if s.told != nil {
			s.told(a.Method, a.Params)
		}
		return
	}
	if a.ID == nil {
		s.refuse(a)
		return
	}
	s.mu.Lock()
	to := s.waiting[*a.ID]
	delete(s.waiting, *a.ID)
	s.mu.Unlock()
	if to != nil {
		to <- a
	}
}

// refuse takes an error about a message that the server did not read. It does
// not say which one, so it goes to all that wait: none is left waiting for ever.
func (s *socket) refuse(a response) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, to := range s.waiting {
		select {
		case to <- a:
		default: // told already
		}
	}
	clear(s.waiting)
}

func (s *socket) exchange(ctx context.Context, requests []request, batch bool) ([]response, error) {
	body, err := encodeRequests(requests, batch)
	if err != nil {
		return nil, err
	}
	got := make(chan response, len(requests))
	s.mu.Lock()
	if s.err != nil {
		s.mu.Unlock()
		return nil, s.err
	}
	for _, r := range requests {
		s.waiting[r.ID] = got
	}
	s.mu.Unlock()
	defer s.forget(requests)
	if err := s.ws.Write(ctx, websocket.MessageText, body); err != nil {
		return nil, err
	}
	var all []response
	for len(all) < len(requests) {
		select {
		case a := <-got:
			if all = append(all, a); a.ID == nil {
				return all, nil // run makes it the error of what is not answered
			}
		case <-ctx.Done():
			s.cancel(requests)
			return all, ctx.Err()
		case <-s.done:
			for len(got) > 0 {
				all = append(all, <-got) // it came before the end
			}
			if len(all) < len(requests) {
				return all, s.err
			}
		}
	}
	return all, nil
}

// forget takes the requests out of those that wait.
func (s *socket) forget(requests []request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, r := range requests {
		delete(s.waiting, r.ID)
	}
}

// cancel tells the server that nobody waits any more.
func (s *socket) cancel(requests []request) {
	for _, r := range requests {
		msg, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "method": "$/cancelRequest", "params": map[string]int64{"id": r.ID}})
		if err != nil || s.ws.Write(context.Background(), websocket.MessageText, msg) != nil {
			return
		}
	}
}

func (s *socket) close() error {
	err := s.ws.Close(websocket.StatusNormalClosure, "")
	<-s.done
	return err
}
