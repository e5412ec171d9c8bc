package jsonrpc

import "context"

// Text answers a single request with a text for a reader instead of an
// envelope. ok is false for a batch and for a notification, which Handle takes.
func (s *Server) Text(ctx context.Context, p *Peer, raw []byte) (text string, fault *Error, ok bool) {
	all, batch, fault := decode(raw, s.limits)
	if fault != nil {
		return "", fault, true
	}
	if batch || all[0].notification() {
		return "", nil, false
	}
	all[0].ctx, all[0].done = p.begin(ctx, all[0].id)
	result, fault := s.answer(p, &all[0], true)
	if fault != nil {
		return "", fault, true
	}
	if text, ok := result.(string); ok {
		return text, nil, true
	}
	return Markdown(result), nil, true
}

// Refusal is the answer to a message that was not even read.
func (s *Server) Refusal(e *Error) []byte {
	s.Metrics.observe("", e.Code, 0)
	return s.encode(failure{version, e, null})
}

// Notice is an event as it is sent to a connection; nil where there is none.
func (s *Server) Notice(e Event) []byte {
	m := e.Message()
	if m == nil {
		return nil
	}
	return s.encode(m)
}
