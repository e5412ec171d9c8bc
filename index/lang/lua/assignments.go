package lua

import (
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/internal/sitter"
)

// local declares variables: definitions at the top level, else bindings.
func local(x *extract.X, n sitter.Node) {
	names, values := fieldsOf(n, "name"), fieldsOf(n, "value")
	if localModule(x, n, names, values) {
		return
	}
	last := facts.None // a call that gives several values
	for i, at := range names {
		value := valueAt(values, i)
		name := x.Text(at)
		switch {
		case !x.Scoped() && value.Is("function_value"):
			functionNamed(x, name, "function", at, n, value)
		case value.Is("function_value"):
			d := functionNamed(x, name, "closure", at, n, value)
			bindFunction(x, d, at, n)
		case !x.InFunction() && (of(x).holders[name] && holdsFunctions(value) || !x.Scoped() && hasFunctions(value)):
			declareTable(x, name, at, n, value)
		case required(value) != "":
			imported(x, at, value)
		case !x.Scoped():
			last = define(x, n, at, value, i-len(values)+1, last)
		default:
			last = bindLocal(x, n, at, value, i-len(values)+1, last)
		}
	}
	for _, v := range values[min(len(names), len(values)):] {
		x.Expr(v)
	}
}

func fieldsOf(n sitter.Node, name string) []sitter.Node {
	var out []sitter.Node
	for c := range n.Fields(name) {
		out = append(out, c)
	}
	return out
}

func valueAt(values []sitter.Node, i int) sitter.Node {
	if i < len(values) {
		return values[i]
	}
	return sitter.Node{}
}

// holdsFunctions tells whether a value can be the table that functions are
// added to: a new one, not one that has a name already.
func holdsFunctions(v sitter.Node) bool {
	return !v.OK() || v.Is("table", "method_call", "binary") || v.Is("call") && required(v) == ""
}

// define makes a definition of a local variable of the top level. Beyond the
// values, extra counts what the last one gives more.
func define(x *extract.X, n, at, value sitter.Node, extra int, last int32) int32 {
	d := x.New(facts.Variable, "local", at, n, sitter.Node{})
	documentedType(x, d, n)
	x.Within(d, func() {
		switch {
		case value.Is("table"):
			last = members(x, d, value)
		case value.OK():
			last = x.Expr(value)
		}
		v := part(x, at, value, extra, last)
		x.Def(d).Value = v
	})
	return last
}

// part is what a name gets: its value, or more of what the last call gives.
func part(x *extract.X, at, value sitter.Node, extra int, last int32) int32 {
	if value.OK() || last == facts.None {
		return last
	}
	return x.Elem(last, extra, at)
}

func bindLocal(x *extract.X, n, at, value sitter.Node, extra int, last int32) int32 {
	if value.OK() {
		last = x.Expr(value)
	}
	v := part(x, at, value, extra, last)
	t := facts.None
	if doc := tags(x.Doc(n)); doc.typ != "" {
		t = docType(x, doc.typ, n)
	}
	name := x.Text(at)
	if name == "self" {
		of(x).ownSelf = x.Cur()
	}
	x.BindAfter(n.End(), facts.BindVar, name, at, t, v)
	return last
}

// assignment gives names and members values.
func assignment(x *extract.X, n sitter.Node) {
	targets, values := fieldsOf(n, "target"), fieldsOf(n, "value")
	last := facts.None
	for i, target := range targets {
		value := valueAt(values, i)
		if target.Is("identifier") {
			last = assignName(x, n, target, value, i-len(values)+1, last)
		} else {
			last = assignMember(x, n, target, value, i-len(values)+1, last)
		}
	}
	for _, v := range values[min(len(targets), len(values)):] {
		x.Expr(v)
	}
}

func assignName(x *extract.X, n, at, value sitter.Node, extra int, last int32) int32 {
	name := x.Text(at)
	switch {
	case value.Is("function_value"):
		own := declared(x, name, "local")
		d := functionNamed(x, name, "function", at, n, value)
		if !own {
			global(x, d, at)
		}
		return facts.None
	case !x.InFunction() && (of(x).holders[name] && holdsFunctions(value) || hasFunctions(value)) && tableOf(x, name) == facts.None && !x.Local(name) && !declared(x, name, "local"):
		x.Def(declareTable(x, name, at, n, value)).Mods |= facts.Exported | facts.Public
		return facts.None
	case !x.Scoped() && !of(x).globals[name] && !declared(x, name, ""):
		of(x).globals[name] = true
		d := len(x.F.Defs)
		last = define(x, n, at, value, extra, last)
		x.F.Defs[d].Form = "global"
		x.F.Defs[d].Mods |= facts.Exported | facts.Public
		return last
	}
	if value.OK() {
		last = x.Expr(value)
	}
	if v := part(x, at, value, extra, last); v != facts.None {
		x.Assign(name, at, v)
	}
	return last
}

// declared tells whether the top level has a definition of that name, of a
// form if one is given.
func declared(x *extract.X, name, form string) bool {
	for i := len(x.F.Defs) - 1; i > 0; i-- {
		if d := &x.F.Defs[i]; d.Parent == 0 && d.Name == name {
			return form == "" || d.Form == form
		}
	}
	return false
}

// assignMember is a.b = v and a["b"] = v.
func assignMember(x *extract.X, n, target, value sitter.Node, extra int, last int32) int32 {
	object, at := target.Field("object"), target.Field("name")
	name := ""
	if at.OK() {
		name = x.Text(at)
	} else if at = target.Field("index"); at.Is("string") {
		name = unquote(at)
	}
	p := path(object)
	owner := tableOf(x, p)
	switch full := p + "." + name; {
	case name == "":
		x.Expr(target)
		return value0(x, value, last)
	case name == "__index" && value.Is("identifier", "member"):
		if owner != facts.None {
			base(x, owner, value)
		}
		return value0(x, value, last)
	case value.Is("function_value"):
		memberFunction(x, target, at, name, n, value)
		return facts.None
	case !x.InFunction() && owner != facts.None && of(x).holders[full] && holdsFunctions(value):
		declareTable(x, full, at, n, value)
		return facts.None
	case !x.Scoped() && owner != facts.None:
		d := property(x, name, at, n, value)
		x.Def(d).Parent = owner
		return x.Def(d).Value
	}
	last = value0(x, value, last)
	v := part(x, at, value, extra, last)
	if table := selfTable(x); p == "self" && table != facts.None {
		x.BindIn(facts.BindField, name, at, table, x.Def(table).StartByte, x.Def(table).EndByte, facts.None, v)
		return last
	}
	b := x.Bind(facts.BindMember, name, at, facts.None, v)
	x.F.Binds[b].Target = x.Expr(object)
	return last
}

func value0(x *extract.X, value sitter.Node, last int32) int32 {
	if value.OK() {
		return x.Expr(value)
	}
	return last
}

// returnStatement at the end of a file is what the module is.
func returnStatement(x *extract.X, n sitter.Node) {
	values := fieldsOf(n, "value")
	if x.Cur() != 0 || x.Scoped() {
		var all []int32
		for _, v := range values {
			all = append(all, x.Expr(v))
		}
		if len(all) > 0 { // the first value is what a caller gets who wants one
			x.Return(all[0])
		}
		return
	}
	for _, v := range values {
		switch {
		case v.Is("table"):
			exportTable(x, v)
		case v.Is("identifier"):
			x.F.Exports = append(x.F.Exports, facts.Export{Name: "=", Local: x.Text(v), Expr: facts.None, Line: v.Line()})
		default:
			x.F.Exports = append(x.F.Exports, facts.Export{Name: "=", Expr: x.Expr(v), Line: v.Line()})
		}
	}
}

// exportTable is return { name = value, … }.
func exportTable(x *extract.X, n sitter.Node) {
	for f := range n.Children() {
		name, value := f.Field("name"), f.Field("value")
		switch {
		case !f.Is("pair"):
			x.Walk(f)
		case value.Is("function_value"):
			d := functionNamed(x, x.Text(name), "function", name, f, value)
			x.Def(d).Mods |= facts.Exported | facts.Public
			if p := x.Def(d).Params; len(p) == 0 || p[0].Flags&facts.ParamSelf == 0 {
				x.Def(d).Mods |= facts.Static // a member of what is returned, no global
			}
		default:
			e := facts.Export{Name: x.Text(name), Expr: facts.None, Line: f.Line()}
			if value.Is("identifier") {
				e.Local = x.Text(value)
			} else {
				e.Expr = x.Expr(value)
			}
			x.F.Exports = append(x.F.Exports, e)
		}
	}
}

// finish marks what the module offers.
func finish(x *extract.X) {
	if isTest(x.Path) {
		x.F.Flags |= facts.IsTest
	}
	offered := tableOf(x, of(x).returns)
	for i := range x.F.Defs {
		d := &x.F.Defs[i]
		if offered != facts.None && within(x, int32(i), offered) && !strings.HasPrefix(d.Name, "_") {
			d.Mods |= facts.Exported | facts.Public
		}
	}
}

// within tells whether a definition is a table or its member, at any depth of
// tables.
func within(x *extract.X, d, table int32) bool {
	for d > 0 {
		if d == table {
			return true
		}
		d = x.Def(d).Parent
		if d > 0 && x.Def(d).Kind == facts.Function {
			return false
		}
	}
	return false
}

func isTest(path string) bool {
	dirs := strings.Split(path, "/")
	for _, d := range dirs[:len(dirs)-1] {
		switch d {
		case "spec", "specs", "test", "tests":
			return true
		}
	}
	base := dirs[len(dirs)-1]
	return strings.HasSuffix(base, "_spec.lua") || strings.HasSuffix(base, "_test.lua") || strings.HasPrefix(base, "test_")
}
