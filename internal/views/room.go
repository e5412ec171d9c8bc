package views

import (
	"context"
	"errors"
	"sync"

	"github.com/structural-memory/smp/internal/community"
	"github.com/structural-memory/smp/internal/copies"
	"github.com/structural-memory/smp/internal/heat"
	"github.com/structural-memory/smp/internal/ingest"
	"github.com/structural-memory/smp/internal/query"
	"github.com/structural-memory/smp/internal/relink"
	"github.com/structural-memory/smp/internal/scan"
	"github.com/structural-memory/smp/internal/store"
	"github.com/structural-memory/smp/internal/workspace"
	"github.com/structural-memory/smp/internal/worktree"
)

// View is one graph with all rooms that stand on it: the head, which shows the
// files as the disk has them, or one as a session or a commit has them.
type View struct {
	Space       *workspace.Space
	Files       *worktree.Writer
	Scan        *scan.Scanner
	Links       *relink.Linkers
	Copies      *copies.Copies
	Heat        *heat.Meter
	Communities *community.Groups
	Ask         *query.Questions
	Runs        *ingest.Runs

	head  *View // nil: this is the head
	views views

	checking sync.Mutex
	checked  bool // the file was found sound by this process, see Index
}

// New is the view of a space; head is what it is a view of, or nil.
func New(space *workspace.Space, head *View) *View {
	var meter *heat.Meter
	if head != nil {
		space.Head, meter = head.Space, head.Heat
	}
	v := &View{head: head, Space: space, Files: worktree.New(space), Scan: scan.New(space), Heat: heat.New(space, meter)}
	v.Links = relink.New(v.Scan)
	v.Copies = copies.New(v.Links)
	v.Communities = community.New(v.Heat)
	v.Ask = query.New(v.Scan, v.Copies, v.Heat)
	v.Runs = ingest.New(v.Files, v.Copies, v.Communities)
	return v
}

// Close waits for running calls, stores what makes the next process's first
// index run quick, and closes the file and those of the views of it.
func (m *View) Close() error {
	err := m.Runs.Close(context.Background())
	if e := m.Space.Safe().Close(context.Background()); e != nil && !errors.Is(e, store.ErrClosed) {
		err = errors.Join(err, e)
	}
	if e := m.closeViews(); e != nil {
		err = errors.Join(err, e)
	}
	if e := m.Space.Store.Close(); e != nil {
		return e
	}
	if errors.Is(err, store.ErrClosed) {
		return nil // closed twice
	}
	return err
}

// Base is the head of a view; the head is its own.
func (m *View) Base() *View {
	if m.head != nil {
		return m.head
	}
	return m
}
