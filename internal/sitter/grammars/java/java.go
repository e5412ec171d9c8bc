//go:build cgo

package java

import (
	grammar "github.com/tree-sitter/tree-sitter-java/bindings/go"

	"github.com/structural-memory/smp/internal/sitter"
)

// New is the grammar of .java files.
func New(tokens ...string) (*sitter.Language, error) {
	return sitter.NewLanguage("java", grammar.Language(), tokens...)
}
