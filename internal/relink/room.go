package relink

import (
	"github.com/structural-memory/smp/internal/scan"
	"github.com/structural-memory/smp/internal/workspace"
)

// Linkers keeps the state of the linkers between runs.
type Linkers struct {
	Space *workspace.Space
	Scan  *scan.Scanner
	State *LinkState // what linking keeps between runs; nil until needed

	scip scipState
}

// New is a space's linkers, which have read nothing yet.
func New(s *scan.Scanner) *Linkers { return &Linkers{Space: s.Space, Scan: s} }
