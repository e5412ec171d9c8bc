package ingest

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/index/walk"
	"github.com/structural-memory/smp/internal/scan"
	"github.com/structural-memory/smp/internal/workspace"
	"github.com/structural-memory/smp/safety"
)

// Changed are those of the files whose size or time is not what it was when
// they were indexed, or that are gone. It reads no contents: a file that was
// written without being changed counts.
func (m *Runs) Changed(ctx context.Context, files ...string) ([]string, error) {
	return workspace.Read(ctx, m.Space, func(r *graph.Reader) ([]string, error) {
		var out []string
		for _, f := range files {
			f, _ = r.Below(f)
			known, err := r.File(f)
			var missing *workspace.NotFoundError
			if errors.As(err, &missing) {
				continue
			}
			if err != nil {
				return nil, err
			}
			if m.Touched(f, known.Mtime, known.Size) {
				out = append(out, f)
			}
		}
		return m.withoutPushed(r, out)
	})
}

// Stale are the files of the graph that are not on disk what they were when
// they were indexed, by size and time.
func (m *Runs) Stale(ctx context.Context) ([]string, error) {
	return workspace.Read(ctx, m.Space, func(r *graph.Reader) ([]string, error) { return m.StaleIn(r, graph.Scope{}) })
}

// StaleIn is Stale for a scope.
func (m *Runs) StaleIn(r *graph.Reader, s graph.Scope) ([]string, error) {
	files, err := r.ScopeFiles(s)
	var out []string
	for _, f := range files {
		if m.Touched(f.Path, f.Mtime, f.Size) {
			out = append(out, f.Path)
		}
	}
	if err != nil {
		return nil, err
	}
	return m.withoutPushed(r, out)
}

// withoutPushed leaves out files that count as other than the disk has them,
// and whose disk is as it was when that was said.
func (m *Runs) withoutPushed(r *graph.Reader, files []string) ([]string, error) {
	if len(files) == 0 {
		return files, nil
	}
	rows, err := r.Pushed()
	if err != nil || len(rows) == 0 {
		return files, err
	}
	reader, err := walk.OpenReader(m.Space.Opts.Root)
	if err != nil {
		return nil, err
	}
	defer reader.Close()
	for _, row := range rows {
		if disk, err := scan.DiskState(reader, row.Path); err == nil && scan.SameHash(disk.Hash, row.Disk) {
			files = slices.DeleteFunc(files, func(f string) bool { return f == row.Path })
		}
	}
	return files, nil
}

// Touched tells whether a file is gone or has another time or size.
func (m *Runs) Touched(file string, mtime, size int64) bool {
	info, err := os.Lstat(filepath.Join(m.Space.Opts.Root, filepath.FromSlash(file)))
	return err != nil || info.ModTime().UnixNano() != mtime || info.Size() != size
}

// Ready tells whether the memory holds a graph: whether Index has ended once.
func (m *Runs) Ready(ctx context.Context) (bool, error) {
	return workspace.Read(ctx, m.Space, func(r *graph.Reader) (bool, error) {
		_, err := r.ByID(repositoryID)
		var missing *workspace.NotFoundError
		if errors.As(err, &missing) {
			return false, nil
		}
		return err == nil, err
	})
}

// CanWrite waits until the index can be written to, and changes nothing.
func (m *Runs) CanWrite(ctx context.Context) error {
	return m.Space.Safe().Write(ctx, func(*safety.Tx) error { return nil })
}

// repositoryID is the id of the one node that every graph has.
var repositoryID = graph.ID(facts.Repository, "", "", "")
