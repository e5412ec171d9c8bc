package locate

import (
	"encoding/binary"
	"errors"
)

// A file's vectors are stored as: the length of one, then per symbol its
// number in the file and its packed vector.

// AppendVector appends a symbol's packed vector.
func AppendVector(dst []byte, node uint32, packed []byte) []byte {
	if len(dst) == 0 {
		dst = binary.LittleEndian.AppendUint16(dst, uint16(len(packed)))
	}
	dst = binary.LittleEndian.AppendUint32(dst, node)
	return append(dst, packed...)
}

// EachVector calls fn with the vectors of a file.
func EachVector(data []byte, fn func(node uint32, packed []byte) error) error {
	if len(data) < 2 {
		return nil
	}
	n := int(binary.LittleEndian.Uint16(data))
	data = data[2:]
	if n <= 4 || len(data)%(4+n) != 0 {
		return errors.New("the vectors of a file are damaged; index again")
	}
	for ; len(data) > 0; data = data[4+n:] {
		if err := fn(binary.LittleEndian.Uint32(data), data[4:4+n]); err != nil {
			return err
		}
	}
	return nil
}
