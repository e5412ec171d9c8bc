//go:build cgo

package cpp

import (
	grammar "github.com/tree-sitter/tree-sitter-cpp/bindings/go"

	"github.com/structural-memory/smp/internal/sitter"
)

// New is the grammar of .cpp files.
func New(tokens ...string) (*sitter.Language, error) {
	return sitter.NewLanguage("cpp", grammar.Language(), tokens...)
}
