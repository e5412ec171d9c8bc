package git

import (
	"context"
	"errors"
	"path/filepath"
	"strings"

	"github.com/structural-memory/smp/index/walk/gitdir"
)

// Repo is a folder inside the working tree of a repository.
type Repo struct {
	root    string
	top     string // of the working tree
	prefix  string // of root in it, with a slash at its end; "" for the top
	dir     string // what .git is or points to
	common  string // where the worktrees of a repository share their files
	program string // git

	own, user map[string]string // settings of the repository, and of the user and the machine
}

// Open finds the repository of the folder root: the nearest .git above it
// decides, whatever is configured in it.
func Open(ctx context.Context, root string) (*Repo, error) {
	abs, err := filepath.Abs(root)
	if err == nil {
		abs, err = filepath.EvalSymlinks(abs)
	}
	if err != nil {
		return nil, err
	}
	found := gitdir.Find(abs)
	top := ""
	if found != nil {
		top = found.Top
	}
	r := &Repo{root: abs, top: top}
	if r.program, err = program(top); err != nil {
		return nil, err
	}
	if found == nil || inside(filepath.Join(top, ".git"), abs) {
		return nil, &Error{Root: abs, Kinds: []error{ErrNotRepository}}
	}
	r.dir, r.common, r.own = found.Dir, found.Common, found.Settings()
	rel, err := filepath.Rel(r.top, abs)
	if err != nil {
		return nil, err
	}
	if rel != "." {
		r.prefix = filepath.ToSlash(rel) + "/"
	}
	if r.user, err = r.userSettings(ctx); err != nil {
		return nil, err
	}
	return r, nil
}

// Root is the folder that paths are relative to.
func (r *Repo) Root() string { return r.root }

// Top is the top of the working tree.
func (r *Repo) Top() string { return r.top }

// Prefix is the root's path below the top, with a slash at its end; "" for the
// top itself.
func (r *Repo) Prefix() string { return r.prefix }

// Head is what is checked out.
type Head struct {
	Commit string // in hex, "" before the first commit
	Branch string // "" where HEAD is on none
}

// Head asks what is checked out.
func (r *Repo) Head(ctx context.Context) (h Head, err error) {
	h.Branch, err = r.output(ctx, r.root, "", "symbolic-ref", "--quiet", "--short", "HEAD")
	if err != nil {
		if ctx.Err() != nil || errors.Is(err, ErrNotInstalled) || errors.Is(err, ErrNotRepository) {
			return h, err
		}
		h.Branch = "" // HEAD is on no branch
	}
	h.Commit, err = r.Resolve(ctx, "HEAD")
	if errors.Is(err, ErrUnknownRevision) && h.Branch != "" {
		return h, nil
	}
	return h, err
}

// Resolve finds the commit that a revision names, in any form that git knows.
func (r *Repo) Resolve(ctx context.Context, rev string) (string, error) {
	if rev == "" || strings.HasPrefix(rev, "-") || strings.ContainsAny(rev, "\x00\n") {
		return "", &Error{Root: r.root, Rev: rev, Kinds: []error{ErrUnknownRevision}}
	}
	sha, err := r.output(ctx, r.root, rev, "rev-parse", "--verify", rev+"^{commit}")
	var e *Error
	if err == nil || !errors.As(err, &e) || ctx.Err() != nil || errors.Is(err, ErrNotInstalled) || errors.Is(err, ErrNotRepository) {
		return sha, err
	}
	e.Kinds = []error{ErrUnknownRevision}
	if e.Text == "Needed a single revision" {
		e.Text = ""
	}
	if shallow, serr := r.IsShallow(ctx); serr == nil && shallow {
		e.Kinds = append(e.Kinds, ErrShallow)
	}
	return "", e
}

// IsShallow tells whether older commits were not fetched.
func (r *Repo) IsShallow(ctx context.Context) (bool, error) {
	text, err := r.output(ctx, r.root, "", "rev-parse", "--is-shallow-repository")
	return text == "true", err
}
