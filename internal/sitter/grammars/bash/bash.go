//go:build cgo

package bash

import (
	grammar "github.com/tree-sitter/tree-sitter-bash/bindings/go"

	"github.com/structural-memory/smp/internal/sitter"
)

// New is the grammar of .sh files.
func New(tokens ...string) (*sitter.Language, error) {
	return sitter.NewLanguage("bash", grammar.Language(), tokens...)
}
