package jsonrpc

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"unicode/utf8"
)

const version = "2.0"

// message is one request or notification as read.
type message struct {
	id     json.RawMessage // nil: a notification
	method string
	params json.RawMessage
	fault  *Error // why it is no request

	ctx  context.Context // that cancelling it ends
	done func()
}

// notification tells whether nothing may be answered.
func (m *message) notification() bool { return m.id == nil && m.fault == nil }

type response struct {
	JSONRPC string          `json:"jsonrpc"`
	Result  any             `json:"result"`
	ID      json.RawMessage `json:"id"`
}

type failure struct {
	JSONRPC string          `json:"jsonrpc"`
	Error   *Error          `json:"error"`
	ID      json.RawMessage `json:"id"`
}

type notice struct {
	JSONRPC string `json:"jsonrpc"`
	Method  string `json:"method"`
	Params  any    `json:"params"`
}

var null = json.RawMessage("null")

// decode reads a message or a batch. An error is that of the whole.
func decode(raw []byte, l Limits) (all []message, batch bool, fault *Error) {
	raw = bytes.TrimSpace(raw)
	if len(raw) > l.Bytes {
		return nil, false, Fail(TooLarge, map[string]any{"what": "bytes", "limit": l.Bytes})
	}
	if !utf8.Valid(raw) {
		return nil, false, Fail(ParseError, Detail{"the message is not UTF-8"})
	}
	if depth(raw) > l.Depth {
		return nil, false, Fail(TooLarge, map[string]any{"what": "depth", "limit": l.Depth})
	}
	if len(raw) == 0 || raw[0] != '[' {
		m, fault := decodeOne(raw)
		return []message{m}, false, fault
	}
	var parts []json.RawMessage
	if err := json.Unmarshal(raw, &parts); err != nil {
		return nil, false, Fail(ParseError, Detail{err.Error()})
	}
	switch {
	case len(parts) == 0:
		return nil, false, Fail(InvalidRequest, Detail{"the batch is empty"})
	case len(parts) > l.Batch:
		return nil, false, Fail(TooLarge, map[string]any{"what": "batch", "limit": l.Batch})
	}
	all = make([]message, len(parts))
	for i, p := range parts {
		all[i], _ = decodeOne(p)
	}
	return all, true, nil
}

// decodeOne reads a single message. What is JSON but no request has a fault of
// its own; only what is not JSON is the error of the whole.
func decodeOne(raw []byte) (m message, whole *Error) {
	if !json.Valid(raw) {
		var v any
		return m, Fail(ParseError, Detail{fmt.Sprint(json.Unmarshal(raw, &v))})
	}
	var in envelope
	bad := func(detail string) (message, *Error) {
		id := null
		if validID(in.ID) {
			id = in.ID
		}
		return message{id: id, fault: Fail(InvalidRequest, Detail{detail})}, nil
	}
	if len(raw) == 0 || raw[0] != '{' {
		return bad("a request is an object")
	}
	if err := in.read(raw); err != nil {
		return bad(err.Error())
	}
	if in.ID != nil && !validID(in.ID) {
		return bad(fmt.Sprintf("id is neither a string, a number nor null, or longer than %d bytes", longestID))
	}
	var v string
	if json.Unmarshal(in.JSONRPC, &v) != nil || v != version {
		return bad(`jsonrpc is not "2.0"`)
	}
	if len(in.Method) == 0 || in.Method[0] != '"' || json.Unmarshal(in.Method, &m.method) != nil || m.method == "" {
		return bad("method is missing or no string")
	}
	if len(in.Params) > 0 && in.Params[0] != '{' && in.Params[0] != '[' && !bytes.Equal(in.Params, null) {
		return bad("params is neither an object nor an array")
	}
	m.id, m.params = in.ID, in.Params
	return m, nil
}

// envelope are the members of a request, each as it was written.
type envelope struct{ JSONRPC, ID, Method, Params json.RawMessage }

// read takes the members of an object by their exact names; others may be
// there. One that is given twice is an error: readers do not agree on which
// counts.
func (e *envelope) read(raw []byte) error {
	d := json.NewDecoder(bytes.NewReader(raw))
	if _, err := d.Token(); err != nil {
		return err
	}
	other := map[string]bool{}
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return err
		}
		var v json.RawMessage
		if err := d.Decode(&v); err != nil {
			return err
		}
		name := key.(string)
		into := map[string]*json.RawMessage{"jsonrpc": &e.JSONRPC, "id": &e.ID, "method": &e.Method, "params": &e.Params}[name]
		if into == nil && !other[name] {
			other[name] = true
			continue
		}
		if into == nil || *into != nil {
			*e = envelope{}
			return fmt.Errorf("%.40q is given twice", name)
		}
		*into = v
	}
	return nil
}

// longestID is how long an id may be, as it is written: each is kept while its
// request runs, and sent back.
const longestID = 1024

func validID(id json.RawMessage) bool {
	if len(id) == 0 || len(id) > longestID {
		return false
	}
	switch id[0] {
	case '{', '[', 't', 'f':
		return false
	}
	return true
}

// depth is how deep arrays and objects are nested, without reading the JSON.
func depth(raw []byte) int {
	most, now, quoted := 0, 0, false
	for i := 0; i < len(raw); i++ {
		switch c := raw[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '{' || c == '[':
			now++
			most = max(most, now)
		case c == '}' || c == ']':
			now--
		}
	}
	return most
}

// encode writes a value as one line of JSON, as it is: < and > stay.
func encode(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte{'\n'}), nil
}
