package vec

import "golang.org/x/sys/cpu"

// supported tells whether the processor can run the assembly, fast whether it
// does.
var (
	supported = cpu.X86.HasAVX2
	fast      = supported
)

// dotRowsAVX2 writes the products of q with rows vectors of stride bytes, a
// multiple of 32.
//
//go:noescape
func dotRowsAVX2(codes *byte, q *int16, out *int32, rows, stride int)

// addScaledAVX2 adds a·x to dst for n numbers, a multiple of 8.
//
//go:noescape
func addScaledAVX2(dst, x *float32, a float32, n int)

// addPackedAVX2 adds a·c to dst for n numbers, a multiple of 8.
//
//go:noescape
func addPackedAVX2(dst *float32, c *byte, a float32, n int)

// dotRows writes the product of q with each vector of codes into out.
func dotRows(codes []byte, q []int16, out []int32) {
	if !fast || len(out) == 0 {
		dotRowsGo(codes, q, out)
		return
	}
	_ = codes[len(out)*len(q)-1]
	dotRowsAVX2(&codes[0], &q[0], &out[0], len(out), len(q))
}

func addScaledFast(dst []float32, a float32, x []float32) int {
	n := len(dst) &^ 7
	if !fast || n == 0 {
		return 0
	}
	addScaledAVX2(&dst[0], &x[0], a, n)
	return n
}

func addPackedFast(dst []float32, a float32, c []byte) int {
	n := len(dst) &^ 7
	if !fast || n == 0 {
		return 0
	}
	addPackedAVX2(&dst[0], &c[0], a, n)
	return n
}
