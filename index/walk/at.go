package walk

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// At finds what Walk finds at path and below it, without looking at anything
// else: one entry of a directory, or a directory with all that is in it. There
// is nothing where nothing is, and where a directory above is not entered.
func (t *Tree) At(ctx context.Context, path string) (*Result, error) {
	path = filepath.ToSlash(filepath.Clean(path))
	if path == "." {
		return t.Walk(ctx)
	}
	w := newWorker(t)
	above := &dirJob{}
	if info, in, ok := t.reach(path); ok {
		above.place = in
		w.entry(above, fs.FileInfoToDirEntry(info))
	}
	w.files = len(above.files)
	workers := []*worker{w}
	for _, s := range above.subs { // one at most
		workers = append(workers, t.walkFrom(ctx, s.job)...)
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	res := t.merge(above, workers)
	res.Notes = slices.DeleteFunc(res.Notes, func(n string) bool { return slices.Contains(t.notes, n) })
	return res, nil
}

// reach goes to the directory that path is an entry of, as a walk does. ok is
// false when a walk does not get there.
func (t *Tree) reach(path string) (info fs.FileInfo, in place, ok bool) {
	if filepath.IsAbs(path) || path == ".." || strings.HasPrefix(path, "../") {
		return nil, in, false
	}
	in = t.entered(t.top())
	for from := 0; ; {
		end := strings.IndexByte(path[from:], '/')
		at := path
		if end >= 0 {
			at = path[:from+end]
		}
		info, err := os.Lstat(t.full(at))
		if err != nil {
			return nil, in, false
		}
		if end < 0 {
			return info, in, true
		}
		name := at[from:]
		if !info.IsDir() || t.isInternal(name) {
			return nil, in, false
		}
		d := t.dir(&in, at, name)
		if !d.take {
			return nil, in, false
		}
		in = place{path: at, scope: in.scope, keep: d.keep, held: d.enter}
		if reason, _ := t.closed(&in); reason != "" {
			return nil, in, false
		}
		in, from = t.entered(in), len(at)+1
	}
}
