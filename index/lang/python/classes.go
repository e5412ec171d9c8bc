package python

import (
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/internal/sitter"
)

// class is a class definition; n spans it with its decorators.
func class(x *extract.X, n, c sitter.Node, decs []decorator) {
	at, body := c.Field("name"), c.Field("body")
	if !at.OK() {
		x.WalkChildren(c)
		return
	}
	st := of(x)
	bs := bases(x, c.Field("superclasses"))
	kind, form := facts.Class, "class"
	if bs.protocol {
		kind = facts.Interface
	}
	if f := bs.form; f != "" {
		form = f
	} else if has(decs, "dataclass") {
		form = "dataclass"
	}
	d := x.New(kind, form, at, n, body)
	def := x.Def(d)
	def.Sig = x.Sig(c.Start(), headerEnd(c, at))
	def.Bases = bs.list
	def.Mods |= bs.mods | decoratedMods(decs)
	document(x, d, body)
	apply(x, d, decs)
	st.addTypeVars(x, d, bs.params)
	if bs.metaclass != facts.None {
		x.F.Refs = append(x.F.Refs, facts.Ref{Expr: bs.metaclass, Type: facts.None, Def: d, Line: at.Line(), Kind: facts.RefValue})
	}
	st.bound(x, x.Def(d).Name)
	bindLocal(x, d, at, n)
	st.within(x, scope{def: d, class: facts.None, enum: form == "enum", protocol: bs.protocol}, func() {
		typeParams(x, d, c.Field("type_parameters"))
		if bs.record.OK() {
			recordFields(x, d, bs.record)
		}
		x.WalkBody(c, body)
	})
}

// headerEnd is where the header of a class or function ends, before its colon.
func headerEnd(c, at sitter.Node) uint32 {
	end := at.End()
	for _, f := range []string{"type_parameters", "superclasses", "parameters", "return_type"} {
		if p := c.Field(f); p.OK() {
			end = max(end, p.End())
		}
	}
	return end
}

// bindLocal makes the name of a function's own function or class visible in it.
func bindLocal(x *extract.X, d int32, at, n sitter.Node) {
	if x.Cur() == 0 || inClass(x) {
		return
	}
	x.BindDef(facts.BindFunc, x.Def(d).Name, at, facts.None, x.DefExpr(d, n))
}

// inheritance is what the parentheses after a class's name say.
type inheritance struct {
	list      []facts.Base
	params    []string // names of type parameters
	mods      facts.Mods
	form      string
	protocol  bool
	metaclass int32
	record    sitter.Node // namedtuple("X", "a b") as a base
}

func bases(x *extract.X, list sitter.Node) inheritance {
	in := inheritance{metaclass: facts.None}
	st := of(x)
	var vars []string
	for a := range list.Children() {
		switch a.Kind() {
		case "comment":
			continue
		case "keyword_argument":
			v := x.Expr(a.Field("value"))
			if string(a.Field("name").Bytes()) == "metaclass" {
				in.metaclass = v
				if lastName(a.Field("value")) == "ABCMeta" {
					in.mods |= facts.Abstract
				}
			}
			continue
		}
		name := a
		if a.Is("subscript") {
			name = a.Field("value")
		}
		last := lastName(name)
		st.used = st.used[:0]
		b := facts.Base{Type: facts.None, Expr: facts.None, Line: a.Line()}
		if last != "" {
			b.Type = annotation(x, a)
		}
		in.classify(st, name, last)
		switch {
		case last == "Generic" || last == "Protocol" && a.Is("subscript"):
			in.params = append(in.params, argumentNames(x, b.Type)...)
		default:
			vars = append(vars, st.used...)
		}
		if a.Is("call") && isRecord(st, a.Field("function")) {
			in.record = a
		}
		if last == "Generic" {
			continue
		}
		b.Expr = x.Expr(a)
		in.list = append(in.list, b)
	}
	if len(in.params) == 0 {
		in.params = vars
	}
	if in.protocol {
		for i := range in.list {
			in.list[i].Rel = facts.ExtendsIface
		}
	}
	return in
}

// classify reads off a base what kind of class this is.
func (in *inheritance) classify(st *state, name sitter.Node, last string) {
	switch last {
	case "Protocol":
		in.protocol, in.form = true, "protocol"
	case "ABC":
		in.mods |= facts.Abstract
	case "TypedDict":
		in.form = "typed_dict"
	case "NamedTuple":
		in.form = "named_tuple"
	case "Enum", "Flag":
		if st.standard(name) == "enum."+last {
			in.form = "enum"
		}
	case "IntEnum", "StrEnum", "IntFlag":
		in.form = "enum"
	}
}

// argumentNames are the names that a type is applied to.
func argumentNames(x *extract.X, t int32) []string {
	if t == facts.None {
		return nil
	}
	var out []string
	for _, a := range x.F.TypeArgs(t) {
		if a != facts.None && x.F.Types[a].Op == facts.TName && !strings.Contains(x.F.Types[a].Name, ".") {
			out = append(out, x.F.Types[a].Name)
		}
	}
	return out
}
