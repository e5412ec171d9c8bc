//go:build cgo

package ruby

import (
	grammar "github.com/tree-sitter/tree-sitter-ruby/bindings/go"

	"github.com/structural-memory/smp/internal/sitter"
)

// New is the grammar of .rb files.
func New(tokens ...string) (*sitter.Language, error) {
	return sitter.NewLanguage("ruby", grammar.Language(), tokens...)
}
