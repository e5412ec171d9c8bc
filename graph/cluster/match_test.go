package cluster

import (
	"slices"
	"testing"
)

func TestMatch(t *testing.T) {
	for name, c := range map[string]struct {
		old, now    []int32
		olds, after int
		want        []int32
	}{
		"the same under other numbers": {[]int32{0, 0, 1, 1}, []int32{1, 1, 0, 0}, 2, 2, []int32{1, 0}},
		"half in common is enough":     {[]int32{0, 0, 0, 0, -1, -1}, []int32{0, 0, 0, -1, 0, 0}, 1, 1, []int32{0}},
		"less is not":                  {[]int32{0, 0, 0, 0, -1, -1}, []int32{0, 0, -1, -1, 0, 0}, 1, 1, []int32{-1}},
		"the closer one of two":        {[]int32{0, 0, 0, 1}, []int32{0, 0, 1, 1}, 2, 2, []int32{0, 1}},
		"in two halves: one goes on":   {[]int32{0, 0, 0, 0}, []int32{0, 0, 1, 1}, 1, 2, []int32{0, -1}},
		"nothing before":               {[]int32{-1, -1}, []int32{0, 0}, 0, 1, []int32{-1}},
	} {
		if got := Match(c.old, c.now, c.olds, c.after); !slices.Equal(got, c.want) {
			t.Errorf("%s: got %v, want %v", name, got, c.want)
		}
	}
}
