//go:build cgo

package javascript

import (
	grammar "github.com/tree-sitter/tree-sitter-javascript/bindings/go"

	"github.com/structural-memory/smp/internal/sitter"
)

// New is the grammar of .js and .jsx files.
func New(tokens ...string) (*sitter.Language, error) {
	return sitter.NewLanguage("javascript", grammar.Language(), tokens...)
}
