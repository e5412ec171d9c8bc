package watch

import (
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/fsnotify/fsnotify"
)

// stamp is what a look at an entry remembers.
type stamp struct {
	mode  fs.FileMode
	size  int64
	mtime int64
}

// look reads a folder; nil where it is gone. One that cannot be read is empty.
func look(path string) map[string]stamp {
	entries, err := os.ReadDir(path)
	if err != nil {
		if _, serr := os.Lstat(path); serr != nil {
			return nil
		}
		return map[string]stamp{}
	}
	out := make(map[string]stamp, len(entries))
	for _, e := range entries {
		info, err := e.Info()
		if err != nil {
			continue // gone meanwhile
		}
		s := stamp{mode: info.Mode()}
		if !info.IsDir() {
			s.size, s.mtime = info.Size(), info.ModTime().UnixNano()
		}
		out[e.Name()] = s
	}
	return out
}

// scan looks at the folders that the system does not watch.
func (w *Watcher) scan() {
	if w.lost {
		w.findRoot()
		return
	}
	var scanned []string
	for path, f := range w.folders {
		if f.seen != nil {
			scanned = append(scanned, path)
		}
	}
	if len(scanned) == 0 {
		return
	}
	asked := w.fs != nil && w.opts.MaxWatches == 0 && w.scans.due()
	for _, path := range scanned {
		f := w.folders[path]
		if f == nil || f.seen == nil {
			continue // let go of by what an earlier one showed
		}
		if asked = asked && w.ask(path); asked {
			w.scanFolder(f, path) // what happened before the system watched it
			f.seen = nil
			continue
		}
		w.scanFolder(f, path)
	}
	w.note()
}

// scanFolder compares a folder with what it was.
func (w *Watcher) scanFolder(f *folder, path string) {
	now := look(path)
	if now == nil {
		if path == w.root {
			w.loseRoot()
			return
		}
		if w.folders[filepath.Dir(path)] == nil {
			w.leave(path)
		}
		return // the folder around it shows that it is gone
	}
	was := f.seen
	f.seen = now
	for name, s := range now {
		old, ok := was[name]
		switch {
		case !ok:
			w.happened(f, filepath.Join(path, name), fsnotify.Create)
		case old.mode.Type() != s.mode.Type():
			w.happened(f, filepath.Join(path, name), fsnotify.Remove|fsnotify.Create)
		case old != s:
			w.happened(f, filepath.Join(path, name), fsnotify.Write)
		}
	}
	for name := range was {
		if _, ok := now[name]; !ok {
			w.happened(f, filepath.Join(path, name), fsnotify.Remove)
		}
	}
}

// unsee makes the next look at the folder around path find it new: it may be
// gone and back by then.
func (w *Watcher) unsee(path string) {
	if f := w.folders[filepath.Dir(path)]; f != nil && f.seen != nil {
		delete(f.seen, filepath.Base(path))
	}
}

// scans counts looks, so that the system is asked now and then whether it
// watches again.
type scans int

const askEvery = 15

func (s *scans) due() bool {
	*s++
	return *s%askEvery == 0
}

// loseRoot is when the root is gone: it is looked for at every scan.
func (w *Watcher) loseRoot() {
	for path := range w.folders {
		w.forget(path)
	}
	w.lost = true
	w.changes.all(time.Now())
	w.changes.resync = false
	w.note()
	w.opts.Notice(w.root + " is gone; it is watched again when it is back")
}

// findRoot looks whether the root is back.
func (w *Watcher) findRoot() {
	if info, err := os.Lstat(w.root); err != nil || !info.IsDir() {
		return
	}
	w.lost = false
	w.findGitAgain()
	if err := w.sync(); err != nil {
		w.lost = true
		return
	}
	w.changes.all(time.Now())
	w.note()
	w.opts.Notice(w.root + " is watched again")
}
