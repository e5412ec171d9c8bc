package vec

import "math"

// floors finds the k-th best of many scores: a heap with the least on top.
type floors struct {
	heap  []float64
	k     int
	floor float64 // scores must be above it to matter; -Inf until there are k
}

func (f *floors) reset(k int) { f.heap, f.k, f.floor = f.heap[:0], k, math.Inf(-1) }

func (f *floors) add(x float64) {
	h := f.heap
	if len(h) < f.k {
		h = append(h, x)
		for i := len(h) - 1; i > 0 && h[(i-1)/2] > h[i]; i = (i - 1) / 2 {
			h[i], h[(i-1)/2] = h[(i-1)/2], h[i]
		}
	} else {
		h[0] = x
		sink(h)
	}
	f.heap = h
	if len(h) == f.k {
		f.floor = h[0]
	}
}

// sink moves the first number down to its place.
func sink(h []float64) {
	for i := 0; ; {
		c := 2*i + 1
		if c+1 < len(h) && h[c+1] < h[c] {
			c++
		}
		if c >= len(h) || h[c] >= h[i] {
			return
		}
		h[i], h[c] = h[c], h[i]
		i = c
	}
}
