package git

import (
	"context"
	"strings"
)

// FileStatus is a file of the working tree that is not as HEAD has it.
type FileStatus struct {
	Path      string
	Untracked bool
	Staged    byte // how the index differs from HEAD: '.' not at all, else 'A', 'M', 'D', 'T' or 'U'
	Unstaged  byte // how the working tree differs from the index, the same
}

// Status lists the files below the root that are not as HEAD has them, with
// those that git does not track and no rule ignores, by path. Submodules are
// left out.
func (r *Repo) Status(ctx context.Context) ([]FileStatus, error) {
	out := []FileStatus{}
	err := r.fields(ctx, "", func(s string) error {
		f, ok := statusOf(s)
		if !ok {
			return r.unexpected(s)
		}
		if f.Path, ok = strings.CutPrefix(f.Path, r.prefix); ok {
			out = append(out, f)
		}
		return nil
	}, "status", "--porcelain=v2", "-z", "--untracked-files=all", "--no-renames", "--ignore-submodules=all", "--", ".")
	return out, err
}

// statusOf reads a line of porcelain version 2.
func statusOf(s string) (f FileStatus, ok bool) {
	kind, rest, _ := strings.Cut(s, " ")
	fields := map[string]int{"?": 0, "1": 7, "u": 9}
	n, ok := fields[kind]
	if !ok {
		return f, false
	}
	if n == 0 {
		return FileStatus{Path: rest, Untracked: true, Staged: '.', Unstaged: 'A'}, rest != ""
	}
	parts := strings.SplitN(rest, " ", n+1)
	if len(parts) != n+1 || len(parts[0]) != 2 || parts[n] == "" {
		return f, false
	}
	f = FileStatus{Path: parts[n], Staged: parts[0][0], Unstaged: parts[0][1]}
	if kind == "u" {
		f.Staged, f.Unstaged = 'U', 'U'
	}
	return f, true
}
