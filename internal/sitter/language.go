package sitter

import "unsafe"

// Language is a grammar with the names of its symbols and fields.
type Language struct {
	Name    string
	ptr     unsafe.Pointer
	symbols []string
	keep    []uint8
	fields  map[string]uint16
}
