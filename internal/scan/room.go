package scan

import "github.com/structural-memory/smp/internal/workspace"

// Scanner makes facts, words and vectors of files.
type Scanner struct {
	Space    *workspace.Space
	Remember bool // facts of files that are new may be there already
}

// New is the scanner of a space.
func New(space *workspace.Space) *Scanner { return &Scanner{Space: space} }
