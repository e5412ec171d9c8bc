package walk

import (
	"errors"
	"fmt"
	"io/fs"
)

// entry decides about one entry of a directory and records what comes of it.
func (w *worker) entry(d *dirJob, e fs.DirEntry) {
	name := e.Name()
	if w.t.isInternal(name) {
		return
	}
	path := join(d.path, name)
	switch typ := e.Type(); {
	case typ.IsDir():
		w.dir(d, path, name)
	case typ.IsRegular():
		w.file(d, e, path, name)
	default:
		if reason, detail := w.t.special(&d.place, path, name, typ); reason != "" {
			d.skips = append(d.skips, row(path, false, reason, detail))
		}
	}
}

func (w *worker) dir(d *dirJob, path, name string) {
	c := w.t.dir(&d.place, path, name)
	if c.reason != "" {
		d.skips = append(d.skips, row(path, true, c.reason, c.text()))
	}
	if c.take {
		sub := &dirJob{listed: c.reason != ""}
		sub.place = place{path: path, scope: d.scope, keep: c.keep, held: c.enter}
		d.subs = append(d.subs, subDir{after: len(d.files), job: sub})
	}
}

func (w *worker) file(d *dirJob, e fs.DirEntry, path, name string) {
	c := w.t.file(&d.place, path, name)
	if !c.take && c.reason == "" {
		return
	}
	lang, err := w.head.detect(path, c.take)
	if err != nil {
		if !errors.Is(err, fs.ErrNotExist) {
			d.skips = append(d.skips, row(path, false, Unreadable, plainError(err)))
		}
		return
	}
	if lang == "" && w.t.opts.Detect != nil {
		w.unknown[unknownKey(name)]++
		if c.take && unreadKinds[unknownKey(name)] {
			d.unread = append(d.unread, path)
		}
		return
	}
	var s Skip
	if c.take {
		f := File{Path: path, Lang: lang, Keep: c.keep}
		if s, err = w.t.measure(&f, e.Info); err == nil && s.Reason == "" {
			d.files = append(d.files, f)
		}
	} else {
		s = row(path, false, c.reason, c.text())
	}
	if s.Reason != "" {
		d.skips = append(d.skips, s)
	}
}

// measure fills in what the file system says about a file, and refuses files
// that are too large. An error means that the file has vanished.
func (t *Tree) measure(f *File, stat func() (fs.FileInfo, error)) (Skip, error) {
	info, err := stat()
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return Skip{}, err
	case err != nil:
		return row(f.Path, false, Unreadable, plainError(err)), nil
	case !info.Mode().IsRegular():
		return row(f.Path, false, NotRegular, "became "+describe(info.Mode())+" during the walk"), nil
	}
	f.Size, f.ModTime = info.Size(), info.ModTime().UnixNano()
	if limit := t.opts.limit(); limit > 0 && f.Size > limit {
		s := row(f.Path, false, TooLarge, tooLarge(f.Size, limit))
		s.Size = f.Size
		return s, nil
	}
	return Skip{}, nil
}

func tooLarge(size, limit int64) string {
	return fmt.Sprintf("%s, the limit is %s", megabytes(size), megabytes(limit))
}

func megabytes(n int64) string {
	if n < 1<<20 {
		return fmt.Sprintf("%d bytes", n)
	}
	return fmt.Sprintf("%.1f MiB", float64(n)/(1<<20))
}
