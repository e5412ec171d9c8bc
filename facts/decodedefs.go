package facts

import "encoding/binary"

func (d *decoder) fixed64() uint64 {
	if len(d.b) < 8 {
		return d.fail()
	}
	v := binary.LittleEndian.Uint64(d.b)
	d.b = d.b[8:]
	return v
}

func (d *decoder) defs(list []Def) {
	var last Span
	for i := range list {
		f := &list[i]
		f.Kind = Kind(d.byte())
		f.Form, f.Name, f.Disc = d.str(), d.str(), d.str()
		f.Parent = int32(d.diff(uint32(i)))
		f.StartByte = d.diff(last.StartByte)
		f.EndByte = d.diff(f.StartByte)
		f.StartLine = d.diff(last.StartLine)
		f.EndLine = d.diff(f.StartLine)
		f.NameLine = d.diff(f.StartLine)
		f.BodyByte = d.diff(f.StartByte)
		last = f.Span
		f.Sig, f.Doc = d.str(), d.str()
		f.Mods = Mods(d.uint())
		f.Returns = d.str()
		f.Type, f.Value, f.Recv = d.ref(), d.ref(), d.ref()
		f.Complexity = uint16(d.uint())
		f.Hash = d.fixed64()
		d.defLists(f)
	}
}

func (d *decoder) defLists(f *Def) {
	m := d.byte()
	f.Decorators = cut(d, &d.decorators, m&1 != 0)
	f.Params = cut(d, &d.params, m&2 != 0)
	f.TypeParams = cut(d, &d.typeParams, m&4 != 0)
	f.Bases = cut(d, &d.bases, m&8 != 0)
	f.Rets = cut(d, &d.rets, m&16 != 0)
	for i := range f.Decorators {
		f.Decorators[i] = d.str()
	}
	for i := range f.Params {
		f.Params[i] = Param{Name: d.str(), Text: d.str(), Type: d.ref(), Default: d.ref(), Flags: ParamFlags(d.byte())}
	}
	for i := range f.TypeParams {
		f.TypeParams[i] = TypeParam{Name: d.str(), Bound: d.ref(), Def: d.ref()}
	}
	for i := range f.Bases {
		f.Bases[i] = Base{Type: d.ref(), Expr: d.ref(), Rel: BaseRel(d.byte()), Line: uint32(d.uint())}
	}
	d.refs(f.Rets)
}

func (d *decoder) imports(list []Import) {
	var line uint32
	for i := range list {
		m := Import{Module: d.str(), Name: d.str(), Alias: d.str(), Kind: ImportKind(d.byte()), Scope: d.ref()}
		line = d.diff(line)
		m.Line, m.Level, m.Flags = line, d.byte(), ImportFlags(d.byte())
		list[i] = m
	}
}

func (d *decoder) exports(list []Export) {
	var line uint32
	for i := range list {
		x := Export{Name: d.str(), Local: d.str(), Expr: d.ref()}
		line = d.diff(line)
		x.Line = line
		list[i] = x
	}
}

func (d *decoder) lambdas(list []Lambda) {
	for i := range list {
		l := &list[i]
		l.Params = int32(d.uint())
		if n := d.uint(); n > uint64(len(d.rets)) {
			d.fail()
		} else if n > 0 {
			l.Rets, d.rets = d.rets[:n:n], d.rets[n:]
		}
		d.refs(l.Rets)
		l.Async, l.Type = d.byte() != 0, d.ref()
	}
}

func (d *decoder) links(list []Link) {
	var line uint32
	for i := range list {
		l := Link{Target: d.str(), Anchor: d.str(), Text: d.str(), Def: d.ref()}
		line = d.diff(line)
		m := d.byte()
		l.Line, l.Wiki, l.Embed, l.Code = line, m&1 != 0, m&2 != 0, m&4 != 0
		list[i] = l
	}
}
