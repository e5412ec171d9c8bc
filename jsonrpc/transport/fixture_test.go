package transport

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/structural-memory/smp"
	"github.com/structural-memory/smp/jsonrpc"
)

// repository lays out the fixture and gives its folder.
func repository(t testing.TB) string {
	t.Helper()
	a, err := txtar.ParseFile("testdata/repo.txtar")
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), "shop")
	for _, f := range a.Files {
		path := filepath.Join(dir, f.Name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, f.Data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// server is one on the fixture, indexed.
func server(t testing.TB, o jsonrpc.Options) *jsonrpc.Server {
	t.Helper()
	s := unindexed(t, o)
	if _, err := s.Indexer.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	return s
}

func unindexed(t testing.TB, o jsonrpc.Options) *jsonrpc.Server {
	t.Helper()
	dir := repository(t)
	m, err := smp.Open(t.Context(), filepath.Join(dir, ".smp", "smp.db"), smp.WithRoot(dir))
	if err != nil {
		t.Fatal(err)
	}
	o.Version = "test"
	s := jsonrpc.New(m, o)
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		defer cancel()
		if err := s.Close(ctx); err != nil {
			t.Error(err)
		}
		if err := m.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// listening is a server on a free port.
func listening(t testing.TB, s *jsonrpc.Server, o HTTPOptions) *HTTP {
	t.Helper()
	if o.Addr == "" {
		o.Addr = "127.0.0.1:0"
	}
	h, err := Listen(s, o)
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- h.Serve() }()
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		defer cancel()
		if err := h.Shutdown(ctx); err != nil {
			t.Error(err)
		}
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	return h
}
