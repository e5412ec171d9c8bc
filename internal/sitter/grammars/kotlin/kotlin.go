//go:build cgo

package kotlin

import (
	"unsafe"

	grammar "github.com/smacker/go-tree-sitter/kotlin"

	"github.com/structural-memory/smp/internal/sitter"
)

// New is the grammar of .kt and .kts files.
func New(tokens ...string) (*sitter.Language, error) {
	// The first word of smacker's Language is the grammar's pointer.
	return sitter.NewLanguage("kotlin", *(*unsafe.Pointer)(unsafe.Pointer(grammar.GetLanguage())), tokens...)
}
