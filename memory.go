package smp

import (
	"context"

	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/internal/enrichment"
	"github.com/structural-memory/smp/internal/gate"
	"github.com/structural-memory/smp/internal/guard"
	"github.com/structural-memory/smp/internal/proposal"
	"github.com/structural-memory/smp/internal/session"
	"github.com/structural-memory/smp/internal/snapshot"
	"github.com/structural-memory/smp/internal/views"
)

// Memory is the structural memory of one repository. Its methods may be
// called from many goroutines, and several Memories, in one or in many
// processes, may have the same file open.
type Memory struct {
	view      *views.View // the graph and all that only it is needed for
	enrich    *enrichment.Enricher
	propose   *proposal.Judge
	guard     *guard.Guards
	gate      *gate.Gate
	sessions  *session.Sessions
	snapshots *snapshot.Snapshots
}

// Open opens the file at path, creating it and its folder if there is none.
// The path ":memory:" is a memory that is gone after Close; it needs WithRoot.
//
// A file that is not SMP's own, or was written by a newer version, is refused
// with an error that says so.
func Open(ctx context.Context, path string, opts ...Option) (*Memory, error) {
	v, err := views.Open(ctx, path, opts...)
	if err != nil {
		return nil, err
	}
	return memoryOf(v), nil
}

// OpenAnew is Open and an index run that trusts nothing of the index that there
// is. What people and sessions have said stays where it can be read; where not,
// the file is set aside, which a note of the result says. No other process may
// have the file open.
func OpenAnew(ctx context.Context, path string, progress Progress, opts ...Option) (*Memory, *IndexResult, error) {
	v, res, _, err := views.OpenAnew(ctx, path, progress, opts...)
	if err != nil {
		return nil, nil, err
	}
	return memoryOf(v), res, nil
}

// memoryOf furnishes all rooms over one graph.
func memoryOf(v *views.View) *Memory {
	m := &Memory{view: v, enrich: enrichment.New(v), propose: proposal.New(v), guard: guard.New(v), sessions: session.New(v), snapshots: snapshot.New(v)}
	m.gate = gate.New(v, m.propose, m.guard)
	return m
}

// Close waits for running calls, stores what makes the next process's first
// index run quick, and closes the file.
func (m *Memory) Close() error { return m.view.Close() }

// Root is the repository's folder.
func (m *Memory) Root() string { return m.view.Space.Opts.Root }

// Path is the path of the file.
func (m *Memory) Path() string { return m.view.Space.Store.Path() }

// Graph reads the graph below the questions: its nodes and edges, one by one.
func (m *Memory) Graph() *graph.Graph { return m.view.Space.Graph }
