package safety

import (
	"cmp"
	"slices"
)

// Order puts things in an order in which each comes after what it depends on:
// deps[i] are those that i depends on. What can come at the same time is in the
// order that compare gives. Things that depend on one another in a circle come
// one behind the other and are told of. That something depends on itself does
// not count.
func Order(deps [][]int, compare func(a, b int) int) (steps []int, cycles [][]int) {
	components := circles(deps)
	of := make([]int, len(deps))
	for c, members := range components {
		slices.SortFunc(members, compare)
		for _, i := range members {
			of[i] = c
		}
	}
	// Components come after those that they depend on, so their levels are known.
	level := make([]int, len(components))
	order := make([]int, len(components))
	for c, members := range components {
		order[c] = c
		for _, i := range members {
			for _, d := range deps[i] {
				if of[d] != c {
					level[c] = max(level[c], level[of[d]]+1)
				}
			}
		}
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(level[a], level[b]), compare(components[a][0], components[b][0]))
	})
	for _, c := range order {
		steps = append(steps, components[c]...)
		if len(components[c]) > 1 {
			cycles = append(cycles, components[c])
		}
	}
	return steps, cycles
}

// circles are the strongly connected components, each after those that it
// depends on (Tarjan).
func circles(deps [][]int) [][]int {
	t := &tarjan{deps: deps, index: make([]int, len(deps)), low: make([]int, len(deps)), open: make([]bool, len(deps))}
	for i := range deps {
		if t.index[i] == 0 {
			t.visit(i)
		}
	}
	return t.out
}

type tarjan struct {
	deps       [][]int
	index, low []int // 0: not visited
	open       []bool
	next       int
	stack      []int
	out        [][]int
}

func (t *tarjan) visit(i int) {
	t.next++
	t.index[i], t.low[i], t.open[i] = t.next, t.next, true
	t.stack = append(t.stack, i)
	for _, d := range t.deps[i] {
		if t.index[d] == 0 {
			t.visit(d)
			t.low[i] = min(t.low[i], t.low[d])
		} else if t.open[d] {
			t.low[i] = min(t.low[i], t.index[d])
		}
	}
	if t.low[i] != t.index[i] {
		return
	}
	from := slices.Index(t.stack, i)
	for _, d := range t.stack[from:] {
		t.open[d] = false
	}
	t.out = append(t.out, slices.Clone(t.stack[from:]))
	t.stack = t.stack[:from]
}
