//go:build cgo

package python

import (
	grammar "github.com/tree-sitter/tree-sitter-python/bindings/go"

	"github.com/structural-memory/smp/internal/sitter"
)

// New is the grammar of .py and .pyi files.
func New(tokens ...string) (*sitter.Language, error) {
	return sitter.NewLanguage("python", grammar.Language(), tokens...)
}
