package graph

import (
	"maps"
	"slices"
	"strings"
)

// repoRow is the row id of the Repository node.
const repoRow = 1

// nextNode is the meta key of the next free row id of nodes. Ids are never
// used twice, so that one which is remembered somewhere cannot come to mean
// something else.
const nextNode = "next_node"

var dependsHow = uint8(packHow(Exact, ViaImport))

// packageTree is one package for each folder that holds files, each in the
// nearest one above it, or in the repository.
type packageTree struct {
	dirs    []string // sorted
	parents []int64  // row ids
	rows    map[string]int64
}

// newPackageTree gives the packages the row ids after the repository's.
func newPackageTree(dirs map[string]bool, repo int64) *packageTree {
	t := &packageTree{dirs: slices.Sorted(maps.Keys(dirs)), rows: make(map[string]int64, len(dirs))}
	for i, d := range t.dirs {
		t.rows[d] = repo + 1 + int64(i)
	}
	for _, d := range t.dirs {
		parent := repo
		for dir := range above(d) {
			if row, ok := t.rows[dir]; ok {
				parent = row
				break
			}
		}
		t.parents = append(t.parents, parent)
	}
	return t
}

// above yields the folders around a folder, innermost first, ending with ".".
func above(dir string) func(func(string) bool) {
	return func(yield func(string) bool) {
		for dir != "." {
			i := strings.LastIndexByte(dir, '/')
			if i < 0 {
				dir = "."
			} else {
				dir = dir[:i]
			}
			if !yield(dir) {
				return
			}
		}
	}
}
