package safety_test

import (
	"cmp"
	"slices"
	"testing"

	"github.com/structural-memory/smp/safety"
	"pgregory.net/rapid"
)

func TestOrder(t *testing.T) {
	for name, test := range map[string]struct {
		deps   [][]int
		steps  []int
		cycles [][]int
	}{
		"nothing":              {[][]int{}, nil, nil},
		"alone":                {[][]int{{}, {}, {}}, []int{0, 1, 2}, nil},
		"a chain":              {[][]int{{1}, {2}, {}}, []int{2, 1, 0}, nil},
		"by level":             {[][]int{{3}, {}, {1}, {1}}, []int{1, 2, 3, 0}, nil},
		"a circle":             {[][]int{{1}, {0}, {0}}, []int{0, 1, 2}, [][]int{{0, 1}}},
		"itself":               {[][]int{{0}}, []int{0}, nil},
		"a circle with a leaf": {[][]int{{1}, {2, 3}, {0}, {}}, []int{3, 0, 1, 2}, [][]int{{0, 1, 2}}},
	} {
		t.Run(name, func(t *testing.T) {
			steps, cycles := safety.Order(test.deps, cmp.Compare[int])
			if !slices.Equal(steps, test.steps) || !slices.EqualFunc(cycles, test.cycles, slices.Equal) {
				t.Errorf("%v, cycles %v", steps, cycles)
			}
		})
	}
}

// Every thing comes once, and after what it depends on, but for what depends
// on it in turn.
func TestOrderHoldsDependencies(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 12).Draw(t, "n")
		deps := make([][]int, n)
		for i := range deps {
			deps[i] = rapid.SliceOfN(rapid.IntRange(0, max(n-1, 0)), 0, 3).Draw(t, "deps")
		}
		reach := make([][]bool, n)
		var walk func(from, at int)
		walk = func(from, at int) {
			for _, d := range deps[at] {
				if !reach[from][d] {
					reach[from][d] = true
					walk(from, d)
				}
			}
		}
		for i := range deps {
			reach[i] = make([]bool, n)
			walk(i, i)
		}
		steps, cycles := safety.Order(deps, cmp.Compare[int])
		if sorted := slices.Sorted(slices.Values(steps)); len(sorted) != n || n > 0 && (sorted[0] != 0 || sorted[n-1] != n-1 || len(slices.Compact(sorted)) != n) {
			t.Fatalf("%v", steps)
		}
		in := map[int]int{}
		for c, members := range cycles {
			for _, i := range members {
				in[i] = c + 1
			}
		}
		for i := range deps {
			for j := range deps {
				if i == j || !reach[i][j] {
					continue
				}
				if reach[j][i] {
					if in[i] == 0 || in[i] != in[j] {
						t.Fatalf("%d and %d depend on one another: %v", i, j, cycles)
					}
				} else if slices.Index(steps, j) > slices.Index(steps, i) {
					t.Fatalf("%d depends on %d: %v", i, j, steps)
				}
			}
		}
	})
}
