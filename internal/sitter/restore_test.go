package sitter

import "testing"

func TestRestore(t *testing.T) {
	// "a\nbc\nd" was parsed as "a bc;d".
	tree := &Tree{nodes: []flatNode{{end: 6}, {end: 1}, {start: 2, end: 4}, {start: 5, end: 6}}}
	tree.Restore([]byte("a\nbc\nd"))
	want := []flatNode{{end: 6, endRow: 2}, {end: 1}, {start: 2, end: 4, row: 1, endRow: 1}, {start: 5, end: 6, row: 2, endRow: 2}}
	for i, n := range tree.nodes {
		if n != want[i] {
			t.Errorf("node %d at %+v, want %+v", i, n, want[i])
		}
	}
}
