package golang

import (
	"go/ast"
	"go/token"
	"maps"
	"strconv"

	"github.com/structural-memory/smp/facts"
)

// routes keeps what calls such as r.GET("/x", h) are given: the text, the
// names of the functions after it, and the calls that made the object which
// they are made on, as v1 := r.Group("/v1"). Go has no other call facts.
func (x *extraction) routes(def int32, body ast.Node) {
	w := &routeWalk{x: x, def: def, done: map[*ast.FuncLit]bool{}, given: map[string]*ast.CallExpr{}}
	ast.Inspect(body, func(n ast.Node) bool {
		if c, ok := n.(*ast.CallExpr); ok && len(c.Args) == 2 {
			if fn, ok := c.Fun.(*ast.SelectorExpr); ok && fn.Sel != nil && facts.Registers(fn.Sel.Name) {
				if v := variable(c.Args[1]); v != "" {
					w.given[v] = c
				}
			}
		}
		return true
	})
	w.walk(body, map[string][]madeBy{})
}

type routeWalk struct {
	x     *extraction
	def   int32
	done  map[*ast.FuncLit]bool
	given map[string]*ast.CallExpr // variables that a call is given with a text: r.Mount("/x", sub)
}

// madeBy is a call that made an object: its name, and the text it was given.
type madeBy struct{ name, text string }

// walk keeps the texts of the calls below a node. made says of variables which
// calls made their values, outermost first.
func (w *routeWalk) walk(n ast.Node, made map[string][]madeBy) {
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for i, l := range n.Lhs {
				if v := variable(l); v != "" && len(n.Lhs) == len(n.Rhs) {
					made[v] = origin(n.Rhs[i], made)
					if c := w.given[v]; c != nil && made[v] == nil {
						made[v] = origin(c, made)
					}
				}
			}
		case *ast.CallExpr:
			w.call(n, made)
		case *ast.FuncLit:
			if !w.done[n] {
				w.inside(n, nil, made)
			}
			return false
		}
		return true
	})
}

// inside walks a function literal whose first parameter is an object that
// those calls made.
func (w *routeWalk) inside(lit *ast.FuncLit, first []madeBy, made map[string][]madeBy) {
	w.done[lit] = true
	made = maps.Clone(made)
	for i, f := range lit.Type.Params.List {
		for k, n := range f.Names {
			if delete(made, n.Name); i == 0 && k == 0 {
				made[n.Name] = first
			}
		}
	}
	w.walk(lit.Body, made)
}

// variable is how a variable or a field of one is written.
func variable(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.SelectorExpr:
		if x := variable(e.X); x != "" && e.Sel != nil {
			return x + "." + e.Sel.Name
		}
	}
	return ""
}

// origin lists the calls that made an object.
func origin(e ast.Expr, made map[string][]madeBy) []madeBy {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident, *ast.SelectorExpr:
		return made[variable(e)]
	case *ast.CallExpr:
		fn, ok := e.Fun.(*ast.SelectorExpr)
		if !ok || fn.Sel == nil {
			return nil
		}
		from := origin(fn.X, made)
		if text, ok := literal(e.Args, 0); ok && facts.Registers(fn.Sel.Name) {
			return append(from[:len(from):len(from)], madeBy{fn.Sel.Name, text})
		}
		return from
	}
	return nil
}

func literal(args []ast.Expr, i int) (string, bool) {
	if i >= len(args) {
		return "", false
	}
	a, ok := args[i].(*ast.BasicLit)
	if !ok || a.Kind != token.STRING || len(a.Value) > 200 {
		return "", false
	}
	text, err := strconv.Unquote(a.Value)
	return text, err == nil
}

func (w *routeWalk) call(c *ast.CallExpr, made map[string][]madeBy) {
	fn, ok := c.Fun.(*ast.SelectorExpr)
	if !ok || fn.Sel == nil || !facts.Registers(fn.Sel.Name) {
		return
	}
	from := origin(c, made)
	for _, a := range c.Args {
		if lit, ok := a.(*ast.FuncLit); ok { // what it is called with is what the call makes
			w.inside(lit, from, made)
		}
	}
	if len(c.Args) < 2 {
		return
	}
	add := func(i int, at token.Pos, key, text string) {
		w.x.out.Texts = append(w.x.out.Texts, facts.Text{Call: facts.None, Name: fn.Sel.Name, Def: w.def, Line: w.x.line(at), Arg: int32(i), Key: key, Text: text})
	}
	first := false
	for i, a := range c.Args {
		switch a := a.(type) {
		case *ast.BasicLit:
			if text, ok := literal(c.Args, i); ok && (i == 0 || first) {
				add(i, a.Pos(), "", text)
				first = true
			}
		case *ast.FuncLit:
			if first {
				add(i, a.Pos(), facts.KeyHandler, "")
			}
		case *ast.Ident:
			if first {
				add(i, a.Pos(), facts.KeyHandler, a.Name)
			}
		case *ast.SelectorExpr:
			if first && a.Sel != nil {
				add(i, a.Sel.Pos(), facts.KeyHandler, a.Sel.Name)
			}
		}
	}
	if !first {
		return
	}
	for i, m := range origin(fn.X, made) {
		add(len(c.Args)+i, c.Pos(), facts.KeyOn+m.name, m.text)
	}
}
