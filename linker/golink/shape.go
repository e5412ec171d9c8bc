package golink

import "go/ast"

// shape tells nodes with the same children apart.
func shape(n ast.Node) uint64 {
	bit := func(b bool) uint64 {
		if b {
			return 1
		}
		return 0
	}
	switch n := n.(type) {
	case *ast.StarExpr:
		return 2
	case *ast.ArrayType:
		return 3 + bit(n.Len != nil)
	case *ast.MapType:
		return 5
	case *ast.ChanType:
		return 8 + uint64(n.Dir)
	case *ast.FuncType:
		return 12 + bit(n.TypeParams != nil)<<1 + bit(n.Results != nil)
	case *ast.StructType:
		return 16
	case *ast.InterfaceType:
		return 17
	case *ast.Ellipsis:
		return 18
	case *ast.ParenExpr:
		return 19
	case *ast.SelectorExpr:
		return 20
	case *ast.IndexExpr, *ast.IndexListExpr:
		return 21
	case *ast.CallExpr:
		return 22 + bit(n.Ellipsis.IsValid())
	case *ast.CompositeLit:
		return 24 + bit(n.Type != nil)
	case *ast.KeyValueExpr:
		return 26
	case *ast.SliceExpr:
		return 32 + bit(n.Low != nil) + bit(n.High != nil)<<1 + bit(n.Max != nil)<<2
	case *ast.TypeAssertExpr:
		return 40
	case *ast.UnaryExpr:
		return 1000 + uint64(n.Op)
	case *ast.BinaryExpr:
		return 2000 + uint64(n.Op)
	case *ast.Field:
		return 50 + uint64(len(n.Names))<<8
	case *ast.FieldList:
		return 51
	case *ast.ValueSpec:
		return 52 + bit(n.Type != nil) + uint64(len(n.Names))<<8 + uint64(len(n.Values))<<24
	case *ast.TypeSpec:
		return 54 + bit(n.Assign.IsValid()) + bit(n.TypeParams != nil)<<1
	case *ast.GenDecl:
		return 3000 + uint64(n.Tok)
	}
	return 1
}
