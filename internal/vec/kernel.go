package vec

// stride is the number of bytes that a vector takes in a Set: the kernels
// read 32 at a time.
func stride(dim int) int { return (dim + 31) &^ 31 }

// dotRowsGo is dotRows without assembly.
func dotRowsGo(codes []byte, q []int16, out []int32) {
	for r := range out {
		row := codes[:len(q)]
		codes = codes[len(q):]
		var a, b, c, d int32
		for i := 0; i+3 < len(row) && i+3 < len(q); i += 4 {
			a += int32(int8(row[i])) * int32(q[i])
			b += int32(int8(row[i+1])) * int32(q[i+1])
			c += int32(int8(row[i+2])) * int32(q[i+2])
			d += int32(int8(row[i+3])) * int32(q[i+3])
		}
		out[r] = a + b + c + d
	}
}
