package golink

import (
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"
)

// A type that stays is changed where it is: declarations that were checked
// against it go on to hold it, and see the change.

const (
	doubleMark = "·"     // a struct that is declared for its fields only
	goneMethod = "·gone" // no source can call a method of this name
)

// double is the declaration of a struct under another name.
func (c *change) double(s *ast.TypeSpec) *ast.TypeSpec {
	out := *s
	out.Name = &ast.Ident{NamePos: s.Name.NamePos, Name: s.Name.Name + doubleMark}
	return &out
}

// isDouble gives the name of the struct that a double stands for.
func isDouble(name string) (of string, ok bool) { return strings.CutSuffix(name, doubleMark) }

// remake changes the types of the layer at hand that stay.
func (d *declaration) remake(c *change) {
	if c == nil {
		return
	}
	fresh := d.methods()
	for _, name := range slices.Sorted(maps.Keys(c.inplace)) {
		r := c.inplace[name]
		tn, ok := d.base.names.Lookup(name).(*types.TypeName)
		if c.names[name] || !ok || !d.declares(name) {
			continue
		}
		named := tn.Type().(*types.Named)
		if double := d.p.own.Scope().Lookup(name + doubleMark); r.fields && double != nil && double.Type() != nil {
			named.SetUnderlying(double.Type().Underlying())
		}
		for _, m := range slices.Sorted(maps.Keys(r.methods)) {
			replaceMethod(named, m, fresh[name+"."+m])
		}
	}
}

// declares tells whether the type belongs to the files at hand: the tests are
// checked on top of the plain files and see their types too.
func (d *declaration) declares(name string) bool {
	return !d.tests || d.p.lib.names.Lookup(name) != d.base.names.Lookup(name)
}

// methods are those that the check has declared, by type and name.
func (d *declaration) methods() map[string]*types.Func {
	out := map[string]*types.Func{}
	for _, f := range d.files {
		for _, decl := range f.syntax.Decls {
			if fd, ok := decl.(*ast.FuncDecl); ok && fd.Recv != nil {
				if fn, ok := d.info.Defs[fd.Name].(*types.Func); ok && fn.Type() != nil {
					out[recvName(fd)+"."+fd.Name.Name] = fn
				}
			}
		}
	}
	return out
}

// replaceMethod gives the type's method what a new check says of it, or makes
// it one that nobody can name if it is gone.
func replaceMethod(n *types.Named, name string, to *types.Func) {
	var at, gone *types.Func
	for i := range n.NumMethods() {
		switch m := n.Method(i); m.Name() {
		case name:
			at = m
		case goneMethod:
			gone = m
		}
	}
	switch {
	case at != nil && to != nil:
		*at = *to
	case at != nil:
		*at = *types.NewFunc(token.NoPos, n.Obj().Pkg(), goneMethod, types.NewSignatureType(nil, nil, nil, nil, nil, false))
	case to != nil && gone != nil:
		*gone = *to
	case to != nil:
		n.AddMethod(to)
	}
}
