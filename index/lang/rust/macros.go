package rust

import (
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/internal/sitter"
)

// macroDefinition is macro_rules!.
func macroDefinition(x *extract.X, n sitter.Node) {
	at := n.Field("name")
	d := item(x, facts.Function, "macro", rawName(x, at), at, n, n.Child("macro_rule"))
	x.Def(d).Mods |= facts.MacroMod
	for _, a := range x.Def(d).Decorators {
		if strings.Contains(a, "macro_export") {
			x.Def(d).Mods |= facts.Exported
		}
	}
}

// isMacro tells a macro that prepare made look like a call.
func isMacro(x *extract.X, fn sitter.Node) bool {
	return int(fn.End()) < len(x.Src) && x.Src[fn.End()] == '!' && fn.Is("identifier", "scoped_identifier")
}

// knownMacro is a macro of the standard library, parsed as a call.
func knownMacro(x *extract.X, n, fn, args sitter.Node) int32 {
	values, _ := x.Args(args)
	x.CallOf(x.Expr(fn), n, facts.CallMacro, values...)
	return macroValue(x, macroName(fn), values, facts.None)
}

// macroValue is the value of a call of a macro: e, where the macro is not one
// of the standard library.
func macroValue(x *extract.X, name string, args []int32, e int32) int32 {
	switch name {
	case "format", "concat", "stringify", "env", "include_str", "file", "module_path":
		return x.Lit("string")
	case "matches", "cfg":
		return x.Lit("bool")
	case "line", "column":
		return x.Lit("number")
	case "dbg":
		if len(args) == 1 {
			return args[0]
		}
	}
	if callMacros[name] {
		return facts.None
	}
	return e
}

// macroInvocation is any other macro: its arguments are read as expressions,
// its braces as statements or items, where they are such.
func macroInvocation(x *extract.X, n sitter.Node) int32 {
	path := n.Field("macro")
	attributes(x, n)
	inside := state(x).macros[n.Child("token_tree").Start()]
	fn := x.Expr(path)
	name := macroName(path)
	usable := inside.node.OK() && (!inside.bad || x.InFunction())
	switch {
	case !usable:
		return macroValue(x, name, nil, x.CallOf(fn, n, facts.CallMacro))
	case inside.node.Is("block"):
		e := x.CallOf(fn, n, facts.CallMacro)
		if x.InFunction() {
			x.Expr(inside.node)
		} else {
			x.WalkChildren(inside.node)
		}
		return e
	case inside.node.Is("array_expression"):
		args := elements(x, inside.node)
		e := x.CallOf(fn, n, facts.CallMacro, args...)
		if name == "vec" {
			return x.Many(facts.OpLit, "list", n, args...)
		}
		return e
	}
	args, _ := x.Args(inside.node)
	return macroValue(x, name, args, x.CallOf(fn, n, facts.CallMacro, args...))
}
