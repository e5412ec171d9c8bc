package extract

import (
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/internal/sitter"
)

// maxSig bounds a signature, in bytes.
const maxSig = 400

// New adds a definition named by name, spanning n, below the definition that
// is being walked. Docstring and signature are filled from what stands before
// n and from n up to body (which may be the zero Node).
func (x *X) New(kind facts.Kind, form string, name sitter.Node, n, body sitter.Node) int32 {
	i := x.NewNamed(kind, form, x.Text(name), n, body)
	x.F.Defs[i].NameLine = name.Line()
	return i
}

// NewNamed is New with the name given as text.
func (x *X) NewNamed(kind facts.Kind, form, name string, n, body sitter.Node) int32 {
	if name == "" {
		name = "?" // a syntax error; no program can refer to it
	}
	d := facts.Def{Kind: kind, Form: form, Name: name, Parent: x.cur, NameLine: n.Line(),
		Span: facts.Span{StartByte: n.Start(), EndByte: n.End(), StartLine: n.Line(), EndLine: n.EndLine()},
		Type: facts.None, Value: facts.None, Recv: facts.None}
	end := n.End()
	if body.OK() {
		d.BodyByte = body.Start()
		end = body.Start()
	}
	d.Sig = x.Sig(n.Start(), end)
	d.Doc = x.Doc(n)
	d.Hash = hash(n.Bytes())
	if kind.Callable() {
		d.Complexity = 1
	}
	x.F.Defs = append(x.F.Defs, d)
	i := int32(len(x.F.Defs) - 1)
	for _, c := range x.docRun(n) {
		x.MarkDoc(i, c)
	}
	return i
}

// Within walks the inside of a definition: what do adds belongs to it.
func (x *X) Within(def int32, do func()) {
	cur, fn, from, to, lambda, locals := x.cur, x.fn, x.from, x.to, x.lambda, len(x.locals)
	d := &x.F.Defs[def]
	x.cur, x.from, x.to, x.lambda, x.doc = def, d.StartByte, d.EndByte, facts.None, nil
	if d.Kind.Callable() {
		x.fn = def
	} else if d.Kind.TypeLike() {
		x.fn = facts.None
	}
	do()
	x.cur, x.fn, x.from, x.to, x.lambda, x.locals = cur, fn, from, to, lambda, x.locals[:locals]
}

// Param adds a parameter to a function and binds its name in it. name may be
// the zero Node (a destructured or unnamed parameter).
func (x *X) Param(def int32, name sitter.Node, typ sitter.Node, flags facts.ParamFlags) {
	p := facts.Param{Flags: flags, Type: facts.None, Default: facts.None}
	if name.OK() {
		p.Name = x.Text(name)
	}
	if typ.OK() {
		p.Text = oneLine(typ.Bytes(), maxSig)
		p.Type = x.Type(typ)
	}
	x.AddParam(def, p, name)
}

// AddParam is Param for a parameter that the caller has built.
func (x *X) AddParam(def int32, p facts.Param, at sitter.Node) {
	d := &x.F.Defs[def]
	d.Params = append(d.Params, p)
	if p.Name == "" {
		return
	}
	x.F.Binds = append(x.F.Binds, facts.Bind{Kind: facts.BindParam, Name: p.Name, Def: def, From: d.StartByte, To: d.EndByte,
		Pos: at.Start(), Type: p.Type, Value: p.Default, Target: facts.None, Index: int32(len(d.Params) - 1), Line: at.Line()})
	x.locals = append(x.locals, localName{p.Name, int32(len(x.F.Binds) - 1)})
}

// Bind gives a name a type and a value in the visible range at hand.
func (x *X) Bind(kind facts.BindKind, name string, at sitter.Node, typ, value int32) int32 {
	return x.BindIn(kind, name, at, x.cur, x.from, x.to, typ, value)
}

// BindAfter is Bind for a name that is visible only after its declaration,
// from the byte given on.
func (x *X) BindAfter(from uint32, kind facts.BindKind, name string, at sitter.Node, typ, value int32) int32 {
	return x.BindIn(kind, name, at, x.cur, min(from, x.to), x.to, typ, value)
}

// BindDef binds in the whole of the definition at hand, as Python assignments
// and JavaScript's var do.
func (x *X) BindDef(kind facts.BindKind, name string, at sitter.Node, typ, value int32) int32 {
	d := &x.F.Defs[x.cur]
	return x.BindIn(kind, name, at, x.cur, d.StartByte, d.EndByte, typ, value)
}

// BindIn binds in a definition and range of the caller's choice.
func (x *X) BindIn(kind facts.BindKind, name string, at sitter.Node, def int32, from, to uint32, typ, value int32) int32 {
	x.F.Binds = append(x.F.Binds, facts.Bind{Kind: kind, Name: name, Def: def, From: from, To: to, Pos: at.Start(),
		Type: typ, Value: value, Target: facts.None, Line: at.Line()})
	switch kind {
	case facts.BindVar, facts.BindLambdaParam, facts.BindFunc:
		x.locals = append(x.locals, localName{name, int32(len(x.F.Binds) - 1)})
	}
	return int32(len(x.F.Binds) - 1)
}

// local tells whether the name is bound around.
func (x *X) local(name string) bool {
	for i := len(x.locals) - 1; i >= 0; i-- {
		if x.locals[i].name == name {
			return true
		}
	}
	return false
}

// Assign gives a name that is declared elsewhere another value: where it is
// declared by the innermost visible binding, else in the file.
func (x *X) Assign(name string, at sitter.Node, value int32) {
	for i := len(x.locals) - 1; i >= 0; i-- {
		if x.locals[i].name != name {
			continue
		}
		if b := x.F.Binds[x.locals[i].bind]; at.Start() >= b.From && at.Start() < b.To {
			x.BindIn(facts.BindVar, name, at, b.Def, b.From, b.To, facts.None, value)
			return
		}
	}
	x.BindIn(facts.BindVar, name, at, 0, 0, x.F.Defs[0].EndByte, facts.None, value)
}

// Import adds an import to the definition that is being walked.
func (x *X) Import(im facts.Import) {
	im.Scope = x.cur
	x.F.Imports = append(x.F.Imports, im)
}

// Sig is source text on one line, without comments, as a signature shows it.
func (x *X) Sig(from, to uint32) string {
	if from >= to {
		return ""
	}
	s := oneLine(x.Src[from:to], maxSig)
	return strings.TrimRight(s, " {:=;")
}

// oneLine folds white space and cuts at a limit, marking the cut.
func oneLine(b []byte, limit int) string {
	var sb strings.Builder
	space := false
	for i := 0; i < len(b); i++ {
		c := b[i]
		if c == ' ' || c == '\t' || c == '\n' || c == '\r' {
			space = sb.Len() > 0
			continue
		}
		if space {
			sb.WriteByte(' ')
			space = false
		}
		sb.WriteByte(c)
		if sb.Len() >= limit {
			return strings.ToValidUTF8(sb.String(), "") + "…"
		}
	}
	return sb.String()
}

// hash is FNV-1a, 64 bits.
func hash(b []byte) uint64 {
	h := uint64(14695981039346656037)
	for _, c := range b {
		h = (h ^ uint64(c)) * 1099511628211
	}
	return h
}
