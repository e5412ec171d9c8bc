package smp

import (
	"context"
	"errors"
	"os"
	"path/filepath"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/graph"
)

// Changed are those of the files whose size or time is not what it was when
// they were indexed, or that are gone. It reads no contents: a file that was
// written without being changed counts.
func (m *Memory) Changed(ctx context.Context, files ...string) ([]string, error) {
	return read(ctx, m, func(r *graph.Reader) ([]string, error) {
		var out []string
		for _, f := range files {
			known, err := r.File(f)
			var missing *NotFoundError
			if errors.As(err, &missing) {
				continue
			}
			if err != nil {
				return nil, err
			}
			info, err := os.Lstat(filepath.Join(m.opts.root, filepath.FromSlash(f)))
			if err != nil || info.ModTime().UnixNano() != known.Mtime || info.Size() != known.Size {
				out = append(out, f)
			}
		}
		return out, nil
	})
}

// Ready tells whether the memory holds a graph: whether Index has ended once.
func (m *Memory) Ready(ctx context.Context) (bool, error) {
	return read(ctx, m, func(r *graph.Reader) (bool, error) {
		_, err := r.ByID(repositoryID)
		var missing *NotFoundError
		if errors.As(err, &missing) {
			return false, nil
		}
		return err == nil, err
	})
}

// repositoryID is the id of the one node that every graph has.
var repositoryID = graph.ID(facts.Repository, "", "", "")
