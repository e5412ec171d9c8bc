package sitter

import "unsafe"

// Language is a grammar with the names of its symbols and fields.
type Language struct {
	Name    string
	ptr     unsafe.Pointer
	symbols []string
	keep    []uint8
	fields  map[string]uint16
	parse   func(src []byte, b *Builder) int32 // instead of the runtime, see Grammar
}
