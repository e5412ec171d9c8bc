package git

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/structural-memory/smp/index/walk/gitdir"
)

// HooksDir is the folder that git looks for hooks in, absolute. It need not
// exist. A repository may name another one inside itself, the user any. What
// leads elsewhere because the repository says so is ErrHooksElsewhere: whoever
// writes hooks there would write them for others.
func (r *Repo) HooksDir(context.Context) (string, error) {
	if dir := r.own["core.hookspath"]; dir != "" {
		dir = homely(filepath.FromSlash(dir))
		if !filepath.IsAbs(dir) {
			dir = filepath.Join(r.top, dir)
		}
		return dir, r.ours(dir)
	}
	if dir := r.user["core.hookspath"]; dir != "" {
		if dir = filepath.FromSlash(dir); !filepath.IsAbs(dir) {
			dir = filepath.Join(r.top, dir)
			return dir, r.ours(dir)
		}
		return dir, nil
	}
	dir := filepath.Join(r.common, "hooks")
	return dir, r.ours(dir)
}

// ours reports an error where a folder is not this repository's. A repository
// whose files lie elsewhere, as of linked working trees and submodules, is its
// own if those files lead back to it.
func (r *Repo) ours(dir string) error {
	at := dir
	for { // what is not there yet lies where its parent does
		real, err := filepath.EvalSymlinks(at)
		if err == nil {
			dir = filepath.Join(real, strings.TrimPrefix(dir, at))
			break
		}
		if up := filepath.Dir(at); up != at {
			at = up
			continue
		}
		break
	}
	if inside(r.top, dir) {
		return nil
	}
	if common, err := filepath.EvalSymlinks(r.common); err == nil && inside(common, dir) && r.leadsBack() {
		return nil
	}
	return &Error{Root: r.root, Kinds: []error{ErrHooksElsewhere}, Text: dir}
}

// leadsBack reports whether the folder that .git points to names this working
// tree.
func (r *Repo) leadsBack() bool {
	if to := strings.TrimSpace(string(small(filepath.Join(r.dir, "gitdir")))); to != "" {
		return same(filepath.Dir(absolute(r.dir, to)), r.top)
	}
	if to := (&gitdir.Repo{Common: r.dir}).Settings()["core.worktree"]; to != "" {
		return same(absolute(r.dir, to), r.top)
	}
	return false
}

func absolute(base, path string) string {
	if path = filepath.FromSlash(path); filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(base, path)
}

// same reports whether two paths are one folder.
func same(a, b string) bool {
	a, aerr := filepath.EvalSymlinks(a)
	b, berr := filepath.EvalSymlinks(b)
	return aerr == nil && berr == nil && a == b
}

func elsewhere(dir string) string {
	return fmt.Sprintf("this repository's configuration leads its hooks to %s, outside of it; nothing is written there. git config --unset core.hooksPath brings them back, git config --global core.hooksPath sets a folder for all repositories", dir)
}
