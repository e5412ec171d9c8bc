package transport

import (
	"context"
	"errors"
	"io"
	"sync"
	"time"

	"github.com/structural-memory/smp/jsonrpc"
)

// link is a connection that carries whole messages.
type link interface {
	// read gives the next message; io.EOF after the last, and a *tooLarge for
	// one that was skipped.
	read(ctx context.Context) ([]byte, error)
	write(ctx context.Context, msg []byte) error
}

// tooLarge is a message that was left unread.
type tooLarge struct{ limit int }

func (e *tooLarge) Error() string { return "the message is too large" }

const (
	waitingAnswers = 64   // that wait to be written before requests wait too
	waitingEvents  = 8192 // notifications that may wait; more, and the client is dropped
	writeTimeout   = 15 * time.Second
)

// errSlow ends a connection whose client does not keep up.
var errSlow = errors.New("too slow: the notifications that wait are more than the server keeps")

// conn is a connection at work.
type conn struct {
	s    *jsonrpc.Server
	p    *jsonrpc.Peer
	l    link
	out  chan []byte
	stop context.CancelCauseFunc
}

// serve answers what comes over a link until it ends. The end of the input lets
// what runs finish; any other end cancels it. When quit ends, nothing more is
// read and what runs may finish.
func serve(ctx context.Context, quit <-chan struct{}, s *jsonrpc.Server, p *jsonrpc.Peer, l link) error {
	s.Metrics.Connections.Add(1)
	s.Metrics.Accepted.Add(1)
	defer s.Metrics.Connections.Add(-1)
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	c := &conn{s: s, p: p, l: l, out: make(chan []byte, waitingAnswers), stop: stop}
	events := s.Bus.Listen(waitingEvents, p.Wants)
	defer events.Close()
	var writing sync.WaitGroup
	writing.Go(func() { c.writeAll(ctx, events) })
	err := c.readAll(ctx, quit)
	close(c.out)
	writing.Wait()
	if cause := context.Cause(ctx); cause != nil {
		err = cause
	}
	if errors.Is(err, errSlow) {
		s.Metrics.DroppedAsSlow.Add(1)
	}
	return err
}

// readAll starts a request for each message, and returns when all have ended.
func (c *conn) readAll(ctx context.Context, quit <-chan struct{}) error {
	var running sync.WaitGroup
	defer running.Wait()
	room := make(chan struct{}, c.s.Limits().PerPeer)
	reading, endReading := context.WithCancel(ctx)
	defer endReading()
	go func() {
		select {
		case <-quit:
			endReading()
		case <-reading.Done():
		}
	}()
	for {
		raw, err := c.l.read(reading)
		var large *tooLarge
		switch {
		case errors.As(err, &large):
			c.send(ctx, c.s.Refusal(jsonrpc.Fail(jsonrpc.TooLarge, map[string]any{"what": "bytes", "limit": large.limit})))
			continue
		case errors.Is(err, io.EOF):
			return nil
		case err != nil && reading.Err() != nil && ctx.Err() == nil:
			return nil // quit
		case err != nil:
			c.stop(err)
			return err
		}
		if c.s.Cancels(c.p, raw) {
			continue
		}
		select {
		case room <- struct{}{}:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
		answer := c.s.Prepare(ctx, c.p, raw)
		running.Go(func() {
			defer func() { <-room }()
			c.send(ctx, answer())
		})
	}
}

// send hands an answer to the writer; while many wait, it waits.
func (c *conn) send(ctx context.Context, msg []byte) {
	if msg == nil {
		return
	}
	select {
	case c.out <- msg:
	case <-ctx.Done():
	}
}

// writeAll writes answers and notifications until the answers end.
func (c *conn) writeAll(ctx context.Context, events *jsonrpc.Listener) {
	told := events.C
	for {
		var msg []byte
		select {
		case m, ok := <-c.out:
			if !ok {
				c.writeRest(ctx, told)
				return
			}
			msg = m
		case e, ok := <-told:
			if !ok {
				if events.Slow() {
					c.stop(errSlow)
				}
				told = nil
				continue
			}
			msg = c.s.Notice(e)
		}
		if msg == nil || ctx.Err() != nil {
			continue
		}
		if err := c.write(ctx, msg); err != nil {
			c.stop(err)
		}
	}
}

// writeRest writes the notifications that were there before the end.
func (c *conn) writeRest(ctx context.Context, told <-chan jsonrpc.Event) {
	for ctx.Err() == nil {
		select {
		case e, ok := <-told:
			if !ok {
				return
			}
			if msg := c.s.Notice(e); msg != nil && c.write(ctx, msg) != nil {
				return
			}
		default:
			return
		}
	}
}

func (c *conn) write(ctx context.Context, msg []byte) error {
	wctx, cancel := context.WithTimeout(ctx, writeTimeout)
	defer cancel()
	err := c.l.write(wctx, msg)
	if err != nil && wctx.Err() != nil && ctx.Err() == nil {
		return errSlow
	}
	return err
}
