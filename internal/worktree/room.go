package worktree

import "github.com/structural-memory/smp/internal/workspace"

// Writer changes several files of the working tree, all of them or none.
type Writer struct {
	Space *workspace.Space
}

// New is the writer of a space's working tree.
func New(space *workspace.Space) *Writer { return &Writer{Space: space} }
