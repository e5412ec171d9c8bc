package merkle

import (
	"fmt"
	"path"
	"strings"
)

// View is a tree as smp/merkle/tree answers it. The root's hash is that of all
// files, also where the scope is a package: then the tree leads from the root
// to that folder alone, so that a client can lay the answer into its copy.
type View struct {
	RootHash string            `json:"root_hash"`
	Tree     map[string]*Entry `json:"tree"`
}

// Entry is a folder, which has children, or a file, which has a node count.
type Entry struct {
	Hash      string            `json:"hash"`
	Children  map[string]*Entry `json:"children,omitempty"`
	NodeCount *int              `json:"node_count,omitempty"`
}

// ScopeFull is the scope of everything.
const ScopeFull = "full"

// ParseScope reads "full" (or nothing) or "package:PATH" and gives the folder,
// which is "" for everything.
func ParseScope(scope string) (folder string, err error) {
	if scope == "" || scope == ScopeFull {
		return "", nil
	}
	folder, ok := strings.CutPrefix(scope, "package:")
	if !ok {
		return "", fmt.Errorf(`%q is no scope: use "full" or "package:PATH"`, clip(scope))
	}
	if folder = path.Clean(strings.TrimSuffix(folder, "/")); folder == "." {
		return "", nil
	}
	if err := checkPath(folder); err != nil {
		return "", fmt.Errorf("%q is no scope: the folder must be relative to the root and inside of it", clip(scope))
	}
	return folder, nil
}

// View is the tree of a scope, see ParseScope; ok is false where there is no
// such folder.
func (t *Tree) View(folder string) (v *View, ok bool) {
	v = &View{RootHash: t.Root().String(), Tree: map[string]*Entry{}}
	n, at := t.root(), v.Tree
	for rest, more := folder, folder != ""; more; {
		var name string
		name, rest, more = strings.Cut(rest, "/")
		i := childFolder(n, name)
		if i < 0 {
			return nil, false
		}
		n = n.children[i]
		e := &Entry{Hash: n.hash.String(), Children: map[string]*Entry{}}
		at[name], at = e, e.Children
	}
	fillView(at, n)
	return v, true
}

func childFolder(n *node, name string) int {
	for i, c := range n.children {
		if c.dir && c.name == name {
			return i
		}
	}
	return -1
}

func fillView(at map[string]*Entry, n *node) {
	for _, c := range n.children {
		e := &Entry{Hash: c.hash.String()}
		if c.dir {
			e.Children = make(map[string]*Entry, len(c.children))
			fillView(e.Children, c)
		} else {
			e.NodeCount = &c.nodes
		}
		at[c.name] = e
	}
}
