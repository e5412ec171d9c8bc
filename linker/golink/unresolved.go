package golink

import (
	"go/ast"
	"go/types"
	"strings"

	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/linker"
)

// unresolved is a call that types say nothing about.
func (x *extraction) unresolved(sel *ast.SelectorExpr, id *ast.Ident) {
	if sel == nil {
		x.open(id.Name, "", id.Pos(), graph.ReasonNotInScope)
		return
	}
	if q, ok := sel.X.(*ast.Ident); ok {
		if pn, ok := x.info.Uses[q].(*types.PkgName); ok {
			if to, ok := x.sameBuild(pn, id.Name); ok {
				x.edge(graph.CallsStatic, to, id.Pos(), graph.Exact, graph.ViaImport)
				return
			}
			x.open(id.Name, q.Name, id.Pos(), graph.ReasonNotInScope)
			return
		}
	}
	if ext := x.externOf(sel.X); ext != "" {
		x.external(ext+"."+id.Name, id.Pos())
		return
	}
	x.open(id.Name, x.recv(sel), id.Pos(), x.why(sel.X))
}

// sameBuild finds a function that another package has in the configuration of
// the file at hand only. Its declarations there are not checked, but there is
// one of a name.
func (x *extraction) sameBuild(pn *types.PkgName, name string) (linker.Target, bool) {
	i := x.f.importOf(pn.Imported().Path())
	if x.f.variant == nil || i == nil || i.pkg == nil {
		return linker.Target{}, false
	}
	for _, v := range i.pkg.variants {
		for _, f := range v.files {
			if v.alone || f.test || !x.f.variant.cfg.includes(f) {
				continue
			}
			for d := range f.facts.Defs {
				if def := &f.facts.Defs[d]; def.Name == name && def.Parent == 0 && def.Form == "function" {
					return linker.Target{Path: f.path, Def: int32(d)}, true
				}
			}
		}
	}
	return linker.Target{}, false
}

// externOf is the outside type that a receiver is declared with.
func (x *extraction) externOf(e ast.Expr) string {
	switch e := ast.Unparen(e).(type) {
	case *ast.StarExpr:
		return x.externOf(e.X)
	case *ast.UnaryExpr:
		return x.externOf(e.X)
	case *ast.CompositeLit:
		return externType(x.imports, e.Type)
	case *ast.Ident:
		return x.externVar(x.info.Uses[e])
	case *ast.SelectorExpr:
		return x.externVar(x.info.Uses[e.Sel])
	}
	return ""
}

func (x *extraction) externVar(o types.Object) string {
	v, ok := o.(*types.Var)
	if !ok {
		return ""
	}
	if ext := x.extern[v.Pos()]; ext != "" {
		return ext
	}
	if r := x.l.refs[v.Origin().Pos()]; r != nil {
		return r.extern
	}
	return ""
}

// why tells a receiver whose type is known, and has no such method, from one
// whose type comes from outside.
func (x *extraction) why(recv ast.Expr) graph.Reason {
	var t types.Type
	switch e := ast.Unparen(recv).(type) {
	case *ast.Ident:
		if o := x.info.Uses[e]; o != nil {
			t = o.Type()
		}
	case *ast.SelectorExpr:
		if o := x.info.Uses[e.Sel]; o != nil {
			t = o.Type()
		}
	}
	if t == nil || hasUnknown(t, 0) {
		return graph.ReasonExternalReceiver
	}
	return graph.ReasonNoMember
}

// hasUnknown tells whether a type is unknown or embeds an unknown one.
func hasUnknown(t types.Type, depth int) bool {
	t = types.Unalias(t)
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	if b, ok := t.(*types.Basic); ok {
		return b.Kind() == types.Invalid
	}
	s, ok := t.Underlying().(*types.Struct)
	if !ok {
		return !isKnown(t)
	}
	for i := range s.NumFields() {
		if f := s.Field(i); f.Embedded() && (depth > 8 || hasUnknown(f.Type(), depth+1)) {
			return true
		}
	}
	return false
}

// isKnown tells whether all elements of an interface are known; other types
// are what they are.
func isKnown(t types.Type) bool {
	it, ok := t.Underlying().(*types.Interface)
	if !ok {
		return true
	}
	for i := range it.NumEmbeddeds() {
		if hasUnknown(it.EmbeddedType(i), 1) {
			return false
		}
	}
	return true
}

func (x *extraction) recv(sel *ast.SelectorExpr) string {
	if sel == nil {
		return ""
	}
	return x.text(sel.X)
}

// text is an expression as written, shortened to one line.
func (x *extraction) text(e ast.Expr) string {
	from, to := int(e.Pos()-x.src.at.from), int(e.End()-x.src.at.from)
	if from < 0 || to > len(x.src.text) || from >= to {
		return ""
	}
	s := string(x.src.text[from:to])
	if strings.ContainsAny(s, "\n\t") {
		s = strings.Join(strings.Fields(s), " ")
	}
	const most = 60
	if len(s) > most {
		s = strings.ToValidUTF8(s[:most], "") + "…"
	}
	return s
}
