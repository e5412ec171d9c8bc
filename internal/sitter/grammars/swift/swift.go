//go:build cgo

package swift

import (
	"unsafe"

	grammar "github.com/smacker/go-tree-sitter/swift"

	"github.com/structural-memory/smp/internal/sitter"
)

// New is the grammar of .swift files.
func New(tokens ...string) (*sitter.Language, error) {
	// The first word of the wrapper is the grammar's pointer.
	ptr := *(*unsafe.Pointer)(unsafe.Pointer(grammar.GetLanguage()))
	return sitter.NewLanguage("swift", ptr, tokens...)
}
