package golink

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"
)

// What lies outside the repository is unknown here, and a named type over it,
// a struct that embeds it or a type parameter that it bounds can do things that
// the checker does not see. An error about such a value is none: it is a
// doubt, and says what it rests on.

// doubter judges the errors of one check by what the check has found out.
type doubter struct {
	l    *Linker
	info *types.Info
}

// saidOfNumbers are how errors begin that count, whatever the types are.
var saidOfNumbers = []string{"not enough arguments in call", "too many arguments in call", "assignment mismatch", "not enough return values", "too many return values", "missing return"}

// doubt says what unknown thing an error at a place may come of; "" where it
// stands whatever that is.
func (d *doubter) doubt(f *file, syntax *ast.File, at token.Pos, text string) string {
	path := pathTo(syntax, at)
	if len(path) == 0 {
		return ""
	}
	if name, ok := strings.CutPrefix(text, "undefined: "); ok {
		if why := d.unseen(f, syntax, name); why != "" {
			return why
		}
	}
	if strings.Contains(text, "redeclared in this block") || strings.Contains(text, "already declared") {
		return f.onlyInOthers()
	}
	look := opening{l: d.l, from: f.pkg, seen: map[types.Type]bool{}, deep: strings.HasPrefix(text, "cannot convert")}
	for _, s := range saidOfNumbers {
		look.versions = look.versions || strings.HasPrefix(text, s)
	}
	for _, n := range path {
		if lit, ok := n.(*ast.CompositeLit); ok && d.isUnknown(lit) {
			return "the type of what it is a part of"
		}
	}
	if strings.Contains(text, "without instantiation") && d.handedOut(path) {
		return "the type that it is handed on as"
	}
	for _, n := range involved(path) {
		if why := d.opens(n, &look); why != "" {
			return why
		}
	}
	return ""
}

// isUnknown tells whether nothing is known of the type of an expression.
func (d *doubter) isUnknown(e ast.Expr) bool {
	tv, ok := d.info.Types[e]
	return !ok || tv.Type == nil || !valid(tv.Type)
}

// handedOut tells whether a value goes to something unknown: there a generic
// function has its type arguments from.
func (d *doubter) handedOut(path []ast.Node) bool {
	for _, n := range path {
		switch n := n.(type) {
		case *ast.CallExpr:
			if d.isUnknown(n.Fun) {
				return true
			}
		case *ast.AssignStmt:
			for _, l := range n.Lhs {
				if d.isUnknown(l) {
					return true
				}
			}
		case *ast.ValueSpec:
			if n.Type != nil && d.isUnknown(n.Type) {
				return true
			}
		case *ast.ReturnStmt:
			return true // the results may be unknown ones
		}
	}
	return false
}

// opens looks at what the check knows of a node.
func (d *doubter) opens(n ast.Node, look *opening) string {
	e, ok := n.(ast.Expr)
	if !ok {
		return ""
	}
	if tv, ok := d.info.Types[e]; ok && tv.Type != nil {
		if why := look.in(tv.Type, 0); why != "" {
			return why
		}
	}
	id, ok := e.(*ast.Ident)
	if s, isSel := e.(*ast.SelectorExpr); isSel {
		id, ok = s.Sel, true
	}
	if !ok {
		return ""
	}
	o := d.info.Uses[id]
	if o == nil {
		o = d.info.Defs[id]
	}
	if o == nil {
		return ""
	}
	if pn, ok := o.(*types.PkgName); ok {
		return look.version(pn.Imported())
	}
	if why := look.version(o.Pkg()); why != "" || o.Type() == nil {
		return why
	}
	return look.in(o.Type(), 0)
}

// involved are the nodes whose types an error may be about: those around its
// place with what stands beside them, up to the statement.
func involved(path []ast.Node) []ast.Node {
	var out []ast.Node
	at, levels := path[len(path)-1].Pos(), 0
	for i := len(path) - 1; i >= 0; i-- {
		n := path[i]
		out = append(out, n)
		out = append(out, beside(n)...)
		switch n := n.(type) {
		case *ast.FuncLit, *ast.FuncDecl, *ast.BlockStmt, *ast.File, *ast.GenDecl:
			return out
		case *ast.ReturnStmt:
			return append(out, resultsAround(path[:i])...)
		case *ast.CaseClause:
			return append(out, switched(path[:i])...)
		case ast.Stmt:
			return out
		case *ast.KeyValueExpr, *ast.ParenExpr:
			continue
		default:
			if n.Pos() == at {
				continue // the error may be of all that begins here
			}
		}
		if levels++; levels > 2 {
			break
		}
	}
	return out
}

// beside are the parts of a node that are not inside others.
func beside(n ast.Node) (out []ast.Node) {
	ast.Inspect(n, func(c ast.Node) bool {
		switch c.(type) {
		case nil, *ast.BlockStmt, *ast.FuncLit:
			return c == n
		}
		if c == n {
			return true
		}
		out = append(out, c)
		return false
	})
	return out
}

// resultsAround are the types of the results of the function around a return.
func resultsAround(path []ast.Node) (out []ast.Node) {
	for i := len(path) - 1; i >= 0; i-- {
		var t *ast.FuncType
		switch n := path[i].(type) {
		case *ast.FuncLit:
			t = n.Type
		case *ast.FuncDecl:
			t = n.Type
		}
		if t == nil {
			continue
		}
		if t.Results != nil {
			for _, f := range t.Results.List {
				out = append(out, f.Type)
			}
		}
		return out
	}
	return nil
}

// switched is what a case is compared with.
func switched(path []ast.Node) []ast.Node {
	for i := len(path) - 1; i >= 0; i-- {
		switch n := path[i].(type) {
		case *ast.SwitchStmt:
			if n.Tag != nil {
				return []ast.Node{n.Tag}
			}
			return nil
		case *ast.TypeSwitchStmt:
			var out []ast.Node
			ast.Inspect(n.Assign, func(c ast.Node) bool {
				if c != nil {
					out = append(out, c)
				}
				return true
			})
			return out
		}
	}
	return nil
}

// pathTo are the nodes around a place, from the outermost.
func pathTo(syntax *ast.File, at token.Pos) (path []ast.Node) {
	ast.Inspect(syntax, func(n ast.Node) bool {
		if n == nil || at < n.Pos() || n.End() < at {
			return false
		}
		for len(path) > 0 { // of two that meet at the place, the later one
			last := path[len(path)-1]
			if last.Pos() <= n.Pos() && n.End() <= last.End() {
				break
			}
			path = path[:len(path)-1]
		}
		path = append(path, n)
		return true
	})
	return path
}
