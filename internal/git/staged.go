package git

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
)

// Staged lists how what is about to be committed differs from a commit, by
// path. Inside a hook it is what that commit is of, also where it is not all
// that is staged.
func (r *Repo) Staged(ctx context.Context, from string) ([]Change, error) {
	from, err := r.Resolve(ctx, from)
	if err != nil {
		return nil, err
	}
	cmd, err := command(ctx, r.root, "diff-index", "--cached", "--raw", "-z", "--no-renames", "--no-abbrev", "--relative", "--ignore-submodules=dirty", from, "--", ".")
	if err != nil {
		return nil, err
	}
	if index := os.Getenv("GIT_INDEX_FILE"); index != "" {
		if !filepath.IsAbs(index) {
			index = filepath.Join(r.top, index)
		}
		cmd.Env = append(cmd.Env, "GIT_INDEX_FILE="+index)
	}
	var said tail
	cmd.Stderr = &said
	text, err := cmd.Output()
	if err != nil {
		return nil, r.failed(from, said.String(), err)
	}
	out := []Change{}
	fields := strings.Split(string(bytes.TrimSuffix(text, []byte{0})), "\x00")
	for i := 0; i+1 < len(fields); i += 2 {
		c, err := r.rawChange(fields[i])
		if err != nil {
			return nil, err
		}
		c.Path, c.Before.Path, c.After.Path = fields[i+1], fields[i+1], fields[i+1]
		out = append(out, *c)
	}
	return out, nil
}
