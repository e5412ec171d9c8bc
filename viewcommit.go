package smp

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
	"github.com/structural-memory/smp/internal/git"
)

// AtCommit is the memory as of a commit, or another revision that git knows:
// the graph with the files that differ as the commit has them. It must be
// released. The first time takes a copy of the graph and the linking of what
// differs; the views of the last commits that were asked for are kept.
func (m *Memory) AtCommit(ctx context.Context, rev string) (*Memory, func(), error) {
	if m.head != nil {
		return m.head.AtCommit(ctx, rev)
	}
	repo, err := git.Open(ctx, m.opts.root)
	if err != nil {
		return nil, nil, err
	}
	sha, err := repo.Resolve(ctx, rev)
	if errors.Is(err, git.ErrUnknownRevision) {
		return nil, nil, &ParamError{Param: "at", Value: rev, Hint: "git knows no such commit, branch or tag"}
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
func (m *Memory) inUse(name string) {
	if dir, err := m.viewsFolder(); err == nil {
		now := time.Now()
		_ = os.Chtimes(filepath.Join(dir, name+".db"), now, now)
	}
}

// commitView names the view of a commit. It is another one where files are
// read in another way.
func (m *Memory) commitView(sha string) string {
	form, _ := json.Marshal(m.currentSettings()) // of plain values
	h := fnv.New32a()
	_, _ = h.Write(form)
	return fmt.Sprintf("%s%s-%08x", commitPrefix, sha, h.Sum32())
}

// needCommitView makes the view of a commit if there is none; one goroutine
// makes at a time.
func (m *Memory) needCommitView(ctx context.Context, repo *git.Repo, sha, name string) error {
	m.views.making.Lock()
	defer m.views.making.Unlock()
	if m.hasView(name) {
		m.views.swept.Do(func() {
			m.inUse(name)
			_ = m.sweepViews(ctx) // what processes before this one have left; the view is there without it
		})
		return nil
	}
	if err := m.makeCommitView(ctx, repo, sha, name); err != nil {
		return err
	}
	return m.sweepViews(ctx)
}

// makeCommitView makes the view of a commit under a name that nobody looks
// for, and names it when it is complete.
func (m *Memory) makeCommitView(ctx context.Context, repo *git.Repo, sha, name string) error {
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
	defer m.dropView(making)
	if err := m.copyTo(ctx, m, making); err != nil {
		return err
	}
	v, release, err := m.openView(ctx, making, sha)
	if err != nil {
		return err
	}
	if len(changes) > 0 {
		_, _, err = m.changeView(ctx, v, sha, changes)
	}
	release()
	if err != nil {
		return err
	}
	return m.renameView(making, name)
}

// takeIn brings the graph up to date with the files on disk that it knows.
func (m *Memory) takeIn(ctx context.Context) error {
	stale, err := m.Stale(ctx)
	if err != nil || len(stale) == 0 {
		return err
	}
	_, err = m.UpdateFiles(ctx, stale...)
	return err
}

// fromCommit is how the files of the graph become those of a commit.
func (m *Memory) fromCommit(ctx context.Context, repo *git.Repo, sha string) ([]FileChange, error) {
	tree, err := repo.Files(ctx, sha)
	if err != nil {
		return nil, err
	}
	differs, err := repo.Diff(ctx, sha, "")
	if err != nil {
		return nil, err
	}
	have, err := m.fileHashes(ctx)
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
	var changes []FileChange
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
			changes, blobs = append(changes, FileChange{Path: f.Path}), append(blobs, f.Blob)
		}
	}
	err = repo.Contents(ctx, blobs, mostFromGit, func(i int, data []byte, err error) error {
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
			changes = append(changes, FileChange{Path: path, Deleted: true})
		}
	}
	slices.SortFunc(changes, func(a, b FileChange) int { return strings.Compare(a.Path, b.Path) })
	return changes, nil
}

// fileHashes are the files of the graph; true for those that count as other
// than the disk has them.
func (m *Memory) fileHashes(ctx context.Context) (map[string]bool, error) {
	return read(ctx, m, func(r *graph.Reader) (map[string]bool, error) {
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
func (m *Memory) sweepCommits(found []fs.FileInfo) {
	left := int64(smallViews)
	if info, err := os.Stat(m.store.Path()); err == nil {
		left = max(left, info.Size())
	}
	slices.SortFunc(found, func(a, b fs.FileInfo) int { return b.ModTime().Compare(a.ModTime()) })
	for i, f := range found {
		if left -= f.Size(); i > 0 && (left < 0 || i >= keptCommits) {
			m.dropView(strings.TrimSuffix(filepath.Base(f.Name()), ".db"))
		}
	}
}
