package python

import (
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/internal/sitter"
)

// recordForms are the calls that make a class, with its form.
var recordForms = map[string]string{
	"collections.namedtuple": "named_tuple", "typing.NamedTuple": "named_tuple", "typing.TypedDict": "typed_dict",
	"enum.Enum": "enum", "enum.IntEnum": "enum", "enum.StrEnum": "enum", "enum.Flag": "enum", "enum.IntFlag": "enum",
}

func isRecord(st *state, fn sitter.Node) bool { return fn.OK() && recordForms[st.standard(fn)] != "" }

// record is Point = namedtuple("Point", "x y") and its like: a class with
// fields.
func record(x *extract.X, statement, n, at, call sitter.Node) int32 {
	st := of(x)
	fn := call.Field("function")
	d := x.New(facts.Class, recordForms[st.standard(fn)], at, n, none)
	attributeDoc(x, d, statement)
	b := facts.Base{Type: x.TypeName(extract.TypePath(fn.Bytes()), fn), Expr: facts.None, Line: fn.Line()}
	x.Def(d).Bases = append(x.Def(d).Bases, b)
	st.within(x, scope{def: d, class: facts.None}, func() { recordFields(x, d, call) })
	return x.Expr(call)
}

// recordFields adds the fields that the call's second argument lists.
func recordFields(x *extract.X, d int32, call sitter.Node) {
	form := "field"
	if x.Def(d).Form == "enum" {
		form = "enum_member"
	}
	add := func(name string, at, typ sitter.Node) {
		if name == "" || !isNameByte(name[0]) {
			return
		}
		f := x.NewNamed(facts.Variable, form, x.Intern([]byte(name)), at, none)
		if form == "enum_member" {
			x.Def(f).Mods |= facts.Const | facts.Static
		}
		if typ.OK() {
			x.Def(f).Returns = x.Sig(typ.Start(), typ.End())
			t := annotation(x, typ)
			x.Def(f).Type = t
		}
	}
	i := 0
	for list := range call.Field("arguments").Children() {
		if list.Is("comment") {
			continue
		}
		if i++; i != 2 {
			continue
		}
		if list.Is("string") { // "x y" or "x, y"
			for _, name := range strings.FieldsFunc(content(list), func(r rune) bool { return r == ' ' || r == ',' || r == '\n' }) {
				add(name, list, none)
			}
		}
		for e := range list.Children() {
			switch e.Kind() {
			case "string":
				add(content(e), e, none)
			case "pair":
				if k := e.Field("key"); k.Is("string") {
					add(content(k), e, e.Field("value"))
				}
			case "tuple":
				if k := e.First(); k.Is("string") {
					typ := k.Next()
					if form == "enum_member" {
						typ = none
					}
					add(content(k), e, typ)
				}
			}
		}
	}
}
