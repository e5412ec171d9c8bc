package search

import (
	"cmp"
	"slices"
)

// Reorder is Merge with other rows, which are given for all files that are
// alive, and with the files in the order of these: the same files make the
// same base, however the index came about.
func Reorder(x *Index, rows map[int64]int64, each func(func(term string, data []byte) error) error) (*Builder, error) {
	var order []int32
	for i := range x.files {
		if x.files[i].n > 0 {
			order = append(order, int32(i))
		}
	}
	slices.SortStableFunc(order, func(a, b int32) int { return cmp.Compare(rows[x.files[a].row], rows[x.files[b].row]) })
	return x.merge(order, func(old int64) int64 { return rows[old] }, each)
}
