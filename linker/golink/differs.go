package golink

import "go/types"

// differs tells whether two types cannot be the same, whatever stands where
// one of them is unknown: what is unknown may be an alias of the other.
func differs(a, b types.Type, depth int) bool {
	a, b = types.Unalias(a), types.Unalias(b)
	if depth > 8 || unknown(a) || unknown(b) || types.Identical(a, b) {
		return false
	}
	depth++
	if x, ok := a.(*types.Named); ok {
		return differsNamed(x, b, depth)
	}
	if y, ok := b.(*types.Named); ok {
		return differsNamed(y, a, depth)
	}
	switch x := a.(type) {
	case *types.Pointer:
		y, ok := b.(*types.Pointer)
		return !ok || differs(x.Elem(), y.Elem(), depth)
	case *types.Slice:
		y, ok := b.(*types.Slice)
		return !ok || differs(x.Elem(), y.Elem(), depth)
	case *types.Array:
		y, ok := b.(*types.Array)
		return !ok || x.Len() >= 0 && y.Len() >= 0 && x.Len() != y.Len() || differs(x.Elem(), y.Elem(), depth)
	case *types.Map:
		y, ok := b.(*types.Map)
		return !ok || differs(x.Key(), y.Key(), depth) || differs(x.Elem(), y.Elem(), depth)
	case *types.Chan:
		y, ok := b.(*types.Chan)
		return !ok || differs(x.Elem(), y.Elem(), depth)
	case *types.Tuple:
		y, ok := b.(*types.Tuple)
		if !ok || x.Len() != y.Len() {
			return true
		}
		for i := range x.Len() {
			if differs(x.At(i).Type(), y.At(i).Type(), depth) {
				return true
			}
		}
		return false
	case *types.Signature:
		y, ok := b.(*types.Signature)
		return !ok || x.Variadic() != y.Variadic() || differs(x.Params(), y.Params(), depth) || differs(x.Results(), y.Results(), depth)
	case *types.Basic:
		_, ok := b.(*types.Basic)
		return ok
	}
	return false // interfaces, type parameters, structs: an unknown part may decide
}

// differsNamed compares a named type with another type. A named one is no other
// named one; what an unnamed one may be assigned to is told by what lies below.
func differsNamed(a *types.Named, b types.Type, depth int) bool {
	y, ok := b.(*types.Named)
	if !ok {
		return !unknown(a.Underlying()) && !types.IsInterface(a) && differs(a.Underlying(), b, depth)
	}
	if types.IsInterface(a) || types.IsInterface(y) || unknown(a.Underlying()) || unknown(y.Underlying()) {
		return false
	}
	if a.Origin() != y.Origin() || a.TypeArgs().Len() != y.TypeArgs().Len() {
		return true
	}
	for i := range a.TypeArgs().Len() {
		if differs(a.TypeArgs().At(i), y.TypeArgs().At(i), depth) {
			return true
		}
	}
	return false
}
