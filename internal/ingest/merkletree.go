package ingest

import (
	"context"
	"sync"

	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/internal/relink"
	"github.com/structural-memory/smp/internal/workspace"
	"github.com/structural-memory/smp/merkle"
)

// treeCache is the last Merkle tree, and the data version that it is of.
type treeCache struct {
	mu      sync.Mutex
	version int64
	tree    *merkle.Tree
}

// MerkleTree is the hash tree over the files as the graph has them. It is kept
// until the graph changes; then the folders around what changed are hashed
// anew. Trees do not change: it may be kept and compared with a later one.
func (m *Runs) MerkleTree(ctx context.Context) (*merkle.Tree, error) {
	return workspace.Read(ctx, m.Space, m.treeIn)
}

// RootHash is the hash of all files as the graph has them.
func (m *Runs) RootHash(ctx context.Context) (merkle.Hash, error) {
	t, err := m.MerkleTree(ctx)
	return t.Root(), err
}

// treeIn is the tree of a snapshot of the graph.
func (m *Runs) treeIn(r *graph.Reader) (*merkle.Tree, error) {
	version, err := r.DataVersion()
	if err != nil {
		return nil, err
	}
	c := &m.tree
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.tree != nil && c.version == version {
		return c.tree, nil
	}
	var t *merkle.Tree
	if c.tree != nil && c.version < version {
		t, err = followTree(r, c.tree, c.version)
	}
	if t == nil && err == nil {
		t, err = buildTree(r)
	}
	if err == nil && c.version < version {
		c.tree, c.version = t, version
	}
	return t, err
}

// keepTree notes the tree that a change of the graph has led to.
func (m *Runs) keepTree(version int64, t *merkle.Tree) {
	c := &m.tree
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.version < version {
		c.tree, c.version = t, version
	}
}

// treeAfter is the tree that a plan leads to.
func (m *Runs) treeAfter(ctx context.Context, l *relink.Linking) (*merkle.Tree, error) {
	t, err := m.MerkleTree(ctx)
	if err != nil {
		return nil, err
	}
	set := make([]merkle.File, len(l.Plan.Changed))
	for i, f := range l.Plan.Changed {
		set[i] = merkle.File{Path: f.Row.Path, Hash: f.Row.SHA256, Nodes: l.State.NodeMap(f.Row.Path).Nodes()}
	}
	return t.Update(set, l.Plan.Removed...)
}

// buildTree makes the tree of all files.
func buildTree(r *graph.Reader) (*merkle.Tree, error) {
	leaves, err := r.Leaves()
	if err != nil {
		return nil, err
	}
	files := make([]merkle.File, len(leaves))
	for i, l := range leaves {
		files[i] = merkle.File{Path: l.Path, Hash: l.SHA256, Nodes: l.Nodes}
	}
	return merkle.Build(files)
}

// followTree brings a tree of an earlier version up to date by what has been
// noted since; nil where that is not all.
func followTree(r *graph.Reader, t *merkle.Tree, version int64) (*merkle.Tree, error) {
	paths, root, known, err := r.ChangedFiles(version)
	if err != nil || !known || len(paths) > t.Len()/2 {
		return nil, err
	}
	var set []merkle.File
	var gone []string
	for _, path := range paths {
		l, found, err := r.Leaf(path)
		switch {
		case err != nil:
			return nil, err
		case found:
			set = append(set, merkle.File{Path: path, Hash: l.SHA256, Nodes: l.Nodes})
		default:
			gone = append(gone, path)
		}
	}
	next, err := t.Update(set, gone...)
	if err != nil || next.Root() != merkle.Hash(root) {
		return nil, err
	}
	return next, nil
}
