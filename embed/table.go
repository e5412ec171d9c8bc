package embed

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"math"
	"sort"
)

// Table is a model: a vector per word, and what a word weighs in each field.
// A symbol's vector is the weighted sum of those of its words.
//
// Its file is, all numbers little endian:
//
//	magic    8 bytes "smpwords"
//	version  uint32, 1
//	flags    uint32, bit 0: words are stems
//	dim      uint32
//	rows     uint32
//	name     uint8 length, bytes
//	weights  float32 for each field: name, parent, path, signature, doc, body
//	words    for each row uint8 length, bytes; in rising order
//	scales   float32 for each row
//	codes    for each row dim signed bytes
//	crc32    of all before, Castagnoli
type Table struct {
	Name    string
	Stems   bool // words are looked up by their stems
	Dim     int
	Weights [NumFields]float32

	words  []byte
	ends   []uint32 // where each word ends in words
	scales []float32
	codes  []byte
	sum    uint32
}

const (
	tableMagic   = "smpwords"
	tableVersion = 1
	maxDim       = 4096
)

var crcTable = crc32.MakeTable(crc32.Castagnoli)

var errTable = errors.New("the table of word vectors is damaged or of another version")

// ReadTable reads a table's file. It keeps parts of data.
func ReadTable(data []byte) (*Table, error) {
	r := &reader{b: data}
	if string(r.take(len(tableMagic))) != tableMagic {
		return nil, fmt.Errorf("%w: it does not begin with %q", errTable, tableMagic)
	}
	if v := r.uint32(); v != tableVersion {
		return nil, fmt.Errorf("%w: version %d, this program reads %d", errTable, v, tableVersion)
	}
	body := len(data) - 4
	if sum := binary.LittleEndian.Uint32(data[body:]); sum != crc32.Checksum(data[:body], crcTable) {
		return nil, fmt.Errorf("%w: its checksum is wrong", errTable)
	}
	r.b = r.b[:len(r.b)-4]
	t := &Table{Stems: r.uint32()&1 != 0, Dim: int(r.uint32()), sum: binary.LittleEndian.Uint32(data[body:])}
	rows := int(r.uint32())
	t.Name = string(r.short())
	for i := range t.Weights {
		t.Weights[i] = r.float()
	}
	if r.failed || t.Dim == 0 || t.Dim > maxDim || rows > len(r.b)/(t.Dim+5) {
		return nil, fmt.Errorf("%w: %d rows of %d numbers in %d bytes", errTable, rows, t.Dim, len(data))
	}
	t.readWords(r, rows)
	t.scales = make([]float32, rows)
	for i := range t.scales {
		t.scales[i] = r.float()
	}
	t.codes = r.take(rows * t.Dim)
	if r.failed || len(r.b) != 0 {
		return nil, fmt.Errorf("%w: its length is wrong", errTable)
	}
	return t, t.check()
}

func (t *Table) readWords(r *reader, rows int) {
	t.ends = make([]uint32, rows)
	for i := range t.ends {
		t.words = append(t.words, r.short()...)
		t.ends[i] = uint32(len(t.words))
	}
}

func (t *Table) check() error {
	for i := 1; i < len(t.ends); i++ {
		if bytes.Compare(t.word(i-1), t.word(i)) >= 0 {
			return fmt.Errorf("%w: its words are not in order", errTable)
		}
	}
	for _, list := range [][]float32{t.scales, t.Weights[:]} {
		for _, x := range list {
			if !(x >= 0 && x < math.MaxFloat32) {
				return fmt.Errorf("%w: a scale is %v", errTable, x)
			}
		}
	}
	return nil
}

// Rows is how many words there are.
func (t *Table) Rows() int { return len(t.ends) }

func (t *Table) word(i int) []byte {
	from := uint32(0)
	if i > 0 {
		from = t.ends[i-1]
	}
	return t.words[from:t.ends[i]]
}

// find is the row of a word, -1 if it has none.
func (t *Table) find(word []byte) int32 {
	i := sort.Search(len(t.ends), func(i int) bool { return bytes.Compare(t.word(i), word) >= 0 })
	if i < len(t.ends) && bytes.Equal(t.word(i), word) {
		return int32(i)
	}
	return -1
}

func (t *Table) row(i int32) []byte { return t.codes[int(i)*t.Dim : (int(i)+1)*t.Dim] }

// reader takes a file apart; what is not there is zero, and failed is set.
type reader struct {
	b      []byte
	failed bool
}

func (r *reader) take(n int) []byte {
	if n < 0 || n > len(r.b) {
		r.failed, r.b = true, nil
		return nil
	}
	p := r.b[:n:n]
	r.b = r.b[n:]
	return p
}

func (r *reader) uint32() uint32 {
	if p := r.take(4); p != nil {
		return binary.LittleEndian.Uint32(p)
	}
	return 0
}

func (r *reader) float() float32 { return math.Float32frombits(r.uint32()) }

func (r *reader) short() []byte {
	if p := r.take(1); p != nil {
		return r.take(int(p[0]))
	}
	return nil
}
