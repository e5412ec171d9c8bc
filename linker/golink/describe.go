package golink

import (
	"go/ast"
	"go/token"
	"slices"
	"strconv"
)

// describe lists the declarations of a parsed file.
func (f *file) describe(syntax *ast.File) []piece {
	d := &describer{imports: f.names(syntax), salt: newDigest(), times: map[string]int{}}
	d.salt.str(f.path)
	if f.cons != nil { // who sees the file depends on it
		d.salt.str(f.cons.String())
	}
	for _, s := range syntax.Imports {
		if s.Name != nil && s.Name.Name == "." {
			d.salt.str(s.Path.Value)
			if p, err := strconv.Unquote(s.Path.Value); err == nil {
				d.target(f.importOf(p))
			}
		}
	}
	if f.variant != nil {
		d.salt.str(f.variant.cfg.os + "/" + f.variant.cfg.arch + "/" + f.variant.cfg.tags)
	}
	var out []piece
	for _, decl := range syntax.Decls {
		switch decl := decl.(type) {
		case *ast.FuncDecl:
			out = append(out, d.fn(decl))
		case *ast.GenDecl:
			out = d.gen(decl, out)
		}
	}
	return out
}

type describer struct {
	imports map[string]*imp
	salt    digest
	h       digest
	seen    []uint32
	times   map[string]int // how often a name was declared so far: the first counts
	generic bool           // the piece at hand has type parameters
}

func (d *describer) begin(params *ast.FieldList) {
	d.h, d.seen, d.generic = d.salt, nil, params != nil
}

func (d *describer) anatomist() *anatomist { return &anatomist{imports: d.imports} }

func (d *describer) end(p piece) piece {
	for _, n := range p.names {
		if p.method != "" {
			n += "." + p.method
		}
		d.h.num(uint64(d.times[n]))
		d.times[n]++
	}
	p.hash, p.mentions = uint64(d.h), sorted(d.seen)
	return p
}

func sorted(hashes []uint32) []uint32 {
	slices.Sort(hashes)
	return slices.Clip(slices.Compact(hashes))
}

func (d *describer) fn(f *ast.FuncDecl) piece {
	d.begin(f.Type.TypeParams)
	d.h.tag('F')
	d.h.str(f.Name.Name)
	var p piece
	if f.Recv != nil {
		d.node(f.Recv)
		p.method = f.Name.Name
	}
	d.node(f.Type)
	p.anatomy = d.anatomist().fn(f)
	if owner := pieceOwner(f); owner != "" {
		p.names = []string{owner}
	}
	return d.end(p)
}

func (d *describer) typeSpec(s *ast.TypeSpec) piece {
	p := piece{names: []string{s.Name.Name}, typ: true, anatomy: d.anatomist().typ(s)}
	d.begin(s.TypeParams)
	switch t := s.Type.(type) {
	case *ast.StructType:
		if p.open = s.TypeParams == nil && !s.Assign.IsValid(); p.open {
			p.fields = d.structFields(t)
			d.begin(nil)
		}
	case *ast.Ident:
		p.derives = nameHash(t.Name)
	case *ast.SelectorExpr:
		p.derives = nameHash(t.Sel.Name)
	}
	d.node(s)
	return d.end(p)
}

// structFields describes each field for itself.
func (d *describer) structFields(s *ast.StructType) []field {
	var out []field
	for _, f := range s.Fields.List {
		d.begin(nil)
		d.node(f.Type)
		if f.Tag != nil {
			d.h.str(f.Tag.Value)
		}
		x := field{hash: uint64(d.h), mentions: sorted(d.seen)}
		for _, n := range f.Names {
			x.name = n.Name
			out = append(out, x)
		}
		if len(f.Names) == 0 {
			out = append(out, x)
		}
	}
	return out
}

// pieceOwner is the package-level name that a function or method belongs to.
func pieceOwner(f *ast.FuncDecl) string {
	switch {
	case f.Recv != nil:
		return recvName(f)
	case f.Name.Name == "init" || f.Name.Name == "_":
		return ""
	}
	return f.Name.Name
}

func (d *describer) gen(g *ast.GenDecl, out []piece) []piece {
	if g.Tok == token.CONST { // iota and repetition make one piece of the group
		d.begin(nil)
		d.node(g)
		p := piece{anatomy: d.anatomist().constants(g)}
		for _, s := range g.Specs {
			if v, ok := s.(*ast.ValueSpec); ok {
				p.names = append(p.names, specNames(v)...)
			}
		}
		return append(out, d.end(p))
	}
	for _, s := range g.Specs {
		switch s := s.(type) {
		case *ast.TypeSpec:
			out = append(out, d.typeSpec(s))
		case *ast.ValueSpec:
			d.begin(nil)
			d.node(s)
			out = append(out, d.end(piece{names: specNames(s)}))
		}
	}
	return out
}

func specNames(s *ast.ValueSpec) []string {
	var out []string
	for _, n := range s.Names {
		if n.Name != "_" {
			out = append(out, n.Name)
		}
	}
	return out
}

// target adds what an import resolves to: the same text means something else
// when it changes.
func (d *describer) target(i *imp) {
	if i == nil {
		return
	}
	d.h.str(i.path)
	if i.pkg != nil {
		d.h.str(i.pkg.dir)
		d.h.str(i.pkg.name)
	}
}

// node adds a node and what is below it, comments and bodies left out.
func (d *describer) node(n ast.Node) {
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case nil:
			d.h.tag(0)
			return true
		case *ast.CommentGroup:
			return false
		case *ast.FuncLit:
			d.h.tag('L')
			d.node(n.Type)
			return false
		case *ast.Field:
			d.field(n)
			return false
		case *ast.Ident:
			d.h.str(n.Name)
			d.seen = append(d.seen, nameHash(n.Name))
		case *ast.BasicLit:
			d.h.tag(byte(n.Kind))
			d.h.str(n.Value)
		case *ast.SelectorExpr:
			if x, ok := n.X.(*ast.Ident); ok {
				d.target(d.imports[x.Name])
			}
		}
		d.h.num(shape(n))
		return true
	})
}

// field adds a field, parameter or method. Its name is declared, not
// mentioned; but a call of something generic may infer its types from the
// methods that it asks for, and so depends on their names.
func (d *describer) field(f *ast.Field) {
	d.h.num(shape(f))
	for _, n := range f.Names {
		d.h.str(n.Name)
		if d.generic {
			d.seen = append(d.seen, nameHash(n.Name))
		}
	}
	d.node(f.Type)
	if f.Tag != nil {
		d.h.str(f.Tag.Value)
	}
}
