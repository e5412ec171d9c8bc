package python

import (
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/internal/sitter"
)

// function is a function or method; n spans it with its decorators.
func function(x *extract.X, n, fn sitter.Node, decs []decorator) {
	at, body := fn.Field("name"), fn.Field("body")
	if !at.OK() {
		x.WalkChildren(fn)
		return
	}
	st := of(x)
	method := inClass(x)
	name := x.Text(at)
	kind, form, mods := facts.Function, "function", decoratedMods(decs)
	if method {
		f, m := role(decs, name)
		form, mods = f, mods|m
		if t := st.top(); t.protocol {
			mods |= facts.Abstract
		}
		if name == "__init__" || name == "__new__" {
			form, mods = "constructor", mods|facts.Constructor
		}
	}
	if st.test && form != "property" && isTestName(name, method) && (method || x.Cur() == 0) {
		kind = facts.Test
	}
	doc := docstring(body)
	h := header{fn: fn, receives: method && !mods.Has(facts.Static) || form == "classmethod" || method && isImplicitClassMethod(name)}
	generic := fn.Field("type_parameters")
	if !generic.OK() {
		h.read(x, doc)
	}
	d := x.New(kind, form, at, n, body)
	x.Def(d).Sig = x.Sig(fn.Start(), headerEnd(fn, at))
	document(x, d, body)
	apply(x, d, decs)
	if generic.OK() {
		x.Within(d, func() {
			typeParams(x, d, generic)
			h.read(x, doc)
		})
	}
	if strings.HasPrefix(x.Def(d).Sig, "async") {
		mods |= facts.Async
	}
	def := x.Def(d)
	def.Disc = disc(form, mods, h.params)
	if st.stub {
		mods |= facts.Declared
	}
	def.Mods |= mods
	def.Returns, def.Type = h.returns, h.ret
	st.addTypeVars(x, d, h.vars)
	st.bound(x, name)
	bindLocal(x, d, at, n)
	sc := st.functionScope(d, h.params)
	if h.receives && len(h.params) > 0 && h.params[0].Flags&facts.ParamSelf != 0 {
		sc.class = x.Cur()
		if self := h.params[0].Name; form == "classmethod" || name == "__new__" || isImplicitClassMethod(name) {
			sc.self, sc.cls = "", self
		} else {
			sc.self, sc.cls = self, ""
		}
	}
	st.within(x, sc, func() {
		for i, p := range h.params {
			x.AddParam(d, p, h.at[i])
		}
		x.WalkBody(fn, body)
	})
}

// isImplicitClassMethod tells whether Python passes the class to a method
// without being told to.
func isImplicitClassMethod(name string) bool {
	return name == "__init_subclass__" || name == "__class_getitem__"
}

// disc tells the declarations and accessors of one name apart.
func disc(form string, mods facts.Mods, params []facts.Param) string {
	if form == "setter" || form == "deleter" {
		return "(" + form + ")"
	}
	if !mods.Has(facts.Declared) {
		return ""
	}
	var types []string
	for _, p := range params {
		if p.Flags&facts.ParamSelf == 0 {
			types = append(types, strings.ReplaceAll(p.Text, " ", ""))
		}
	}
	s := strings.Join(types, ",")
	return "(" + strings.ToValidUTF8(s[:min(len(s), 200)], "") + ")"
}

// header is what stands between a function's name and its body.
type header struct {
	fn       sitter.Node
	receives bool // the first parameter is the receiver
	params   []facts.Param
	at       []sitter.Node // where the parameters' names stand
	vars     []string      // TypeVars named
	returns  string
	ret      int32
}

// read evaluates the header in the scope at hand: defaults and annotations
// belong to the scope around the function.
func (h *header) read(x *extract.X, doc string) {
	st := of(x)
	st.used = st.used[:0]
	keywordOnly := facts.ParamFlags(0)
	for p := range h.fn.Field("parameters").Children() {
		if p.Is("keyword_separator") {
			keywordOnly = facts.ParamKwOnly
			continue
		}
		at, param, ok := parameter(x, p)
		if !ok {
			continue
		}
		param.Flags |= keywordOnly
		if param.Flags&facts.ParamRest != 0 {
			keywordOnly = facts.ParamKwOnly
		}
		if h.receives && len(h.params) == 0 && param.Flags&(facts.ParamRest|facts.ParamKwRest|facts.ParamKwOnly) == 0 {
			param.Flags |= facts.ParamSelf
		}
		h.params, h.at = append(h.params, param), append(h.at, at)
	}
	h.ret = facts.None
	if r := h.fn.Field("return_type"); r.OK() {
		h.returns, h.ret = x.Sig(r.Start(), r.End()), annotation(x, r)
	}
	h.signatureComment(x)
	h.documented(x, doc)
	h.vars = append(h.vars, st.used...)
}

// parameter reads one entry of a parameter list.
func parameter(x *extract.X, p sitter.Node) (at sitter.Node, out facts.Param, ok bool) {
	out = facts.Param{Type: facts.None, Default: facts.None}
	at = p
	switch p.Kind() {
	case "identifier", "list_splat_pattern", "dictionary_splat_pattern":
	case "typed_parameter":
		at = p.First()
	case "default_parameter", "typed_default_parameter":
		at = p.Field("name")
		out.Flags |= facts.ParamOptional
		out.Default = x.Expr(p.Field("value"))
	case "tuple_pattern": // Python 2: def f(a, (b, c))
		return at, out, true
	default:
		return at, out, false
	}
	if t := p.Field("type"); t.OK() {
		out.Text, out.Type = x.Sig(t.Start(), t.End()), annotation(x, t)
	}
	switch {
	case at.Is("list_splat_pattern"):
		out.Flags |= facts.ParamRest
		at = at.First()
	case at.Is("dictionary_splat_pattern"):
		out.Flags |= facts.ParamKwRest
		at = at.First()
	}
	if !at.Is("identifier") {
		return at, out, true
	}
	out.Name = x.Text(at)
	return at, out, true
}

// signatureComment reads "# type: (int, str) -> bool" after the header.
func (h *header) signatureComment(x *extract.X) {
	c := h.fn.Child("comment")
	if !c.OK() || h.ret != facts.None {
		return
	}
	text := typeComment(strings.TrimSpace(strings.TrimLeft(string(c.Bytes()), "#")))
	args, ret, ok := strings.Cut(text, "->")
	if !ok || !strings.HasPrefix(text, "(") {
		return
	}
	h.returns = strings.TrimSpace(ret)
	h.ret = parseType(x, c, h.returns, false)
	t := parseType(x, c, "tuple["+strings.Trim(args, "() ")+"]", false)
	if t == facts.None {
		return
	}
	types := x.F.TypeArgs(t)
	skip := len(h.params) - len(types) // the receiver may be left out
	for i := range h.params {
		if j := i - skip; (skip == 0 || skip == 1) && j >= 0 && h.params[i].Type == facts.None {
			h.params[i].Type = types[j]
		}
	}
}
