package workspace

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// IsProtected says why nobody may write a path of the repository, "" where one
// may: what git and the index keep is theirs.
func (m *Space) IsProtected(path string) string {
	for part := range strings.SplitSeq(path, "/") {
		if strings.EqualFold(part, ".git") {
			return "it belongs to git"
		}
		if part == ".." {
			return "it is outside of the repository"
		}
	}
	file, err := filepath.Abs(m.Store.Path())
	if err != nil || m.Store.InMemory() {
		return ""
	}
	if dir, err := filepath.EvalSymlinks(filepath.Dir(file)); err == nil {
		file = filepath.Join(dir, filepath.Base(file))
	}
	rel, err := filepath.Rel(m.Opts.Root, file)
	if err != nil {
		return ""
	}
	rel = filepath.ToSlash(rel)
	if folder, ok := strings.CutSuffix(rel, "/"+filepath.Base(rel)); ok && filepath.Base(folder) == ".smp" {
		rel = folder // all that is in it
	}
	rest, ok := strings.CutPrefix(path, rel)
	if ok && (rest == "" || strings.ContainsAny(rest[:1], "/-.")) { // the journals and the lock file have more behind the name
		return "it belongs to the index"
	}
	return ""
}

// ThroughLink says so where a folder on the way to a path is a symbolic link:
// what is behind it is another place than the path says.
func (m *Space) ThroughLink(path string) string {
	if m.LinkOnTheWay(path) == "" {
		return ""
	}
	return "the way to it leads through a symbolic link"
}

// LinkOnTheWay is the first folder above a path that is a symbolic link, ""
// where none is.
func (m *Space) LinkOnTheWay(path string) string {
	for i, c := range path {
		if c != '/' {
			continue
		}
		info, err := os.Lstat(filepath.Join(m.Opts.Root, filepath.FromSlash(path[:i])))
		if err != nil {
			return "" // nothing is there yet
		}
		if info.Mode()&fs.ModeSymlink != 0 {
			return path[:i]
		}
	}
	return ""
}
