package git

import (
	"context"
	"os"
	"path/filepath"
)

// Staged lists how what is about to be committed differs from a commit, by
// path. Inside a hook it is what that commit is of, also where it is not all
// that is staged.
func (r *Repo) Staged(ctx context.Context, from string) ([]Change, error) {
	from, err := r.Resolve(ctx, from)
	if err != nil {
		return nil, err
	}
	index := filepath.Join(r.dir, "index")
	if asked := os.Getenv("GIT_INDEX_FILE"); asked != "" {
		if index = asked; !filepath.IsAbs(index) {
			index = filepath.Join(r.top, index)
		}
	}
	out := []Change{}
	var now *Change
	args := []string{"diff-index", "--cached", "--raw", "-z", "--no-renames", "--no-abbrev", "--relative", "--ignore-submodules=dirty", from, "--", "."}
	err = r.streamWith(ctx, wants{index: index}, r.root, from, nil, fieldsTo(r, args[0], func(s string) (err error) {
		if now == nil {
			now, err = r.rawChange(s)
			return err
		}
		now.Path, now.Before.Path, now.After.Path = s, s, s
		out = append(out, *now)
		now = nil
		return nil
	}), args...)
	return out, err
}
