package smp

import (
	"context"
	"io"

	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/index/watch"
	"github.com/structural-memory/smp/internal/ingest"
	"github.com/structural-memory/smp/merkle"
)

type (
	// Progress is told how far an index run is: the stage in words, and how many
	// of its steps are done. It is called from many goroutines.
	Progress = ingest.Progress
	// IndexResult says what an index run found and did.
	IndexResult = ingest.IndexResult
	// StatusResult says what the memory holds.
	StatusResult = ingest.StatusResult
	// SyncQuery is what a client has. Hashes are SHA-256 in hexadecimal digits, and
	// may be shortened to the first 8 or more.
	SyncQuery = ingest.SyncQuery
	// SyncResult is what has to be done until both sides have the same.
	SyncResult = ingest.SyncResult
	// SyncDiff names the files that differ.
	SyncDiff = ingest.SyncDiff
	// StaleFile is one that the client has otherwise, or alone.
	StaleFile = ingest.StaleFile
	// MissingFile is one that only the server has.
	MissingFile = ingest.MissingFile
	// IgnoredFile is one that the client has and the index does not take.
	IgnoredFile = ingest.IgnoredFile
	// DeletedFile is one that the client has deleted.
	DeletedFile = ingest.DeletedFile
	// UpdateResult says what an update of some files did to the graph.
	UpdateResult = ingest.UpdateResult
	// FileChange is what becomes of one file: a path relative to the root or
	// absolute below it.
	FileChange = ingest.FileChange
	// WatchEvent is something that happened while the files were watched.
	WatchEvent = ingest.WatchEvent
	// WatchOption configures Watch.
	WatchOption = ingest.WatchOption
)

// The events.
const (
	WatchBegins  = ingest.WatchBegins
	WatchChanged = ingest.WatchChanged
	WatchNotice  = ingest.WatchNotice
	WatchFailed  = ingest.WatchFailed
)

// WatchThrough has every change taken in through fn, which must call take once;
// files are those that it is about, nil means any.
func WatchThrough(fn func(ctx context.Context, files []string, take func() error) error) WatchOption {
	return ingest.WatchThrough(fn)
}

// WatchWith sets how long to wait for more changes, and the like. What is
// watched is the memory's to say.
func WatchWith(o watch.Options) WatchOption { return ingest.WatchWith(o) }

// ChangedSince are the files that came, changed or went after a version of the
// graph, and the version now. A negative version asks for the version alone.
func (m *Memory) ChangedSince(ctx context.Context, version int64) (files []string, now int64, err error) {
	return m.view.Runs.ChangedSince(ctx, version)
}

// Index brings the graph up to date with the files below the root: all of
// them the first time, later what changed by content. The graph is afterwards
// equal to that of a fresh index. Other processes may read meanwhile; another
// Index waits.
func (m *Memory) Index(ctx context.Context, progress Progress) (*IndexResult, error) {
	return m.view.Index(ctx, progress)
}

// MerkleTree is the hash tree over the files as the graph has them. It is kept
// until the graph changes; then the folders around what changed are hashed
// anew. Trees do not change: it may be kept and compared with a later one.
func (m *Memory) MerkleTree(ctx context.Context) (*merkle.Tree, error) {
	return m.view.Runs.MerkleTree(ctx)
}

// RootHash is the hash of all files as the graph has them.
func (m *Memory) RootHash(ctx context.Context) (merkle.Hash, error) { return m.view.Runs.RootHash(ctx) }

// Changed are those of the files whose size or time is not what it was when
// they were indexed, or that are gone. It reads no contents: a file that was
// written without being changed counts.
func (m *Memory) Changed(ctx context.Context, files ...string) ([]string, error) {
	return m.view.Runs.Changed(ctx, files...)
}

// Stale are the files of the graph that are not on disk what they were when
// they were indexed, by size and time.
func (m *Memory) Stale(ctx context.Context) ([]string, error) { return m.view.Runs.Stale(ctx) }

// Ready tells whether the memory holds a graph: whether Index has ended once.
func (m *Memory) Ready(ctx context.Context) (bool, error) { return m.view.Runs.Ready(ctx) }

// CanWrite waits until the index can be written to, and changes nothing.
func (m *Memory) CanWrite(ctx context.Context) error { return m.view.Runs.CanWrite(ctx) }

// Status counts what is in the graph and lists what was left out of it, at
// most maxSkips (0: 50).
func (m *Memory) Status(ctx context.Context, maxSkips int) (*StatusResult, error) {
	return m.view.Runs.Status(ctx, maxSkips)
}

// Dump writes the canonical dump of the graph: sorted JSON lines without row
// ids and times. Equal graphs have equal dumps.
func (m *Memory) Dump(ctx context.Context, w io.Writer) error { return m.view.Runs.Dump(ctx, w) }

// DumpHash is the SHA-256 of the dump, in hex.
func (m *Memory) DumpHash(ctx context.Context) (string, error) { return m.view.Runs.DumpHash(ctx) }

// Doctor checks the file and the invariants of the graph; a healthy memory
// has no problems.
func (m *Memory) Doctor(ctx context.Context) ([]graph.Problem, error) { return m.view.Runs.Doctor(ctx) }

// Sync compares a client's files with the graph's. A file that differs, or that
// only the client has, is for the client to push. One that only the graph has
// is for it to pull, unless it was there when both had the client's root: then
// the client has deleted it.
func (m *Memory) Sync(ctx context.Context, q SyncQuery) (*SyncResult, error) {
	return m.view.Runs.Sync(ctx, q)
}

// MerkleView is the tree of hashes over the files of a scope, "full" or
// "package:PATH".
func (m *Memory) MerkleView(ctx context.Context, scope string) (*merkle.View, error) {
	return m.view.Runs.MerkleView(ctx, scope)
}

// UpdateFiles takes in what happened to the files named, which may be edited,
// new or gone, as the disk has them. A folder stands for all that is or was in
// it. See Update.
func (m *Memory) UpdateFiles(ctx context.Context, paths ...string) (*UpdateResult, error) {
	return m.view.Runs.UpdateFiles(ctx, paths...)
}

// Update takes in what became of some files. It looks at these alone and at
// what links to them. Content that is not what the disk has counts until the
// disk changes. In a process that has not indexed yet, or when another one has
// written meanwhile, all files are looked at.
func (m *Memory) Update(ctx context.Context, changes ...FileChange) (*UpdateResult, error) {
	return m.view.Runs.Update(ctx, changes...)
}

// Watch brings the graph up to date and keeps it so until ctx ends, which is no
// error. tell is called for all that happens, one event after another; what
// fails is told and tried again.
//
// Of several that watch one file, in one process or many, one takes the changes
// in; the others wait for it and take its place when it ends.
func (m *Memory) Watch(ctx context.Context, tell func(WatchEvent), opts ...WatchOption) error {
	return m.view.Runs.Watch(ctx, tell, opts...)
}

// IsWatched tells whether someone keeps the graph up to date by Watch, in this
// process or another.
func (m *Memory) IsWatched() bool { return m.view.Runs.IsWatched() }
