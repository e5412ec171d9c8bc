package embed

import (
	_ "embed"
	"sync"
)

//go:embed table.semb
var tableFile []byte

var defaultStatic = sync.OnceValues(func() (*Static, error) {
	t, err := ReadTable(tableFile)
	if err != nil {
		return nil, err
	}
	return NewStatic(t), nil
})

// Default is the Embedder that is part of the program. Its table is read at
// the first call, in about a millisecond.
func Default() (*Static, error) { return defaultStatic() }
