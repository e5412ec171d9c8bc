package client_test

import (
	"context"
	"errors"
	"net/http"
	"sync"
	"testing"

	"github.com/structural-memory/smp/client"
	"github.com/structural-memory/smp/internal/servetest"
	"github.com/structural-memory/smp/jsonrpc"
	"github.com/structural-memory/smp/jsonrpc/transport"
)

const secret = "a-secret-of-some-length"

// serve runs a server on a small repository and gives its address.
func serve(t *testing.T) (addr string, s *jsonrpc.Server) {
	t.Helper()
	s = servetest.New(t, servetest.Pair, jsonrpc.Options{})
	var tokens transport.Tokens
	if err := tokens.Add(secret); err != nil {
		t.Fatal(err)
	}
	h, err := transport.Listen(s, transport.HTTPOptions{Addr: "127.0.0.1:0", Guard: transport.Guard{Tokens: &tokens}})
	if err != nil {
		t.Fatal(err)
	}
	servetest.Serve(t, h)
	return h.Addr().String(), s
}

func TestClients(t *testing.T) {
	addr, _ := serve(t)
	told := make(chan string, 10)
	ws, err := client.Dial(t.Context(), "ws://"+addr+"/ws", client.WithToken(secret), client.WithNotifications(func(method string, _ []byte) { told <- method }))
	if err != nil {
		t.Fatal(err)
	}
	defer ws.Close()
	if res, err := ws.Index(t.Context(), client.IndexParams{}); err != nil || res.Result.Files != 1 {
		t.Fatal(res, err)
	}
	if got := <-told; got != "smp/notification" {
		t.Error(got)
	}
	for name, c := range map[string]*client.Client{"websocket": ws, "http": client.HTTP("http://"+addr+"/rpc", client.WithToken(secret), client.WithHTTPClient(&http.Client{}))} {
		t.Run(name, func(t *testing.T) { use(t, c) })
	}
	if _, err := client.HTTP("http://" + addr + "/rpc").Version(t.Context()); err == nil {
		t.Error("no token is needed")
	}
	if _, err := client.Dial(t.Context(), "ws://"+addr+"/ws"); err == nil {
		t.Error("no token is needed")
	}
}

func use(t *testing.T, c *client.Client) {
	res, err := c.Trace(t.Context(), client.TraceParams{Start: "one"})
	if err != nil || res.Total != 1 || res.Nodes[0].Name != "two" {
		t.Errorf("%+v %v", res, err)
	}
	_, err = c.Navigate(t.Context(), client.NavigateParams{Query: "onne"})
	var wire *client.Error
	if !errors.As(err, &wire) || wire.Code != client.CodeNotFound {
		t.Errorf("%v", err)
	}
	text, err := c.Markdown(t.Context(), "smp/trace", client.TraceParams{Start: "one"})
	if err != nil || len(text) < 10 {
		t.Errorf("%q %v", text, err)
	}
	b := c.Batch()
	var w client.WhyResult
	b.Add("smp/graph/why", client.WhyParams{From: "one", To: "two"}, &w)
	b.Add("smp/nothing", nil, nil)
	errs := b.Run(t.Context())
	if errs[0] != nil || w.PathLength == nil || *w.PathLength != 2 || !errors.As(errs[1], &wire) || wire.Code != client.CodeMethodNotFound {
		t.Errorf("%v %+v", errs, w)
	}
	long := c.Batch()
	for range 300 {
		long.Add("smp/version", nil, nil)
	}
	for _, err := range long.Run(t.Context()) {
		if !errors.As(err, &wire) || wire.Code != client.CodeTooLarge {
			t.Fatalf("a batch that is too long: %v", err)
		}
	}
	var all sync.WaitGroup
	for range 50 {
		all.Go(func() {
			if _, err := c.Impact(t.Context(), client.ImpactParams{Entity: "two"}); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
}

func TestAConnectionThatEnds(t *testing.T) {
	addr, _ := serve(t)
	ws, err := client.Dial(t.Context(), "ws://"+addr+"/ws", client.WithToken(secret))
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := ws.Version(ctx); err == nil {
		t.Error("a cancelled call succeeded")
	}
	_ = ws.Close() // a cancelled write has closed it
	if _, err := ws.Version(t.Context()); !errors.Is(err, client.ErrClosed) {
		t.Error(err)
	}
}
