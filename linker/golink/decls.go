package golink

import (
	"go/ast"
	"go/token"
	"go/types"
	"strconv"

	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/linker"
)

// importEdges link the file to the packages that it imports: to the directory
// of one of the repository, to a leaf for one outside.
func (x *extraction) importEdges() {
	x.def = 0
	for _, im := range x.f.imports {
		dir := ""
		if im.pkg != nil {
			dir = im.pkg.dir
		}
		x.out.ImportFiles = append(x.out.ImportFiles, dir)
	}
	for _, s := range x.src.syntax.Imports {
		p, err := strconv.Unquote(s.Path.Value)
		i := x.f.importOf(p)
		if err != nil || i == nil {
			continue
		}
		if i.pkg != nil {
			x.edge(graph.Imports, linker.Target{Path: i.pkg.dir, Def: linker.PackageDef}, s.Path.Pos(), graph.Exact, graph.ViaImport)
		} else {
			x.edge(graph.Imports, linker.Target{External: p}, s.Path.Pos(), graph.Outside, graph.ViaImport)
		}
	}
}

// typeSpec links a type to what it embeds, names and implements. Its syntax is
// not part of the check of bodies; names in it are looked up here.
func (x *extraction) typeSpec(s *ast.TypeSpec) {
	def, ok := x.defs[refKey{name: s.Name.Name}]
	if !ok {
		return
	}
	x.def, x.value = def, false
	hidden := map[string]bool{}
	if s.TypeParams != nil {
		for _, f := range s.TypeParams.List {
			for _, n := range f.Names {
				hidden[n.Name] = true
			}
		}
		x.names(s.TypeParams, hidden)
	}
	switch t := s.Type.(type) {
	case *ast.StructType:
		x.fields(t.Fields, hidden)
	case *ast.InterfaceType:
		x.fields(t.Methods, hidden)
	default:
		x.names(s.Type, hidden)
	}
	if r := x.f.refs[refKey{name: s.Name.Name}]; r != nil && x.f.variant == nil {
		for _, to := range x.l.impls.byType[r] {
			x.edge(graph.Implements, linker.Target{Path: to.file.path, Def: to.def}, s.Name.Pos(), graph.Exact, graph.ViaTypes)
		}
	}
}

// fields takes the fields of a struct or the elements of an interface: what
// stands without a name is embedded.
func (x *extraction) fields(l *ast.FieldList, hidden map[string]bool) {
	if l == nil {
		return
	}
	for _, f := range l.List {
		if len(f.Names) > 0 {
			x.names(f.Type, hidden)
			continue
		}
		e := ast.Unparen(f.Type)
		if p, ok := e.(*ast.StarExpr); ok {
			e = ast.Unparen(p.X)
		}
		switch t := e.(type) {
		case *ast.IndexExpr:
			x.names(t.Index, hidden)
			e = ast.Unparen(t.X)
		case *ast.IndexListExpr:
			for _, a := range t.Indices {
				x.names(a, hidden)
			}
			e = ast.Unparen(t.X)
		}
		switch e.(type) {
		case *ast.Ident, *ast.SelectorExpr:
			x.embedded(e, hidden)
		default:
			x.names(f.Type, hidden) // a union
		}
	}
}

func (x *extraction) embedded(e ast.Expr, hidden map[string]bool) {
	if o := x.lookup(e, hidden); o != nil {
		if to, ok := x.target(o); ok {
			x.edge(graph.Inherits, to, e.Pos(), graph.Exact, graph.ViaTypes)
		}
	} else if ext := externType(x.imports, e); ext != "" {
		x.edge(graph.Inherits, linker.Target{External: ext}, e.Pos(), graph.Outside, graph.ViaTypes)
	}
}

// lookup finds the package-level object that a type name or a qualified name
// stands for outside of function bodies.
func (x *extraction) lookup(e ast.Expr, hidden map[string]bool) types.Object {
	switch e := e.(type) {
	case *ast.Ident:
		if hidden[e.Name] || x.imports[e.Name] != nil {
			return nil
		}
		if o := x.scope.Lookup(e.Name); o != nil {
			return o
		}
		return x.dotted(e.Name)
	case *ast.SelectorExpr:
		if q, ok := e.X.(*ast.Ident); ok && !hidden[q.Name] {
			if i := x.imports[q.Name]; i != nil && i.pkg != nil && ast.IsExported(e.Sel.Name) {
				return x.member(i.pkg, e.Sel.Name)
			}
		}
	}
	return nil
}

func (x *extraction) member(p *pkg, name string) types.Object {
	im := importer{l: x.l, from: x.f.pkg}
	if ly := im.layer(p); ly != nil {
		return ly.names.Lookup(name)
	}
	return nil
}

// dotted looks a name up in packages that the file imports with a dot.
func (x *extraction) dotted(name string) types.Object {
	for _, s := range x.src.syntax.Imports {
		if s.Name == nil || s.Name.Name != "." || !ast.IsExported(name) {
			continue
		}
		if p, err := strconv.Unquote(s.Path.Value); err == nil {
			if i := x.f.importOf(p); i != nil && i.pkg != nil {
				if o := x.member(i.pkg, name); o != nil {
					return o
				}
			}
		}
	}
	return nil
}

// names links the definition at hand to what a piece of its declaration
// names: types, and in a constant's or variable's declaration values too.
func (x *extraction) names(root ast.Node, hidden map[string]bool) {
	ast.Inspect(root, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Field:
			x.names(n.Type, hidden) // not the names of fields and parameters
			return false
		case *ast.ValueSpec:
			if n.Type != nil {
				x.names(n.Type, hidden)
			}
			for _, v := range n.Values {
				x.names(v, hidden)
			}
			return false
		case *ast.SelectorExpr:
			if o := x.lookup(n, hidden); o != nil {
				x.named(o, n.Sel.Pos())
				return false
			}
			x.names(n.X, hidden)
			return false
		case *ast.Ident:
			if o := x.lookup(n, hidden); o != nil {
				x.named(o, n.Pos())
			}
		}
		return true
	})
}

// named links the definition at hand to an object that it names.
func (x *extraction) named(o types.Object, at token.Pos) {
	to, ok := x.target(o)
	if !ok {
		return
	}
	switch o.(type) {
	case *types.TypeName:
		x.edge(graph.Uses, to, at, graph.Exact, graph.ViaTypes)
	case *types.Var, *types.Const:
		t := graph.Uses
		if x.value {
			t = graph.References
		}
		x.edge(t, to, at, graph.Exact, graph.ViaTypes)
	case *types.Func:
		x.edge(graph.References, to, at, graph.Exact, graph.ViaTypes)
	}
}
