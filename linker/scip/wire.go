package scip

import (
	"encoding/binary"
	"errors"
)

// Protocol buffers on the wire: fields of a number and a type, one after
// another.
const (
	varintField = 0
	fixed64     = 1
	bytesField  = 2
	fixed32     = 5
)

var errDamaged = errors.New("this is no SCIP index, or a damaged one")

// field is one field: its value is n, or data where it has a length.
type field struct {
	num  uint64
	n    uint64
	data []byte
	wire uint8
}

// next takes one field off b.
func next(b []byte) (f field, rest []byte, err error) {
	key, n := binary.Uvarint(b)
	if n <= 0 || key>>3 == 0 {
		return f, nil, errDamaged
	}
	f.num, f.wire, b = key>>3, uint8(key&7), b[n:]
	switch f.wire {
	case varintField:
		if f.n, n = binary.Uvarint(b); n <= 0 {
			return f, nil, errDamaged
		}
		return f, b[n:], nil
	case bytesField:
		size, n := binary.Uvarint(b)
		if n <= 0 || size > uint64(len(b)-n) {
			return f, nil, errDamaged
		}
		f.data = b[n : n+int(size)]
		return f, b[n+int(size):], nil
	case fixed64, fixed32:
		size := 8
		if f.wire == fixed32 {
			size = 4
		}
		if len(b) < size {
			return f, nil, errDamaged
		}
		return f, b[size:], nil
	}
	return f, nil, errDamaged
}

// each calls do for every field of a message.
func each(b []byte, do func(field) error) error {
	for len(b) > 0 {
		f, rest, err := next(b)
		if err != nil {
			return err
		}
		if err := do(f); err != nil {
			return err
		}
		b = rest
	}
	return nil
}

// ints are the numbers of a repeated field, packed or not; of more than max
// only the first are taken.
func (f *field) ints(into []int32, max int) ([]int32, error) {
	if f.wire == varintField {
		if len(into) < max {
			into = append(into, int32(f.n))
		}
		return into, nil
	}
	for b := f.data; len(b) > 0; {
		v, n := binary.Uvarint(b)
		if n <= 0 {
			return nil, errDamaged
		}
		b = b[n:]
		if len(into) < max {
			into = append(into, int32(v))
		}
	}
	return into, nil
}

func appendKey(b []byte, num uint64, wire uint8) []byte {
	return binary.AppendUvarint(b, num<<3|uint64(wire))
}

// appendInt leaves out 0, as the format does.
func appendInt(b []byte, num uint64, v int32) []byte {
	if v == 0 {
		return b
	}
	return binary.AppendUvarint(appendKey(b, num, varintField), uint64(int64(v)))
}

func appendText(b []byte, num uint64, s string) []byte {
	if s == "" {
		return b
	}
	return append(binary.AppendUvarint(appendKey(b, num, bytesField), uint64(len(s))), s...)
}

func appendMessage(b []byte, num uint64, m []byte) []byte {
	return append(binary.AppendUvarint(appendKey(b, num, bytesField), uint64(len(m))), m...)
}
