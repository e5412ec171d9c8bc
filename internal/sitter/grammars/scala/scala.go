//go:build cgo

package scala

import (
	grammar "github.com/tree-sitter/tree-sitter-scala/bindings/go"

	"github.com/structural-memory/smp/internal/sitter"
)

// New is the grammar of .scala and .sc files.
func New(tokens ...string) (*sitter.Language, error) {
	return sitter.NewLanguage("scala", grammar.Language(), tokens...)
}
