package golink

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"slices"
)

// visible is what has changed, as hashes of names, by who sees it: a package
// sees all of its own, importers what is exported.
type visible struct {
	own, exported map[*pkg]map[uint32]bool
}

func (p *plan) visible() *visible {
	v := &visible{own: map[*pkg]map[uint32]bool{}, exported: map[*pkg]map[uint32]bool{}}
	for q, names := range p.changed {
		v.own[q], v.exported[q] = map[uint32]bool{}, map[uint32]bool{}
		v.add(q, slices.Collect(maps.Keys(names)))
	}
	return v
}

func (v *visible) add(q *pkg, names []string) {
	if v.own[q] == nil {
		v.own[q], v.exported[q] = map[uint32]bool{}, map[uint32]bool{}
	}
	for _, n := range names {
		h := nameHash(n)
		v.own[q][h] = true
		if token.IsExported(n) {
			v.exported[q][h] = true
		}
	}
}

// concerns tells whether anything has changed that the file can name.
func (v *visible) concerns(f *file) bool {
	if len(v.own[f.pkg]) > 0 {
		return true
	}
	return slices.ContainsFunc(f.imports, func(i imp) bool { return i.pkg != nil && len(v.exported[i.pkg]) > 0 })
}

// mentioned tells whether one of the names is a changed one.
func (v *visible) mentioned(f *file, names []uint32) bool {
	if m := v.own[f.pkg]; len(m) > 0 && slices.ContainsFunc(names, func(n uint32) bool { return m[n] }) {
		return true
	}
	for _, i := range f.imports {
		if m := v.exported[i.pkg]; i.pkg != nil && len(m) > 0 && slices.ContainsFunc(names, func(n uint32) bool { return m[n] }) {
			return true
		}
	}
	return false
}

// identsOf are the names that a file mentions: from its last linking, or read
// off its text if it was not linked yet.
func (l *Linker) identsOf(f *file) []uint32 {
	if f.idents == nil {
		if text, err := l.content(f); err == nil {
			syntax, _ := parser.ParseFile(token.NewFileSet(), f.path, text, syntaxMode)
			f.idents = idents(syntax, map[uint32]bool{})
		}
	}
	return f.idents
}

// idents are the hashes of all names in a file, sorted.
func idents(syntax *ast.File, scratch map[uint32]bool) []uint32 {
	clear(scratch)
	ast.Inspect(syntax, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			scratch[nameHash(id.Name)] = true
		}
		return true
	})
	return slices.Sorted(maps.Keys(scratch))
}

// typesAmong tells whether a changed name is, at present, that of a type.
func (l *Linker) typesAmong(p *plan) bool {
	for q, names := range p.changed {
		if q.all == nil {
			continue
		}
		for n := range names {
			if _, ok := q.all.names.Lookup(n).(*types.TypeName); ok {
				return true
			}
		}
	}
	return false
}

// refresh points a file's refs at the definitions of its new facts and drops
// those that have none.
func (l *Linker) refresh(f *file) {
	if len(f.refs) == 0 {
		return
	}
	defs := f.defs()
	for k, r := range f.refs {
		def, ok := defs[k]
		if !ok {
			delete(f.refs, k)
			delete(l.refs, r.pos)
		}
		r.def = def
	}
}
