package gitdir

import (
	"os"
	"path/filepath"
	"strings"
)

// Repo is a repository with a working tree.
type Repo struct {
	Top    string // the working tree
	Dir    string // what .git is or points to
	Common string // where the worktrees of a repository share their files
}

// Find looks for the repository whose working tree dir lies in, upward from
// dir. It returns nil when there is none, and also when the nearest .git is a
// pointer to nowhere: what is above such a tree does not concern it.
func Find(dir string) *Repo {
	for {
		dot := filepath.Join(dir, ".git")
		if r := Open(dot); r != nil {
			return r
		}
		if info, err := os.Lstat(dot); err == nil && info.Mode().IsRegular() {
			return nil
		}
		up := filepath.Dir(dir)
		if up == dir {
			return nil
		}
		dir = up
	}
}

// Open returns the repository that a .git, be it a directory or a file, stands
// for; nil if it stands for none.
func Open(dotGit string) *Repo {
	info, err := os.Stat(dotGit)
	if err != nil {
		return nil
	}
	dir := dotGit
	if info.Mode().IsRegular() {
		if dir = pointer(dotGit); dir == "" {
			return nil
		}
	}
	common := commonDir(dir)
	if !exists(filepath.Join(dir, "HEAD")) || !isDir(filepath.Join(common, "objects")) || !isDir(filepath.Join(common, "refs")) {
		return nil
	}
	return &Repo{Top: filepath.Dir(dotGit), Dir: dir, Common: common}
}

// IsBoundary says whether a directory with this .git in it is a repository of
// its own to git: a real one, or a file that wants to be a pointer to one.
func IsBoundary(dotGit string) bool {
	if Open(dotGit) != nil {
		return true
	}
	info, err := os.Stat(dotGit)
	return err == nil && info.Mode().IsRegular() && !readable(dotGit)
}

// Exclude is the text of info/exclude, nil if there is none.
func (r *Repo) Exclude() []byte {
	text, err := readRegular(filepath.Join(r.Common, "info", "exclude"))
	if err != nil {
		return nil
	}
	return text
}

// pointer reads a .git file: "gitdir: PATH".
func pointer(file string) string {
	text, err := readRegular(file)
	if err != nil {
		return ""
	}
	to, ok := strings.CutPrefix(string(text), "gitdir: ")
	if !ok {
		return ""
	}
	return resolve(filepath.Dir(file), strings.TrimRight(to, "\r\n"))
}

func commonDir(dir string) string {
	text, err := readRegular(filepath.Join(dir, "commondir"))
	if err != nil {
		return dir
	}
	return resolve(dir, strings.TrimRight(string(text), "\r\n"))
}

func resolve(base, path string) string {
	path = filepath.FromSlash(path)
	if filepath.IsAbs(path) {
		return filepath.Clean(path)
	}
	return filepath.Join(base, path)
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

func isDir(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

func readable(file string) bool {
	f, err := os.Open(file)
	if err != nil {
		return false
	}
	f.Close()
	return true
}
