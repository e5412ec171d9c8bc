package client

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
)

// Option configures a client.
type Option func(*options)

type options struct {
	token string
	http  *http.Client
	told  func(method string, params []byte)
}

// WithToken shows the server a bearer token. Without it, that is shown which a
// server on this machine has left for its user, where there is one.
func WithToken(token string) Option { return func(o *options) { o.token = token } }

// WithHTTPClient uses a client of its own for requests.
func WithHTTPClient(c *http.Client) Option { return func(o *options) { o.http = c } }

// WithNotifications is called with what the server sends of itself, over a
// WebSocket, one after another.
func WithNotifications(told func(method string, params []byte)) Option {
	return func(o *options) { o.told = told }
}

func optionsOf(url string, opts []Option) options {
	o := options{http: http.DefaultClient}
	for _, f := range opts {
		f(&o)
	}
	if o.token == "" {
		o.token = localToken(url)
	}
	return o
}

func (o *options) header() http.Header {
	h := http.Header{}
	if o.token != "" {
		h.Set("Authorization", "Bearer "+o.token)
	}
	return h
}

// HTTP is a client that sends each call by POST to a URL such as
// "http://127.0.0.1:7433/rpc".
func HTTP(url string, opts ...Option) *Client {
	return &Client{carrier: &poster{url, optionsOf(url, opts)}}
}

type poster struct {
	url string
	options
}

func (p *poster) exchange(ctx context.Context, requests []request, batch bool) ([]response, error) {
	body, err := encodeRequests(requests, batch)
	if err != nil {
		return nil, err
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, p.url, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	r.Header = p.header()
	r.Header.Set("Content-Type", "application/json")
	resp, err := p.http.Do(r)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	raw, err := io.ReadAll(resp.Body)
	if err != nil {
		return nil, err
	}
	if !strings.HasPrefix(resp.Header.Get("Content-Type"), "application/json") {
		return nil, fmt.Errorf("%s answered %s: %s", p.url, resp.Status, bytes.TrimSpace(raw))
	}
	return decodeAnswers(raw)
}

func (p *poster) close() error { return nil }
