package watch

import (
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/structural-memory/smp/index/walk/gitdir"
)

// lockPoll is how often it is looked whether git has given its lock back.
const lockPoll = 20 * time.Millisecond

// gitState is what is known of the repository around the root.
type gitState struct {
	repo    *gitdir.Repo
	sub     string // the root below the repository's top, "" for the top
	head    gitdir.Head
	tracked *gitdir.Tracked
	span         // of what git has done since the last batch
	index   bool // the index has changed
	steps   bool // a rebase is on its way
}

// findGit looks for the repository.
func (w *Watcher) findGit() {
	was := w.git
	w.git = gitState{repo: gitdir.Find(w.root), span: was.span}
	g := &w.git
	if g.repo == nil {
		return
	}
	if sub, err := filepath.Rel(g.repo.Top, w.root); err == nil && sub != "." {
		g.sub = filepath.ToSlash(sub)
	}
	g.head = g.repo.Head()
	g.tracked = w.readTracked()
}

// findGitAgain looks for the repository after it may be another.
func (w *Watcher) findGitAgain() {
	was := w.git.head
	w.findGit()
	w.moved(was)
}

// moved notes that HEAD is not what it was.
func (w *Watcher) moved(was gitdir.Head) {
	if w.git.head != was {
		w.ready.Moved, w.ready.Head = true, w.git.head
	}
}

// readTracked is the names that the index has below the root. An index that
// cannot be read leaves what was known.
func (w *Watcher) readTracked() *gitdir.Tracked {
	t, err := w.git.repo.Tracked()
	if err != nil {
		return w.git.tracked
	}
	return t.Sub(w.git.sub)
}

// wantGit adds the folders that tell what git does.
func (w *Watcher) wantGit(want map[string]kind) {
	r := w.git.repo
	if r == nil {
		return
	}
	add := func(path string, k kind) {
		if _, ok := want[path]; ok {
			return
		}
		if info, err := os.Stat(path); err == nil && info.IsDir() {
			want[path] = k
		}
	}
	foldersAbove(r.Top, w.root, func(dir string) { add(dir, above) })
	add(r.Dir, gitDir)
	add(filepath.Join(r.Dir, "logs"), gitLog)
	add(filepath.Join(r.Common, "info"), gitInfo)
}

// gitEvent is an event in git's own folder.
func (w *Watcher) gitEvent(k kind, name string, now time.Time) {
	if k == gitLog {
		if name == "HEAD" {
			w.git.at(now)
		}
		return
	}
	switch name {
	case "index":
		w.git.index = true
		fallthrough
	case "index.lock", "HEAD", "HEAD.lock", "ORIG_HEAD", "MERGE_HEAD", "packed-refs", "rebase-merge", "rebase-apply", "sequencer":
		w.git.at(now)
		w.git.lookForSteps()
	case "logs", "info":
		w.changes.resync = true
		w.git.at(now)
	}
}

// lookForSteps looks whether git goes from commit to commit.
func (g *gitState) lookForSteps() {
	g.steps = false
	for _, name := range []string{"rebase-merge", "rebase-apply", "sequencer"} {
		if _, err := os.Lstat(filepath.Join(g.repo.Dir, name)); err == nil {
			g.steps = true
		}
	}
}

// isBusy tells whether git is at work on the working tree. A lock that stays
// although nothing happens was left by a git that died.
func (g *gitState) isBusy(now time.Time, most time.Duration) bool {
	if g.repo == nil {
		return false
	}
	info, err := os.Lstat(filepath.Join(g.repo.Dir, "index.lock"))
	if err != nil || now.Sub(info.ModTime()) > most {
		return false
	}
	if g.first.IsZero() {
		g.at(now)
	}
	return now.Sub(g.first) < most
}

// settleGit finds out what git has done.
func (w *Watcher) settleGit(now time.Time) {
	g := &w.git
	if g.first.IsZero() || g.repo == nil {
		g.span = span{}
		return
	}
	g.span = span{}
	head := g.head
	g.head = g.repo.Head()
	w.moved(head)
	if !g.index {
		return
	}
	g.index = false
	was := g.tracked
	g.tracked = w.readTracked()
	names, links := was.Differ(g.tracked)
	if links || slices.ContainsFunc(names, w.inRepository) {
		w.rulesChanged(now) // what belongs to another repository may be another
		return
	}
	for _, n := range names {
		w.changes.add(n, now.Add(-w.opts.MaxDelay)) // it does not wait
	}
	if len(names) > 0 {
		w.changes.resync = true // an ignored folder is entered for what is tracked
	}
}

// inRepository tells whether a name lies in a folder that has a repository.
func (w *Watcher) inRepository(name string) bool {
	for dir := filepath.Dir(filepath.FromSlash(name)); dir != "."; dir = filepath.Dir(dir) {
		if _, err := os.Lstat(filepath.Join(w.root, dir, ".git")); err == nil {
			return true
		}
	}
	return false
}
