package vec

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
)

// header is the scale that packed bytes begin with.
const header = 4

// Pack is v in 4+len(v) bytes: a float32, little endian, and one signed byte
// per dimension, whose product is the vector.
func Pack(v []float32) []byte {
	return AppendPacked(make([]byte, 0, header+len(v)), v)
}

// AppendPacked appends what Pack gives.
func AppendPacked(dst []byte, v []float32) []byte {
	top := float32(0)
	for _, x := range v {
		if x = max(x, -x); x > top { // false for NaN
			top = x
		}
	}
	scale := top / 127
	if math.IsInf(float64(scale), 0) {
		scale = 0
	}
	dst = binary.LittleEndian.AppendUint32(dst, math.Float32bits(scale))
	for _, x := range v {
		c := int8(0)
		if scale > 0 && x == x {
			c = int8(max(-127, min(127, math.Round(float64(x)/float64(scale)))))
		}
		dst = append(dst, byte(c))
	}
	return dst
}

// Unpack is the vector that the bytes of Pack stand for.
func Unpack(p []byte) ([]float32, error) {
	scale, codes, err := split(p)
	if err != nil {
		return nil, err
	}
	v := make([]float32, len(codes))
	for i, c := range codes {
		v[i] = scale * float32(int8(c))
	}
	return v, nil
}

var errShort = errors.New("a packed vector has at least four bytes")

func split(p []byte) (scale float32, codes []byte, err error) {
	if len(p) < header {
		return 0, nil, errShort
	}
	scale = math.Float32frombits(binary.LittleEndian.Uint32(p))
	if scale < 0 || scale != scale || math.IsInf(float64(scale), 0) {
		return 0, nil, fmt.Errorf("a packed vector has the scale %v", scale)
	}
	return scale, p[header:], nil
}
