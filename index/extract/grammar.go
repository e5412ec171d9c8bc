package extract

import (
	"unsafe"

	"github.com/structural-memory/smp/internal/sitter"
)

// Node is a node of a syntax tree; hooks of languages outside this module name
// it so.
type Node = sitter.Node

// Grammar wraps a compiled tree-sitter grammar (a pointer to its TSLanguage)
// for Compile. Its ABI must be 13 or 14.
func Grammar(name string, language unsafe.Pointer) func(tokens ...string) (*sitter.Language, error) {
	return func(tokens ...string) (*sitter.Language, error) { return sitter.NewLanguage(name, language, tokens...) }
}
