package workspace

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"

	"github.com/structural-memory/smp/index/walk/gitdir"
)

// ErrNotAsked says that a folder is not indexed unless that is asked for by
// name, since it is most likely a mistake: it holds far more than one project.
var ErrNotAsked = errors.New("this is not indexed unless it is asked for")

// mostUnasked is how many files a folder may have that no repository is around.
const mostUnasked = 50_000

// WideError is an ErrNotAsked: which folder, and what it is.
type WideError struct{ Root, What string }

func (e *WideError) Error() string {
	return fmt.Sprintf("%s is %s and not one project, so it is not indexed unasked: name the folder of the project, or say smp index --anyway", e.Root, e.What)
}

func (*WideError) Is(target error) bool { return target == ErrNotAsked }

// Anyway makes Open and Index take a folder that is hardly meant: the root of a
// file system, a home folder or one above it, the folder of temporary files, or
// one with very many files and no repository.
func Anyway() Option { return func(o *Options) { o.Anyway = true } }

// CheckRoot refuses a root, links resolved, that is hardly meant.
func CheckRoot(root string) error {
	if filepath.Dir(root) == root {
		return &WideError{root, "the root of the file system"}
	}
	for _, home := range homes() {
		if same(root, home) {
			return &WideError{root, "the home folder"}
		}
		for dir := filepath.Dir(home); dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
			if same(root, dir) {
				return &WideError{root, "above the home folder"}
			}
		}
	}
	for _, dir := range temporary() {
		if same(root, dir) {
			return &WideError{root, "the folder of temporary files"}
		}
	}
	return nil
}

// CheckFiles refuses so many files that no repository is around.
func (m *Space) CheckFiles(files int) error {
	if m.Opts.Anyway || files <= mostUnasked || gitdir.Find(m.Opts.Root) != nil {
		return nil
	}
	return &WideError{m.Opts.Root, fmt.Sprintf("no repository, has %d source files", files)}
}

// homes are the user's home folder as it is named and as it is.
func homes() (all []string) {
	home, err := os.UserHomeDir()
	if err != nil || !filepath.IsAbs(home) {
		return nil
	}
	all = append(all, filepath.Clean(home))
	if real, err := filepath.EvalSymlinks(home); err == nil && real != all[0] {
		all = append(all, real)
	}
	return all
}

func temporary() []string {
	all := []string{os.TempDir()}
	if runtime.GOOS != "windows" {
		all = append(all, "/tmp", "/var/tmp", "/private/tmp")
	}
	return all
}

// same reports whether two paths lead to one folder, by whatever name.
func same(a, b string) bool {
	if a == b {
		return true
	}
	x, err := os.Stat(a)
	if err != nil {
		return false
	}
	y, err := os.Stat(b)
	return err == nil && os.SameFile(x, y)
}
