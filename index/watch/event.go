package watch

import (
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/fsnotify/fsnotify"

	"github.com/structural-memory/smp/index/ignore"
)

// event is something that the system tells.
func (w *Watcher) event(ev fsnotify.Event) {
	if ev.Name == "" || ev.Op == 0 {
		return
	}
	if f := w.folders[ev.Name]; f != nil && ev.Op&(fsnotify.Remove|fsnotify.Rename) == 0 {
		if f.kind != inTree {
			return // its time has changed
		}
	}
	if ev.Name == w.root {
		w.rootEvent(ev.Op)
		return
	}
	f := w.folders[filepath.Dir(ev.Name)]
	if f == nil {
		return // let go of meanwhile
	}
	w.unsee(ev.Name)
	w.happened(f, ev.Name, ev.Op)
}

// rootEvent is about the root itself.
func (w *Watcher) rootEvent(op fsnotify.Op) {
	if op&(fsnotify.Remove|fsnotify.Rename) != 0 {
		if _, err := os.Lstat(w.root); err != nil || op.Has(fsnotify.Rename) {
			w.loseRoot()
		}
	}
}

// happened is an event of an entry of a watched folder, whoever has seen it.
func (w *Watcher) happened(f *folder, full string, op fsnotify.Op) {
	now, name := time.Now(), filepath.Base(full)
	switch f.kind {
	case gitDir, gitLog:
		w.gitEvent(f.kind, name, now)
		return
	case gitInfo:
		if name == "exclude" {
			w.rulesChanged(now)
		}
		return
	case above:
		if isRules(name) {
			w.rulesChanged(now)
		}
		return
	}
	rel, ok := w.rel(full)
	switch {
	case !ok || name == ".smp":
		return
	case strings.EqualFold(name, ".git"):
		if op&(fsnotify.Create|fsnotify.Remove|fsnotify.Rename) != 0 {
			w.rulesChanged(now) // a repository begins or ends here
		}
		return
	case isRules(name):
		w.rulesChanged(now)
		return
	}
	if op&(fsnotify.Create|fsnotify.Remove|fsnotify.Rename) != 0 {
		w.structure(full, rel, now)
	} else if w.isForeign(full, rel) {
		return
	} else if op.Has(fsnotify.Chmod) && w.folders[full] == nil {
		w.enter(rel) // a folder that may be read now
	}
	w.changes.add(rel, now)
}

// isRules tells whether a file holds rules about what is left out.
func isRules(name string) bool { return name == ignore.GitFile || name == ignore.OwnFile }

// rulesChanged is when it may be other folders that are to be watched.
func (w *Watcher) rulesChanged(now time.Time) {
	w.changes.all(now)
	w.changes.resync = true
}

// structure is when an entry has come, gone or been replaced.
func (w *Watcher) structure(full, rel string, now time.Time) {
	if w.leave(full) {
		w.changes.audit = true
	}
	if info, err := os.Lstat(full); err == nil && info.IsDir() {
		w.enter(rel)
		w.changes.audit = true
	}
}

// isForeign tells whether a file that was written is of no language, whatever
// stands in it.
func (w *Watcher) isForeign(full, rel string) bool {
	if w.opts.Walk.Detect == nil {
		return false
	}
	byName := true
	lang := w.opts.Walk.Detect(rel, func() []byte { byName = false; return nil })
	if lang != "" || !byName {
		return false
	}
	info, err := os.Lstat(full)
	return err == nil && info.Mode().IsRegular()
}

// flush delivers the changes, unless git is still at work.
func (w *Watcher) flush(now time.Time) {
	if w.changes.first.IsZero() && w.git.first.IsZero() || w.changes.wait(now, &w.git) > time.Millisecond {
		return
	}
	if w.git.isBusy(now, w.opts.GitDelay) {
		w.git.last = now.Add(lockPoll - w.opts.GitQuiet)
		return
	}
	w.settleGit(now)
	if w.changes.resync {
		w.findGitAgain()
		if err := w.sync(); err != nil {
			w.loseRoot()
			return
		}
		w.note()
	}
	if w.changes.audit {
		w.changes.audit = false
		w.audit(now)
		w.note()
	}
	paths, whole := w.changes.take(now)
	w.ready.merge(paths, whole, w.opts.MaxPaths)
}
