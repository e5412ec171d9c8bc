package session

import (
	"context"
	"crypto/sha256"
	"errors"
	"strings"

	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/index/walk"
	"github.com/structural-memory/smp/internal/git"
	"github.com/structural-memory/smp/internal/workspace"
	"github.com/structural-memory/smp/safety"
)

// sessionBase is what a session begins on.
type sessionBase struct {
	commit  string // as the session names it
	version int64  // of the graph, where that is what the session sees; 0: the commit's view
}

// baseFor finds what a session that names a commit, or none, begins on. Without
// one it is the graph as it is. The graph's version is that of this moment: if
// it is another when the session is stored, only the commit counts.
func (m *Sessions) baseFor(ctx context.Context, given string) (b sessionBase, err error) {
	if b.version, err = m.Space.Store.DataVersion(ctx); err != nil {
		return b, err
	}
	head := m.Space.HeadCommit()
	if given == "" {
		b.commit = head
		return b, nil
	}
	b.commit = given
	isHead := head != "" && strings.HasPrefix(head, strings.ToLower(given))
	repo, err := git.Open(ctx, m.Space.Opts.Root)
	if err == nil {
		var sha string
		if sha, err = repo.Resolve(ctx, given); err == nil {
			if !strings.HasPrefix(sha, strings.ToLower(given)) {
				b.commit = sha // a name may mean another commit later
			}
			same, serr := m.isCommit(ctx, repo, sha)
			if !same {
				b.version = 0
			}
			return b, serr
		}
	}
	switch {
	case ctx.Err() != nil:
		return b, ctx.Err()
	case isHead, errors.Is(err, git.ErrNotRepository), errors.Is(err, git.ErrNotInstalled):
		return b, nil // nobody can tell that it is another
	case errors.Is(err, git.ErrUnknownRevision):
		return b, &workspace.ParamError{Param: "commit_sha", Value: given, Hint: "git knows no such commit; fetch it, or leave it out to begin on what is checked out"}
	}
	return b, err
}

// isCommit tells whether the graph is of the files as a commit has them.
func (m *Sessions) isCommit(ctx context.Context, repo *git.Repo, sha string) (bool, error) {
	differs, err := repo.Diff(ctx, sha, "")
	if err != nil || len(differs) > 0 {
		return false, err
	}
	stale, err := m.Runs.Stale(ctx)
	if err != nil || len(stale) > 0 {
		return false, err
	}
	have, err := m.Views.FileHashes(ctx)
	if err != nil {
		return false, err
	}
	for _, pushed := range have {
		if pushed {
			return false, nil
		}
	}
	status, err := repo.Status(ctx)
	for _, f := range status {
		if _, ok := have[f.Path]; ok && f.Untracked {
			return false, nil
		}
	}
	return err == nil, err
}

// What of the files in a session's scope is kept when it begins.
const (
	mostKeptFiles = 500
	mostKeptBytes = 20 << 20
)

// keepScope keeps what the files hold that a session may write, so that what it
// writes can be merged over it when the disk has something else. What git has
// need not be kept.
func (m *Sessions) keepScope(ctx context.Context, s *safety.Session) error {
	if s.Concurrency != safety.MVCC || s.Mode != safety.WriteMode {
		return nil
	}
	inGit := func(string) bool { return false }
	if repo, err := git.Open(ctx, m.Space.Opts.Root); err == nil && s.CommitSHA != "" {
		changed, err := repo.Diff(ctx, s.CommitSHA, "")
		if err == nil {
			tracked, terr := repo.Files(ctx, s.CommitSHA)
			err = terr
			same := make(map[string]bool, len(tracked))
			for _, f := range tracked {
				same[f.Path] = true
			}
			for _, c := range changed {
				delete(same, c.Path)
			}
			inGit = func(path string) bool { return err == nil && same[path] }
		}
	}
	var files []graph.FileInfo
	_, err := workspace.Read(ctx, m.Space, func(r *graph.Reader) (struct{}, error) {
		total := int64(0)
		return struct{}{}, r.EachFile(func(f graph.FileInfo) bool {
			if s.InScope(f.Path) && !inGit(f.Path) && total+f.Size <= mostKeptBytes {
				files, total = append(files, f), total+f.Size
			}
			return len(files) < mostKeptFiles
		})
	})
	if err != nil || len(files) == 0 {
		return err
	}
	disk, err := walk.OpenReader(m.Space.Opts.Root)
	if err != nil {
		return err
	}
	defer disk.Close()
	var keep []graph.Content
	for _, f := range files {
		if c, err := disk.Read(f.Path, -1); err == nil && sha256.Sum256(c.Data) == f.SHA256 {
			keep = append(keep, graph.ContentOf(c.Data))
		}
	}
	return m.Space.Graph.PutContents(ctx, keep...)
}
