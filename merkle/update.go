package merkle

import (
	"slices"
	"strings"
)

// change is what happens to one file: it is as file says, or gone.
type change struct {
	file File
	gone bool
}

// Update is the tree after some files are as set says and others are gone;
// what is said of a file last holds. Only the folders on the way to these
// files are made and hashed anew, each once. To remove what is not there does
// nothing.
func (t *Tree) Update(set []File, gone ...string) (*Tree, error) {
	changes := make([]change, 0, len(set)+len(gone))
	for _, f := range set {
		changes = append(changes, change{file: f})
	}
	for _, path := range gone {
		changes = append(changes, change{file: File{Path: path}, gone: true})
	}
	for i := range changes {
		if err := checkPath(changes[i].file.Path); err != nil {
			return nil, err
		}
	}
	if len(changes) == 0 {
		return &Tree{t.root()}, nil
	}
	slices.SortStableFunc(changes, func(a, b change) int { return strings.Compare(a.file.Path, b.file.Path) })
	return &Tree{updated("", t.root(), changes, 0)}, nil
}

// updated is a folder after changes, which are sorted and share the first skip
// bytes of their paths. old is nil where there was no folder.
func updated(name string, old *node, changes []change, skip int) *node {
	var children []*node
	if old != nil {
		children = slices.Clone(old.children)
	}
	for i := 0; i < len(changes); {
		path := changes[i].file.Path
		head, _, deep := strings.Cut(path[skip:], "/")
		to := i + 1
		if !deep {
			for to < len(changes) && changes[to].file.Path == path {
				to++
			}
			children = put(children, head, false, func(*node) *node {
				if c := &changes[to-1]; !c.gone {
					return leaf(head, &c.file)
				}
				return nil
			})
			i = to
			continue
		}
		prefix := path[:skip+len(head)+1]
		for to < len(changes) && strings.HasPrefix(changes[to].file.Path, prefix) {
			to++
		}
		part := changes[i:to]
		children = put(children, head, true, func(was *node) *node { return updated(head, was, part, len(prefix)) })
		i = to
	}
	if len(children) == 0 && name != "" {
		return nil
	}
	return newFolder(name, children)
}

// put replaces the child with the name and kind by what next makes of it; nil
// stands for none.
func put(children []*node, name string, dir bool, next func(was *node) *node) []*node {
	at, found := slices.BinarySearchFunc(children, &node{name: name, dir: dir}, compareNodes)
	if !found {
		if n := next(nil); n != nil {
			return slices.Insert(children, at, n)
		}
		return children
	}
	n := next(children[at])
	if n == nil {
		return slices.Delete(children, at, at+1)
	}
	children[at] = n
	return children
}
