//go:build cgo

package csharp

import (
	grammar "github.com/tree-sitter/tree-sitter-c-sharp/bindings/go"

	"github.com/structural-memory/smp/internal/sitter"
)

// New is the grammar of .cs files.
func New(tokens ...string) (*sitter.Language, error) {
	return sitter.NewLanguage("csharp", grammar.Language(), tokens...)
}
