package watch

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/structural-memory/smp/index/walk"
)

// folder is a folder that is watched.
type folder struct {
	kind kind
	seen map[string]stamp // what was in it at the last look; nil where the system watches it
}

// kind is what a folder is watched for.
type kind uint8

const (
	inTree  kind = iota // for everything
	above               // for rules about what is left out
	gitDir              // for what git does
	gitLog              // for moves of HEAD
	gitInfo             // for rules
)

// sync finds out which folders are to be watched, and watches those. It ends
// when there are none that it does not watch, so that nothing that happens
// afterwards is missed.
func (w *Watcher) sync() error {
	w.changes.resync = false
	want := map[string]kind{}
	for {
		tree, err := w.open()
		if err != nil {
			return err
		}
		res, err := tree.Walk(w.ctx)
		if err != nil {
			return err
		}
		clear(want)
		for _, rel := range res.Folders {
			want[w.full(rel)] = inTree
		}
		w.wantGit(want)
		added := false
		for path, k := range want {
			added = w.watch(path, k) || added
		}
		if !added {
			break
		}
	}
	for path, f := range w.folders {
		if k, ok := want[path]; !ok || k != f.kind {
			w.forget(path)
			if ok {
				w.watch(path, k)
			}
		}
	}
	return nil
}

// open is the tree for walks that look for folders alone.
func (w *Watcher) open() (*walk.Tree, error) {
	opts := w.opts.Walk
	opts.Detect = func(string, func() []byte) string { return "" }
	return walk.Open(w.root, opts)
}

// enter watches a folder that has appeared, with those in it.
func (w *Watcher) enter(rel string) {
	for {
		tree, err := w.open()
		if err != nil {
			return
		}
		res, err := tree.At(w.ctx, rel)
		if err != nil {
			return
		}
		added := false
		for _, at := range res.Folders {
			added = w.watch(w.full(at), inTree) || added
		}
		if !added {
			return
		}
	}
}

// leave lets go of a folder and those in it.
func (w *Watcher) leave(full string) (was bool) {
	below := full + string(filepath.Separator)
	if _, was = w.folders[full]; !was {
		return false
	}
	for path, f := range w.folders {
		if f.kind == inTree && (path == full || strings.HasPrefix(path, below)) {
			w.forget(path)
		}
	}
	return true
}

// watch watches one folder, and tells whether that is new. One that cannot be
// watched because it is gone is not.
func (w *Watcher) watch(path string, k kind) bool {
	if _, ok := w.folders[path]; ok {
		return false
	}
	if info, err := os.Lstat(path); err != nil || !info.IsDir() && k == inTree {
		return false
	}
	f := &folder{kind: k}
	if !w.ask(path) {
		f.seen = look(path)
		if f.seen == nil {
			return false
		}
	}
	w.folders[path] = f
	return true
}

// ask asks the system to watch a folder. It is false where the folder has to be
// scanned; where it is gone, either answer is right.
func (w *Watcher) ask(path string) bool {
	if w.fs == nil {
		return false
	}
	err := error(syscall.ENOSPC)
	if w.opts.MaxWatches == 0 || w.asked() < w.opts.MaxWatches {
		err = w.fs.Add(path)
	}
	switch {
	case err == nil:
		return true
	case errors.Is(err, fs.ErrNotExist):
		return false
	case errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EMFILE) || errors.Is(err, syscall.ENFILE):
		w.why = limitReason(err)
	default:
		w.why = fmt.Sprintf("the system does not watch them (%v)", err)
	}
	return false
}

// asked is how many folders the system watches.
func (w *Watcher) asked() (n int) {
	for _, f := range w.folders {
		if f.seen == nil {
			n++
		}
	}
	return n
}

func (w *Watcher) forget(path string) {
	f := w.folders[path]
	delete(w.folders, path)
	if f.seen == nil && w.fs != nil {
		_ = w.fs.Remove(path) // the system may have done so already
	}
}

// audit looks whether the system watches what it was asked to: it lets go of a
// folder that is moved or replaced, which may be one that has just appeared.
func (w *Watcher) audit(now time.Time) {
	if w.fs == nil {
		return
	}
	is := make(map[string]bool, len(w.folders))
	for _, path := range w.fs.WatchList() {
		is[path] = true
	}
	for path, f := range w.folders {
		if f.seen != nil || is[path] {
			continue
		}
		delete(w.folders, path)
		w.unsee(path)
		rel, ok := w.rel(path)
		switch {
		case f.kind != inTree:
			w.watch(path, f.kind)
		case ok:
			w.enter(rel)
			w.changes.add(rel, now)
		}
	}
}

// foldersAbove calls fn for the folders between the repository's top and the root,
// which may hold rules for what is below them.
func foldersAbove(top, root string, fn func(string)) {
	for dir := root; dir != top; fn(dir) {
		up := filepath.Dir(dir)
		if up == dir {
			return
		}
		dir = up
	}
}
