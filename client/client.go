package client

import (
	"context"
	"encoding/json"
	"fmt"
	"sync/atomic"
)

// Client calls methods. It may be used from many goroutines.
type Client struct {
	carrier carrier
	last    atomic.Int64 // id
}

// carrier brings a request, or a batch, to the server and its answers back.
type carrier interface {
	exchange(ctx context.Context, requests []request, batch bool) ([]response, error)
	close() error
}

type request struct {
	JSONRPC string `json:"jsonrpc"`
	ID      int64  `json:"id"`
	Method  string `json:"method"`
	Params  any    `json:"params,omitempty"`
}

type response struct {
	ID     *int64          `json:"id"`
	Method string          `json:"method"` // of a notification
	Params json.RawMessage `json:"params"`
	Result json.RawMessage `json:"result"`
	Error  *Error          `json:"error"`
}

// Error is what the server answers instead of a result. The codes are named in
// this package.
type Error struct {
	Code    int             `json:"code"`
	Message string          `json:"message"`
	Data    json.RawMessage `json:"data"`
}

func (e *Error) Error() string { return fmt.Sprintf("%s (%d)", e.Message, e.Code) }

// Close ends the connection, if there is one.
func (c *Client) Close() error { return c.carrier.close() }

// Call calls any method; result is where the answer goes, nil if nowhere.
func (c *Client) Call(ctx context.Context, method string, params, result any) error {
	b := Batch{c: c}
	b.Add(method, params, result)
	return b.run(ctx, false)[0]
}

// Markdown is a method's answer as a text for a reader.
func (c *Client) Markdown(ctx context.Context, method string, params any) (string, error) {
	raw, err := json.Marshal(params)
	if err != nil {
		return "", err
	}
	in := map[string]any{}
	if err := json.Unmarshal(raw, &in); err != nil {
		return "", err
	}
	if in == nil {
		in = map[string]any{}
	}
	in["format"] = "markdown"
	var text string
	return text, c.Call(ctx, method, in, &text)
}

// Batch is calls that go together.
type Batch struct {
	c       *Client
	calls   []request
	results []any
}

// Batch begins a batch.
func (c *Client) Batch() *Batch { return &Batch{c: c} }

// Add adds a call to the batch.
func (b *Batch) Add(method string, params, result any) {
	b.calls = append(b.calls, request{"2.0", b.c.last.Add(1), method, params})
	b.results = append(b.results, result)
}

// Run sends the batch. The errors are those of the calls, in their order.
func (b *Batch) Run(ctx context.Context) []error {
	if len(b.calls) == 0 {
		return nil
	}
	return b.run(ctx, true)
}

func (b *Batch) run(ctx context.Context, batch bool) []error {
	errs := make([]error, len(b.calls))
	answers, err := b.c.carrier.exchange(ctx, b.calls, batch)
	byID := map[int64]response{}
	for _, a := range answers {
		if a.ID == nil && err == nil {
			err = a.Error // about the whole message
			continue
		}
		if a.ID != nil {
			byID[*a.ID] = a
		}
	}
	for i, call := range b.calls {
		a, ok := byID[call.ID]
		switch {
		case ok && a.Error != nil:
			errs[i] = a.Error
		case ok && b.results[i] != nil:
			errs[i] = json.Unmarshal(a.Result, b.results[i])
		case ok:
		case err != nil:
			errs[i] = err
		default:
			errs[i] = fmt.Errorf("the server did not answer %s", call.Method)
		}
	}
	return errs
}

// decodeAnswers reads one answer or a batch of them.
func decodeAnswers(raw []byte) ([]response, error) {
	if len(raw) > 0 && raw[0] == '[' {
		var all []response
		return all, json.Unmarshal(raw, &all)
	}
	var one response
	if err := json.Unmarshal(raw, &one); err != nil {
		return nil, err
	}
	return []response{one}, nil
}

func encodeRequests(requests []request, batch bool) ([]byte, error) {
	if batch {
		return json.Marshal(requests)
	}
	return json.Marshal(requests[0])
}
