package transport

import (
	"testing"

	"github.com/structural-memory/smp/internal/servetest"
	"github.com/structural-memory/smp/jsonrpc"
)

const fixture = "testdata/repo.txtar"

// server is one on the fixture, indexed.
func server(t testing.TB, o jsonrpc.Options) *jsonrpc.Server {
	t.Helper()
	return servetest.Indexed(t, servetest.Archive(t, fixture), o)
}

func unindexed(t testing.TB, o jsonrpc.Options) *jsonrpc.Server {
	t.Helper()
	return servetest.New(t, servetest.Archive(t, fixture), o)
}

// listening is a server on a free port.
func listening(t testing.TB, s *jsonrpc.Server, o HTTPOptions) *HTTP {
	t.Helper()
	if o.Addr == "" {
		o.Addr = "127.0.0.1:0"
	}
	if o.Guard.Tokens.Empty() && o.Guard.Open == 0 && o.TokenFolder == "" {
		o.Guard.Open = jsonrpc.Admin
	}
	h, err := Listen(s, o)
	if err != nil {
		t.Fatal(err)
	}
	servetest.Serve(t, h)
	return h
}
