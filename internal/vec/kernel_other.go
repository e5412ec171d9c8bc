//go:build !amd64

package vec

// There is no assembly for this processor.
var supported, fast = false, false

func dotRows(codes []byte, q []int16, out []int32) { dotRowsGo(codes, q, out) }

func addScaledFast([]float32, float32, []float32) int { return 0 }

func addPackedFast([]float32, float32, []byte) int { return 0 }
