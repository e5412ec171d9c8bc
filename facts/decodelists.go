package facts

// The lists of which a file has many: see codec.go for their form.

func (d *decoder) types(list []Type) {
	var off, pos, scope, line uint32
	for i := range list {
		t := &list[i]
		t.Op = TypeOp(d.byte())
		m := d.byte()
		t.Expr, t.Def = None, None
		if m&1 != 0 {
			t.ArgN = uint16(d.uint())
			off = d.diff(off)
			t.ArgOff = off
		}
		if m&2 != 0 {
			t.Name = d.str()
		}
		if m&4 != 0 {
			t.Expr = d.ref()
		}
		if m&8 != 0 {
			t.Def = d.ref()
		}
		if m&16 != 0 {
			scope = d.diff(scope)
		}
		line = d.diff(line)
		pos = d.diff(pos)
		t.Scope, t.Pos, t.Line = int32(scope), pos, line
	}
}

func (d *decoder) exprs(list []Expr) {
	var off, pos, scope, line uint32
	for i := range list {
		x := &list[i]
		x.Op = Op(d.byte())
		m := d.byte()
		x.A, x.B, x.T, x.D = None, None, None, None
		if m&1 != 0 {
			x.ArgN = uint16(d.uint())
			off = d.diff(off)
			x.ArgOff = off
		}
		if m&2 != 0 {
			x.Name = d.str()
		}
		if m&4 != 0 {
			x.A = int32(d.diff(uint32(i)))
		}
		if m&8 != 0 {
			x.B = int32(d.diff(uint32(i)))
		}
		if m&16 != 0 {
			x.T = d.ref()
		}
		if m&32 != 0 {
			x.D = d.ref()
		}
		if m&64 != 0 {
			scope = d.diff(scope)
		}
		if m&128 != 0 {
			line = d.diff(line)
		}
		pos = d.diff(pos)
		x.Scope, x.Line, x.Pos = int32(scope), line, pos
	}
}

func (d *decoder) binds(list []Bind) {
	var value, def, line, to, from, pos uint32
	for i := range list {
		b := &list[i]
		b.Kind = BindKind(d.byte())
		m := d.byte()
		b.Name = d.str()
		b.Type, b.Value, b.Target = None, None, None
		if m&1 != 0 {
			b.Type = d.ref()
		}
		if m&2 != 0 {
			value = d.diff(value)
			b.Value = int32(value)
		}
		if m&4 != 0 {
			b.Target = d.ref()
		}
		if m&8 != 0 {
			b.Index = int32(d.diff(0))
		}
		if m&16 != 0 {
			def = d.diff(def)
		}
		if m&32 != 0 {
			line = d.diff(line)
		}
		if m&64 != 0 {
			to = d.diff(to)
		}
		if m&128 != 0 {
			from = d.diff(from)
		}
		pos = d.diff(pos)
		b.Def, b.Line, b.To, b.From, b.Pos = int32(def), line, to, from, pos
	}
}

func (d *decoder) calls(list []Call) {
	var expr, def, line, at uint32
	for i := range list {
		expr, def, line, at = d.diff(expr), d.diff(def), d.diff(line), d.diff(at)
		list[i] = Call{Expr: int32(expr), Def: int32(def), Line: line, Byte: at, Flags: CallFlags(d.byte())}
	}
}

func (d *decoder) mentions(list []Ref) {
	var expr, def, line uint32
	for i := range list {
		expr = d.diff(expr)
		r := Ref{Expr: int32(expr), Type: d.ref()}
		def, line = d.diff(def), d.diff(line)
		r.Def, r.Line, r.Kind = int32(def), line, RefKind(d.byte())
		list[i] = r
	}
}
