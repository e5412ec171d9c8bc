package merkle

import (
	"slices"
	"strings"
)

// find is the folder or file at a path; the root for "".
func (t *Tree) find(path string, dir bool) *node {
	n := t.root()
	for rest, more := path, path != ""; more; {
		var name string
		name, rest, more = strings.Cut(rest, "/")
		at, ok := slices.BinarySearchFunc(n.children, &node{name: name, dir: more || dir}, compareNodes)
		if !ok {
			return nil
		}
		n = n.children[at]
	}
	return n
}

// File is the file at a path.
func (t *Tree) File(path string) (File, bool) {
	n := t.find(path, false)
	if n == nil || n.dir {
		return File{}, false
	}
	return File{path, n.hash, n.nodes}, true
}

// Subtree is the tree over the files below a folder, whose paths are relative
// to it there. "" and "." are the whole.
func (t *Tree) Subtree(folder string) (*Tree, bool) {
	if folder == "." {
		folder = ""
	}
	n := t.find(folder, true)
	if n == nil {
		return &Tree{}, false
	}
	return &Tree{n}, true
}

// Folder is the hash of a folder.
func (t *Tree) Folder(path string) (Hash, bool) {
	sub, ok := t.Subtree(path)
	return sub.Root(), ok
}

// Files are all files by their paths.
func (t *Tree) Files() []File {
	out := make([]File, 0, t.Len())
	each(t.root(), "", func(f File) { out = append(out, f) })
	slices.SortFunc(out, func(a, b File) int { return strings.Compare(a.Path, b.Path) })
	return out
}

// each calls fn for the files in n, in the order of the tree.
func each(n *node, path string, fn func(File)) {
	if !n.dir {
		fn(File{path, n.hash, n.nodes})
		return
	}
	for _, c := range n.children {
		each(c, below(path, c.name), fn)
	}
}

func below(folder, name string) string {
	if folder == "" {
		return name
	}
	return folder + "/" + name
}
