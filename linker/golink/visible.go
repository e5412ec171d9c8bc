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
// sees all of its own, importers what is exported; methods and fields show
// wherever a value can get to, in all packages above.
type visible struct {
	own, exported map[*pkg]hashes
	members       map[*pkg]hashes
	outside       map[*pkg]hashes // for the files that the package's configuration excludes
}

type hashes map[uint32]bool

func (h hashes) any(names []uint32) bool {
	return len(h) > 0 && slices.ContainsFunc(names, func(n uint32) bool { return h[n] })
}

func (l *Linker) visible(p *plan) *visible {
	v := &visible{map[*pkg]hashes{}, map[*pkg]hashes{}, map[*pkg]hashes{}, map[*pkg]hashes{}}
	for q, c := range p.changed {
		v.add(q, c)
	}
	for _, q := range l.sorted {
		if c := p.changed[q]; c != nil && len(c.members)+len(c.lost.members) > 0 {
			v.members[q] = maps.Clone(c.lost.members)
			for n := range c.members {
				v.members[q][nameHash(n)] = true
			}
		}
		for _, d := range l.deps(q) {
			v.members[q] = union(v.members[q], v.members[d])
		}
	}
	return v
}

// union adds b to a; most often one of them is empty, or they are the same.
func union(a, b hashes) hashes {
	if len(a) == 0 {
		return b
	}
	out := a
	for n := range b {
		if !out[n] {
			out = maps.Clone(out)
			maps.Copy(out, b)
			break
		}
	}
	return out
}

func (v *visible) add(q *pkg, c *change) {
	own, exported := maps.Clone(c.lost.own), maps.Clone(c.lost.exported)
	for n := range c.names {
		own[nameHash(n)] = true
		if token.IsExported(n) {
			exported[nameHash(n)] = true
		}
	}
	v.own[q], v.exported[q] = own, exported
	if len(c.outside) > 0 {
		v.outside[q] = hashes{}
		for n := range c.outside {
			v.outside[q][nameHash(n)] = true
		}
	}
}

// concerns tells whether anything has changed that the file can name.
func (v *visible) concerns(f *file) bool {
	if len(v.own[f.pkg]) > 0 || len(v.members[f.pkg]) > 0 || f.variant != nil && len(v.outside[f.pkg]) > 0 {
		return true
	}
	return slices.ContainsFunc(f.imports, func(i imp) bool {
		return i.pkg != nil && (len(v.exported[i.pkg]) > 0 || len(v.members[i.pkg]) > 0 || f.variant != nil && len(v.outside[i.pkg]) > 0)
	})
}

// mentioned tells whether one of the names that the file mentions is a changed
// one.
func (v *visible) mentioned(f *file, names []uint32) bool {
	if v.own[f.pkg].any(names) || v.members[f.pkg].any(names) || f.variant != nil && v.outside[f.pkg].any(names) {
		return true
	}
	return slices.ContainsFunc(f.imports, func(i imp) bool {
		return i.pkg != nil && (v.exported[i.pkg].any(names) || v.members[i.pkg].any(names) || f.variant != nil && v.outside[i.pkg].any(names))
	})
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
	return sortedKeys(scratch)
}

func sortedKeys(m map[uint32]bool) []uint32 {
	out := make([]uint32, 0, len(m))
	for k := range m {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}

// typesAmong tells whether a changed name is, at present, that of a type.
func (l *Linker) typesAmong(p *plan) bool {
	for q, c := range p.changed {
		for _, r := range c.inplace {
			if len(r.methods) > 0 {
				return true
			}
		}
		if q.all == nil {
			continue
		}
		for n := range c.names {
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
