package git

import (
	"os"
	"os/exec"
	"path/filepath"
)

// program finds git on the PATH, but not where the repository at hand could
// have put one: neither in a relative folder nor in the working tree itself.
func program(top string) (string, error) {
	for _, dir := range filepath.SplitList(os.Getenv("PATH")) {
		if !filepath.IsAbs(dir) {
			continue
		}
		found, err := exec.LookPath(filepath.Join(dir, "git"))
		if err != nil {
			continue
		}
		if top == "" || !holds(top, found) {
			return found, nil
		}
	}
	return "", &Error{Root: top, Kinds: []error{ErrNotInstalled}}
}

// holds reports whether a file lies in a folder, by its own name or by the
// name of what it links to. The root of the machine holds no repository that
// is not the machine's.
func holds(dir, file string) bool {
	if filepath.Dir(dir) == dir {
		return false
	}
	if real, err := filepath.EvalSymlinks(file); err == nil && inside(dir, real) {
		return true
	}
	folder, err := filepath.EvalSymlinks(filepath.Dir(file))
	return err != nil || inside(dir, folder)
}

// inside reports whether a path lies in a folder or is it.
func inside(dir, path string) bool {
	rel, err := filepath.Rel(dir, path)
	return err == nil && filepath.IsLocal(rel)
}
