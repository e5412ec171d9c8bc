package python

import (
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/internal/sitter"
)

// define is an assignment to a name at the top level or in a class: the first
// one defines it, later ones bind further values.
func define(x *extract.X, statement, n, at, typ, right sitter.Node) int32 {
	st := of(x)
	name := x.Text(at)
	if x.Cur() == 0 && name == "__all__" {
		exportAll(x, right)
	}
	if st.bound(x, name) {
		t := annotation(x, typ)
		v := x.Expr(right)
		bindName(x, at, t, v)
		return v
	}
	if v, ok := special(x, statement, n, at, typ, right); ok {
		return v
	}
	d := variable(x, statement, n, at, name)
	if typ.OK() {
		x.Def(d).Returns = x.Sig(typ.Start(), typ.End())
		annotated(x.Def(d))
		t := annotation(x, typ)
		x.Def(d).Type = t
	} else if c := typeComment(trailing(statement)); c != "" {
		x.Def(d).Returns = c
		t := parseType(x, n, c, false)
		x.Def(d).Type = t
	}
	v := x.Expr(right)
	x.Def(d).Value = v
	return v
}

// variable adds the definition of a name that an assignment gives a value.
func variable(x *extract.X, statement, n, at sitter.Node, name string) int32 {
	form := "variable"
	var mods facts.Mods
	t := of(x).top()
	switch {
	case inClass(x) && t.enum && !strings.HasPrefix(name, "_"):
		form, mods = "enum_member", facts.Const|facts.Static
	case inClass(x):
		form = "field"
	case isConstant(name):
		form, mods = "const", facts.Const
	}
	d := x.New(facts.Variable, form, at, n, none)
	x.Def(d).Mods |= mods
	attributeDoc(x, d, statement)
	return d
}

// annotated reads modifiers off the declared type.
func annotated(d *facts.Def) {
	if strings.Contains(d.Returns, "ClassVar") {
		d.Mods |= facts.Static
	}
	if strings.Contains(d.Returns, "Final") {
		d.Mods |= facts.Final | facts.Const
	}
}

// defineParts defines the names of "a, b = …".
func defineParts(x *extract.X, statement, left sitter.Node, typ, value int32) {
	st := of(x)
	eachTarget(x, left, value, func(at sitter.Node, v int32) {
		if at.Is("attribute") {
			bindAttribute(x, at, typ, v)
			return
		}
		name := x.Text(at)
		if st.bound(x, name) {
			bindName(x, at, facts.None, v)
			return
		}
		d := variable(x, statement, at, at, name)
		x.Def(d).Sig = x.Sig(statement.Start(), statement.End())
		x.Def(d).Value = v
	})
}

// special are assignments that define something else than a variable: type
// aliases, type variables, records written as calls.
func special(x *extract.X, statement, n, at, typ, right sitter.Node) (int32, bool) {
	st := of(x)
	if bound, ok := typeVar(x, right); ok {
		st.typeVars[x.Text(at)] = bound
		d := variable(x, statement, n, at, x.Text(at))
		x.Def(d).Form, x.Def(d).Type = "type_var", bound
		v := x.Expr(right)
		x.Def(d).Value = v
		return v, true
	}
	if right.Is("call") && !typ.OK() && isRecord(st, right.Field("function")) && right.Field("arguments").First().Is("string") {
		return record(x, statement, n, at, right), true
	}
	var target int32
	form := "type_alias"
	switch {
	case st.standard(right.Field("function")) == "typing.NewType":
		form, target = "new_type", annotation(x, argument(right.Field("arguments"), 1))
	case typ.OK() && lastName(typ.First()) == "TypeAlias":
		target = annotation(x, right)
	case typ.OK() || !isAlias(x, right):
		return facts.None, false
	default:
		if target = annotation(x, right); target == facts.None {
			return facts.None, false
		}
	}
	d := x.New(facts.Interface, form, at, n, none)
	attributeDoc(x, d, statement)
	x.Def(d).Type = target
	return x.Expr(right), true
}

// isAlias tells whether a value can only be a type: Union[…], A | None.
func isAlias(x *extract.X, n sitter.Node) bool {
	switch n.Kind() {
	case "subscript":
		switch lastName(n.Field("value")) {
		case "Union", "Optional", "Callable", "Literal", "Annotated", "Type", "Tuple", "List", "Dict", "Set", "FrozenSet",
			"Mapping", "MutableMapping", "Sequence", "Iterable", "Iterator", "Awaitable", "Coroutine", "Generator", "AsyncIterator", "AsyncIterable":
			return true
		}
	case "binary_operator":
		l, r := n.Field("left"), n.Field("right")
		return x.Between(l, r) == "|" && isTypeOperand(x, l) && isTypeOperand(x, r) && (l.Is("none") || r.Is("none") || isAlias(x, l) || isAlias(x, r) || isClassName(l) && isClassName(r))
	}
	return false
}

func isTypeOperand(x *extract.X, n sitter.Node) bool {
	return n.Is("none", "subscript", "string") || isAlias(x, n) || isClassName(n) || n.Is("attribute") && isClassLike(lastName(n)) ||
		n.Is("identifier")
}

func isClassName(n sitter.Node) bool { return n.Is("identifier") && isClassLike(string(n.Bytes())) }

// isClassLike tells whether a name is written as classes are, CapWords, or is
// a built-in class.
func isClassLike(s string) bool {
	switch s {
	case "str", "int", "float", "bool", "bytes", "dict", "list", "set", "tuple", "object":
		return true
	}
	return s != "" && s[0] >= 'A' && s[0] <= 'Z' && !isConstant(s)
}
