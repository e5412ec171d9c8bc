package walk

import (
	"errors"
	"path/filepath"
)

// Explanation says whether a path is indexed, and why.
type Explanation struct {
	Path    string // slash-separated, relative to the root, "" for the root
	Dir     bool
	Indexed bool   // the file is indexed, or the directory walked
	File    File   // of a file that is indexed
	At      string // the path that the reason is about: Path or a directory above it
	Reason  Reason // why it is not indexed
	Detail  string // the rule that leaves it out, or that keeps it
}

// Explain answers for one path, absolute or relative to root. It looks at the
// file's content too.
func Explain(root, path string, opts Options) (Explanation, error) {
	t, err := Open(root, opts)
	if err != nil {
		return Explanation{}, err
	}
	if filepath.IsAbs(path) {
		path = t.fromAbs(path)
	}
	return t.Explain(path)
}

// Explain answers as Lookup does, and for a file that would be indexed looks
// at its content as well.
func (t *Tree) Explain(path string) (Explanation, error) {
	x, err := t.Lookup(path)
	if err != nil || !x.Indexed || x.Dir {
		return x, err
	}
	data, err := ReadFile(t.root, x.Path, t.opts.MaxFileSize)
	if err != nil {
		var re *ReadError
		if !errors.As(err, &re) {
			return x, err
		}
		return x.not(x.Path, re.Reason, re.Detail), nil
	}
	if reason, detail, skip := t.opts.Content(x.File, data); skip {
		return x.not(x.Path, reason, detail), nil
	}
	return x, nil
}

// fromAbs makes an absolute path relative to the root, which may be named
// through links.
func (t *Tree) fromAbs(path string) string {
	dir, name := filepath.Split(filepath.Clean(path))
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		path = filepath.Join(real, name)
	}
	if rel, err := filepath.Rel(t.root, path); err == nil {
		return rel
	}
	return path
}

func (x Explanation) not(at string, reason Reason, detail string) Explanation {
	x.Indexed, x.File = false, File{}
	x.At, x.Reason, x.Detail = at, reason, printable(detail)
	return x
}
