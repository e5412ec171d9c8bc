package vec

import (
	"math"

	"github.com/viterin/vek/vek32"
)

// Dot is the product of two vectors of the same length: their cosine, if both
// have length 1. The last bits depend on the machine; where an order must
// not, use a Set.
func Dot(a, b []float32) float32 {
	if len(a) == 0 {
		return 0
	}
	return vek32.Dot(a, b)
}

// Normalize makes v's length 1 in place; a zero vector stays.
func Normalize(v []float32) {
	sum := 0.0
	for _, x := range v {
		sum += float64(x) * float64(x) // exact in float64 but for the sum
	}
	if sum == 0 {
		return
	}
	f := 1 / math.Sqrt(sum)
	for i, x := range v {
		v[i] = float32(float64(x) * f)
	}
}

// AddScaled adds a·x to dst. Products are rounded before they are added, so
// that all machines have the same bits.
func AddScaled(dst []float32, a float32, x []float32) {
	n := min(len(dst), len(x))
	i := addScaledFast(dst[:n], a, x[:n])
	for ; i < n; i++ {
		dst[i] += float32(a * x[i])
	}
}

// AddPacked adds a·c to dst, c being signed bytes.
func AddPacked(dst []float32, a float32, c []byte) {
	n := min(len(dst), len(c))
	i := addPackedFast(dst[:n], a, c[:n])
	for ; i < n; i++ {
		dst[i] += float32(a * float32(int8(c[i])))
	}
}
