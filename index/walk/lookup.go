package walk

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/structural-memory/smp/index/ignore"
)

// Lookup decides about one path as a walk would, reading nothing but the
// ignore files on the way to it. It fails when there is no such path.
func (t *Tree) Lookup(path string) (Explanation, error) {
	x := Explanation{Path: filepath.ToSlash(filepath.Clean(path))}
	if x.Path == "." {
		return Explanation{Dir: true, Indexed: true}, nil
	}
	if filepath.IsAbs(path) || x.Path == ".." || strings.HasPrefix(x.Path, "../") {
		return x.not(x.Path, OutsideRoot, "it is not below "+t.root), nil
	}
	l := lookup{t: t, x: x, in: t.entered(t.top())}
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
}

// step takes one element of the path and says whether the answer is there.
func (l *lookup) step(at, name string) (ended bool, err error) {
	info, err := os.Lstat(l.t.full(at))
	if err != nil {
		return true, fmt.Errorf("walk: %s: %s", printable(at), plainError(err))
	}
	last := at == l.x.Path
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
	if reason, detail := l.t.closed(&l.in); reason != "" {
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
