//go:build cgo

package lua

import (
	"unsafe"

	grammar "github.com/smacker/go-tree-sitter/lua"

	"github.com/structural-memory/smp/internal/sitter"
)

// New is the grammar of .lua files.
func New(tokens ...string) (*sitter.Language, error) {
	// The first word of the wrapper is the grammar's pointer.
	ptr := *(*unsafe.Pointer)(unsafe.Pointer(grammar.GetLanguage()))
	return sitter.NewLanguage("lua", ptr, tokens...)
}
