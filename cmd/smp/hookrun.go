package main

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"time"

	"github.com/gofrs/flock"

	"github.com/structural-memory/smp"
	"github.com/structural-memory/smp/index/walk/gitdir"
)

// hookRun is called in the background, often by several hooks at once: while
// one works, one waits, and others find that they are not needed.
type hookRun struct {
	Hook   string   `arg:"" help:"The hook's name."`
	Args   []string `arg:"" optional:"" help:"What git gave it."`
	Commit string   `help:"The commit that was checked out when the hook was called."`
}

// hookOutcome is how a hook ended.
type hookOutcome struct {
	Hook    string    `json:"hook"`
	Commit  string    `json:"commit"` // that the graph shows, or was to show
	At      time.Time `json:"at"`
	Changed int       `json:"changed"`
	Removed int       `json:"removed"`
	Watched bool      `json:"watched,omitempty"` // left to one that watches
	Error   string    `json:"error,omitempty"`
}

const (
	hookMost    = time.Hour
	settleMost  = 30 * time.Second       // for git to be done
	settleQuiet = 150 * time.Millisecond // without anything new
	settlePoll  = 25 * time.Millisecond
)

func outcomeFile(db string) string { return db + ".hook.json" }

func (c *hookRun) Run(a *app) error {
	root, err := a.repository()
	if err != nil {
		return err
	}
	db := a.file(root)
	if _, err := os.Stat(db); errors.Is(err, os.ErrNotExist) {
		return nil // to build an index is not for a hook
	}
	ctx, cancel := context.WithTimeout(a.ctx, hookMost)
	defer cancel()
	next := flock.New(db + ".hook-next")
	if ok, err := next.TryLock(); err != nil || !ok {
		return err // the one that waits will see what this one would
	}
	now := flock.New(db + ".hook-now")
	_, err = now.TryLockContext(ctx, settlePoll)
	if err == nil {
		defer func() { _ = now.Unlock() }()
		err = settle(ctx, root)
	}
	if uerr := next.Unlock(); err == nil {
		err = uerr
	}
	if err != nil {
		return err
	}
	out := hookOutcome{Hook: c.Hook, Commit: c.Commit}
	err = out.index(a, ctx)
	if err != nil {
		out.Error = err.Error()
	}
	out.At = time.Now().UTC()
	return errors.Join(err, out.write(outcomeFile(db)))
}

// settle waits until git is done: a rebase calls hooks for each of its steps.
func settle(ctx context.Context, root string) error {
	repo := gitdir.Find(root)
	if repo == nil {
		return nil
	}
	start, quiet, head := time.Now(), time.Now(), repo.Head()
	for time.Since(quiet) < settleQuiet && time.Since(start) < settleMost {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(settlePoll):
		}
		h := repo.Head()
		if h != head || gitWorks(repo) {
			quiet, head = time.Now(), h
		}
	}
	return nil
}

func gitWorks(repo *gitdir.Repo) bool {
	for _, name := range []string{"index.lock", "rebase-merge", "rebase-apply"} {
		if _, err := os.Lstat(filepath.Join(repo.Dir, name)); err == nil {
			return true
		}
	}
	return false
}

// index brings the index up to date, unless one that watches does.
func (o *hookOutcome) index(a *app, ctx context.Context) (err error) {
	m, err := a.open(smp.KeepSettings())
	if err != nil {
		return err
	}
	defer closeInto(m, &err)
	if o.Watched = m.IsWatched(); o.Watched {
		return nil
	}
	res, err := m.Index(ctx, nil)
	if err != nil {
		return err
	}
	o.Changed, o.Removed = res.Changed, res.Removed
	if sha, known, err := m.Commit(ctx); err == nil && known {
		o.Commit = sha
	}
	return nil
}

func (o *hookOutcome) write(file string) error {
	text, err := json.Marshal(o)
	if err != nil {
		return err
	}
	return replaceFile(file, append(text, '\n'))
}
