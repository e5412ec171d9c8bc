package golink

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
)

// anatomy is what a declaration is made of, as far as it decides how much work
// the checker has with it. Most declarations have none that matters.
type anatomy struct {
	name    string
	alias   bool
	params  []string // type parameters
	uses    []use    // types that it names
	consts  []constant
	grows   float64 // of a generic function: how often its results repeat its type parameters
	chained float64 // how far its type parameters' constraints unfold
}

// use is a type that a declaration names.
type use struct {
	path   string // import path; "" for the package's own
	name   string
	param  int   // or one of the declaration's type parameters; -1 if it is none
	args   []use // of a generic type
	value  bool  // its memory is part of what is declared, or its method set
	embeds bool  // it is embedded
}

// constant is a declared constant whose value is put together from strings.
type constant struct {
	name  string
	bytes float64 // in literals
	of    []use   // other constants
}

// anatomist takes declarations of one file apart.
type anatomist struct {
	imports map[string]*imp
	params  map[string]int
}

// typ is the anatomy of a type's declaration, nil if it names no type.
func (a *anatomist) typ(s *ast.TypeSpec) *anatomy {
	out := &anatomy{name: s.Name.Name, alias: s.Assign.IsValid()}
	a.enter(out, s.TypeParams)
	a.collect(s.Type, true, false, &out.uses)
	if !out.alias {
		out.uses = slices.Clip(slices.DeleteFunc(out.uses, func(u use) bool { return !u.value && len(u.args) == 0 }))
	}
	if len(out.uses) == 0 && out.chained <= 1 {
		return nil
	}
	return out
}

func isPredeclared(name string) bool { return types.Universe.Lookup(name) != nil }

// fn is the anatomy of a function's signature, nil where it is not generic.
func (a *anatomist) fn(f *ast.FuncDecl) *anatomy {
	out := &anatomy{name: f.Name.Name}
	if f.Recv != nil {
		out.name = recvName(f)
		out.params = recvParams(f)
		a.bind(out.params)
	} else {
		a.enter(out, f.Type.TypeParams)
	}
	if len(out.params) == 0 || f.Type.Results == nil {
		if out.chained > 1 {
			return out
		}
		return nil
	}
	for _, r := range f.Type.Results.List {
		a.collect(r.Type, false, false, &out.uses)
	}
	for i := range out.uses {
		if f.Recv != nil {
			break
		}
		out.grows += out.uses[i].occurrences()
	}
	return out
}

func recvParams(f *ast.FuncDecl) (out []string) {
	if len(f.Recv.List) == 0 {
		return nil
	}
	t := ast.Unparen(f.Recv.List[0].Type)
	if p, ok := t.(*ast.StarExpr); ok {
		t = ast.Unparen(p.X)
	}
	var args []ast.Expr
	switch t := t.(type) {
	case *ast.IndexExpr:
		args = []ast.Expr{t.Index}
	case *ast.IndexListExpr:
		args = t.Indices
	}
	for _, e := range args {
		if id, ok := e.(*ast.Ident); ok {
			out = append(out, id.Name)
		}
	}
	return out
}

// enter notes type parameters, and how often their constraints name others:
// inference puts one into the other.
func (a *anatomist) enter(out *anatomy, params *ast.FieldList) {
	a.params, out.chained = nil, 1
	if params == nil {
		return
	}
	for _, f := range params.List {
		for _, n := range f.Names {
			out.params = append(out.params, n.Name)
		}
	}
	a.bind(out.params)
	for _, f := range params.List {
		var uses []use
		a.collect(f.Type, false, false, &uses)
		n := 0.0
		for i := range uses {
			n += uses[i].occurrences()
		}
		for range f.Names {
			out.chained *= max(1, n)
		}
	}
}

func (a *anatomist) bind(params []string) {
	a.params = map[string]int{}
	for i, p := range params {
		a.params[p] = i
	}
}

// occurrences counts the type parameters in a use.
func (u *use) occurrences() float64 {
	if u.param >= 0 {
		return 1
	}
	n := 0.0
	for i := range u.args {
		n += u.args[i].occurrences()
	}
	return n
}

// collect lists the types that an expression names. value tells whether what
// it describes holds their memory.
func (a *anatomist) collect(e ast.Expr, value, embeds bool, to *[]use) {
	switch e := e.(type) {
	case *ast.Ident:
		u := use{name: e.Name, param: -1, value: value, embeds: embeds}
		if i, ok := a.params[e.Name]; ok {
			u.param = i
		} else if isPredeclared(e.Name) {
			return
		}
		*to = append(*to, u)
	case *ast.SelectorExpr:
		if x, ok := e.X.(*ast.Ident); ok && a.imports[x.Name] != nil && a.imports[x.Name].pkg != nil {
			*to = append(*to, use{path: a.imports[x.Name].path, name: e.Sel.Name, param: -1, value: value, embeds: embeds})
		}
	case *ast.IndexExpr:
		a.instance(e.X, []ast.Expr{e.Index}, value, embeds, to)
	case *ast.IndexListExpr:
		a.instance(e.X, e.Indices, value, embeds, to)
	case *ast.ParenExpr:
		a.collect(e.X, value, embeds, to)
	case *ast.StarExpr:
		a.collect(e.X, false, embeds, to)
	case *ast.UnaryExpr:
		a.collect(e.X, value, false, to)
	case *ast.BinaryExpr:
		a.collect(e.X, value, false, to)
		a.collect(e.Y, value, false, to)
	case *ast.ArrayType:
		a.collect(e.Elt, value && e.Len != nil, false, to)
	case *ast.MapType:
		a.collect(e.Key, false, false, to)
		a.collect(e.Value, false, false, to)
	case *ast.ChanType:
		a.collect(e.Value, false, false, to)
	case *ast.FuncType:
		a.fields(e.Params, false, to)
		a.fields(e.Results, false, to)
	case *ast.StructType:
		a.fields(e.Fields, value, to)
	case *ast.InterfaceType:
		a.fields(e.Methods, value, to)
	case *ast.Ellipsis:
		a.collect(e.Elt, false, false, to)
	}
}

func (a *anatomist) instance(of ast.Expr, args []ast.Expr, value, embeds bool, to *[]use) {
	n := len(*to)
	a.collect(of, value, embeds, to)
	if len(*to) != n+1 {
		return
	}
	for _, x := range args {
		m := len(*to)
		a.collect(x, true, false, to)
		arg := use{param: -1, value: true}
		switch got := (*to)[m:]; len(got) {
		case 0:
		case 1:
			arg = got[0]
		default: // an unnamed type: all that it names counts
			arg.args = append([]use{}, got...)
		}
		*to = (*to)[:m]
		(*to)[n].args = append((*to)[n].args, arg)
	}
}

func (a *anatomist) fields(l *ast.FieldList, value bool, to *[]use) {
	if l == nil {
		return
	}
	for _, f := range l.List {
		for range max(1, len(f.Names)) {
			a.collect(f.Type, value, len(f.Names) == 0, to)
		}
	}
}

// constants are those of a declaration that may be strings, nil if there are
// none that are put together.
func (a *anatomist) constants(g *ast.GenDecl) *anatomy {
	out := &anatomy{}
	for _, s := range g.Specs {
		v, ok := s.(*ast.ValueSpec)
		if !ok {
			continue
		}
		for i, n := range v.Names {
			if i < len(v.Values) {
				c := constant{name: n.Name}
				if a.value(v.Values[i], &c, 0) && (c.bytes > 0 || len(c.of) > 0) {
					out.consts = append(out.consts, c)
				}
			}
		}
	}
	if len(out.consts) == 0 {
		return nil
	}
	return out
}

func (a *anatomist) value(e ast.Expr, c *constant, depth int) bool {
	if depth > mostNested {
		return false
	}
	switch e := e.(type) {
	case *ast.BasicLit:
		if e.Kind != token.STRING {
			return false
		}
		c.bytes += float64(len(e.Value))
	case *ast.Ident:
		c.of = append(c.of, use{name: e.Name, param: -1})
	case *ast.SelectorExpr:
		if x, ok := e.X.(*ast.Ident); ok && a.imports[x.Name] != nil && a.imports[x.Name].pkg != nil {
			c.of = append(c.of, use{path: a.imports[x.Name].path, name: e.Sel.Name, param: -1})
		}
	case *ast.ParenExpr:
		return a.value(e.X, c, depth+1)
	case *ast.BinaryExpr:
		return e.Op == token.ADD && a.value(e.X, c, depth+1) && a.value(e.Y, c, depth+1)
	case *ast.CallExpr: // a conversion
		return len(e.Args) == 1 && a.value(e.Args[0], c, depth+1)
	}
	return true
}
