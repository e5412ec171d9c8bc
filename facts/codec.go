package facts

import "encoding/binary"

// Version is the version of the encoding. It changes when Encode writes
// anything else for the same facts.
const Version = 3

// The encoding is: the version; a table of the file's distinct strings; the
// comments; the lengths of all slices, nested ones summed up; and then the slices one after
// another, element by element. Numbers are varints. Positions, and indices
// that grow through a file, are differences to the element before; fields
// that are mostly absent stand behind a mask of those that are there. The
// lengths come first so that decoding allocates once per slice, and refuses
// what the bytes cannot hold.

// Encode appends the facts to dst.
func (f *FileFacts) Encode(dst []byte) []byte {
	e := encoder{index: make(map[string]uint64, 64)}
	e.comments(f)
	e.header(f)
	e.defs(f.Defs)
	e.imports(f.Imports)
	e.exports(f.Exports)
	e.types(f.Types)
	e.exprs(f.Exprs)
	e.binds(f.Binds)
	e.calls(f.Calls)
	e.mentions(f.Refs)
	e.lambdas(f.Lambdas)
	e.links(f.Links)
	e.refs(f.Idx)
	e.texts(f.Texts)

	dst = append(dst, Version)
	dst = binary.AppendUvarint(dst, uint64(len(e.table)))
	for _, s := range e.table {
		dst = binary.AppendUvarint(dst, uint64(len(s)))
	}
	for _, s := range e.table {
		dst = append(dst, s...)
	}
	return append(dst, e.b...)
}

// encoder writes the part behind the string table.
type encoder struct {
	b     []byte
	table []string
	index map[string]uint64 // string → 1 + its place in the table
}

func (e *encoder) uint(v uint64) { e.b = binary.AppendUvarint(e.b, v) }

func (e *encoder) byte(v byte) { e.b = append(e.b, v) }

// ref writes an index, or None as 0.
func (e *encoder) ref(v int32) { e.uint(uint64(uint32(v + 1))) }

func (e *encoder) refs(list []int32) {
	for _, v := range list {
		e.ref(v)
	}
}

// diff writes v as its difference to base, small if they are close.
func (e *encoder) diff(base, v uint32) {
	d := int32(v - base)
	e.uint(uint64(uint32(d<<1 ^ d>>31)))
}

func (e *encoder) str(s string) {
	if s == "" {
		e.byte(0)
		return
	}
	i, ok := e.index[s]
	if !ok {
		e.table = append(e.table, s)
		i = uint64(len(e.table))
		e.index[s] = i
	}
	e.uint(i)
}

func (e *encoder) bool(v bool) {
	if v {
		e.byte(1)
	} else {
		e.byte(0)
	}
}

func (e *encoder) header(f *FileFacts) {
	var decorators, params, typeParams, bases, rets int
	for i := range f.Defs {
		d := &f.Defs[i]
		decorators, params, typeParams = decorators+len(d.Decorators), params+len(d.Params), typeParams+len(d.TypeParams)
		bases, rets = bases+len(d.Bases), rets+len(d.Rets)
	}
	for i := range f.Lambdas {
		rets += len(f.Lambdas[i].Rets)
	}
	e.str(f.Lang)
	e.str(f.Package)
	e.uint(uint64(uint32(f.Lines)))
	e.uint(uint64(f.Flags))
	for _, n := range []int{
		len(f.Defs), len(f.Imports), len(f.Exports), len(f.Types), len(f.Exprs), len(f.Binds), len(f.Calls),
		len(f.Refs), len(f.Lambdas), len(f.Links), len(f.Idx), decorators, params, typeParams, bases, rets,
	} {
		e.uint(uint64(n))
	}
}

// mask collects which of up to eight fields are there.
func mask(fields ...bool) (m byte) {
	for i, there := range fields {
		if there {
			m |= 1 << i
		}
	}
	return m
}

func (e *encoder) types(list []Type) {
	var last Type
	for i := range list {
		t := &list[i]
		m := mask(t.ArgN != 0 || t.ArgOff != 0, t.Name != "", t.Expr != None, t.Def != None, t.Scope != last.Scope)
		e.byte(byte(t.Op))
		e.byte(m)
		if m&1 != 0 {
			e.uint(uint64(t.ArgN))
			e.diff(last.ArgOff, t.ArgOff)
		}
		if m&2 != 0 {
			e.str(t.Name)
		}
		if m&4 != 0 {
			e.ref(t.Expr)
		}
		if m&8 != 0 {
			e.ref(t.Def)
		}
		if m&16 != 0 {
			e.diff(uint32(last.Scope), uint32(t.Scope))
		}
		e.diff(last.Line, t.Line)
		e.diff(last.Pos, t.Pos)
		off := last.ArgOff
		last = *t
		if m&1 == 0 {
			last.ArgOff = off // absent: the next difference is to the last that was there
		}
	}
}

func (e *encoder) exprs(list []Expr) {
	var last Expr
	for i := range list {
		x := &list[i]
		m := mask(x.ArgN != 0 || x.ArgOff != 0, x.Name != "", x.A != None, x.B != None, x.T != None, x.D != None, x.Scope != last.Scope, x.Line != last.Line)
		e.byte(byte(x.Op))
		e.byte(m)
		if m&1 != 0 {
			e.uint(uint64(x.ArgN))
			e.diff(last.ArgOff, x.ArgOff)
		}
		if m&2 != 0 {
			e.str(x.Name)
		}
		if m&4 != 0 {
			e.diff(uint32(i), uint32(x.A))
		}
		if m&8 != 0 {
			e.diff(uint32(i), uint32(x.B))
		}
		if m&16 != 0 {
			e.ref(x.T)
		}
		if m&32 != 0 {
			e.ref(x.D)
		}
		if m&64 != 0 {
			e.diff(uint32(last.Scope), uint32(x.Scope))
		}
		if m&128 != 0 {
			e.diff(last.Line, x.Line)
		}
		e.diff(last.Pos, x.Pos)
		off := last.ArgOff
		last = *x
		if m&1 == 0 {
			last.ArgOff = off
		}
	}
}

func (e *encoder) binds(list []Bind) {
	var last Bind
	for i := range list {
		b := &list[i]
		m := mask(b.Type != None, b.Value != None, b.Target != None, b.Index != 0, b.Def != last.Def, b.Line != last.Line, b.To != last.To, b.From != last.From)
		e.byte(byte(b.Kind))
		e.byte(m)
		e.str(b.Name)
		if m&1 != 0 {
			e.ref(b.Type)
		}
		if m&2 != 0 {
			e.diff(uint32(last.Value), uint32(b.Value))
		}
		if m&4 != 0 {
			e.ref(b.Target)
		}
		if m&8 != 0 {
			e.diff(0, uint32(b.Index))
		}
		if m&16 != 0 {
			e.diff(uint32(last.Def), uint32(b.Def))
		}
		if m&32 != 0 {
			e.diff(last.Line, b.Line)
		}
		if m&64 != 0 {
			e.diff(last.To, b.To)
		}
		if m&128 != 0 {
			e.diff(last.From, b.From)
		}
		e.diff(last.Pos, b.Pos)
		value := last.Value
		last = *b
		if m&2 == 0 {
			last.Value = value
		}
	}
}

func (e *encoder) calls(list []Call) {
	var last Call
	for _, c := range list {
		e.diff(uint32(last.Expr), uint32(c.Expr))
		e.diff(uint32(last.Def), uint32(c.Def))
		e.diff(last.Line, c.Line)
		e.diff(last.Byte, c.Byte)
		e.byte(byte(c.Flags))
		last = c
	}
}

func (e *encoder) mentions(list []Ref) {
	var last Ref
	for _, r := range list {
		e.diff(uint32(last.Expr), uint32(r.Expr))
		e.ref(r.Type)
		e.diff(uint32(last.Def), uint32(r.Def))
		e.diff(last.Line, r.Line)
		e.byte(byte(r.Kind))
		last = r
	}
}
