package golink

import (
	"go/ast"
	"go/types"
)

// The checker keeps silent about every error in which an unknown type occurs,
// also where the known rest of the types is wrong. Here a value is held against
// the type that it goes into once more, with unknown types equal to each other.

// fits notes a value that does not fit a type.
func (b *border) fits(e ast.Expr, to types.Type) {
	have := b.x.info.Types[e].Type
	if to == nil || have == nil || whole(have) || whole(to) || valid(have) && valid(to) && !types.IsInterface(to) {
		return // what is known wholly the checker has judged; an interface hides what it wants
	}
	if t, ok := have.(*types.Tuple); ok && t.Len() != 1 {
		return
	}
	if !types.AssignableTo(have, to) && differs(have, to, 0) || declaresOtherwise(have, to) {
		b.x.l.noteAt(e.Pos(), "cannot use a value of type "+types.TypeString(have, nil)+" as "+types.TypeString(to, nil), b.x.info)
	}
}

// declaresOtherwise tells whether a type declares a method itself otherwise
// than an interface wants it. Of a type that embeds an unknown one the checker
// believes that it has every method.
func declaresOtherwise(have, to types.Type) bool {
	if p, ok := have.(*types.Pointer); ok {
		have = p.Elem()
	}
	n, ok := types.Unalias(have).(*types.Named)
	i, wants := to.Underlying().(*types.Interface)
	if !ok || !wants || types.IsInterface(n) {
		return false
	}
	for m := range i.Methods() {
		for f := range n.Methods() {
			if f.Id() == m.Id() && differs(f.Type(), m.Type(), 0) {
				return true
			}
		}
	}
	return false
}

// whole tells whether all of a type is unknown.
func whole(t types.Type) bool {
	switch t := t.(type) {
	case *types.Pointer:
		return whole(t.Elem())
	case *types.Slice:
		return whole(t.Elem())
	case *types.Basic:
		return t.Kind() == types.Invalid || t.Kind() == types.UntypedNil
	case *types.TypeParam:
		return true
	}
	return false
}

// passed holds the arguments of a call against the parameters.
func (b *border) passed(call *ast.CallExpr) {
	tv := b.x.info.Types[call.Fun]
	if tv.Type == nil || tv.IsType() {
		return
	}
	sig, ok := tv.Type.Underlying().(*types.Signature)
	if !ok || sig.TypeParams().Len() > 0 {
		return
	}
	n := sig.Params().Len()
	for i, a := range call.Args {
		switch {
		case sig.Variadic() && i >= n-1 && !call.Ellipsis.IsValid():
			if s, ok := sig.Params().At(n - 1).Type().(*types.Slice); ok {
				b.fits(a, s.Elem())
			}
		case i < n:
			b.fits(a, sig.Params().At(i).Type())
		}
	}
}

// returned holds what is returned against the results.
func (b *border) returned(r *ast.ReturnStmt) {
	if b.results == nil {
		return
	}
	var to []types.Type
	for _, f := range b.results.List {
		for range max(1, len(f.Names)) {
			to = append(to, b.x.info.Types[f.Type].Type)
		}
	}
	if len(to) != len(r.Results) {
		return
	}
	for i, e := range r.Results {
		b.fits(e, to[i])
	}
}

// asserted notes an assertion that can never hold: the repair of syntax before
// the check hides it.
func (b *border) asserted(a *ast.TypeAssertExpr) {
	if a.Type == nil {
		return
	}
	x := ast.Unparen(a.X)
	if c, ok := x.(*ast.CallExpr); ok && len(c.Args) == 1 {
		if i, ok := c.Fun.(*ast.IndexExpr); ok {
			if _, ok := i.X.(*ast.CompositeLit); ok { // see wrapAssertions
				x = c.Args[0]
			}
		}
	}
	from, to := b.x.info.Types[x].Type, b.x.info.Types[a.Type].Type
	if from == nil || to == nil || whole(from) || whole(to) || !types.IsInterface(from) || types.IsInterface(to) || types.AssignableTo(to, from) {
		return
	}
	b.x.l.noteAt(a.Pos(), "impossible type assertion: "+types.TypeString(to, nil)+" does not implement "+types.TypeString(from, nil), b.x.info, b.x.src.syntax)
}
