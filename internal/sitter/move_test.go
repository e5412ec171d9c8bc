package sitter

import "testing"

func TestMove(t *testing.T) {
	// The file has "ab\nc" at byte 10, row 5, and "de" at byte 30, row 9; the
	// text is "(ab\nc)(de)".
	tree := &Tree{nodes: []flatNode{
		{start: 0, end: 10, endRow: 1},
		{start: 1, end: 3},
		{start: 4, end: 5, row: 1, endRow: 1},
		{start: 7, end: 9, row: 1, endRow: 1},
	}}
	tree.Move([]Piece{{Text: 1, Src: 10, Len: 4, Row: 5}, {Text: 7, Src: 30, Len: 2, TextRow: 1, Row: 9}})
	want := []flatNode{
		{start: 10, end: 32, row: 5, endRow: 9},
		{start: 10, end: 12, row: 5, endRow: 5},
		{start: 13, end: 14, row: 6, endRow: 6},
		{start: 30, end: 32, row: 9, endRow: 9},
	}
	for i, n := range tree.nodes {
		if n != want[i] {
			t.Errorf("node %d at %+v, want %+v", i, n, want[i])
		}
	}
}
