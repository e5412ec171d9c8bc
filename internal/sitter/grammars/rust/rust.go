//go:build cgo

package rust

import (
	grammar "github.com/tree-sitter/tree-sitter-rust/bindings/go"

	"github.com/structural-memory/smp/internal/sitter"
)

// New is the grammar of .rs files.
func New(tokens ...string) (*sitter.Language, error) {
	return sitter.NewLanguage("rust", grammar.Language(), tokens...)
}
