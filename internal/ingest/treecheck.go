package ingest

import (
	"fmt"

	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/merkle"
)

// checkTree compares the noted root of the graph with that of its files.
func checkTree(r *graph.Reader) ([]graph.Problem, error) {
	version, err := r.DataVersion()
	if err != nil {
		return nil, err
	}
	t, err := buildTree(r)
	if err != nil {
		return nil, err
	}
	_, root, known, err := r.ChangedFiles(version)
	if err != nil || !known || t.Root() == merkle.Hash(root) {
		return nil, err
	}
	return []graph.Problem{{Check: "the Merkle root is that of the files", Detail: fmt.Sprintf("noted %s, computed %s", merkle.Hash(root), t.Root()), Count: 1}}, nil
}
