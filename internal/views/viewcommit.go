package views

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/internal/copies"
	"github.com/structural-memory/smp/internal/git"
	"github.com/structural-memory/smp/internal/ingest"
	"github.com/structural-memory/smp/internal/workspace"
)

// AtCommit is the memory as of a commit, or another revision that git knows:
// the graph with the files that differ as the commit has them. It must be
// released. The first time takes a copy of the graph and the linking of what
// differs; the views of the last commits that were asked for are kept.
func (m *View) AtCommit(ctx context.Context, rev string) (*View, func(), error) {
	if m.Space.Head != nil {
		return m.head.AtCommit(ctx, rev)
	}
	repo, err := git.Open(ctx, m.Space.Opts.Root)
	if err != nil {
		return nil, nil, err
	}
	sha, err := repo.Resolve(ctx, rev)
	if errors.Is(err, git.ErrUnknownRevision) {
		return nil, nil, &workspace.ParamError{Param: "at", Value: rev, Hint: "git knows no such commit, branch or tag"}
	}
	if err != nil {
		return nil, nil, err
	}
	name := m.commitView(sha)
	if err := m.needCommitView(ctx, repo, sha, name); err != nil {
		return nil, nil, err
	}
	v, release, err := m.openView(ctx, name, sha)
	if err == nil {
		m.inUse(name)
	}
	return v, release, err
}

// inUse makes a view the one that was asked for last.
func (m *View) inUse(name string) {
	if dir, err := m.Copies.ViewsFolder(); err == nil {
		now := time.Now()
		_ = os.Chtimes(filepath.Join(dir, name+".db"), now, now)
	}
}

// commitView names the view of a commit. It is another one where files are
// read in another way.
func (m *View) commitView(sha string) string {
	form, _ := json.Marshal(m.Runs.CurrentSettings()) // of plain values
	h := fnv.New32a()
	_, _ = h.Write(form)
	return fmt.Sprintf("%s%s-%08x", copies.CommitPrefix, sha, h.Sum32())
}

// needCommitView makes the view of a commit if there is none; one goroutine
// makes at a time.
func (m *View) needCommitView(ctx context.Context, repo *git.Repo, sha, name string) error {
	m.views.making.Lock()
	defer m.views.making.Unlock()
	if m.Copies.HasView(name) {
		m.views.swept.Do(func() {
			m.inUse(name)
			_ = m.SweepViews(ctx) // what processes before this one have left; the view is there without it
		})
		return nil
	}
	if err := m.makeCommitView(ctx, repo, sha, name); err != nil {
		return err
	}
	return m.SweepViews(ctx)
}

// makeCommitView makes the view of a commit under a name that nobody looks
// for, and names it when it is complete.
func (m *View) makeCommitView(ctx context.Context, repo *git.Repo, sha, name string) error {
	if err := m.takeIn(ctx); err != nil {
		return err
	}
	changes, err := m.fromCommit(ctx, repo, sha)
	if err != nil {
		return err
	}
	making, done, err := m.beginMaking(name)
	if err != nil {
		return err
	}
	defer done()
	defer m.DropView(making)
	if err := m.Copies.CopyTo(ctx, m.Copies, making); err != nil {
		return err
	}
	v, release, err := m.openView(ctx, making, sha)
	if err != nil {
		return err
	}
	if len(changes) > 0 {
		_, _, err = m.ChangeView(ctx, v, sha, changes)
	}
	release()
	if err != nil {
		return err
	}
	return m.renameView(making, name)
}

// takeIn brings the graph up to date with the files on disk that it knows.
func (m *View) takeIn(ctx context.Context) error {
	stale, err := m.Runs.Stale(ctx)
	if err != nil || len(stale) == 0 {
		return err
	}
	_, err = m.Runs.UpdateFiles(ctx, stale...)
	return err
}

// fromCommit is how the files of the graph become those of a commit.
func (m *View) fromCommit(ctx context.Context, repo *git.Repo, sha string) ([]ingest.FileChange, error) {
	tree, err := repo.Files(ctx, sha)
	if err != nil {
		return nil, err
	}
	differs, err := repo.Diff(ctx, sha, "")
	if err != nil {
		return nil, err
	}
	have, err := m.FileHashes(ctx)
	if err != nil {
		return nil, err
	}
	other := map[string]bool{}
	for _, c := range differs {
		other[c.Path] = true
	}
	for path, pushed := range have {
		if pushed {
			other[path] = true
		}
	}
	var changes []ingest.FileChange
	var blobs []string
	inCommit := make(map[string]bool, len(tree))
	for _, f := range tree {
		if !f.Mode.IsFile() {
			continue
		}
		inCommit[f.Path] = true
		// A file that git has as the disk has it, and that the graph leaves
		// out, is left out of the view too.
		if other[f.Path] {
			changes, blobs = append(changes, ingest.FileChange{Path: f.Path}), append(blobs, f.Blob)
		}
	}
	err = repo.Contents(ctx, blobs, copies.MostFromGit, func(i int, data []byte, err error) error {
		if errors.Is(err, git.ErrTooLarge) || errors.Is(err, git.ErrMissing) {
			changes[i].Deleted = true // as a walk leaves it out; what git has lost costs that file
			return nil
		}
		changes[i].Content = append([]byte{}, data...)
		return err
	})
	if err != nil {
		return nil, err
	}
	for path := range have {
		if !inCommit[path] {
			changes = append(changes, ingest.FileChange{Path: path, Deleted: true})
		}
	}
	slices.SortFunc(changes, func(a, b ingest.FileChange) int { return strings.Compare(a.Path, b.Path) })
	return changes, nil
}

// FileHashes are the files of the graph; true for those that count as other
// than the disk has them.
func (m *View) FileHashes(ctx context.Context) (map[string]bool, error) {
	return workspace.Read(ctx, m.Space, func(r *graph.Reader) (map[string]bool, error) {
		leaves, err := r.Leaves()
		if err != nil {
			return nil, err
		}
		out := make(map[string]bool, len(leaves))
		for _, l := range leaves {
			out[l.Path] = false
		}
		pushed, err := r.Pushed()
		for _, p := range pushed {
			out[p.Path] = true
		}
		return out, err
	})
}

// sweepCommits removes all but the last views of commits: the newest stays, and
// of the others as many as are no larger together than the index itself.
func (m *View) sweepCommits(found []fs.FileInfo) {
	left := int64(copies.SmallViews)
	if info, err := os.Stat(m.Space.Store.Path()); err == nil {
		left = max(left, info.Size())
	}
	slices.SortFunc(found, func(a, b fs.FileInfo) int { return b.ModTime().Compare(a.ModTime()) })
	for i, f := range found {
		if left -= f.Size(); i > 0 && (left < 0 || i >= copies.KeptCommits) {
			m.DropView(strings.TrimSuffix(filepath.Base(f.Name()), ".db"))
		}
	}
}
