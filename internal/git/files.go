package git

import (
	"context"
	"fmt"
	"strconv"
	"strings"
)

// Mode is what kind of entry a path is to git.
type Mode uint32

const (
	modeKind      Mode = 0o170000
	modeFile      Mode = 0o100000
	modeLink      Mode = 0o120000
	modeSubmodule Mode = 0o160000
)

// IsFile tells whether it is a regular file.
func (m Mode) IsFile() bool { return m&modeKind == modeFile }

// IsLink tells whether it is a symbolic link.
func (m Mode) IsLink() bool { return m&modeKind == modeLink }

// IsSubmodule tells whether it is a commit of another repository.
func (m Mode) IsSubmodule() bool { return m&modeKind == modeSubmodule }

// Entry is a file of a commit.
type Entry struct {
	Path string
	Blob string // the name of its content, in hex
	Mode Mode
}

// Files lists what a commit has below the root, sorted by path.
func (r *Repo) Files(ctx context.Context, commit string) ([]Entry, error) {
	commit, err := r.Resolve(ctx, commit)
	if err != nil {
		return nil, err
	}
	out := []Entry{}
	err = r.fields(ctx, commit, func(s string) error {
		about, path, ok := strings.Cut(s, "\t")
		parts := strings.Fields(about)
		if !ok || len(parts) != 3 {
			return r.unexpected(s)
		}
		mode, err := parseMode(parts[0])
		if err != nil {
			return r.unexpected(s)
		}
		out = append(out, Entry{Path: path, Blob: parts[2], Mode: mode})
		return nil
	}, "ls-tree", "-r", "-z", commit)
	return out, err
}

func parseMode(s string) (Mode, error) {
	n, err := strconv.ParseUint(s, 8, 32)
	return Mode(n), err
}

func (r *Repo) unexpected(s string) error {
	return fmt.Errorf("git in %s: its answer %q is not understood", r.root, s)
}

// Change is how a path differs. A rename is a path that is gone and one that
// is new.
type Change struct {
	Path   string
	Status byte // 'A' new, 'D' gone, 'M' other content, 'T' another kind, 'U' in conflict
	Before Entry
	After  Entry // Blob is "" where the content is not stored, as in a changed file of the working tree
}

// Diff lists how to differs from from below the root, by path. The empty to is
// the working tree, whose untracked files are not told of: see Status.
func (r *Repo) Diff(ctx context.Context, from, to string) ([]Change, error) {
	from, err := r.Resolve(ctx, from)
	if err != nil {
		return nil, err
	}
	args := []string{"diff", "--no-ext-diff", "--no-textconv"}
	if to != "" {
		if to, err = r.Resolve(ctx, to); err != nil {
			return nil, err
		}
		args = []string{"diff-tree", "-r"}
	}
	args = append(args, "--raw", "-z", "--no-renames", "--no-abbrev", "--relative", "--ignore-submodules=dirty", from)
	if to != "" {
		args = append(args, to)
	}
	out := []Change{}
	var now *Change
	err = r.fields(ctx, from, func(s string) (err error) {
		if now == nil {
			now, err = r.rawChange(s)
			return err
		}
		now.Path, now.Before.Path, now.After.Path = s, s, s
		if n := len(out); n > 0 && out[n-1].Path == s && out[n-1].Status == 'U' {
			out = out[:n-1] // a conflict is told of twice
		}
		out = append(out, *now)
		now = nil
		return nil
	}, append(args, "--", ".")...)
	return out, err
}

// rawChange reads ":mode mode blob blob status".
func (r *Repo) rawChange(s string) (*Change, error) {
	parts := strings.Fields(strings.TrimPrefix(s, ":"))
	if len(parts) != 5 || parts[4] == "" {
		return nil, r.unexpected(s)
	}
	before, err := parseMode(parts[0])
	if err != nil {
		return nil, r.unexpected(s)
	}
	after, err := parseMode(parts[1])
	if err != nil {
		return nil, r.unexpected(s)
	}
	return &Change{Status: parts[4][0], Before: Entry{Blob: blobName(parts[2]), Mode: before}, After: Entry{Blob: blobName(parts[3]), Mode: after}}, nil
}

// blobName is the name of a stored content; git gives zeros for none.
func blobName(s string) string {
	if strings.Trim(s, "0") == "" {
		return ""
	}
	return s
}
