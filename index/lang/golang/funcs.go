package golang

import (
	"go/ast"
	"go/token"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/structural-memory/smp/facts"
)

func (x *extraction) funcDecl(d *ast.FuncDecl) {
	if d.Name == nil || d.Name.Name == "_" || d.Name.Name == "" {
		return
	}
	def := x.newDef(facts.Function, "function", d.Name, x.span(d.Pos(), d.End()), d.Doc)
	if d.Recv != nil && len(d.Recv.List) > 0 {
		def.Form = "method"
		def.Recv = x.receiver(d.Recv.List[0].Type)
		def.Parent = max(0, x.types[RecvName(d)])
	} else if form := testForm(d.Name.Name); x.test && form != "" {
		def.Kind, def.Form = facts.Test, form
	}
	x.signature(&def, d.Type)
	end := d.End()
	def.Complexity = complexity(d.Body)
	if d.Body != nil {
		def.BodyByte = x.offset(d.Body.Lbrace)
		end = d.Body.Lbrace
	} else {
		def.Mods |= facts.Declared | facts.Extern
	}
	def.Sig = oneLine(x.text(d.Pos(), end), maxSig)
	i := x.add(def)
	if d.Body != nil {
		x.routes(i, d.Body)
	}
}

// RecvName is the name of a method's receiver type, "" if it has none.
func RecvName(d *ast.FuncDecl) string {
	if d.Recv == nil || len(d.Recv.List) == 0 {
		return ""
	}
	if id := baseName(d.Recv.List[0].Type); id != nil {
		return id.Name
	}
	return ""
}

// baseName strips pointers, parentheses and type arguments.
func baseName(e ast.Expr) *ast.Ident {
	for {
		switch t := e.(type) {
		case *ast.Ident:
			return t
		case *ast.ParenExpr:
			e = t.X
		case *ast.StarExpr:
			e = t.X
		case *ast.IndexExpr:
			e = t.X
		case *ast.IndexListExpr:
			e = t.X
		case *ast.SelectorExpr:
			return t.Sel
		default:
			return nil
		}
	}
}

// receiver records the receiver's type, a name behind a reference if it is a
// pointer.
func (x *extraction) receiver(e ast.Expr) int32 {
	e = ast.Unparen(e)
	if p, ok := e.(*ast.StarExpr); ok {
		return x.addType(facts.Type{Op: facts.TRef, Pos: x.offset(e.Pos())}, x.named(p.X))
	}
	return x.named(e)
}

// named records a type by its name as written, without type arguments.
func (x *extraction) named(e ast.Expr) int32 {
	t := facts.Type{Op: facts.TName, Pos: x.offset(e.Pos())}
	switch n := bare(e).(type) {
	case *ast.Ident:
		t.Name = n.Name
	case *ast.SelectorExpr:
		if q, ok := n.X.(*ast.Ident); ok {
			t.Name = q.Name + "." + n.Sel.Name
		}
	}
	return x.addType(t)
}

// bare strips parentheses and type arguments.
func bare(e ast.Expr) ast.Expr {
	for {
		switch t := e.(type) {
		case *ast.ParenExpr:
			e = t.X
		case *ast.IndexExpr:
			e = t.X
		case *ast.IndexListExpr:
			e = t.X
		default:
			return e
		}
	}
}

func (x *extraction) addType(t facts.Type, args ...int32) int32 {
	t.Expr, t.Def = facts.None, facts.None
	t.ArgOff, t.ArgN = uint32(len(x.out.Idx)), uint16(len(args))
	x.out.Idx = append(x.out.Idx, args...)
	x.out.Types = append(x.out.Types, t)
	return int32(len(x.out.Types) - 1)
}

// signature fills in parameters, type parameters and result.
func (x *extraction) signature(def *facts.Def, t *ast.FuncType) {
	def.TypeParams = x.typeParams(t.TypeParams)
	if t.Params != nil {
		for _, f := range t.Params.List {
			p := facts.Param{Text: oneLine(x.text(f.Type.Pos(), f.Type.End()), maxSig), Type: facts.None, Default: facts.None}
			if _, ok := f.Type.(*ast.Ellipsis); ok {
				p.Flags |= facts.ParamRest
			}
			if len(f.Names) == 0 {
				def.Params = append(def.Params, p)
			}
			for _, n := range f.Names {
				p.Name = n.Name
				def.Params = append(def.Params, p)
			}
		}
	}
	if r := t.Results; r != nil && len(r.List) > 0 {
		def.Returns = oneLine(x.text(r.Pos(), r.End()), maxSig)
	}
}

func (x *extraction) typeParams(l *ast.FieldList) []facts.TypeParam {
	if l == nil {
		return nil
	}
	var out []facts.TypeParam
	for _, f := range l.List {
		bound := facts.None
		if f.Type != nil {
			bound = x.addType(facts.Type{Op: facts.TName, Name: oneLine(x.text(f.Type.Pos(), f.Type.End()), maxSig), Pos: x.offset(f.Type.Pos())})
		}
		for _, n := range f.Names {
			out = append(out, facts.TypeParam{Name: n.Name, Bound: bound, Def: facts.None})
		}
	}
	return out
}

// testForm tells what go test takes a function of that name for.
func testForm(name string) string {
	if name == "TestMain" {
		return ""
	}
	for _, p := range []string{"Test", "Benchmark", "Example", "Fuzz"} {
		if rest, ok := strings.CutPrefix(name, p); ok {
			if r, _ := utf8.DecodeRuneInString(rest); rest == "" || !unicode.IsLower(r) {
				return strings.ToLower(p)
			}
		}
	}
	return ""
}

// newDef begins a definition; what it cannot know is None.
func (x *extraction) newDef(kind facts.Kind, form string, name *ast.Ident, span facts.Span, doc *ast.CommentGroup) facts.Def {
	def := facts.Def{
		Kind: kind, Form: form, Name: name.Name, Span: span, NameLine: x.line(name.Pos()), Doc: docText(doc),
		Type: facts.None, Value: facts.None, Recv: facts.None, Hash: hash(x.src[span.StartByte:span.EndByte]),
	}
	if ast.IsExported(name.Name) {
		def.Mods |= facts.Exported
	}
	x.docs[doc] = def.Doc != ""
	if isDeprecated(def.Doc) {
		def.Mods |= facts.Deprecated
	}
	return def
}

// add appends a definition and gives the second and later ones of the same
// qualified name (several init functions, code that does not compile) a
// discriminator.
func (x *extraction) add(def facts.Def) int32 {
	i := int32(len(x.out.Defs))
	x.out.Defs = append(x.out.Defs, def)
	q := x.out.QName(i)
	x.seen[q]++
	if n := x.seen[q]; n > 1 {
		x.out.Defs[i].Disc = strconv.Itoa(n)
	}
	return i
}

func (x *extraction) text(from, to token.Pos) []byte {
	a, b := x.offset(from), x.offset(to)
	return x.src[a:max(a, b)]
}
