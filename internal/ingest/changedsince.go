package ingest

import (
	"context"

	"github.com/structural-memory/smp/graph"
)

// ChangedSince are the files that came, changed or went after a version of the
// graph, and the version now. A negative version asks for the version alone.
func (m *Runs) ChangedSince(ctx context.Context, version int64) (files []string, now int64, err error) {
	err = m.Space.Graph.View(ctx, func(r *graph.Reader) error {
		if now, err = r.DataVersion(); err != nil || version < 0 || now <= version {
			return err
		}
		files, _, _, err = r.ChangedFiles(version)
		return err
	})
	return files, now, err
}
