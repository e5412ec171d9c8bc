package worktree

import (
	"path"

	"github.com/structural-memory/smp/safety"
)

// FoldersAround are the folders around some paths that are there, each once.
func (r *Restorer) FoldersAround(paths []string) (out []Standing, err error) {
	seen := map[string]bool{}
	for _, p := range paths {
		for dir := path.Dir(p); !seen[dir]; dir = path.Dir(dir) {
			seen[dir] = true
			now, err := ReadAs(r.Root, dir, safety.Folder)
			if err != nil {
				return nil, err
			}
			if now.Kind == safety.Folder {
				out = append(out, now)
			}
		}
	}
	return out, nil
}
