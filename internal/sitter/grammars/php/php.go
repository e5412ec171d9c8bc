//go:build cgo

package php

import (
	grammar "github.com/tree-sitter/tree-sitter-php/bindings/go"

	"github.com/structural-memory/smp/internal/sitter"
)

// New is the grammar of .php files.
func New(tokens ...string) (*sitter.Language, error) {
	return sitter.NewLanguage("php", grammar.LanguagePHP(), tokens...)
}
