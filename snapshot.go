package smp

import (
	"context"

	"github.com/structural-memory/smp/internal/snapshot"
)

type (
	// Snapshot is what the graph said of some files, kept to tell afterwards what
	// a change did to it.
	Snapshot = snapshot.Snapshot
	// EdgeRef names an edge in an answer.
	EdgeRef = snapshot.EdgeRef
	// GraphDiff says what is different between a snapshot and now.
	GraphDiff = snapshot.GraphDiff
	// ExportOptions say what a snapshot holds and who signs it.
	ExportOptions = snapshot.ExportOptions
	// ExportResult says what was exported.
	ExportResult = snapshot.ExportResult
	// ImportOptions say which snapshot is taken in, and what is asked of it.
	ImportOptions = snapshot.ImportOptions
	// ImportResult says what an import did.
	ImportResult = snapshot.ImportResult
	// SignatureError says that a snapshot is not signed by a key that is trusted.
	SignatureError = snapshot.SignatureError
)

// The statuses of an import.
const (
	StatusImported = snapshot.StatusImported
	StatusPartial  = snapshot.StatusPartial
)

// OpenSnapshot is Open and ImportSnapshot in one. Where there is no file at
// path yet, the snapshot's index becomes the file as it is, which takes a
// fraction of the time again.
func OpenSnapshot(ctx context.Context, path string, o ImportOptions, opts ...Option) (*Memory, *ImportResult, error) {
	s, res, err := snapshot.OpenSnapshot(ctx, path, o, opts...)
	if err != nil {
		return nil, nil, err
	}
	return memoryOf(s.View), res, nil
}

// SnapshotName tells whether a file name is that of a snapshot: nothing else
// is read from the folder of snapshots, or served.
func SnapshotName(name string) bool { return snapshot.SnapshotName(name) }

// SnapshotSchema is the newest schema of snapshots that this program takes in.
func SnapshotSchema() int { return snapshot.SnapshotSchema() }

// Snapshot keeps what the graph says now: of these files with their nodes and
// the edges at them, and of which other files there are.
func (m *Memory) Snapshot(ctx context.Context, files ...string) (*Snapshot, error) {
	return m.snapshots.Snapshot(ctx, files...)
}

// Since compares the snapshot with the graph as it is now. Of a file that was
// not watched and was there before, only its name is told.
func (m *Memory) Since(ctx context.Context, before *Snapshot) (*GraphDiff, error) {
	return m.snapshots.Since(ctx, before)
}

// ExportSnapshot packs the graph as it is into a signed archive that another
// process can import instead of indexing. Equal graphs make equal archives,
// but for who signed them and when; one that is there already is not made
// again.
//
// What people and sessions have added stays here: annotations, enrichments,
// sessions, locks, checkpoints and the audit log.
func (m *Memory) ExportSnapshot(ctx context.Context, o ExportOptions) (*ExportResult, error) {
	return m.snapshots.ExportSnapshot(ctx, o)
}

// SnapshotDir is the folder that smp://snapshots/ stands for.
func (m *Memory) SnapshotDir() (string, error) { return m.snapshots.SnapshotDir() }

// ImportSnapshot takes in a snapshot in the place of the graph. Its signature,
// its root hash and all bytes are checked before anything is touched.
//
// Where the files here have the snapshot's root, nothing is indexed. Else what
// differs is, and afterwards the graph is that of the files here. A snapshot
// of a package brings the facts of its files, so that none of them is parsed;
// the rest of the graph stays, and what it has to do with the package is
// linked.
//
// Annotations, enrichments, sessions, checkpoints and the audit log stay. A
// process that dies leaves the graph as it was or as the snapshot has it.
func (m *Memory) ImportSnapshot(ctx context.Context, o ImportOptions) (*ImportResult, error) {
	return m.snapshots.ImportSnapshot(ctx, o)
}
