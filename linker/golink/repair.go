package golink

import (
	"go/ast"
	"go/token"
	"go/types"
)

// wrapAssertions turns x.(T) into []func(...any) any{}[0](x).(T). The checker
// gives x.(T) no type, and does not look at T, if x has none (a value from an
// outside package); a call has its result's type whatever its arguments are.
func wrapAssertions(f *ast.File) {
	ast.Inspect(f, func(n ast.Node) bool {
		wrapAssertion(n)
		return true
	})
}

func wrapAssertion(n ast.Node) {
	if a, ok := n.(*ast.TypeAssertExpr); ok && a.Type != nil {
		a.X = anyCall(a.X)
	}
}

func anyCall(x ast.Expr) ast.Expr {
	pos := x.Pos()
	empty := func() ast.Expr {
		return &ast.InterfaceType{Interface: pos, Methods: &ast.FieldList{Opening: pos, Closing: pos}}
	}
	fn := &ast.FuncType{
		Func:    pos,
		Params:  &ast.FieldList{List: []*ast.Field{{Type: &ast.Ellipsis{Ellipsis: pos, Elt: empty()}}}},
		Results: &ast.FieldList{List: []*ast.Field{{Type: empty()}}},
	}
	list := &ast.CompositeLit{Type: &ast.ArrayType{Lbrack: pos, Elt: fn}, Lbrace: pos, Rbrace: pos}
	first := &ast.IndexExpr{X: list, Lbrack: pos, Index: &ast.BasicLit{ValuePos: pos, Kind: token.INT, Value: "0"}, Rbrack: pos}
	return &ast.CallExpr{Fun: first, Lparen: pos, Args: []ast.Expr{x}, Rparen: x.End()}
}

// skipped tells whether the checker never came to e: its first name has no use.
func skipped(info *types.Info, e ast.Expr) bool {
	for {
		switch t := e.(type) {
		case *ast.Ident:
			return info.Uses[t] == nil
		case *ast.SelectorExpr:
			e = t.X
		case *ast.CallExpr:
			e = t.Fun
		case *ast.IndexExpr:
			e = t.X
		case *ast.ParenExpr:
			e = t.X
		case *ast.StarExpr:
			e = t.X
		default:
			return false
		}
	}
}
