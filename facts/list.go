package facts

import (
	"fmt"
	"strconv"
	"strings"
)

// List writes facts as people read them, one line per definition, import,
// export, binding and call: the form of the golden files.
func List(f *FileFacts) string {
	l := &lister{f: f}
	if f.Package != "" {
		l.line("package %s", f.Package)
	}
	if f.Flags != 0 {
		l.line("flags %s", flagNames(f.Flags))
	}
	for _, im := range f.Imports {
		l.imports(im)
	}
	for _, e := range f.Exports {
		l.line("export %s = %s%s", e.Name, e.Local, l.value(e.Expr))
	}
	for i := 1; i < len(f.Defs); i++ {
		l.def(int32(i))
	}
	for _, b := range f.Binds {
		if b.Kind != BindParam {
			l.bind(b)
		}
	}
	for _, c := range f.Calls {
		l.line("call :%d in %s: %s%s", c.Line, l.name(c.Def), l.expr(c.Expr), callFlagNames(c.Flags))
	}
	for _, k := range f.Links {
		l.line("link :%d in %s: %s#%s %q%s", k.Line, l.name(k.Def), k.Target, k.Anchor, k.Text, linkFlagNames(k))
	}
	return l.sb.String()
}

type lister struct {
	f     *FileFacts
	sb    strings.Builder
	depth int
}

func (l *lister) line(format string, args ...any) {
	fmt.Fprintf(&l.sb, format+"\n", args...)
}

func (l *lister) name(def int32) string {
	if def <= 0 {
		return "file"
	}
	n := l.f.Defs[def].Name
	if p := l.f.Defs[def].Parent; p > 0 {
		return l.name(p) + "." + n
	}
	return n
}

func (l *lister) imports(im Import) {
	s := fmt.Sprintf("import :%d %s%s", im.Line, strings.Repeat(".", int(im.Level)), im.Module)
	if im.Name != "" {
		s += " item " + im.Name
	}
	if im.Alias != "" {
		s += " as " + im.Alias
	}
	if k := [...]string{"", "require", "dynamic", "include", "system", "reexport", "static", "mod"}[im.Kind]; k != "" {
		s += " " + k
	}
	if im.Flags&ImportTypeOnly != 0 {
		s += " type"
	}
	if im.Flags&ImportExported != 0 {
		s += " exported"
	}
	if im.Scope > 0 {
		s += " in " + l.name(im.Scope)
	}
	l.line("%s", s)
}

func (l *lister) def(i int32) {
	d := &l.f.Defs[i]
	s := fmt.Sprintf("def %s %s %s :%d-%d", d.Kind, d.Form, l.name(i), d.StartLine, d.EndLine)
	if d.NameLine != d.StartLine {
		s += fmt.Sprintf(" name:%d", d.NameLine)
	}
	if d.Disc != "" {
		s += " disc:" + d.Disc
	}
	if m := d.Mods.Names(); len(m) > 0 {
		s += " [" + strings.Join(m, " ") + "]"
	}
	if d.Complexity > 0 {
		s += " cx:" + strconv.Itoa(int(d.Complexity))
	}
	l.line("%s", s)
	l.line("    sig %s", d.Sig)
	for _, a := range d.Decorators {
		l.line("    decorator %s", a)
	}
	if d.Doc != "" {
		l.line("    doc %s", strings.ReplaceAll(d.Doc, "\n", " / "))
	}
	for _, p := range d.TypeParams {
		l.line("    typeparam %s%s", p.Name, l.typed(p.Bound))
	}
	for _, p := range d.Params {
		l.line("    param %s%s%s", p.Name, l.typed(p.Type), paramFlagNames(p.Flags))
	}
	for _, b := range d.Bases {
		l.line("    %s %s%s", [...]string{"extends", "implements", "embeds", "extends-interface", "embeds-before", "embeds-class"}[b.Rel], l.typ(b.Type), l.value(b.Expr))
	}
	if d.Recv != None {
		l.line("    receiver %s", l.typ(d.Recv))
	}
	if d.Type != None || d.Returns != "" {
		l.line("    type %s", l.typ(d.Type))
	}
	if d.Value != None {
		l.line("    value %s", l.expr(d.Value))
	}
	for _, r := range d.Rets {
		l.line("    returns %s", l.expr(r))
	}
}

func (l *lister) bind(b Bind) {
	kind := [...]string{"var", "param", "lambda-param", "field", "narrow", "func", "member", "global", "not", "receiver"}[b.Kind]
	s := fmt.Sprintf("bind %s :%d %s.%s%s", kind, b.Line, l.name(b.Def), b.Name, l.typed(b.Type))
	if b.Target != None {
		s += " of " + l.expr(b.Target)
	}
	if b.Value != None && b.Kind != BindLambdaParam {
		s += " = " + l.expr(b.Value)
	}
	if b.Kind == BindLambdaParam {
		s += fmt.Sprintf(" #%d", b.Index)
	}
	l.line("%s", s)
}

func (l *lister) typed(t int32) string {
	if t == None {
		return ""
	}
	return ": " + l.typ(t)
}

func (l *lister) value(e int32) string {
	if e == None {
		return ""
	}
	return l.expr(e)
}

func (l *lister) typ(i int32) string {
	if i == None {
		return "?"
	}
	t := &l.f.Types[i]
	args := make([]string, 0, t.ArgN)
	for _, a := range l.f.TypeArgs(i) {
		args = append(args, l.typ(a))
	}
	list := strings.Join(args, ", ")
	switch t.Op {
	case TName:
		if list != "" {
			return t.Name + "<" + list + ">"
		}
		return t.Name
	case TUnion:
		return "(" + strings.Join(args, " | ") + ")"
	case TInter:
		return "(" + strings.Join(args, " & ") + ")"
	case TArray:
		return "[]" + list
	case TTypeof:
		return "typeof " + l.expr(t.Expr)
	case TObject:
		return "object " + l.name(t.Def)
	case TLit:
		return "lit " + t.Name
	case TImport:
		return "import " + t.Name + " " + list
	case TSelf:
		return "self"
	}
	return [...]string{"", "", "", "", "tuple", "func", "", "", "ref", "", "", "", "indexed", "mapped", "dyn"}[t.Op] + "(" + list + ")"
}

func (l *lister) expr(i int32) string {
	if i == None {
		return "_"
	}
	if l.depth > 12 {
		return "…"
	}
	l.depth++
	defer func() { l.depth-- }()
	e := &l.f.Exprs[i]
	args := make([]string, 0, e.ArgN)
	for _, a := range l.f.Args(i) {
		args = append(args, l.expr(a))
	}
	list := strings.Join(args, ", ")
	targs := ""
	if e.T != None {
		targs = "<" + l.typ(e.T) + ">"
	}
	switch e.Op {
	case OpName:
		return e.Name
	case OpMember:
		return l.expr(e.A) + "." + e.Name
	case OpCall:
		return l.expr(e.A) + targs + "(" + list + ")"
	case OpNew:
		return "new " + l.value(e.A) + targs + "(" + list + ")"
	case OpIndex:
		return l.expr(e.A) + "[" + l.expr(e.B) + "]"
	case OpLit:
		if list != "" {
			return e.Name + "{" + list + "}"
		}
		return e.Name
	case OpThis:
		return "this"
	case OpSuper:
		return "super"
	case OpSelfClass:
		return "selfclass"
	case OpLambda:
		return "lambda#" + strconv.Itoa(int(e.D))
	case OpDef:
		return "def " + l.name(e.D)
	case OpObject:
		return "object " + l.name(e.D)
	case OpElem, OpParam:
		return opNames[e.Op] + strconv.Itoa(int(e.B)) + "(" + l.value(e.A) + ")"
	}
	parts := []string{}
	if e.Name != "" {
		parts = append(parts, e.Name)
	}
	for _, o := range []int32{e.A, e.B} {
		if o != None {
			parts = append(parts, l.expr(o))
		}
	}
	if list != "" {
		parts = append(parts, list)
	}
	return opNames[e.Op] + targs + "(" + strings.Join(parts, " ") + ")"
}

var opNames = map[Op]string{OpAwait: "await", OpUnion: "union", OpCast: "cast", OpIter: "iter", OpTuple: "tuple", OpElem: "elem", OpYield: "yield",
	OpUnary: "unary", OpBinary: "binary", OpParam: "param", OpEnter: "enter", OpCatch: "catch", OpSpread: "spread", OpTry: "try"}

func names(v int, of []string) string {
	var out []string
	for i, n := range of {
		if v&(1<<i) != 0 {
			out = append(out, n)
		}
	}
	return strings.Join(out, " ")
}

func flagNames(f Flags) string {
	return names(int(f), []string{"parse_errors", "test", "generated", "invalid_utf8", "declaration", "truncated"})
}

func paramFlagNames(f ParamFlags) string {
	if f == 0 {
		return ""
	}
	return " [" + names(int(f), []string{"optional", "rest", "kwrest", "kwonly", "self", "field"}) + "]"
}

func callFlagNames(f CallFlags) string {
	if f == 0 {
		return ""
	}
	return " [" + names(int(f), []string{"macro", "decorator", "implicit", "spread", "jsx", "maybe", "named"}) + "]"
}

func linkFlagNames(k Link) string {
	s := ""
	for _, f := range []struct {
		set  bool
		name string
	}{{k.Wiki, "wiki"}, {k.Embed, "embed"}, {k.Code, "code"}} {
		if f.set {
			s += " [" + f.name + "]"
		}
	}
	return s
}
