package golang

import (
	"go/ast"
	"go/token"

	"github.com/structural-memory/smp/facts"
)

// genDecl takes the types, variables or constants of one declaration. A spec
// without parentheses around it begins at the keyword.
func (x *extraction) genDecl(g *ast.GenDecl) {
	for _, s := range g.Specs {
		from, doc := s.Pos(), (*ast.CommentGroup)(nil)
		if !g.Lparen.IsValid() {
			from, doc = g.Pos(), g.Doc
		}
		switch s := s.(type) {
		case *ast.TypeSpec:
			x.typeSpec(s, from, firstDoc(s.Doc, doc, s.Comment))
		case *ast.ValueSpec:
			x.valueSpec(s, g.Tok, from, firstDoc(s.Doc, doc, s.Comment))
		}
	}
}

func firstDoc(of ...*ast.CommentGroup) *ast.CommentGroup {
	for _, c := range of {
		if c != nil {
			return c
		}
	}
	return nil
}

func (x *extraction) typeSpec(s *ast.TypeSpec, from token.Pos, doc *ast.CommentGroup) {
	if s.Name == nil || s.Name.Name == "_" || s.Type == nil {
		return
	}
	def := x.newDef(facts.Class, "type", s.Name, x.span(from, s.End()), doc)
	def.TypeParams = x.typeParams(s.TypeParams)
	head := s.End()
	switch t := s.Type.(type) {
	case *ast.StructType:
		def.Form, head = "struct", t.Struct+token.Pos(len("struct"))
		def.Bases = x.bases(t.Fields, facts.Embeds)
	case *ast.InterfaceType:
		def.Kind, def.Form, head = facts.Interface, "interface", t.Interface+token.Pos(len("interface"))
		def.Bases = x.bases(t.Methods, facts.ExtendsIface)
	}
	if s.Assign.IsValid() {
		def.Kind, def.Form, def.Bases = facts.Interface, "type_alias", nil
		switch bare(s.Type).(type) {
		case *ast.Ident, *ast.SelectorExpr:
			def.Type = x.named(s.Type)
		}
	}
	def.Sig = "type " + oneLine(x.text(s.Name.Pos(), head), maxSig)
	i := x.add(def)
	if _, again := x.types[s.Name.Name]; !again {
		x.types[s.Name.Name] = i
	}
	switch t := s.Type.(type) {
	case *ast.StructType:
		x.fields(t.Fields, i)
	case *ast.InterfaceType:
		x.methods(t.Methods, i)
	}
}

// bases are the embedded types of a struct or interface; unions and other
// type sets are none.
func (x *extraction) bases(l *ast.FieldList, rel facts.BaseRel) []facts.Base {
	var out []facts.Base
	if l == nil {
		return nil
	}
	for _, f := range l.List {
		if len(f.Names) > 0 {
			continue
		}
		e := ast.Unparen(f.Type)
		if p, ok := e.(*ast.StarExpr); ok {
			e = p.X
		}
		switch bare(e).(type) {
		case *ast.Ident, *ast.SelectorExpr:
			out = append(out, facts.Base{Type: x.named(e), Expr: facts.None, Rel: rel, Line: x.line(e.Pos())})
		}
	}
	return out
}

func (x *extraction) fields(l *ast.FieldList, owner int32) {
	if l == nil {
		return
	}
	for _, f := range l.List {
		names := f.Names
		if len(names) == 0 {
			if id := baseName(f.Type); id != nil {
				names = []*ast.Ident{id}
			}
		}
		for _, n := range names {
			if n.Name == "_" {
				continue
			}
			def := x.newDef(facts.Variable, "field", n, x.span(f.Pos(), f.Type.End()), firstDoc(f.Doc, f.Comment))
			def.Parent = owner
			def.Sig = oneLine(x.text(f.Type.Pos(), f.Type.End()), maxSig)
			if len(f.Names) > 0 {
				def.Sig = n.Name + " " + def.Sig
			}
			if f.Tag != nil {
				def.Decorators = []string{f.Tag.Value}
			}
			x.add(def)
		}
	}
}

func (x *extraction) methods(l *ast.FieldList, owner int32) {
	if l == nil {
		return
	}
	for _, f := range l.List {
		t, ok := f.Type.(*ast.FuncType)
		if !ok {
			continue
		}
		for _, n := range f.Names {
			if n.Name == "_" {
				continue
			}
			def := x.newDef(facts.Function, "method", n, x.span(f.Pos(), f.End()), firstDoc(f.Doc, f.Comment))
			def.Parent = owner
			def.Mods |= facts.Declared | facts.Abstract
			x.signature(&def, t)
			def.Sig = oneLine(x.text(f.Pos(), f.End()), maxSig)
			x.add(def)
		}
	}
}

func (x *extraction) valueSpec(s *ast.ValueSpec, tok token.Token, from token.Pos, doc *ast.CommentGroup) {
	for i, n := range s.Names {
		if n.Name == "_" {
			continue
		}
		def := x.newDef(facts.Variable, tok.String(), n, x.span(from, s.End()), doc)
		if tok == token.CONST {
			def.Mods |= facts.Const
		}
		def.Sig = tok.String() + " " + n.Name
		if s.Type != nil {
			def.Sig += " " + oneLine(x.text(s.Type.Pos(), s.Type.End()), maxSig)
		}
		if i < len(s.Values) && len(s.Names) == len(s.Values) {
			x.value(&def, s.Values[i])
		}
		x.add(def)
	}
}

// value takes the initial value: a function literal makes the variable a
// function, a short value belongs to the signature.
func (x *extraction) value(def *facts.Def, v ast.Expr) {
	lit, ok := ast.Unparen(v).(*ast.FuncLit)
	if !ok {
		if text := x.text(v.Pos(), v.End()); len(text) <= maxValue {
			def.Sig += " = " + oneLine(text, maxSig)
		}
		return
	}
	def.Kind, def.Form = facts.Function, "closure"
	def.Complexity = complexity(lit.Body)
	x.signature(def, lit.Type)
	if lit.Body != nil {
		def.BodyByte = x.offset(lit.Body.Lbrace)
		def.Sig += " = " + oneLine(x.text(lit.Pos(), lit.Body.Lbrace), maxSig)
	}
}
