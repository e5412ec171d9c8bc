package golang

import (
	"go/ast"
	"go/token"
	"strconv"

	"github.com/structural-memory/smp/facts"
)

// routes keeps what calls such as r.GET("/x", h) are given: the text, and the
// names of the functions after it. Go has no other call facts.
func (x *extraction) routes(def int32, body ast.Node) {
	ast.Inspect(body, func(n ast.Node) bool {
		c, ok := n.(*ast.CallExpr)
		if !ok || len(c.Args) < 2 {
			return true
		}
		fn, ok := c.Fun.(*ast.SelectorExpr)
		if !ok || fn.Sel == nil || !facts.Registers(fn.Sel.Name) {
			return true
		}
		add := func(i int, e ast.Expr, key, text string) {
			x.out.Texts = append(x.out.Texts, facts.Text{Call: facts.None, Name: fn.Sel.Name, Def: def, Line: x.line(e.Pos()), Arg: int32(i), Key: key, Text: text})
		}
		first := false
		for i, a := range c.Args {
			switch a := a.(type) {
			case *ast.BasicLit:
				text, err := strconv.Unquote(a.Value)
				if a.Kind == token.STRING && err == nil && len(text) <= 200 && (i == 0 || first) {
					add(i, a, "", text)
					first = true
				}
			case *ast.FuncLit:
				if first {
					add(i, a, facts.KeyHandler, "")
				}
			case *ast.Ident:
				if first {
					add(i, a, facts.KeyHandler, a.Name)
				}
			case *ast.SelectorExpr:
				if first && a.Sel != nil {
					add(i, a.Sel, facts.KeyHandler, a.Sel.Name)
				}
			}
		}
		return true
	})
}
