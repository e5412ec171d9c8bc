package merge

import "sort"

// pair says that a[i] is b[j].
type pair struct{ i, j int }

// align pairs equal elements in order, as many as can be found within bounds.
func align(a, b []int) []pair {
	var out []pair
	n := min(len(a), len(b))
	k := 0
	for k < n && a[k] == b[k] {
		out = append(out, pair{k, k})
		k++
	}
	end := 0
	for end < n-k && a[len(a)-1-end] == b[len(b)-1-end] {
		end++
	}
	inner, ok := myers(a[k:len(a)-end], b[k:len(b)-end])
	if !ok {
		inner = patience(a[k:len(a)-end], b[k:len(b)-end])
	}
	for _, p := range inner {
		out = append(out, pair{p.i + k, p.j + k})
	}
	for ; end > 0; end-- {
		out = append(out, pair{len(a) - end, len(b) - end})
	}
	return out
}

// mostEdits bounds Myers' search: it takes the square of it.
const mostEdits = 600

// myers is the shortest edit script as the pairs that it leaves; ok is false
// where it would be too long.
func myers(a, b []int) (out []pair, ok bool) {
	if len(a) == 0 || len(b) == 0 {
		return nil, true
	}
	limit := min(len(a)+len(b), mostEdits)
	reach := make([]int, 2*limit+3)
	var trace [][]int
	for d := 0; d <= limit; d++ {
		trace = append(trace, append([]int(nil), reach[limit+1-d:limit+2+d]...))
		for k := -d; k <= d; k += 2 {
			at := k + limit + 1
			x := reach[at-1] + 1
			if k == -d || k != d && reach[at-1] < reach[at+1] {
				x = reach[at+1]
			}
			y := x - k
			for x < len(a) && y < len(b) && a[x] == b[y] {
				x, y = x+1, y+1
			}
			reach[at] = x
			if x >= len(a) && y >= len(b) {
				return backtrack(trace, len(a), len(b)), true
			}
		}
	}
	return nil, false
}

// backtrack follows the search back from its end. trace[d] is how far the
// diagonals -d to d reached before step d.
func backtrack(trace [][]int, x, y int) []pair {
	var out []pair
	for d := len(trace) - 1; d >= 0; d-- {
		k := x - y
		was := func(k int) int {
			if i := k + d; i >= 0 && i < len(trace[d]) {
				return trace[d][i]
			}
			return 0
		}
		prev := k - 1
		if k == -d || k != d && was(k-1) < was(k+1) {
			prev = k + 1
		}
		px := was(prev)
		py := px - prev
		if d == 0 {
			px, py = 0, 0
		}
		for x > px && y > py && x > 0 && y > 0 {
			x, y = x-1, y-1
			out = append(out, pair{x, y})
		}
		x, y = px, py
	}
	for i, j := 0, len(out)-1; i < j; i, j = i+1, j-1 {
		out[i], out[j] = out[j], out[i]
	}
	return out
}

// patience pairs what occurs once in each, and then what is between.
func patience(a, b []int) []pair {
	count := map[int][2]int{}
	for _, x := range a {
		c := count[x]
		c[0]++
		count[x] = c
	}
	where := map[int]int{}
	for j, x := range b {
		c := count[x]
		c[1]++
		count[x], where[x] = c, j
	}
	var once []pair
	for i, x := range a {
		if count[x] == [2]int{1, 1} {
			once = append(once, pair{i, where[x]})
		}
	}
	once = increasing(once)
	if len(once) == 0 {
		return nil
	}
	var out []pair
	i, j := 0, 0
	for _, p := range append(once, pair{len(a), len(b)}) {
		for _, q := range align(a[i:p.i], b[j:p.j]) {
			out = append(out, pair{q.i + i, q.j + j})
		}
		if p.i < len(a) {
			out = append(out, p)
		}
		i, j = p.i+1, p.j+1
	}
	return out
}

// increasing is a longest part of pairs, which rise in i, that rises in j too.
func increasing(pairs []pair) []pair {
	var tails []int // of the best run of each length, the index of its last pair
	before := make([]int, len(pairs))
	for n, p := range pairs {
		k := sort.Search(len(tails), func(k int) bool { return pairs[tails[k]].j >= p.j })
		before[n] = -1
		if k > 0 {
			before[n] = tails[k-1]
		}
		if k == len(tails) {
			tails = append(tails, n)
		} else {
			tails[k] = n
		}
	}
	out := make([]pair, len(tails))
	if len(tails) == 0 {
		return out
	}
	for n, k := tails[len(tails)-1], len(tails)-1; k >= 0; n, k = before[n], k-1 {
		out[k] = pairs[n]
	}
	return out
}
