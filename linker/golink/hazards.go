package golink

import (
	"go/ast"
	"go/token"
)

// mostNested bounds how deep statements stand in one another: for each name
// the checker looks through all the scopes around it.
const mostNested = 4000

// hazards looks through a file for what the checker of its bodies would not
// come to an end of.
type hazards struct {
	anatomist
	s      *scales            // of the declarations that bodies can name
	stack  []bool             // the nodes around the one at hand: which are statements
	scopes int                // how many are
	sizes  map[string]float64 // of the variables of the function at hand, where they hold generic types
	locals []*anatomy
	why    string
}

// hazardsIn is set up for a file of a package.
func (l *Linker) hazardsIn(f *file, syntax *ast.File) *hazards {
	s := f.pkg.plainScales
	if f.test && f.pkg.testScales != nil {
		s = f.pkg.testScales
	}
	return &hazards{anatomist: anatomist{imports: f.names(syntax)}, s: &scales{l: l, p: f.pkg, outer: s}}
}

// enter is told of each node before those in it, and leave after them.
func (h *hazards) enter(n ast.Node) {
	_, is := n.(ast.Stmt)
	if h.stack = append(h.stack, is); is {
		if h.scopes++; h.scopes > mostNested {
			h.why = "its statements are nested too deep"
		}
	}
	switch n := n.(type) {
	case *ast.FuncDecl:
		h.sizes = nil
	case *ast.AssignStmt:
		if n.Tok == token.DEFINE {
			for i, l := range n.Lhs {
				if id, ok := l.(*ast.Ident); ok {
					h.declare(id, n.Rhs[min(i, len(n.Rhs)-1)])
				}
			}
		}
	case *ast.ValueSpec:
		for i, id := range n.Names {
			if len(n.Values) > 0 {
				h.declare(id, n.Values[min(i, len(n.Values)-1)])
			}
		}
	case *ast.CallExpr:
		if h.multiplies(n) > 1 && h.size(n, 0) > mostGrowth {
			h.why = "generic types grow without end"
		}
	case *ast.GenDecl:
		if len(h.stack) > 2 { // the file and the declaration
			h.local(n)
		}
	}
}

func (h *hazards) leave() {
	last := len(h.stack) - 1
	if h.stack[last] {
		h.scopes--
	}
	h.stack = h.stack[:last]
}

func (h *hazards) declare(id *ast.Ident, value ast.Expr) {
	if n := h.size(value, 0); n > 1 {
		if h.sizes == nil {
			h.sizes = map[string]float64{}
		}
		h.sizes[id.Name] = max(h.sizes[id.Name], n)
	}
}

// multiplies tells how often the results of the generic function that is
// called repeat its type parameters.
func (h *hazards) multiplies(c *ast.CallExpr) float64 {
	fun := ast.Unparen(c.Fun)
	switch e := fun.(type) {
	case *ast.IndexExpr:
		fun = e.X
	case *ast.IndexListExpr:
		fun = e.X
	}
	u := use{param: -1}
	switch e := fun.(type) {
	case *ast.Ident:
		u.name = e.Name
	case *ast.SelectorExpr:
		x, ok := e.X.(*ast.Ident)
		if !ok || h.imports[x.Name] == nil || h.imports[x.Name].pkg == nil {
			return 0
		}
		u.path, u.name = h.imports[x.Name].path, e.Sel.Name
	default:
		return 0
	}
	if w := h.s.find(&u); w != nil {
		return w.grows
	}
	return 0
}

// size is how large the type of a value may be, as a multiple of what is
// written: calls of generic functions that repeat their type parameters
// multiply it.
func (h *hazards) size(e ast.Expr, depth int) float64 {
	if depth > 200 {
		return 1
	}
	most := 1.0
	of := func(x ast.Expr) {
		if x != nil {
			most = max(most, h.size(x, depth+1))
		}
	}
	switch e := e.(type) {
	case *ast.Ident:
		return max(1, h.sizes[e.Name])
	case *ast.CallExpr:
		for _, a := range e.Args {
			of(a)
		}
		if s, ok := ast.Unparen(e.Fun).(*ast.SelectorExpr); ok {
			of(s.X)
		}
		return most * max(1, h.multiplies(e))
	case *ast.ParenExpr:
		of(e.X)
	case *ast.SelectorExpr:
		of(e.X)
	case *ast.IndexExpr:
		of(e.X)
	case *ast.SliceExpr:
		of(e.X)
	case *ast.StarExpr:
		of(e.X)
	case *ast.UnaryExpr:
		of(e.X)
	}
	return most
}

// local takes what is declared in a function.
func (h *hazards) local(g *ast.GenDecl) {
	if g.Tok == token.CONST {
		h.params = nil
		if a := h.constants(g); a != nil {
			h.locals = append(h.locals, a)
		}
		return
	}
	for _, s := range g.Specs {
		if t, ok := s.(*ast.TypeSpec); ok {
			if a := h.typ(t); a != nil {
				h.locals = append(h.locals, a)
			}
		}
	}
}

// judge is the reason why the file's bodies must not be checked, "" if they
// may.
func (h *hazards) judge() string {
	if h.why != "" || len(h.locals) == 0 {
		return h.why
	}
	s := &scales{l: h.s.l, p: h.s.p, names: map[string]*weight{}, outer: h.s}
	for _, a := range h.locals {
		s.take(a)
	}
	return s.judge()
}
