package facts

import (
	"encoding/binary"
	"errors"
)

var errDamaged = errors.New("facts: the encoded facts are damaged or of another version")

// Decode reads what Encode wrote. Any bytes are safe to give: what is no
// encoding is an error, and memory stays within a small multiple of their
// length. The strings share one copy.
func Decode(data []byte) (*FileFacts, error) {
	if len(data) == 0 || data[0] != Version {
		return nil, errDamaged
	}
	d := decoder{b: data[1:]}
	d.strings()
	f := &FileFacts{}
	d.comments(f)
	d.header(f)
	if d.bad {
		return nil, errDamaged
	}
	d.defs(f.Defs)
	d.imports(f.Imports)
	d.exports(f.Exports)
	d.types(f.Types)
	d.exprs(f.Exprs)
	d.binds(f.Binds)
	d.calls(f.Calls)
	d.mentions(f.Refs)
	d.lambdas(f.Lambdas)
	d.links(f.Links)
	d.refs(f.Idx)
	f.Texts = d.texts()
	if d.bad || len(d.b) != 0 || !f.sound() {
		return nil, errDamaged
	}
	return f, nil
}

// sound checks what the accessors of FileFacts rely on.
func (f *FileFacts) sound() bool {
	n := uint64(len(f.Idx))
	for i := range f.Types {
		if t := &f.Types[i]; uint64(t.ArgOff)+uint64(t.ArgN) > n {
			return false
		}
	}
	for i := range f.Exprs {
		if x := &f.Exprs[i]; uint64(x.ArgOff)+uint64(x.ArgN) > n {
			return false
		}
	}
	return true
}

// decoder takes b apart from the front. Once bad, it reads zeros.
type decoder struct {
	b     []byte
	bad   bool
	table []string // 1 is the first

	// What the nested lists are cut from.
	decorators []string
	params     []Param
	typeParams []TypeParam
	bases      []Base
	rets       []int32
}

func (d *decoder) fail() uint64 {
	d.bad, d.b = true, nil
	return 0
}

func (d *decoder) uint() uint64 {
	if len(d.b) > 0 && d.b[0] < 0x80 {
		v := d.b[0]
		d.b = d.b[1:]
		return uint64(v)
	}
	return d.longUint()
}

func (d *decoder) longUint() uint64 {
	v, n := binary.Uvarint(d.b)
	if n <= 0 {
		return d.fail()
	}
	d.b = d.b[n:]
	return v
}

func (d *decoder) byte() byte {
	if len(d.b) == 0 {
		d.fail()
		return 0
	}
	v := d.b[0]
	d.b = d.b[1:]
	return v
}

func (d *decoder) ref() int32 { return int32(uint32(d.uint())) - 1 }

func (d *decoder) refs(list []int32) {
	for i := range list {
		list[i] = d.ref()
	}
}

func (d *decoder) diff(base uint32) uint32 {
	v := uint32(d.uint())
	return base + (v>>1 ^ -(v & 1))
}

func (d *decoder) str() string {
	i := d.uint()
	if i >= uint64(len(d.table)) {
		d.fail()
		return ""
	}
	return d.table[i]
}

// strings reads the table.
func (d *decoder) strings() {
	d.table = []string{""}
	n := d.uint()
	if n > uint64(len(d.b)) {
		d.fail()
		return
	}
	d.table = make([]string, n+1)
	lengths := d.b
	total := uint64(0)
	for range n {
		l := d.uint()
		if total += l; l > uint64(len(lengths)) || total > uint64(len(lengths)) {
			d.fail()
			return
		}
	}
	if total > uint64(len(d.b)) {
		d.fail()
		return
	}
	all := string(d.b[:total])
	d.b = d.b[total:]
	behind := decoder{b: lengths}
	for i := range d.table[1:] {
		l := behind.uint()
		d.table[i+1], all = all[:l], all[l:]
	}
}

// list makes a slice of n elements, unless n elements of at least least bytes
// cannot be in what is left.
func list[T any](d *decoder, n uint64, least int) []T {
	if n == 0 || d.bad {
		return nil
	}
	if n > uint64(len(d.b)/least) {
		d.fail()
		return nil
	}
	return make([]T, n)
}

// cut takes the next n elements off a list.
func cut[T any](d *decoder, from *[]T, there bool) []T {
	if !there {
		return nil
	}
	n := d.uint()
	if n == 0 || n > uint64(len(*from)) {
		d.fail()
		return nil
	}
	out := (*from)[:n:n]
	*from = (*from)[n:]
	return out
}

func (d *decoder) header(f *FileFacts) {
	f.Lang, f.Package = d.str(), d.str()
	f.Lines, f.Flags = int32(d.uint()), Flags(d.uint())
	var n [16]uint64
	for i := range n {
		n[i] = d.uint()
	}
	f.Defs = list[Def](d, n[0], 28)
	f.Imports = list[Import](d, n[1], 8)
	f.Exports = list[Export](d, n[2], 4)
	f.Types = list[Type](d, n[3], 3)
	f.Exprs = list[Expr](d, n[4], 3)
	f.Binds = list[Bind](d, n[5], 4)
	f.Calls = list[Call](d, n[6], 5)
	f.Refs = list[Ref](d, n[7], 5)
	f.Lambdas = list[Lambda](d, n[8], 4)
	f.Links = list[Link](d, n[9], 6)
	f.Idx = list[int32](d, n[10], 1)
	d.decorators = list[string](d, n[11], 1)
	d.params = list[Param](d, n[12], 5)
	d.typeParams = list[TypeParam](d, n[13], 3)
	d.bases = list[Base](d, n[14], 4)
	d.rets = list[int32](d, n[15], 1)
}
