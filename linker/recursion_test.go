package linker

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"slices"
	"sort"
	"strings"
	"testing"
)

// TestNoUnguardedRecursion holds the solver to its rule: whatever leads back
// to itself passes a guard on the way, so that no input overflows the stack.
// It reads this package, takes the guarded functions out of its call graph,
// and finds nothing else that is recursive, but for the functions in bounded.
func TestNoUnguardedRecursion(t *testing.T) {
	g := readCalls(t)
	if !g.guards["solver.once"] || !g.guards["solver.expr"] || !g.guards["solver.typ"] {
		t.Fatalf("found no guards: %v", g.guards)
	}
	for name, why := range bounded {
		if !g.defined[name] || why == "" {
			t.Errorf("%s is listed as bounded: does it exist, and why is it?", name)
		}
	}
	for _, circle := range g.circles() {
		t.Errorf("these functions call each other without passing a guard: %s", strings.Join(circle, ", "))
	}
}

// calls is a call graph by name. What is called through a field of a family
// is whatever function is put into a field of that name.
type calls struct {
	to      map[string]map[string]bool
	defined map[string]bool
	guards  map[string]bool // they count depth and fuel before they go on
}

func readCalls(t *testing.T) *calls {
	set := token.NewFileSet()
	entries, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	var files []*ast.File
	for _, e := range entries {
		if n := e.Name(); strings.HasSuffix(n, ".go") && !strings.HasSuffix(n, "_test.go") {
			f, err := parser.ParseFile(set, n, nil, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			files = append(files, f)
		}
	}
	info := &types.Info{Uses: map[*ast.Ident]types.Object{}, Defs: map[*ast.Ident]types.Object{}}
	// What other packages hold does not matter: they know nothing of the solver.
	config := types.Config{Importer: opaque{}, Error: func(error) {}, FakeImportC: true}
	pkg, _ := config.Check("linker", set, files, info)
	g := &calls{to: map[string]map[string]bool{}, defined: map[string]bool{}, guards: map[string]bool{}}
	for _, f := range files {
		for _, d := range f.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok {
				g.defined[declName(fn)] = true
			}
		}
	}
	for _, f := range files {
		for _, d := range f.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Body != nil {
				g.read(pkg, info, declName(fn), fn.Body)
			} else {
				g.read(pkg, info, "(package)", d)
			}
		}
	}
	return g
}

type opaque struct{}

func (opaque) Import(path string) (*types.Package, error) {
	return types.NewPackage(path, path[strings.LastIndexByte(path, '/')+1:]), nil
}

func declName(fn *ast.FuncDecl) string {
	if fn.Recv == nil {
		return fn.Name.Name
	}
	t := fn.Recv.List[0].Type
	if p, ok := t.(*ast.StarExpr); ok {
		t = p.X
	}
	return t.(*ast.Ident).Name + "." + fn.Name.Name
}

// read notes what a body calls, or names as a value: it may be called.
func (g *calls) read(pkg *types.Package, info *types.Info, from string, body ast.Node) {
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr: // what once is given is called by it
			if sel, ok := n.Fun.(*ast.SelectorExpr); ok && sel.Sel.Name == "once" && len(n.Args) == 2 {
				g.edge(from, "solver.once")
				g.read(pkg, info, from, n.Args[0])
				g.read(pkg, info, "solver.once", n.Args[1])
				return false
			}
		case *ast.Ident:
			switch o := info.Uses[n].(type) {
			case *types.Func:
				if o.Pkg() == pkg {
					g.guards[from] = g.guards[from] || o.Name() == "enter"
					g.edge(from, objName(o))
				}
			case *types.Var:
				if _, isFunc := o.Type().Underlying().(*types.Signature); isFunc && o.IsField() && o.Pkg() == pkg {
					g.edge(from, "field "+o.Name())
				}
			}
		case *ast.KeyValueExpr:
			if k, ok := n.Key.(*ast.Ident); ok && isFuncField(info, k) {
				g.put(pkg, info, k.Name, n.Value)
				return false
			}
		case *ast.AssignStmt:
			for i, l := range n.Lhs {
				if sel, ok := l.(*ast.SelectorExpr); ok && isFuncField(info, sel.Sel) && i < len(n.Rhs) {
					g.put(pkg, info, sel.Sel.Name, n.Rhs[i])
				}
			}
		}
		return true
	})
}

func (g *calls) put(pkg *types.Package, info *types.Info, field string, value ast.Expr) {
	g.read(pkg, info, "field "+field, value)
}

func isFuncField(info *types.Info, id *ast.Ident) bool {
	v, ok := info.Uses[id].(*types.Var)
	if !ok || !v.IsField() {
		return false
	}
	_, ok = v.Type().Underlying().(*types.Signature)
	return ok
}

func objName(o *types.Func) string {
	recv := o.Type().(*types.Signature).Recv()
	if recv == nil {
		return o.Name()
	}
	t := recv.Type()
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem()
	}
	return t.(*types.Named).Obj().Name() + "." + o.Name()
}

func (g *calls) edge(from, to string) {
	if g.to[from] == nil {
		g.to[from] = map[string]bool{}
	}
	g.to[from][to] = true
}

// circles are the strongly connected parts of the graph without its guards.
func (g *calls) circles() [][]string {
	var names []string
	for n := range g.to {
		names = append(names, n)
	}
	sort.Strings(names)
	index, low, on := map[string]int{}, map[string]int{}, map[string]bool{}
	var stack []string
	var out [][]string
	var visit func(n string)
	visit = func(n string) {
		index[n] = len(index) + 1
		low[n] = index[n]
		stack, on[n] = append(stack, n), true
		self := false
		for m := range g.to[n] {
			if _, skip := bounded[m]; skip || g.guards[m] {
				continue
			}
			self = self || m == n
			if index[m] == 0 {
				visit(m)
				low[n] = min(low[n], low[m])
			} else if on[m] {
				low[n] = min(low[n], index[m])
			}
		}
		if low[n] == index[n] {
			i := slices.Index(stack, n)
			part := slices.Clone(stack[i:])
			stack = stack[:i]
			for _, m := range part {
				on[m] = false
			}
			if len(part) > 1 || self {
				slices.Sort(part)
				out = append(out, part)
			}
		}
	}
	for _, n := range names {
		if _, skip := bounded[n]; !skip && !g.guards[n] && index[n] == 0 {
			visit(n)
		}
	}
	return out
}

// bounded are functions that recurse without a guard, and why that ends.
var bounded = map[string]string{
	"bind":                     "a union holds no unions",
	"builtins.hasMemberOf":     "counts depth",
	"builtins.make":            "each call takes a shorter text",
	"csNamespace":              "goes outwards",
	"csParts":                  "goes outwards",
	"equal":                    "counts depth",
	"file.pathWithin":          "counts steps",
	"file.text":                "goes into an expression",
	"fill":                     "goes into a JSON value",
	"jsRoots.readConfig":       "counts depth",
	"jsRoots.target":           "goes into a JSON value",
	"possible":                 "a union holds no unions",
	"printer.expr":             "what is begun is not begun again",
	"printer.typ":              "what is begun is not begun again",
	"rustRoots.follow":         "a file is followed once",
	"same":                     "counts depth",
	"solver.answer":            "begins again once, at the head of the circle",
	"solver.assignableOutside": "bases from outside are in a table without circles",
	"solver.isA":               "counts depth",
	"solver.isNew":             "counts depth, and goes into an expression",
	"solver.outerTypes":        "what bounds a type parameter is none",
	"solver.typeName":          "swiftType leads to it with a type that swiftType leaves alone",
	"subst":                    "counts depth",
	"trim":                     "counts depth",
	"writer.handler":           "goes into an expression",
	"writer.target":            "instances within instances are followed to a depth",
}
