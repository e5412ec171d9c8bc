package walk

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/structural-memory/smp/index/ignore"
)

// Lookup decides about one path as a walk would, reading nothing but the
// ignore files on the way to it. It fails when there is no such path.
func (t *Tree) Lookup(path string) (Explanation, error) { return t.lookup(path, nil) }

// Given decides about a file as if it had this content, whether there is such
// a file or not; it looks at the content as Explain does.
func (t *Tree) Given(path string, data []byte) (Explanation, error) {
	if data == nil {
		data = []byte{}
	}
	x, err := t.lookup(path, data)
	if err != nil || !x.Indexed || x.Dir {
		return x, err
	}
	if reason, detail, skip := t.opts.Content(x.File, data); skip {
		return x.not(x.Path, reason, detail), nil
	}
	return x, nil
}

func (t *Tree) lookup(path string, given []byte) (Explanation, error) {
	x := Explanation{Path: filepath.ToSlash(filepath.Clean(path))}
	if x.Path == "." {
		return Explanation{Dir: true, Indexed: true}, nil
	}
	if filepath.IsAbs(path) || x.Path == ".." || strings.HasPrefix(x.Path, "../") {
		return x.not(x.Path, OutsideRoot, "it is not below "+t.root), nil
	}
	l := lookup{t: t, x: x, in: t.entered(t.top()), given: given}
	for from := 0; ; {
		end := len(x.Path)
		if i := strings.IndexByte(x.Path[from:], '/'); i >= 0 {
			end = from + i
		}
		ended, err := l.step(x.Path[:end], x.Path[from:end])
		if err != nil || ended {
			return l.x, err
		}
		from = end + 1
	}
}

// lookup goes down a path.
type lookup struct {
	t  *Tree
	x  Explanation // the answer; until it is known, why the directory around is left out
	in place

	given []byte // what the file holds; nil: what the disk has
}

// step takes one element of the path and says whether the answer is there.
func (l *lookup) step(at, name string) (ended bool, err error) {
	info, err := os.Lstat(l.t.full(at))
	last := at == l.x.Path
	if l.given != nil && (last || errors.Is(err, fs.ErrNotExist)) {
		return l.givenStep(info, at, name, last)
	}
	if err != nil {
		return true, fmt.Errorf("walk: %s: %s", printable(at), plainError(err))
	}
	l.x.Dir = last && info.IsDir()
	switch {
	case l.t.isInternal(name):
		return l.out(at, Internal, "never part of a tree")
	case info.IsDir():
		return l.dir(at, name, last)
	case !last && info.Mode().IsRegular():
		return true, fmt.Errorf("walk: %s is a file, not a directory", printable(at))
	case info.Mode().IsRegular():
		return l.file(at, name, info)
	}
	if reason, detail := l.t.special(&l.in, at, name, info.Mode().Type()); reason != "" {
		return l.out(at, reason, detail)
	}
	return true, nil
}

// givenStep is step for a file whose content is given, and for folders that
// there would be. info is nil where there is nothing.
func (l *lookup) givenStep(info fs.FileInfo, at, name string, last bool) (ended bool, err error) {
	switch {
	case l.t.isInternal(name):
		return l.out(at, Internal, "never part of a tree")
	case !last:
		return l.dir(at, name, false)
	case info != nil && info.IsDir():
		return true, fmt.Errorf("walk: %s is a directory, not a file", printable(at))
	case info != nil && !info.Mode().IsRegular():
		reason, detail := l.t.special(&l.in, at, name, info.Mode().Type())
		return l.out(at, cmp.Or(reason, NotRegular), detail)
	}
	return l.file(at, name, givenInfo(len(l.given)))
}

// givenInfo is the state of a file that is given: its size.
type givenInfo int64

func (i givenInfo) Name() string       { return "" }
func (i givenInfo) Size() int64        { return int64(i) }
func (i givenInfo) Mode() fs.FileMode  { return 0o644 }
func (i givenInfo) ModTime() time.Time { return time.Time{} }
func (i givenInfo) IsDir() bool        { return false }
func (i givenInfo) Sys() any           { return nil }

// out ends with a reason.
func (l *lookup) out(at string, reason Reason, detail string) (bool, error) {
	l.x = l.x.not(at, reason, detail)
	return true, nil
}

func (l *lookup) dir(at, name string, last bool) (ended bool, err error) {
	d := l.t.dir(&l.in, at, name)
	if d.reason != "" {
		l.x = l.x.not(at, d.reason, d.text())
	}
	if !d.take {
		return true, nil
	}
	l.in = place{path: at, scope: l.in.scope, keep: d.keep, held: d.enter}
	if _, err := os.Lstat(l.t.full(at)); l.given != nil && err != nil {
		// a folder that there would be
	} else if reason, detail := l.t.closed(&l.in); reason != "" {
		if d.reason == "" {
			l.x = l.x.not(at, reason, detail)
		}
		return true, nil
	}
	if d.enter == notHeld {
		l.x = Explanation{Path: l.x.Path, Dir: l.x.Dir, Indexed: last, Detail: d.force}
	}
	if !last {
		l.in = l.t.entered(l.in)
	}
	return last, nil
}

// closed says why a directory, once it is looked into, is not walked.
func (t *Tree) closed(in *place) (Reason, string) {
	f, err := os.OpenFile(t.full(in.path), os.O_RDONLY|openDirFlags, 0)
	if err != nil {
		return Unreadable, plainError(err)
	}
	f.Close()
	if _, err := os.Lstat(t.full(join(in.path, ".git"))); err == nil && !in.keep && t.isBoundary(in.path) {
		return NestedRepo, nestedDetail
	}
	return "", ""
}

// entered adds a directory's ignore files to its scope.
func (t *Tree) entered(in place) place {
	dir := t.full(in.path)
	var git []byte
	if in.held == notHeld {
		git = readRules(dir, ignore.GitFile)
	}
	in.scope = in.scope.Enter(in.path, git, readRules(dir, ignore.OwnFile), t.fold)
	return in
}

func (l *lookup) file(at, name string, info fs.FileInfo) (bool, error) {
	d := l.t.file(&l.in, at, name)
	if !d.take {
		if d.reason != "" {
			return l.out(at, d.reason, d.text())
		}
		return true, nil
	}
	var h headReader
	h.init(l.t)
	h.given = l.given
	lang, err := h.detect(at, true)
	if err != nil {
		return l.out(at, Unreadable, plainError(err))
	}
	if lang == "" && l.t.opts.Detect != nil {
		return l.out(at, NoLanguage, "no known language has files named like this")
	}
	f := File{Path: at, Lang: lang, Keep: d.keep}
	s, err := l.t.measure(&f, func() (fs.FileInfo, error) { return info, nil })
	if err != nil || s.Reason != "" {
		return l.out(at, s.Reason, s.Detail)
	}
	l.x = Explanation{Path: at, Indexed: true, File: f, Detail: d.force}
	return true, nil
}
