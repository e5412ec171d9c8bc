package facts

import "encoding/binary"

// The definitions, imports and other lists of which a file has few.

func (e *encoder) defs(list []Def) {
	var last Span
	for i := range list {
		d := &list[i]
		e.byte(byte(d.Kind))
		e.str(d.Form)
		e.str(d.Name)
		e.str(d.Disc)
		e.diff(uint32(i), uint32(d.Parent))
		e.diff(last.StartByte, d.StartByte)
		e.diff(d.StartByte, d.EndByte)
		e.diff(last.StartLine, d.StartLine)
		e.diff(d.StartLine, d.EndLine)
		e.diff(d.StartLine, d.NameLine)
		e.diff(d.StartByte, d.BodyByte)
		last = d.Span
		e.str(d.Sig)
		e.str(d.Doc)
		e.uint(uint64(d.Mods))
		e.str(d.Returns)
		e.ref(d.Type)
		e.ref(d.Value)
		e.ref(d.Recv)
		e.uint(uint64(d.Complexity))
		e.b = binary.LittleEndian.AppendUint64(e.b, d.Hash)
		e.defLists(d)
	}
}

func (e *encoder) defLists(d *Def) {
	m := mask(len(d.Decorators) > 0, len(d.Params) > 0, len(d.TypeParams) > 0, len(d.Bases) > 0, len(d.Rets) > 0)
	e.byte(m)
	for i, n := range []int{len(d.Decorators), len(d.Params), len(d.TypeParams), len(d.Bases), len(d.Rets)} {
		if m&(1<<i) != 0 {
			e.uint(uint64(n))
		}
	}
	for _, s := range d.Decorators {
		e.str(s)
	}
	for _, p := range d.Params {
		e.str(p.Name)
		e.str(p.Text)
		e.ref(p.Type)
		e.ref(p.Default)
		e.byte(byte(p.Flags))
	}
	for _, p := range d.TypeParams {
		e.str(p.Name)
		e.ref(p.Bound)
		e.ref(p.Def)
	}
	for _, b := range d.Bases {
		e.ref(b.Type)
		e.ref(b.Expr)
		e.byte(byte(b.Rel))
		e.uint(uint64(b.Line))
	}
	e.refs(d.Rets)
}

func (e *encoder) imports(list []Import) {
	var last uint32
	for _, m := range list {
		e.str(m.Module)
		e.str(m.Name)
		e.str(m.Alias)
		e.byte(byte(m.Kind))
		e.ref(m.Scope)
		e.diff(last, m.Line)
		e.byte(m.Level)
		e.byte(byte(m.Flags))
		last = m.Line
	}
}

func (e *encoder) exports(list []Export) {
	var last uint32
	for _, x := range list {
		e.str(x.Name)
		e.str(x.Local)
		e.ref(x.Expr)
		e.diff(last, x.Line)
		last = x.Line
	}
}

func (e *encoder) lambdas(list []Lambda) {
	for _, l := range list {
		e.uint(uint64(uint32(l.Params)))
		e.uint(uint64(len(l.Rets)))
		e.refs(l.Rets)
		e.bool(l.Async)
		e.ref(l.Type)
	}
}

func (e *encoder) links(list []Link) {
	var last uint32
	for _, l := range list {
		e.str(l.Target)
		e.str(l.Anchor)
		e.str(l.Text)
		e.ref(l.Def)
		e.diff(last, l.Line)
		e.byte(mask(l.Wiki, l.Embed, l.Code))
		last = l.Line
	}
}
