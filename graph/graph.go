package graph

import (
	"context"
	"path/filepath"

	"github.com/structural-memory/smp/internal/store"
	"zombiezen.com/go/sqlite"
)

// Graph reads and writes the graph in a store. Its methods may be called from
// many goroutines.
type Graph struct {
	st      *store.Store
	cache   adjacencyCache
	derived derivedCache
	root    string
	below   func(string) (string, bool)
}

// Root says which folder the graph is of, and how an absolute path, with what
// may follow it in a reference, is one below that folder.
func (g *Graph) Root(root string, below func(given string) (string, bool)) {
	g.root, g.below = root, below
}

// Below is a path or reference as the graph names it: absolute ones below the
// root from there on, others as they are. outside tells whether it is absolute
// and not below the root.
func (r *Reader) Below(given string) (ref string, outside bool) {
	if r.g == nil || r.g.below == nil || !filepath.IsAbs(given) {
		return given, false
	}
	if rel, ok := r.g.below(given); ok {
		return rel, false
	}
	return given, true
}

// New is the graph in the store. The store stays the caller's to close.
func New(st *store.Store) *Graph { return &Graph{st: st} }

// Store is the store that the graph is in.
func (g *Graph) Store() *store.Store { return g.st }

// View runs fn on one snapshot of the graph.
func (g *Graph) View(ctx context.Context, fn func(*Reader) error) error {
	return g.st.Read(ctx, func(conn *sqlite.Conn) error { return fn(&Reader{conn: conn, g: g}) })
}

// Get is View for a function that has a result.
func Get[T any](ctx context.Context, g *Graph, fn func(*Reader) (T, error)) (out T, err error) {
	err = g.View(ctx, func(r *Reader) error {
		out, err = fn(r)
		return err
	})
	return out, err
}

// Reader reads from one snapshot of the graph; see Graph.View. It is for one
// goroutine, and ends with the View.
type Reader struct {
	conn *sqlite.Conn
	g    *Graph
}

// Conn is the connection of the snapshot, for tables of other packages.
func (r *Reader) Conn() *sqlite.Conn { return r.conn }

// DataVersion is the version of the graph that the snapshot shows.
func (r *Reader) DataVersion() (int64, error) { return store.DataVersion(r.conn) }

// query runs a cached statement and calls row for each result. bind may be
// nil. It stops early when row says so.
func (r *Reader) query(sql string, bind func(*sqlite.Stmt), row func(*sqlite.Stmt) (more bool)) error {
	return query(r.conn, sql, bind, row)
}

func query(conn *sqlite.Conn, sql string, bind func(*sqlite.Stmt), row func(*sqlite.Stmt) (more bool)) error {
	st, err := store.Prepare(conn, sql)
	if err != nil {
		return err
	}
	if bind != nil {
		bind(st)
	}
	for {
		ok, err := st.Step()
		if err != nil {
			return err
		}
		if !ok || row != nil && !row(st) {
			return st.Reset()
		}
	}
}
