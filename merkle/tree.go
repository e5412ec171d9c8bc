package merkle

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
)

// File is a leaf.
type File struct {
	Path  string // slash-separated, relative to the root
	Hash  Hash   // SHA-256 of its content
	Nodes int    // how many nodes the graph has of it; no part of any hash
}

// Tree is the tree over some files. Its zero value has none.
type Tree struct{ top *node }

// node is a file or a folder.
type node struct {
	name     string
	hash     Hash
	dir      bool
	children []*node // of a folder, see compareNodes
	files    int     // how many are in it; 1 for a file
	nodes    int     // of the graph
}

// empty is the folder without files.
var empty = newFolder("", nil)

func (t *Tree) root() *node {
	if t == nil || t.top == nil {
		return empty
	}
	return t.top
}

// Root is the hash of the whole.
func (t *Tree) Root() Hash { return t.root().hash }

// Len is the number of files.
func (t *Tree) Len() int { return t.root().files }

// Nodes is how many nodes the graph has of all files.
func (t *Tree) Nodes() int { return t.root().nodes }

// Build makes the tree over files, which are sorted by their paths.
func Build(files []File) (*Tree, error) {
	for i := range files {
		if err := checkPath(files[i].Path); err != nil {
			return nil, err
		}
		if i > 0 && files[i].Path <= files[i-1].Path {
			return nil, fmt.Errorf("merkle: the files are not sorted: %q comes after %q", files[i].Path, files[i-1].Path)
		}
	}
	return &Tree{buildFolder("", files, 0)}, nil
}

// buildFolder makes a folder of files that share the first skip bytes of
// their paths. Those of one folder in it are next to each other.
func buildFolder(name string, files []File, skip int) *node {
	var children []*node
	for i := 0; i < len(files); {
		rest := files[i].Path[skip:]
		head, _, deep := strings.Cut(rest, "/")
		if !deep {
			children = append(children, leaf(rest, &files[i]))
			i++
			continue
		}
		to, prefix := i+1, files[i].Path[:skip+len(head)+1]
		for to < len(files) && strings.HasPrefix(files[to].Path, prefix) {
			to++
		}
		children = append(children, buildFolder(head, files[i:to], len(prefix)))
		i = to
	}
	if !slices.IsSortedFunc(children, compareNodes) { // "a-b" comes before "a/" but after "a"
		slices.SortFunc(children, compareNodes)
	}
	return newFolder(name, children)
}

func leaf(name string, f *File) *node {
	return &node{name: name, hash: f.Hash, files: 1, nodes: f.Nodes}
}

// newFolder hashes its children, which are in order.
func newFolder(name string, children []*node) *node {
	n := &node{name: name, dir: true, children: children}
	buf := make([]byte, 0, 24+64*len(children))
	buf = append(buf, "smp.merkle.folder.1\x00"...)
	for _, c := range children {
		kind := byte('f')
		if c.dir {
			kind = 'd'
		}
		buf = append(buf, kind)
		buf = binary.AppendUvarint(buf, uint64(len(c.name)))
		buf = append(buf, c.name...)
		buf = append(buf, c.hash[:]...)
		n.files += c.files
		n.nodes += c.nodes
	}
	n.hash = sha256.Sum256(buf)
	return n
}

// compareNodes orders children by name, a file before a folder.
func compareNodes(a, b *node) int {
	return cmp.Or(strings.Compare(a.name, b.name), cmp.Compare(kindOrder(a.dir), kindOrder(b.dir)))
}

func kindOrder(dir bool) int {
	if dir {
		return 1
	}
	return 0
}

// maxDepth bounds how deep folders are nested, and with it recursion.
const maxDepth = 2048

// checkPath refuses paths that are not relative, slash-separated and clean.
func checkPath(path string) error {
	depth := 0
	for rest, more := path, true; more; depth++ {
		var name string
		name, rest, more = strings.Cut(rest, "/")
		if !validName(name) || depth > maxDepth {
			return fmt.Errorf("merkle: %q is no path of a file: it must be relative, without empty parts, . and ..", clip(path))
		}
	}
	return nil
}

func validName(s string) bool {
	return s != "" && s != "." && s != ".." && !strings.ContainsAny(s, "/\x00")
}
