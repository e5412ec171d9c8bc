package golink

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/linker"
)

// maxDispatch bounds the implementations that one call of an interface method
// is linked to.
const maxDispatch = 200

// walk links the definition at hand to what a body or a value calls and names.
func (x *extraction) walk(root ast.Node) {
	ast.Inspect(root, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			x.call(n)
		case *ast.Ident:
			if !x.callee[n] {
				if o := x.info.Uses[n]; o != nil {
					x.use(o, n.Pos())
				}
			}
		case *ast.AssignStmt:
			x.assign(n)
		case *ast.RangeStmt:
			x.ranged(n)
		case *ast.ValueSpec:
			x.declare(n)
		case *ast.Field:
			if ext := externType(x.imports, n.Type); ext != "" {
				for _, id := range n.Names {
					x.extern[id.Pos()] = ext
				}
			}
		case *ast.UnaryExpr:
			if n.Op == token.AND {
				x.bind(n.X, nil)
				x.bind(n.X, nil)
			}
		}
		return true
	})
}

// use is a name that is not called.
func (x *extraction) use(o types.Object, at token.Pos) {
	switch v := o.(type) {
	case *types.Func:
		o = v.Origin()
	case *types.Var:
		if v.IsField() {
			return
		}
	case *types.TypeName, *types.Const:
	default:
		return
	}
	x.named(o, at)
}

func (x *extraction) call(call *ast.CallExpr) {
	fun := ast.Unparen(call.Fun)
	switch e := fun.(type) {
	case *ast.IndexExpr:
		fun = ast.Unparen(e.X)
	case *ast.IndexListExpr:
		fun = ast.Unparen(e.X)
	}
	var id *ast.Ident
	var sel *ast.SelectorExpr
	switch e := fun.(type) {
	case *ast.Ident:
		id = e
	case *ast.SelectorExpr:
		id, sel = e.Sel, e
	case *ast.CallExpr, *ast.TypeAssertExpr:
		if text := x.text(fun); text != "" {
			x.open("", text, fun.Pos(), graph.ReasonDynamic)
		}
		return
	default: // a conversion, or a literal called where it stands
		return
	}
	x.callee[id] = true
	o := x.info.Uses[id]
	if o == nil && x.outsideCall(sel) {
		return
	}
	if o == nil && skipped(x.info, fun) {
		x.late(fun)
		if o = x.info.Uses[id]; o == nil && x.outsideCall(sel) {
			return
		}
	}
	switch o := o.(type) {
	case *types.TypeName:
		x.use(o, id.Pos())
	case *types.Builtin:
	case *types.Func:
		x.callFunc(o.Origin(), sel, id)
		x.hand(call, o.Origin(), sel)
	case *types.Var:
		x.callVar(call, o, sel, id)
	default:
		x.unresolved(sel, id)
	}
}

// late resolves a callee in an expression that the checker skipped: an element
// of a map literal whose key has no type, a key of an unknown literal.
func (x *extraction) late(fun ast.Expr) {
	defer func() { _ = recover() }()
	_ = types.CheckExpr(x.l.fset, x.own, fun.Pos(), fun, x.info)
}

// outsideCall takes a function of a package outside the repository.
func (x *extraction) outsideCall(sel *ast.SelectorExpr) bool {
	if sel == nil {
		return false
	}
	q, ok := sel.X.(*ast.Ident)
	if !ok {
		return false
	}
	pn, ok := x.info.Uses[q].(*types.PkgName)
	if !ok {
		return false
	}
	if i := x.f.importOf(pn.Imported().Path()); i != nil && i.pkg == nil {
		if i.path == "C" && isCType(sel.Sel.Name) {
			return true // a conversion
		}
		x.external(i.path+"#"+sel.Sel.Name, sel.Sel.Pos())
		return true
	}
	return false
}

var cTypes = set("char schar uchar short ushort int uint long ulong longlong ulonglong float double complexfloat complexdouble " +
	"size_t ssize_t intptr_t uintptr_t int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t bool _Bool")

// isCType tells whether C.name is a type and not a function, as far as the
// name tells.
func isCType(name string) bool {
	return cTypes[name] || strings.HasPrefix(name, "struct_") || strings.HasPrefix(name, "union_") || strings.HasPrefix(name, "enum_")
}

func (x *extraction) external(name string, at token.Pos) {
	x.edge(graph.CallsStatic, linker.Target{External: name}, at, graph.Outside, graph.ViaTypes)
}

func (x *extraction) callFunc(fn *types.Func, sel *ast.SelectorExpr, id *ast.Ident) {
	recv := fn.Signature().Recv()
	to, known := x.target(fn)
	if recv != nil && types.IsInterface(recv.Type()) {
		x.callInterface(fn, sel, id, to, known)
		return
	}
	if known {
		x.edge(graph.CallsStatic, to, id.Pos(), graph.Exact, graph.ViaTypes)
	} else if name := externalName(fn); name != "" {
		x.external(name, id.Pos())
	} else {
		x.open(id.Name, x.recv(sel), id.Pos(), graph.ReasonNotInScope)
	}
}

// callInterface links to the interface's method and to what implements it.
func (x *extraction) callInterface(fn *types.Func, sel *ast.SelectorExpr, id *ast.Ident, to linker.Target, known bool) {
	if known {
		x.edge(graph.CallsStatic, to, id.Pos(), graph.Exact, graph.ViaTypes)
	} else if name := externalName(fn); name != "" { // error.Error is everybody's
		x.external(name, id.Pos())
		return
	}
	it, decl := x.interfaceOf(fn, sel)
	if it == nil {
		return
	}
	if x.l.impls.byRef[decl] != nil {
		x.ifaces[decl] = true
	} else {
		x.methods[fn.Name()] = true
	}
	impls := x.l.impls.callees(it, decl, fn.Name(), x.f.pkg, x.f.test)
	if len(impls) > maxDispatch {
		x.open(id.Name, x.recv(sel), id.Pos(), graph.ReasonLimit)
		return
	}
	for _, r := range impls {
		x.edge(graph.CallsStatic, linker.Target{Path: r.file.path, Def: r.def}, id.Pos(), graph.Dispatch, graph.ViaDispatch)
	}
	if !known && len(impls) == 0 {
		x.open(id.Name, x.recv(sel), id.Pos(), graph.ReasonDynamic)
	}
}

// interfaceOf is the interface that a method is called through, which may
// embed the one that declares the method, and its definition if it has one.
func (x *extraction) interfaceOf(fn *types.Func, sel *ast.SelectorExpr) (*types.Interface, *ref) {
	t := fn.Signature().Recv().Type()
	if sel != nil {
		if s := x.info.Selections[sel]; s != nil && len(s.Index()) == 1 && types.IsInterface(s.Recv()) {
			t = s.Recv()
		}
	}
	it, _ := t.Underlying().(*types.Interface)
	n, ok := types.Unalias(t).(*types.Named)
	if !ok || n.TypeArgs().Len() > 0 {
		return it, nil
	}
	if r := x.l.refs[n.Obj().Pos()]; r != nil {
		return it, r
	}
	if to, ok := x.local[n.Obj().Pos()]; ok { // a variant has its own objects
		if f := x.l.files[to.Path]; f != nil {
			return it, f.refs[refKey{name: n.Obj().Name()}]
		}
	}
	return it, nil
}

// externalName is "path#Func" or "path#Type.Method" of what is declared in a
// package that is known but not part of the repository.
func externalName(fn *types.Func) string {
	path := "builtin"
	if fn.Pkg() != nil {
		if path = fn.Pkg().Path(); stubs.get(path) != fn.Pkg() {
			return ""
		}
	}
	recv := fn.Signature().Recv()
	if recv == nil {
		return path + "#" + fn.Name()
	}
	t := recv.Type()
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem()
	}
	if n, ok := types.Unalias(t).(*types.Named); ok {
		return path + "#" + n.Obj().Name() + "." + fn.Name()
	}
	return ""
}
