package lua

import (
	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/internal/sitter"
)

func call(x *extract.X, n sitter.Node) int32 {
	fn, list := n.Field("function"), n.Field("arguments")
	if m := required(n); m != "" {
		x.Import(facts.Import{Module: m, Name: "=", Kind: facts.ImportRequire, Line: n.Line()})
		return moduleValue(x, n, m)
	}
	if fn.Is("identifier") {
		switch string(fn.Bytes()) {
		case "pcall", "xpcall":
			return protected(x, n, fn, list)
		case "setmetatable":
			return setMetatable(x, n, list)
		case "assert":
			f := x.Expr(fn)
			args, spread := arguments(x, list)
			x.CallOf(f, n, spread, args...)
			if len(args) > 0 {
				return args[0]
			}
			return facts.None
		case "dofile", "loadfile":
			if a := list.First(); a.Is("string") {
				x.Import(facts.Import{Module: unquote(a), Name: "*", Kind: facts.ImportInclude, Line: n.Line()})
			}
		case "module":
			if a := list.First(); a.Is("string") && x.F.Package == "" {
				x.F.Package = unquote(a)
			}
		}
	}
	f := x.Expr(fn)
	args, spread := arguments(x, list)
	return x.CallOf(f, n, spread, args...)
}

// arguments are the values; "..." and a call at the end may be several.
func arguments(x *extract.X, list sitter.Node) ([]int32, facts.CallFlags) {
	args, _ := x.Args(list)
	if list.Last().Is("vararg", "call", "method_call") {
		return args, facts.CallSpread
	}
	return args, 0
}

func methodCall(x *extract.X, n sitter.Node) int32 {
	fn := x.Member(x.Expr(n.Field("object")), n.Field("name"))
	args, spread := arguments(x, n.Field("arguments"))
	return x.CallOf(fn, n, spread, args...)
}

// protected is pcall(f, …), which calls f: its value is a truth value and what
// f returns.
func protected(x *extract.X, n, fn, list sitter.Node) int32 {
	x.CallOf(x.Name(fn), n, facts.CallSpread)
	args, _ := x.Args(list)
	skip := 1
	if string(fn.Bytes()) == "xpcall" {
		skip = 2
	}
	if len(args) == 0 || args[0] == facts.None {
		return facts.None
	}
	if op := x.F.Exprs[args[0]].Op; op == facts.OpName || op == facts.OpMember {
		v := x.CallOf(args[0], n, facts.CallImplicit, args[min(skip, len(args)):]...)
		return x.Many(facts.OpTuple, "", n, x.Lit("bool"), v)
	}
	return facts.None
}

// setMetatable gives a table the type of its metatable's __index, or of the
// metatable itself; a definition gets it as a base.
func setMetatable(x *extract.X, n, list sitter.Node) int32 {
	object, meta := list.First(), list.First().Next()
	if d := tableOf(x, path(object)); d != facts.None && !x.InFunction() {
		metatable(x, d, meta)
	}
	f := x.Name(n.Field("function"))
	first := len(x.F.Defs)
	args, _ := x.Args(list)
	x.CallOf(f, n, 0, args...)
	for i := first; i < len(x.F.Defs); i++ { // __call and the like are the table's
		if d := tableOf(x, path(object)); d != facts.None && x.F.Defs[i].Parent == x.Cur() {
			x.F.Defs[i].Parent = d
		}
	}
	class := meta
	if meta.Is("table") {
		for c := range meta.Children() {
			if c.Is("pair") && c.Field("name").Text() == "__index" {
				class = c.Field("value")
			}
		}
	}
	v := facts.None
	if len(args) > 0 {
		v = args[0]
	}
	switch p := path(class); {
	case isName(class, "self") && hasSelf(x):
		v = x.Cast(v, x.AddType(facts.Type{Op: facts.TSelf}, n), n)
	case p != "":
		v = x.Cast(v, x.TypeName(p, class), n)
	default:
		return v
	}
	if object.Is("identifier") && x.Local(x.Text(object)) { // the variable's table has it from here on
		x.Assign(x.Text(object), object, v)
	}
	return v
}

// required is the module of require("m") and require "m".
func required(n sitter.Node) string {
	if !n.Is("call") || !isName(n.Field("function"), "require") {
		return ""
	}
	if a := n.Field("arguments").First(); a.Is("string") {
		return unquote(a)
	}
	return ""
}

func moduleValue(x *extract.X, n sitter.Node, module string) int32 {
	return x.Cast(facts.None, x.AddType(facts.Type{Op: facts.TImport, Name: x.Intern([]byte(module))}, n), n)
}

// imported is local name = require("m").
func imported(x *extract.X, at, value sitter.Node) {
	x.Import(facts.Import{Module: required(value), Name: "=", Alias: x.Text(at), Kind: facts.ImportRequire, Line: value.Line()})
}

// localModule is local name = require("m").name, and local ok, name =
// pcall(require, "m").
func localModule(x *extract.X, n sitter.Node, names, values []sitter.Node) bool {
	if len(values) != 1 {
		return false
	}
	v := values[0]
	if m := required(v.Field("object")); v.Is("member") && m != "" && len(names) == 1 {
		x.Import(facts.Import{Module: m, Name: x.Text(v.Field("name")), Alias: x.Text(names[0]), Kind: facts.ImportRequire, Line: v.Line()})
		return true
	}
	args := v.Field("arguments")
	if v.Is("call") && isName(v.Field("function"), "pcall") && isName(args.First(), "require") && args.First().Next().Is("string") && len(names) == 2 {
		x.Import(facts.Import{Module: unquote(args.First().Next()), Name: "=", Alias: x.Text(names[1]), Kind: facts.ImportRequire, Line: v.Line()})
		x.Bind(facts.BindVar, x.Text(names[0]), names[0], facts.None, x.Lit("bool"))
		return true
	}
	return false
}
