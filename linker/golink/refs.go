package golink

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/structural-memory/smp/index/lang/golang"
)

func recvName(d *ast.FuncDecl) string { return golang.RecvName(d) }

// record makes refs of what a checked skeleton declares.
func (d *declaration) record(s skeleton) {
	r := &recorder{file: s.file, defs: s.file.defs(), imports: s.file.names(s.syntax), seen: map[refKey]bool{}}
	for _, decl := range s.syntax.Decls {
		r.decl(decl)
	}
	d.refs = append(d.refs, r.refs...)
}

// recorder finds the definitions that names in a parsed file stand for.
type recorder struct {
	file    *file
	defs    map[refKey]int32
	imports map[string]*imp
	seen    map[refKey]bool
	refs    []*ref
}

func (r *recorder) add(owner string, id *ast.Ident, extern string) {
	k := refKey{owner, id.Name}
	if def, ok := r.defs[k]; ok && !r.seen[k] { // the first of several counts
		r.seen[k] = true
		r.refs = append(r.refs, &ref{file: r.file, def: def, key: k, pos: id.Pos(), extern: extern})
	}
}

func (r *recorder) decl(decl ast.Decl) {
	switch d := decl.(type) {
	case *ast.FuncDecl:
		r.add(recvName(d), d.Name, "")
	case *ast.GenDecl:
		for _, s := range d.Specs {
			switch s := s.(type) {
			case *ast.TypeSpec:
				owner, double := isDouble(s.Name.Name)
				if !double {
					r.add("", s.Name, "")
				}
				r.members(owner, s)
			case *ast.ValueSpec:
				for _, n := range s.Names {
					r.add("", n, externType(r.imports, s.Type))
				}
			}
		}
	}
}

// members are the methods of an interface and the fields of a struct whose
// type is an outside one.
func (r *recorder) members(owner string, s *ast.TypeSpec) {
	switch t := s.Type.(type) {
	case *ast.InterfaceType:
		for _, m := range t.Methods.List {
			for _, n := range m.Names {
				r.add(owner, n, "")
			}
		}
	case *ast.StructType:
		for _, f := range t.Fields.List {
			if x := externType(r.imports, f.Type); x != "" {
				for _, n := range f.Names {
					r.add(owner, n, x)
				}
			}
		}
	}
}

// externType is "path#Type" if a type expression names one from outside the
// repository, or a pointer to one.
func externType(imports map[string]*imp, e ast.Expr) string {
	if e == nil {
		return ""
	}
	if p, ok := ast.Unparen(e).(*ast.StarExpr); ok {
		e = p.X
	}
	if sel, ok := ast.Unparen(e).(*ast.SelectorExpr); ok {
		if q, ok := sel.X.(*ast.Ident); ok {
			if i := imports[q.Name]; i != nil && i.pkg == nil {
				return i.path + "#" + sel.Sel.Name
			}
		}
	}
	return ""
}

// addRefs makes refs known by position. One of the same definition that is
// known already takes the new position.
func (l *Linker) addRefs(refs []*ref) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, r := range refs {
		if r.file.refs == nil {
			r.file.refs = map[refKey]*ref{}
		}
		old := r.file.refs[r.key]
		if old == nil {
			old = r
			r.file.refs[r.key] = r
		} else if old != r {
			if l.refs[old.pos] == old {
				delete(l.refs, old.pos)
			}
			old.def, old.pos, old.extern = r.def, r.pos, r.extern
		}
		l.refs[r.pos] = old
	}
}

// refOf is the definition behind an object that declarations gave, nil for
// locals and for what is outside.
func (l *Linker) refOf(o types.Object) *ref {
	if p := o.Pos(); p != token.NoPos {
		return l.refs[p]
	}
	return nil
}
