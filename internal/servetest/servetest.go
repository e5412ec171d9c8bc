// Package servetest sets up servers for tests of what talks to one. It knows no
// transport.
package servetest

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/structural-memory/smp"
	"github.com/structural-memory/smp/jsonrpc"
)

const timeToEnd = 10 * time.Second

// Pair is a repository with one file, in which one calls two.
var Pair = &txtar.Archive{Files: []txtar.File{{Name: "a.py", Data: []byte("def one():\n    return two()\n\n\ndef two():\n    return 2\n")}}}

// Archive reads a repository from a txtar file.
func Archive(t testing.TB, file string) *txtar.Archive {
	t.Helper()
	a, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// Folder lays a repository out in a folder called shop, and gives its path.
func Folder(t testing.TB, a *txtar.Archive) string {
	t.Helper()
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

// New is a server on a repository, not indexed yet, that ends with the test.
func New(t testing.TB, a *txtar.Archive, o jsonrpc.Options, with ...smp.Option) *jsonrpc.Server {
	t.Helper()
	dir := Folder(t, a)
	m, err := smp.Open(t.Context(), filepath.Join(dir, ".smp", "smp.db"), append(with, smp.WithRoot(dir))...)
	if err != nil {
		t.Fatal(err)
	}
	o.Version = "test"
	s := jsonrpc.New(m, o)
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), timeToEnd)
		defer cancel()
		if err := errors.Join(s.Close(ctx), m.Close()); err != nil {
			t.Error(err)
		}
	})
	return s
}

// Indexed is the same, indexed.
func Indexed(t testing.TB, a *txtar.Archive, o jsonrpc.Options, with ...smp.Option) *jsonrpc.Server {
	t.Helper()
	s := New(t, a, o, with...)
	if _, err := s.Indexer.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	return s
}

// Serve lets a listener serve until the test ends.
func Serve(t testing.TB, h interface {
	Serve() error
	Shutdown(context.Context) error
}) {
	ended := make(chan error, 1)
	go func() { ended <- h.Serve() }()
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), timeToEnd)
		defer cancel()
		if err := errors.Join(h.Shutdown(ctx), <-ended); err != nil {
			t.Error(err)
		}
	})
}
