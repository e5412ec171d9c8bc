// Package sitter parses source with tree-sitter and hands the syntax tree over
// as one flat buffer: a single call into C per file parses, walks the tree and
// copies the wanted nodes, because a call per node costs more than the parsing
// itself.
//
// It is the only package with cgo. It knows nothing about any language: the
// grammars are in its subpackages, what their nodes mean is said elsewhere.
//
// The runtime is the one in github.com/smacker/go-tree-sitter, whose C symbols
// are declared again in flat.h and resolved by the linker. It reads grammars
// of ABI 13 and 14; others are refused by NewLanguage. A language may also have
// its parser in Go, see Grammar: its trees look the same.
package sitter
