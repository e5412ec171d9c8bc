package golink

import (
	"go/ast"
	"go/token"
	"slices"
)

// skeleton is a parsed file without bodies, reduced to what is to be checked.
type skeleton struct {
	file   *file
	syntax *ast.File
}

// skeletons parses the files that declare something that has changed.
func (l *Linker) skeletons(files []*file, c *change) []skeleton {
	var out []skeleton
	for _, f := range files {
		if c != nil && !slices.ContainsFunc(f.pieces, c.has) {
			continue
		}
		syntax := l.parsed[f]
		if syntax == nil {
			var err error
			if syntax, err = l.parseSkeleton(f); err != nil {
				continue
			}
		}
		if c == nil {
			f.pieces, f.described = f.describe(syntax), f.variant != nil
		}
		out = append(out, skeleton{f, c.only(syntax)})
	}
	return out
}

// has tells whether a piece is to be checked again.
func (c *change) has(p piece) bool {
	if slices.ContainsFunc(p.names, func(n string) bool { return c.names[n] }) {
		return true
	}
	if len(p.names) == 0 || c.inplace[p.names[0]] == nil {
		return false
	}
	r := c.inplace[p.names[0]]
	return p.typ && r.fields || p.method != "" && r.methods[p.method]
}

// only leaves the declarations in a file that are to be checked again.
func (c *change) only(syntax *ast.File) *ast.File {
	if c == nil {
		return syntax
	}
	out := *syntax
	out.Decls = nil
	for _, d := range syntax.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			p := piece{names: []string{pieceOwner(d)}}
			if d.Recv != nil {
				p.method = d.Name.Name
			}
			if c.has(p) {
				out.Decls = append(out.Decls, d)
			}
		case *ast.GenDecl:
			if g := c.onlySpecs(d); g != nil {
				out.Decls = append(out.Decls, g)
			}
		}
	}
	return &out
}

func (c *change) onlySpecs(g *ast.GenDecl) *ast.GenDecl {
	out := *g
	out.Specs = nil
	for _, s := range g.Specs {
		switch s := s.(type) {
		case *ast.ImportSpec:
			return g
		case *ast.TypeSpec:
			if !c.has(piece{names: []string{s.Name.Name}, typ: true}) {
				continue
			}
			if !c.names[s.Name.Name] {
				s = c.double(s)
			}
			out.Specs = append(out.Specs, s)
		case *ast.ValueSpec:
			if !c.has(piece{names: specNames(s)}) {
				continue
			}
			if g.Tok == token.CONST {
				return g
			}
			out.Specs = append(out.Specs, s)
		}
	}
	if len(out.Specs) == 0 {
		return nil
	}
	return &out
}
