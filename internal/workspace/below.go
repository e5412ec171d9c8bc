package workspace

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/internal/store"
)

// below reads what begins with an absolute path, as agents have it from their
// own tools: a file or folder, perhaps with a line, a column or a name after
// it. The answer is the same from the root on, with slashes; false where it
// does not lie below the root. The root may be called by any name that leads
// to it, through symbolic links too.
func below(root, given string) (string, bool) {
	given = filepath.Clean(given)
	if rest, ok := after(root, given); ok {
		return rest, true
	}
	is, err := os.Stat(root)
	if err != nil {
		return "", false
	}
	for i := 1; i <= len(given); i++ {
		if i < len(given) && !os.IsPathSeparator(given[i]) {
			continue
		}
		if info, err := os.Stat(given[:i]); err == nil && os.SameFile(is, info) {
			return after(given[:i], given)
		}
	}
	return "", false
}

// after is what follows a folder in a path.
func after(folder, path string) (string, bool) {
	rest, ok := strings.CutPrefix(path, folder)
	switch {
	case !ok:
		return "", false
	case rest == "":
		return ".", true
	case os.IsPathSeparator(rest[0]):
		return filepath.ToSlash(rest[1:]), true
	case os.IsPathSeparator(folder[len(folder)-1]):
		return filepath.ToSlash(rest), true
	}
	return "", false
}

// GraphIn is the graph in a store, to which paths may be given as absolute
// ones.
func GraphIn(st *store.Store, root string) *graph.Graph {
	g := graph.New(st)
	g.Root(root, func(given string) (string, bool) { return below(root, given) })
	return g
}

// Relative is a path as the graph names it. A path that leaves the root is an
// error.
func (m *Space) Relative(path string) (string, error) {
	if filepath.IsAbs(path) {
		rel, ok := below(m.Opts.Root, path)
		if !ok {
			return "", &ParamError{Param: "path", Value: path, Hint: "it lies outside of " + m.Opts.Root + "; name a file below it"}
		}
		path = rel
	}
	path = filepath.ToSlash(filepath.Clean(path))
	if path == ".." || strings.HasPrefix(path, "../") {
		return "", &ParamError{Param: "path", Value: path, Hint: "name a file below the root"}
	}
	return path, nil
}
