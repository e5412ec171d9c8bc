//go:build cgo

package c

import (
	grammar "github.com/tree-sitter/tree-sitter-c/bindings/go"

	"github.com/structural-memory/smp/internal/sitter"
)

// New is the grammar of .c files.
func New(tokens ...string) (*sitter.Language, error) {
	return sitter.NewLanguage("c", grammar.Language(), tokens...)
}
