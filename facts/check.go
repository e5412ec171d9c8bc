package facts

import "fmt"

// Check tells whether every index in f points into its slice and every span
// is in order: what the linker relies on. Extraction of any bytes must pass
// it; fuzz targets hold it to that.
func Check(f *FileFacts) error {
	if len(f.Defs) == 0 || f.Defs[0].Parent != None {
		return fmt.Errorf("the first definition is not the file")
	}
	c := checker{f: f}
	for i := range f.Defs {
		d := &f.Defs[i]
		if i > 0 && (d.Parent < 0 || d.Parent >= int32(i)) {
			c.fail("definition %d (%s) has parent %d", i, d.Name, d.Parent)
		}
		if d.EndByte < d.StartByte || d.EndLine < d.StartLine || d.StartLine == 0 {
			c.fail("definition %d (%s) has span %v", i, d.Name, d.Span)
		}
		if i > 0 && d.Name == "" {
			c.fail("definition %d (%s) has no name", i, d.Form)
		}
		c.types(d.Type, d.Recv)
		c.exprs(d.Value)
		c.exprs(d.Rets...)
		for _, p := range d.Params {
			c.types(p.Type)
			c.exprs(p.Default)
		}
		for _, p := range d.TypeParams {
			c.types(p.Bound, p.Def)
		}
		for _, b := range d.Bases {
			c.types(b.Type)
			c.exprs(b.Expr)
		}
	}
	for i := range f.Types {
		t := &f.Types[i]
		if int(t.ArgOff)+int(t.ArgN) > len(f.Idx) {
			c.fail("type %d has arguments beyond the end", i)
			continue
		}
		c.types(f.TypeArgs(int32(i))...)
		c.exprs(t.Expr)
		c.defs(t.Def, t.Scope)
	}
	for i := range f.Exprs {
		e := &f.Exprs[i]
		if int(e.ArgOff)+int(e.ArgN) > len(f.Idx) {
			c.fail("expression %d has arguments beyond the end", i)
			continue
		}
		c.exprs(f.Args(int32(i))...)
		c.exprs(e.A)
		if e.Op != OpElem && e.Op != OpParam {
			c.exprs(e.B)
		}
		c.types(e.T)
		c.defs(e.Scope)
		if e.Op == OpLambda {
			if e.D < 0 || int(e.D) >= len(f.Lambdas) {
				c.fail("expression %d names lambda %d", i, e.D)
			}
		} else {
			c.defs(e.D)
		}
	}
	for i := range f.Lambdas {
		c.exprs(f.Lambdas[i].Rets...)
		c.types(f.Lambdas[i].Type)
	}
	for _, b := range f.Binds {
		c.defs(b.Def)
		c.types(b.Type)
		c.exprs(b.Value, b.Target)
		if b.Def < 0 {
			c.fail("binding of %s without a scope", b.Name)
		}
	}
	for _, k := range f.Calls {
		c.exprs(k.Expr)
		c.defs(k.Def)
		if k.Expr < 0 || k.Def < 0 {
			c.fail("call at line %d without expression or owner", k.Line)
		}
	}
	for _, r := range f.Refs {
		c.exprs(r.Expr)
		c.types(r.Type)
		c.defs(r.Def)
	}
	for _, im := range f.Imports {
		c.defs(im.Scope)
	}
	for _, e := range f.Exports {
		c.exprs(e.Expr)
	}
	for _, l := range f.Links {
		c.defs(l.Def)
	}
	for _, t := range f.Texts {
		c.in("call", len(f.Calls), []int32{t.Call})
		c.defs(t.Def)
		if t.Def < 0 {
			c.fail("text %q without an owner", t.Text)
		}
	}
	c.checkComments()
	return c.err
}

type checker struct {
	f   *FileFacts
	err error
}

func (c *checker) fail(format string, args ...any) {
	if c.err == nil {
		c.err = fmt.Errorf(format, args...)
	}
}

func (c *checker) in(what string, n int, is []int32) {
	for _, i := range is {
		if i < None || int(i) >= n {
			c.fail("%s %d of %d", what, i, n)
		}
	}
}

func (c *checker) types(is ...int32) { c.in("type", len(c.f.Types), is) }
func (c *checker) exprs(is ...int32) { c.in("expression", len(c.f.Exprs), is) }
func (c *checker) defs(is ...int32)  { c.in("definition", len(c.f.Defs), is) }
