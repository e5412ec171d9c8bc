package workspace

import (
	"context"
	"time"

	"github.com/structural-memory/smp/index/walk/gitdir"
	"github.com/structural-memory/smp/internal/git"
)

// The notes that say which commit was checked out when all files were last
// looked at.
const (
	gitCommitKey = "git_commit"
	gitBranchKey = "git_branch"
)

// Commit is the commit that was checked out when the graph last showed all
// files as they were. It is not known where no repository is, before the first
// commit, and where HEAD cannot be read without git.
func (m *Space) Commit(ctx context.Context) (sha string, known bool, err error) {
	notes, err := m.Graph.Notes(ctx, gitCommitKey)
	return notes[gitCommitKey], notes[gitCommitKey] != "", err
}

// GitHead is what is checked out now.
func (m *Space) GitHead() gitdir.Head {
	if repo := gitdir.Find(m.Opts.Root); repo != nil {
		return repo.Head()
	}
	return gitdir.Head{}
}

// NoteHead notes what the graph shows, if it is not noted already.
func (m *Space) NoteHead(ctx context.Context, h gitdir.Head) error {
	notes, err := m.Graph.Notes(ctx, gitCommitKey, gitBranchKey)
	if err != nil || notes[gitCommitKey] == h.Commit && notes[gitBranchKey] == h.Branch {
		return err
	}
	return m.Graph.SetNotes(ctx, map[string]string{gitCommitKey: h.Commit, gitBranchKey: h.Branch})
}

// CheckedOut says what of a git repository the graph shows.
type CheckedOut struct {
	Commit string `json:"commit,omitempty"` // that was checked out when all files were last looked at
	Branch string `json:"branch,omitempty"`
	Head   string `json:"head,omitempty"`  // the commit that is checked out now, where it is another
	Dirty  *int   `json:"dirty,omitempty"` // files that are not as that commit has them; left out where git cannot tell
}

// mostForDirty bounds how long git may take to tell what differs.
const mostForDirty = 5 * time.Second

// CheckedOut says which commit the graph shows, and asks git, if there is a
// repository, how many files differ.
func (m *Space) CheckedOut(ctx context.Context) (c CheckedOut, err error) {
	notes, err := m.Graph.Notes(ctx, gitCommitKey, gitBranchKey)
	if err != nil {
		return c, err
	}
	c.Commit, c.Branch = notes[gitCommitKey], notes[gitBranchKey]
	if gitdir.Find(m.Opts.Root) == nil {
		return c, nil
	}
	if now := m.GitHead().Commit; now != c.Commit {
		c.Head = now
	}
	asking, cancel := context.WithTimeout(ctx, mostForDirty)
	defer cancel()
	repo, err := git.Open(asking, m.Opts.Root)
	if err != nil {
		return c, ctx.Err() // without git, the rest is still true
	}
	files, err := repo.Status(asking)
	if err != nil {
		return c, ctx.Err()
	}
	n := len(files)
	c.Dirty = &n
	return c, nil
}

// checkedOut is the commit that git has checked out, "" where that cannot be
// told.
func (m *Space) HeadCommit() string {
	repo := gitdir.Find(m.Opts.Root)
	if repo == nil {
		return ""
	}
	return repo.Head().Commit
}
