package proposal

import (
	"fmt"
	"slices"
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/safety/structdiff"
)

// typed are the languages in which a call with arguments of wrong types or
// number does not compile.
var typed = []string{"typescript", "tsx", "java", "kotlin", "csharp", "rust", "swift", "scala", "cpp", "c", "php"}

// checkCalls holds the call sites of a changed function against its new
// parameters and result.
func (d *dryRun) checkCalls(c *changedDef, u use, f *facts.FileFacts, at int32, line int) {
	for i := range f.Calls {
		k := &f.Calls[i]
		if line != 0 && int(k.Line) != line || !within(f, k.Def, at) || calleeName(f, k.Expr) != calledAs(c) || line == 0 && !d.leadsTo(c, u.from.File, int(k.Line)) {
			continue
		}
		if reason, likely := d.wrongCall(c, u.from.File, f, k); reason != "" {
			b := d.breaks(c, u, likely, "%s", reason)
			if line == 0 {
				b.Line = int(k.Line)
			}
		}
	}
}

// leadsTo tells whether a call at a line of a proposed file leads to a changed
// definition: another one may have its name.
func (d *dryRun) leadsTo(c *changedDef, file string, line int) bool {
	g := d.File(file)
	return g == nil || slices.ContainsFunc(g.Edges, func(e graph.EdgeRow) bool {
		return int(e.Line) == line && e.Type == graph.CallsStatic && d.idOf(e.To) == c.after.ID
	})
}

// calledAs is the name that calls of a definition have: a constructor is
// called by its class.
func calledAs(c *changedDef) string {
	d := c.before.Def()
	if d.Mods&facts.Constructor != 0 || d.Name == "constructor" {
		return lastPart(c.before.Owner())
	}
	return d.Name
}

func calleeName(f *facts.FileFacts, call int32) string {
	x := &f.Exprs[call]
	for x.A >= 0 && (x.Op == facts.OpCall || x.Op == facts.OpNew || x.Op == facts.OpUnary) {
		x = &f.Exprs[x.A]
	}
	if x.Op == facts.OpNew && x.T >= 0 {
		return lastPart(f.Types[x.T].Name)
	}
	return x.Name
}

// wrongCall says what is wrong with a call; "" if nothing is.
func (d *dryRun) wrongCall(c *changedDef, file string, f *facts.FileFacts, k *facts.Call) (reason string, likely bool) {
	now := c.after.Def()
	before := c.before.Def()
	if typedByName(before) && typedByName(now) { // its type is written elsewhere and stays
		return "", false
	}
	if k.Flags&(facts.CallJSX|facts.CallDecorator|facts.CallImplicit|facts.CallMacro|facts.CallMaybe) == 0 {
		if reason, likely = d.wrongArguments(before, now, file, f, k); reason != "" {
			return reason, likely
		}
	}
	if !slices.Contains(typed, f.Lang) {
		return "", false
	}
	if before.Returns == now.Returns || before.Returns == "" || now.Returns == "" {
		return "", false
	}
	old, new := resultType(c.before), resultType(c.after)
	flow := &resultFlow{d: d, file: file, f: f, seen: map[int32]bool{}}
	return flow.follow(k.Expr, old, new)
}

// typedByName tells whether a function is the value of a variable whose type is
// written: that type holds for its calls, not the function's parameters.
func typedByName(d *facts.Def) bool {
	if !slices.Contains([]string{"arrow", "function_expression"}, d.Form) && d.Kind != facts.Variable {
		return false
	}
	_, after, ok := strings.Cut(d.Sig, d.Name)
	return ok && strings.HasPrefix(strings.TrimSpace(after), ":")
}

// resultType is what a call gives. Aliases of the function's own file are
// written out.
func resultType(n *structdiff.Node) string {
	t, f := n.Def().Returns, n.File.Facts
	inner := structdiff.Awaited(t)
	for i := range f.Defs {
		d := &f.Defs[i]
		if d.Form != "type_alias" || d.Name != inner || d.Type < 0 || len(d.TypeParams) > 0 {
			continue
		}
		text := typeText(f, d.Type)
		switch {
		case text == "":
		case inner == t:
			return text
		default:
			return "Promise<" + text + ">"
		}
	}
	return t
}

func (d *dryRun) wrongArguments(before, now *facts.Def, file string, f *facts.FileFacts, k *facts.Call) (string, bool) {
	args := f.Args(k.Expr)
	for _, a := range args {
		if a >= 0 && f.Exprs[a].Op == facts.OpSpread {
			return spread(before, now, f)
		}
	}
	if k.Flags&facts.CallSpread != 0 {
		return spread(before, now, f)
	}
	if k.Flags&facts.CallNamed != 0 {
		return "", false
	}
	loose := !slices.Contains(typed, f.Lang) && f.Lang != "python" && f.Lang != "ruby" && f.Lang != "go" // JavaScript, Lua, Bash
	least, most := structdiff.Arity(now.Params)
	wasLeast, wasMost := structdiff.Arity(before.Params)
	fitted := len(args) >= wasLeast && (wasMost < 0 || len(args) <= wasMost)
	if fitted {
		switch n := len(args); {
		case n < least:
			return fmt.Sprintf("%d arguments are given and %d are needed", n, least), loose
		case most >= 0 && n > most:
			return fmt.Sprintf("%d arguments are given and at most %d are taken", n, most), loose
		}
	}
	if !slices.Contains(typed, f.Lang) {
		return "", false
	}
	var written []string
	if text := d.textNow(file); int(k.Byte) < len(text) {
		if w, ok := structdiff.Arguments(text[k.Byte:]); ok && len(w) == len(args) {
			written = w
		}
	}
	for i, a := range args {
		p, q := structdiff.ParamAt(before.Params, i), structdiff.ParamAt(now.Params, i)
		if p == nil || q == nil || p.Text == "" || q.Text == "" || p.Text == q.Text {
			continue
		}
		arg := ""
		if written != nil {
			arg = written[i]
		}
		want := paramType(q)
		switch have := argumentType(f, a, arg); {
		case have != "":
			if structdiff.Accepts(want, have) == structdiff.No {
				return fmt.Sprintf("argument %d is %s and is to be %s", i+1, have, want), false
			}
		case strings.Contains(arg, "as any"), anyType(p.Text): // whatever it was taken as
		default:
			if got := structdiff.Accepts(want, paramType(p)); got != structdiff.Yes {
				return fmt.Sprintf("argument %d was taken as %s and is to be %s", i+1, p.Text, q.Text), true
			}
		}
	}
	return "", false
}

// spread judges a call with any number of arguments.
func spread(before, now *facts.Def, f *facts.FileFacts) (string, bool) {
	_, most := structdiff.Arity(now.Params)
	_, wasMost := structdiff.Arity(before.Params)
	if wasMost < 0 && most >= 0 && slices.Contains(typed, f.Lang) {
		return fmt.Sprintf("any number of arguments is given and at most %d are taken", most), false
	}
	return "", false
}

// paramType is the type of one argument of a parameter.
func paramType(p *facts.Param) string {
	if p.Flags&facts.ParamRest != 0 {
		if t := p.Text; len(t) > 2 && t[len(t)-2:] == "[]" {
			return t[:len(t)-2]
		}
	}
	if p.Flags&facts.ParamOptional != 0 {
		return p.Text + " | undefined"
	}
	return p.Text
}

// argumentType is the type of an argument where the text alone tells it.
func argumentType(f *facts.FileFacts, a int32, written string) string {
	if t := structdiff.LiteralType(written); t != "" {
		return t
	}
	if a < 0 {
		return ""
	}
	x := &f.Exprs[a]
	switch {
	case x.Op == facts.OpLit && (x.Name == "string" || x.Name == "number"):
		return x.Name
	case x.Op == facts.OpLit && x.Name == "template":
		return "string"
	case x.Op == facts.OpLit && x.Name == "bool":
		return "boolean"
	case x.Op == facts.OpLit && x.Name == "list":
		return "Array<any>"
	case x.Op == facts.OpName:
		return declaredAt(f, x)
	}
	return ""
}

// declaredAt is the declared type of a name where it stands, if it is a
// builtin one: of others the text does not tell what they are.
func declaredAt(f *facts.FileFacts, x *facts.Expr) string {
	var best *facts.Bind
	for i := range f.Binds {
		b := &f.Binds[i]
		if b.Name == x.Name && b.From <= x.Pos && x.Pos < b.To && (b.Kind == facts.BindVar || b.Kind == facts.BindParam || b.Kind == facts.BindNarrow) && (best == nil || b.From >= best.From) {
			best = b
		}
	}
	if best == nil || best.Type < 0 {
		return ""
	}
	if t := typeText(f, best.Type); structdiff.Builtin(t) {
		return t
	}
	return ""
}
