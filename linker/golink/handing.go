package golink

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/structural-memory/smp/linker"
)

// funcKey names a function in whatever state of the repository.
type funcKey struct {
	path string
	key  refKey
}

// param is a parameter of a function, its receiver not counted.
type param struct {
	of    funcKey
	index int
}

// handing is a call that hands a function over: one that has a name, or what
// the function that calls was handed itself.
type handing struct {
	to   param
	fn   funcKey
	from param // counts where fn is none
}

// handingLater hands over a local variable.
type handingLater struct {
	to       param
	variable token.Pos
}

// enter begins a function with its parameters.
func (x *extraction) enter(key refKey, t *ast.FuncType) {
	x.key = funcKey{x.f.path, key}
	index := 0
	for _, f := range t.Params.List {
		for _, n := range f.Names {
			x.params[n.Pos()] = index
			index++
		}
	}
}

// ranged notes a variable that runs over a parameter: over the functions of a
// variadic one.
func (x *extraction) ranged(s *ast.RangeStmt) {
	if v, ok := s.Value.(*ast.Ident); ok && s.Tok == token.DEFINE {
		if i, ok := x.paramAt(s.X); ok {
			x.params[v.Pos()] = i
		}
	}
}

// paramAt is the parameter of the function at hand that an expression names.
func (x *extraction) paramAt(e ast.Expr) (index int, ok bool) {
	if v := x.localVar(e); v != nil {
		index, ok = x.params[v.Pos()]
	}
	return index, ok
}

func (x *extraction) localVar(e ast.Expr) *types.Var {
	if id, ok := ast.Unparen(e).(*ast.Ident); ok {
		if v, ok := x.info.Uses[id].(*types.Var); ok {
			return v
		}
	}
	return nil
}

// funcValue is the function that an expression names: as itself, as a method
// of a value, or converted to a type of functions.
func (x *extraction) funcValue(e ast.Expr) (linker.Target, bool) {
	e = ast.Unparen(e)
	switch i := e.(type) {
	case *ast.IndexExpr:
		e = ast.Unparen(i.X)
	case *ast.IndexListExpr:
		e = ast.Unparen(i.X)
	case *ast.CallExpr:
		if tn, ok := x.info.Uses[lastIdent(i.Fun)].(*types.TypeName); ok && len(i.Args) == 1 && isFunc(tn.Type()) {
			return x.funcValue(i.Args[0])
		}
	}
	switch o := x.info.Uses[lastIdent(e)].(type) {
	case *types.Func:
		return x.target(o.Origin())
	case *types.Var:
		if to, ok := x.target(o); ok && x.isClosure(to) {
			return to, true
		}
	}
	return linker.Target{}, false
}

func lastIdent(e ast.Expr) *ast.Ident {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return e
	case *ast.SelectorExpr:
		return e.Sel
	}
	return nil
}

func isFunc(t types.Type) bool {
	if t == nil {
		return false
	}
	_, ok := t.Underlying().(*types.Signature)
	return ok
}

func (x *extraction) isClosure(to linker.Target) bool {
	f := x.l.files[to.Path]
	return f != nil && f.facts.Defs[to.Def].Form == "closure"
}

// hand notes what a call of a function or method hands over.
func (x *extraction) hand(call *ast.CallExpr, fn *types.Func, sel *ast.SelectorExpr) {
	args, sig := call.Args, fn.Signature()
	if sel != nil && len(args) > 0 {
		if s := x.info.Selections[sel]; s != nil && s.Kind() == types.MethodExpr {
			args = args[1:]
		}
	}
	recv := sig.Recv()
	if recv == nil || !types.IsInterface(recv.Type()) {
		if to, ok := x.target(fn); ok {
			x.handTo(x.keyOf(to), sig, args, call.Ellipsis.IsValid())
		}
		return
	}
	if it, decl := x.interfaceOf(fn, sel); it != nil && takesFunc(sig) {
		impls := x.l.impls.callees(it, decl, fn.Name(), x.f.pkg, x.f.test)
		for _, r := range impls[:min(len(impls), maxDispatch)] {
			x.handTo(funcKey{r.file.path, r.key}, sig, args, call.Ellipsis.IsValid())
		}
	}
}

func takesFunc(sig *types.Signature) bool {
	for i := range sig.Params().Len() {
		if isFunc(elem(sig, i)) {
			return true
		}
	}
	return false
}

// elem is the type of what a parameter is given, one at a time.
func elem(sig *types.Signature, i int) types.Type {
	t := sig.Params().At(i).Type()
	if s, ok := t.(*types.Slice); ok && sig.Variadic() && i == sig.Params().Len()-1 {
		return s.Elem()
	}
	return t
}

// handTo notes what the arguments of a call hand over to a function.
func (x *extraction) handTo(to funcKey, sig *types.Signature, args []ast.Expr, spread bool) {
	last := sig.Params().Len() - 1
	for i, a := range args {
		if i > last && sig.Variadic() {
			i = last
		}
		if i > last || !isFunc(elem(sig, i)) {
			continue
		}
		p := param{to, i}
		if own, ok := x.paramAt(a); ok {
			x.hands = append(x.hands, handing{to: p, from: param{x.key, own}})
		} else if fn, ok := x.funcValue(a); ok && !spread {
			x.hands = append(x.hands, handing{to: p, fn: x.keyOf(fn)})
		} else if v := x.localVar(a); v != nil {
			x.handedLater = append(x.handedLater, handingLater{p, v.Pos()})
		}
	}
}

// keyOf names a definition.
func (x *extraction) keyOf(t linker.Target) funcKey {
	f := x.l.files[t.Path]
	if f == nil {
		return funcKey{}
	}
	return funcKey{t.Path, f.keyOf(t.Def)}
}
