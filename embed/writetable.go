package embed

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"math"
	"slices"

	"github.com/structural-memory/smp/internal/vec"
)

// NewTable makes a table of words and their vectors, in any order.
func NewTable(name string, stems bool, weights [NumFields]float32, words []string, vectors [][]float32) (*Table, error) {
	if len(words) != len(vectors) || len(words) == 0 {
		return nil, fmt.Errorf("a table of %d words and %d vectors", len(words), len(vectors))
	}
	t := &Table{Name: name, Stems: stems, Dim: len(vectors[0]), Weights: weights}
	order := make([]int, len(words))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(words[a], words[b]) })
	var packed []byte
	for _, i := range order {
		if len(words[i]) > 255 || len(vectors[i]) != t.Dim {
			return nil, fmt.Errorf("the word %q has %d bytes and %d dimensions", words[i], len(words[i]), len(vectors[i]))
		}
		t.words = append(t.words, words[i]...)
		t.ends = append(t.ends, uint32(len(t.words)))
		packed = vec.AppendPacked(packed[:0], vectors[i])
		t.scales = append(t.scales, math.Float32frombits(binary.LittleEndian.Uint32(packed)))
		t.codes = append(t.codes, packed[4:]...)
	}
	if err := t.check(); err != nil {
		return nil, err
	}
	return ReadTable(t.Append(nil))
}

// Append appends the table's file to dst.
func (t *Table) Append(dst []byte) []byte {
	from := len(dst)
	le := binary.LittleEndian
	dst = append(dst, tableMagic...)
	dst = le.AppendUint32(dst, tableVersion)
	flags := uint32(0)
	if t.Stems {
		flags |= 1
	}
	dst = le.AppendUint32(dst, flags)
	dst = le.AppendUint32(dst, uint32(t.Dim))
	dst = le.AppendUint32(dst, uint32(len(t.ends)))
	name := Cut(t.Name, 255)
	dst = append(append(dst, byte(len(name))), name...)
	for _, w := range t.Weights {
		dst = le.AppendUint32(dst, math.Float32bits(w))
	}
	for i := range t.ends {
		w := t.word(i)
		dst = append(append(dst, byte(len(w))), w...)
	}
	for _, s := range t.scales {
		dst = le.AppendUint32(dst, math.Float32bits(s))
	}
	dst = append(dst, t.codes...)
	return le.AppendUint32(dst, crc32.Checksum(dst[from:], crcTable))
}
