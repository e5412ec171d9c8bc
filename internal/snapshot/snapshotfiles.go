package snapshot

import (
	"context"
	"crypto/sha256"
	"errors"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/index/walk"
	"github.com/structural-memory/smp/internal/workspace"
	"github.com/structural-memory/smp/merkle"
)

// hashedFiles are the files below the root as an index run would take them,
// by their hashes alone.
type hashedFiles struct {
	at     time.Time
	tree   *merkle.Tree
	mtimes map[string]int64
	skips  []graph.Skip // what is left out
	pushed bool         // some count otherwise than the disk has them
}

// useSettings makes this memory hold what an index with these settings does.
func (m *Snapshots) useSettings(s *workspace.Settings) {
	m.Space.Opts.MaxFileSize, m.Space.Opts.IncludeVendored, m.Space.Opts.IncludeGenerated = s.MaxFileSize, s.IncludeVendored, s.IncludeGenerated
	m.Space.Opts.IgnoreDocs, m.Space.Opts.ExtraIgnore = s.IgnoreDocs, s.Ignore
}

// hashFiles walks the repository and hashes what is in it.
func (m *Snapshots) hashFiles(ctx context.Context) (*hashedFiles, error) {
	h := &hashedFiles{at: time.Now(), mtimes: map[string]int64{}, skips: []graph.Skip{}}
	opts := m.Scan.WalkOptions()
	walked, err := walk.Walk(ctx, m.Space.Opts.Root, opts)
	if err != nil {
		return nil, err
	}
	reader, err := walk.OpenReader(m.Space.Opts.Root)
	if err != nil {
		return nil, err
	}
	defer reader.Close()
	leaves := make([]merkle.File, len(walked.Files))
	var next atomic.Int64
	var mu sync.Mutex // for h and failed
	var failed error
	var wg sync.WaitGroup
	for range m.Scan.Workers() {
		wg.Go(func() {
			for {
				i := int(next.Add(1)) - 1
				if i >= len(walked.Files) || ctx.Err() != nil {
					return
				}
				leaf, mtime, skip, err := hashFile(reader, walked.Files[i], &opts)
				mu.Lock()
				switch {
				case err != nil:
					failed = err
				case skip != nil && skip.Reason != walk.Vanished:
					walked.Skips = append(walked.Skips, *skip)
				case skip == nil:
					leaves[i] = leaf
					h.mtimes[leaf.Path] = mtime
				}
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	if err := errors.Join(failed, ctx.Err()); err != nil {
		return nil, err
	}
	for _, s := range walked.Skips {
		h.skips = append(h.skips, graph.Skip{Path: s.Path, Reason: string(s.Reason), Detail: s.Detail, Size: s.Size})
	}
	leaves = slices.DeleteFunc(leaves, func(f merkle.File) bool { return f.Path == "" })
	slices.SortFunc(leaves, func(a, b merkle.File) int { return strings.Compare(a.Path, b.Path) })
	if h.tree, err = merkle.Build(leaves); err != nil {
		return nil, err
	}
	pushed, err := workspace.Read(ctx, m.Space, (*graph.Reader).Pushed)
	h.pushed = len(pushed) > 0
	return h, err
}

func hashFile(r *walk.Reader, f walk.File, opts *walk.Options) (leaf merkle.File, mtime int64, skip *walk.Skip, err error) {
	c, err := r.Read(f.Path, opts.MaxFileSize)
	if err != nil {
		var re *walk.ReadError
		if errors.As(err, &re) {
			s := re.Skip()
			return leaf, 0, &s, nil
		}
		return leaf, 0, nil, err
	}
	if reason, detail, left := opts.Content(f, c.Data); left {
		return leaf, 0, &walk.Skip{Path: f.Path, Reason: reason, Detail: detail, Size: f.Size}, nil
	}
	return merkle.File{Path: f.Path, Hash: sha256.Sum256(c.Data)}, c.ModTime, nil, nil
}
