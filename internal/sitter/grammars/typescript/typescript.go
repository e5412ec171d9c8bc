//go:build cgo

package typescript

import (
	grammar "github.com/tree-sitter/tree-sitter-typescript/bindings/go"

	"github.com/structural-memory/smp/internal/sitter"
)

// New is the grammar of .ts files.
func New(tokens ...string) (*sitter.Language, error) {
	return sitter.NewLanguage("typescript", grammar.LanguageTypescript(), tokens...)
}

// NewTSX is the grammar of .tsx files.
func NewTSX(tokens ...string) (*sitter.Language, error) {
	return sitter.NewLanguage("tsx", grammar.LanguageTSX(), tokens...)
}
