package jsonrpc

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"github.com/structural-memory/smp"
)

// Handle answers one message, a request or a batch, with what is to be sent
// back; nil where nothing is.
func (s *Server) Handle(ctx context.Context, p *Peer, raw []byte) []byte {
	return s.Prepare(ctx, p, raw)()
}

// Prepare reads a message and gives the function that answers it. From here on
// the requests in it can be cancelled, also before the function is called,
// which has to be.
func (s *Server) Prepare(ctx context.Context, p *Peer, raw []byte) (answer func() []byte) {
	all, batch, fault := decode(raw, s.limits)
	if fault != nil {
		return func() []byte { return s.Refusal(fault) }
	}
	for i := range all {
		all[i].ctx, all[i].done = p.begin(ctx, all[i].id)
	}
	if !batch {
		return func() []byte { return s.one(p, &all[0]) }
	}
	return func() []byte { return s.batch(p, all) }
}

// batch answers a batch in its order. Requests that only read run at once; one
// that writes has those before it done first, and those after it wait.
func (s *Server) batch(p *Peer, all []message) []byte {
	answers := make([][]byte, len(all))
	var reading sync.WaitGroup
	room := make(chan struct{}, s.limits.PerPeer)
	for i := range all {
		m := &all[i]
		row := Lookup(m.method)
		if row != nil && row.Access == Read {
			room <- struct{}{}
			reading.Go(func() {
				answers[i] = s.one(p, m)
				<-room
			})
			continue
		}
		reading.Wait()
		answers[i] = s.one(p, m)
	}
	reading.Wait()
	var out []byte
	for _, a := range answers {
		if a == nil {
			continue
		}
		sep := byte(',')
		if out == nil {
			sep = '['
		}
		out = append(append(out, sep), a...)
	}
	if out == nil {
		return nil // notifications alone
	}
	return append(out, ']')
}

func (s *Server) one(p *Peer, m *message) []byte {
	result, err := s.answer(p, m, p.Markdown)
	switch {
	case m.notification():
		return nil
	case err != nil:
		return s.encode(failure{version, err, m.id})
	}
	if d, ok := result.(*Document); ok && d == OpenRPC() {
		return slices.Concat([]byte(`{"jsonrpc":"2.0","result":`), documentJSON(), []byte(`,"id":`), m.id, []byte(`}`))
	}
	return s.encode(response{version, result, m.id})
}

// answer runs one request.
func (s *Server) answer(p *Peer, m *message, markdown bool) (any, *Error) {
	defer m.done()
	if m.fault != nil {
		s.Metrics.observe("", m.fault.Code, 0)
		return nil, m.fault
	}
	if m.notification() && m.method == cancelMethod {
		p.cancel(m.params)
		return nil, nil
	}
	return s.Call(m.ctx, p, m.method, m.params, markdown)
}

// Call runs a method by name, as a request of the peer. With markdown, the
// result of a method that reads is a string.
func (s *Server) Call(ctx context.Context, p *Peer, method string, params json.RawMessage, markdown bool) (any, *Error) {
	row := Lookup(method)
	if row == nil {
		s.Metrics.observe("", MethodNotFound, 0)
		return nil, Fail(MethodNotFound, map[string]any{"method": method, "suggestions": nearMethods(method)})
	}
	s.running.Add(1)
	defer s.running.Done()
	start := time.Now()
	result, err := s.call(ctx, p, row, params, markdown)
	took := time.Since(start)
	code := Code(0)
	if err != nil {
		code = err.Code
	}
	s.Metrics.observe(row.Name, code, took)
	if err != nil && err.Code == InternalError {
		s.log.Error("request failed", "method", row.Name, "peer", p.Name, "took", took, "error", err.Data)
	} else {
		s.log.Debug("request", "method", row.Name, "peer", p.Name, "took", took, "code", int(code))
	}
	return result, err
}

func (s *Server) call(ctx context.Context, p *Peer, row *Method, raw json.RawMessage, markdown bool) (result any, fault *Error) {
	if p.Access < row.Access {
		return nil, s.forbidden(p, row)
	}
	params, fault := checkParams(row.Params, raw)
	if fault != nil {
		return nil, fault
	}
	if f, ok := params[format]; ok && row.Access == Read {
		markdown = string(f) == `"markdown"`
		delete(params, format)
	}
	p.note(params)
	timeout := row.Timeout
	if timeout == 0 {
		timeout = s.limits.Timeout
	}
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	defer context.AfterFunc(s.ctx, cancel)()
	if fault := s.enter(ctx); fault != nil {
		return nil, fault
	}
	defer s.leave()
	if !row.Anytime {
		if fault := s.Indexer.gate(ctx); fault != nil {
			return nil, fault
		}
	}
	err := s.use(ctx, row, params)
	if err == nil {
		result, err = s.runViewed(ctx, &Call{s, p, row, s.memory}, params)
	}
	if err != nil {
		fault = s.fault(ctx, err, timeout)
		s.tellRefusal(err, text(params, "session_id"))
	}
	if row.Audited && !(row.Notes && fault == nil) {
		s.record(ctx, row, params, result, fault)
	}
	if fault != nil {
		return nil, fault
	}
	s.noteRead(ctx, row, params, result)
	if row.focus != nil {
		if f := row.focus(result); f != nil {
			s.Bus.Publish(Event{Focus: f})
		}
	}
	if markdown && row.Access == Read {
		return row.markdown(result), nil
	}
	return result, nil
}

// runViewed calls the row's function on the view that the request asks for.
func (s *Server) runViewed(ctx context.Context, c *Call, params map[string]json.RawMessage) (any, error) {
	if !c.Method.Viewed {
		return s.run(ctx, c, params)
	}
	m, release, err := s.view(ctx, text(params, sessionParam), text(params, atParam))
	if err != nil {
		return nil, err
	}
	defer release()
	c.memory = m
	params = maps.Clone(params)
	delete(params, sessionParam)
	delete(params, atParam)
	return s.run(ctx, c, params)
}

// view is the memory as a session or a commit has it; as it is where neither
// is named.
func (s *Server) view(ctx context.Context, session, at string) (*smp.Memory, func(), error) {
	switch {
	case session != "" && at != "":
		return nil, nil, invalidParam(atParam, "and session_id exclude each other")
	case session != "":
		return s.memory.InSession(ctx, session)
	case at != "":
		return s.memory.AtCommit(ctx, at)
	}
	return s.memory, func() {}, nil
}

// run calls the row's function; a panic is that request's error alone.
func (s *Server) run(ctx context.Context, c *Call, params map[string]json.RawMessage) (result any, err error) {
	defer func() {
		if x := recover(); x != nil {
			s.log.Error("a method panicked", "method", c.Method.Name, "panic", x, "stack", string(debug.Stack()))
			err = Fail(InternalError, Detail{"the method failed; the server's log says more"})
		}
	}()
	raw, err := json.Marshal(params)
	if err != nil {
		return nil, err
	}
	return c.Method.run(ctx, c, raw)
}

// fault is the error on the wire. What fails because its time is up or because
// it was cancelled says that, whatever the error is.
func (s *Server) fault(ctx context.Context, err error, timeout time.Duration) *Error {
	var wire *Error
	if cause := ctx.Err(); cause != nil && !errors.As(err, &wire) {
		err = cause
	}
	return s.errorOf(err, timeout)
}

// enter waits for a free slot.
func (s *Server) enter(ctx context.Context) *Error {
	select {
	case s.slots <- struct{}{}:
		return nil
	default:
	}
	select {
	case s.slots <- struct{}{}:
		return nil
	case <-ctx.Done():
		if errors.Is(ctx.Err(), context.Canceled) {
			return Fail(Cancelled, nil)
		}
		return Fail(Overloaded, map[string]int{"limit": s.limits.Concurrency})
	}
}

func (s *Server) leave() { <-s.slots }

// encode never fails: what cannot be encoded is an internal error.
func (s *Server) encode(v any) []byte {
	out, err := encode(v)
	if err == nil {
		return out
	}
	id := null
	if r, ok := v.(response); ok {
		id = r.ID
	}
	s.log.Error("an answer cannot be encoded", "error", err)
	out, _ = encode(failure{version, Fail(InternalError, Detail{err.Error()}), id})
	return out
}
