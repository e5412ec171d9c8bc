//go:build !cgo

package sitter

// The grammars are C, so a build without cgo has to fail. The compiler's
// message is this name; Go switches cgo off by itself where it finds no C
// compiler.
var _ = SMP_needs_cgo__install_gcc_and_set_CGO_ENABLED_1
