package proposal

import (
	"fmt"
	"slices"
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/internal/scan"
	"github.com/structural-memory/smp/safety/structdiff"
)

// resultFlow follows the result of a call through the function that makes it,
// to where its type matters.
type resultFlow struct {
	d    *dryRun
	file string
	f    *facts.FileFacts
	seen map[int32]bool
}

// follow says where a value of the new type does not do what one of the old
// type did; "" where that is nowhere to be seen.
func (w *resultFlow) follow(e int32, old, now string) (reason string, likely bool) {
	if e < 0 || w.seen[e] || len(w.seen) > 200 {
		return "", false
	}
	w.seen[e] = true
	f := w.f
	for i := range f.Exprs {
		x := &f.Exprs[i]
		if x.A == e || x.Op == facts.OpBinary && x.B == e {
			reason, likely = w.operand(int32(i), x, e, old, now)
		} else if x.ArgN > 0 && slices.Contains(f.Args(int32(i)), e) {
			reason, likely = w.argument(int32(i), x, slices.Index(f.Args(int32(i)), e), old, now)
		}
		if reason != "" {
			return reason, likely
		}
	}
	for i := range f.Binds {
		if b := &f.Binds[i]; b.Value == e && b.Kind != facts.BindLambdaParam {
			if reason, likely = w.bound(b, old, now); reason != "" {
				return reason, likely
			}
		}
	}
	for i := range f.Defs {
		if reason, likely = w.defined(&f.Defs[i], e, now); reason != "" {
			return reason, likely
		}
	}
	return "", false
}

// operand is the value as the operand of an expression.
func (w *resultFlow) operand(i int32, x *facts.Expr, e int32, old, now string) (string, bool) {
	switch x.Op {
	case facts.OpAwait:
		return w.follow(i, structdiff.Awaited(old), structdiff.Awaited(now))
	case facts.OpUnary:
		return w.follow(i, old, now)
	case facts.OpMember:
		return w.member(x, e, old, now)
	case facts.OpIndex, facts.OpIter, facts.OpElem, facts.OpCall:
		accepts := structdiff.Accepts(old, now)
		if !lost(old, now) && accepts == structdiff.Yes {
			return "", false
		}
		return fmt.Sprintf("the result was used as %s and is %s", old, now), !lost(old, now) && accepts == structdiff.Unknown
	case facts.OpBinary:
		return w.binary(x, old, now)
	}
	return "", false
}

// lost tells whether a value may be nothing now, or is of no known type.
func lost(old, now string) bool {
	if strings.TrimSpace(now) == "unknown" || strings.TrimSpace(now) == "void" {
		return true
	}
	return structdiff.Accepts(now, "undefined") == structdiff.Yes && structdiff.Accepts(old, "undefined") != structdiff.Yes && !isAny(now) ||
		structdiff.Accepts(now, "null") == structdiff.Yes && structdiff.Accepts(old, "null") != structdiff.Yes && !isAny(now)
}

func isAny(t string) bool { return strings.TrimSpace(t) == "any" }

// member is the reading of a member of the value.
func (w *resultFlow) member(x *facts.Expr, e int32, old, now string) (string, bool) {
	if isAny(now) || slices.Contains([]string{"toString", "valueOf"}, x.Name) {
		return "", false
	}
	if lost(old, now) {
		if w.guarded(x) {
			return "", false
		}
		return fmt.Sprintf("its result is %s now, and %s is read from it", now, x.Name), false
	}
	switch structdiff.Accepts(old, now) {
	case structdiff.No:
		return fmt.Sprintf("%s is read from its result, which was %s and is %s", x.Name, old, now), false
	case structdiff.Unknown:
		return fmt.Sprintf("%s is read from its result, which was %s and is %s", x.Name, old, now), true
	}
	return "", false
}

// guarded tells whether a member is read with ?. or the value is asserted.
func (w *resultFlow) guarded(x *facts.Expr) bool {
	text := w.d.textNow(w.file)
	if int(x.Pos) >= len(text) {
		return false
	}
	rest := string(text[x.Pos:min(len(text), int(x.Pos)+400)])
	return strings.Contains(rest, "?."+x.Name) || strings.Contains(rest, "!."+x.Name)
}

// binary is the value as the side of an operator.
func (w *resultFlow) binary(x *facts.Expr, old, now string) (string, bool) {
	number := func(t string) bool {
		return structdiff.Accepts("number", t) == structdiff.Yes || structdiff.Accepts("bigint", t) == structdiff.Yes
	}
	switch x.Name {
	case "-", "*", "/", "%", "**", "<", ">", "<=", ">=", "|", "&", "^", "<<", ">>":
		if number(old) && !number(now) && !isAny(now) {
			return fmt.Sprintf("%s is done with its result, which was %s and is %s", x.Name, old, now), false
		}
	case "==", "===", "!=", "!==":
		if structdiff.Accepts(old, now) == structdiff.No && structdiff.Accepts(now, old) == structdiff.No && !lost(old, now) {
			return fmt.Sprintf("its result is compared, which was %s and is %s", old, now), true
		}
	}
	return "", false
}

// argument is the value as argument number at of a call, or a part of
// something else.
func (w *resultFlow) argument(i int32, x *facts.Expr, at int, old, now string) (string, bool) {
	switch x.Op {
	case facts.OpUnion:
		return w.follow(i, old, now)
	case facts.OpObject, facts.OpLit, facts.OpTuple:
		return w.part(i, old, now)
	case facts.OpCall, facts.OpNew:
	default:
		return "", false
	}
	p := w.paramOf(i, at)
	if p == nil {
		return w.outside(i, old, now)
	}
	if p.Text == "" {
		return "", false
	}
	want := paramType(p)
	if structdiff.Accepts(want, now) == structdiff.No && structdiff.Accepts(want, old) != structdiff.No {
		return fmt.Sprintf("its result is given where %s is wanted, and is %s", want, now), false
	}
	if structdiff.Accepts(want, old) == structdiff.Yes && structdiff.Accepts(want, now) == structdiff.Unknown {
		return fmt.Sprintf("its result is given where %s is wanted, and is %s", want, now), true
	}
	if lost(old, now) && structdiff.Accepts(want, "undefined") != structdiff.Yes && structdiff.Accepts(want, "null") != structdiff.Yes && !anyType(want) {
		return fmt.Sprintf("its result is given where %s is wanted, and is %s", want, now), true
	}
	return "", false
}

// anyType tells whether a type is the name of a type parameter, as far as its
// form tells: T, TValue.
func anyType(t string) bool {
	t = strings.TrimSpace(t)
	return len(t) == 1 || len(t) > 1 && t[0] == 'T' && t[1] >= 'A' && t[1] <= 'Z'
}

// part is the value as a part of a list or an object that is given to a
// function.
func (w *resultFlow) part(whole int32, old, now string) (string, bool) {
	if w.seen[whole] || !lost(old, now) && structdiff.Accepts(old, now) == structdiff.Yes {
		return "", false
	}
	w.seen[whole] = true
	for i := range w.f.Exprs {
		x := &w.f.Exprs[i]
		if x.ArgN == 0 || !slices.Contains(w.f.Args(int32(i)), whole) {
			continue
		}
		switch x.Op {
		case facts.OpObject, facts.OpLit, facts.OpTuple:
			return w.part(int32(i), old, now)
		case facts.OpCall, facts.OpNew:
			if name := calleeName(w.f, int32(i)); name != "" && !slices.Contains(takeAnything, name) {
				return fmt.Sprintf("its result is a part of what goes into %s, was %s and is %s", name, old, now), true
			}
		}
	}
	return "", false
}

// takeAnything are functions of libraries that take values of every type.
var takeAnything = []string{"log", "error", "warn", "info", "debug", "expect", "String", "Number", "Boolean", "stringify", "isArray", "resolve", "push", "equal", "strictEqual",
	"deepEqual", "ok", "assert", "keys", "values", "entries", "assign", "freeze", "set", "add", "Set", "then", "toBe", "toEqual", "toStrictEqual", "toContain", "includes", "concat", "all", "race", "expectTypeOf", "assertType"}

// outside is the value as an argument of a function whose parameters are not
// known here.
func (w *resultFlow) outside(call int32, old, now string) (string, bool) {
	name := calleeName(w.f, call)
	if name == "" || slices.Contains(takeAnything, name) || !lost(old, now) && structdiff.Accepts(old, now) != structdiff.No || !w.isExternal(call, name) {
		return "", false
	}
	return fmt.Sprintf("its result goes into %s, was %s and is %s", name, old, now), true
}

// isExternal tells whether a call leads out of the repository.
func (w *resultFlow) isExternal(call int32, name string) bool {
	for i := range w.f.Imports {
		if w.f.Imports[i].Alias == name { // it may be one of the repository's that is not linked here
			return w.f.Imports[i].Module != "" && w.f.Imports[i].Module[0] != '.'
		}
	}
	for i := range w.f.Defs {
		if w.f.Defs[i].Name == name {
			return false
		}
	}
	return true
}

// paramOf is the parameter of the repository's function that a call leads to.
func (w *resultFlow) paramOf(call int32, at int) *facts.Param {
	name := calleeName(w.f, call)
	line := w.f.Exprs[call].Line
	g := w.d.File(w.file)
	if g == nil {
		g = w.d.RelinkedFile(w.file)
	}
	if g != nil {
		for _, e := range g.Edges {
			if e.Type == graph.CallsStatic && e.To.Path != "" && e.Class == graph.Exact && absDiff(e.Line, line) <= 3 {
				if d := w.target(e.To, name); d != nil {
					return structdiff.ParamAt(d.Params, at)
				}
			}
		}
		return nil
	}
	return nil
}

func absDiff(a, b uint32) uint32 {
	if a > b {
		return a - b
	}
	return b - a
}

func (w *resultFlow) target(t graph.Target, name string) *facts.Def {
	f := w.d.State.Facts[t.Path]
	if f == nil {
		return nil
	}
	m := w.d.State.NodeMap(t.Path)
	for i := t.Def; i > 0 && int(i) < len(f.Defs); i++ {
		if m[i] == t.Def && !scan.Nodeless(f, &f.Defs[i]) {
			if f.Defs[i].Name == name {
				return &f.Defs[i]
			}
			return nil
		}
	}
	return nil
}

// bound is the value in a variable.
func (w *resultFlow) bound(b *facts.Bind, old, now string) (string, bool) {
	f := w.f
	if b.Type >= 0 {
		return wanted("the variable "+b.Name, typeText(f, b.Type), old, now)
	}
	for i := range f.Exprs {
		x := &f.Exprs[i]
		if x.Op == facts.OpName && x.Name == b.Name && b.From <= x.Pos && x.Pos < b.To && (within(f, x.Scope, b.Def) || x.Scope == b.Def) {
			if lost(old, now) && w.narrowed(b.Name, b.Pos, x.Pos) {
				continue
			}
			if reason, likely := w.follow(int32(i), old, now); reason != "" {
				return reason, likely
			}
		}
	}
	return "", false
}

// narrowed tells whether a name is asked for being there before it is used.
func (w *resultFlow) narrowed(name string, from, to uint32) bool {
	text := w.d.textNow(w.file)
	if int(to) > len(text) || from > to {
		return false
	}
	between := string(text[from:to])
	for _, s := range []string{"if (!" + name, "if (" + name, name + " &&", "!" + name + ")", name + " ?", name + " ==", name + " !="} {
		if strings.Contains(between, s) {
			return true
		}
	}
	return false
}

// defined is the value as what a definition returns or is.
func (w *resultFlow) defined(d *facts.Def, e int32, now string) (string, bool) {
	switch {
	case d.Kind.Callable() && d.Returns != "" && slices.Contains(d.Rets, e):
		want := d.Returns
		if d.Mods&facts.Async != 0 {
			want, now = structdiff.Awaited(want), structdiff.Awaited(now)
		}
		return wanted(d.Name+"'s result", want, "", now)
	case d.Kind == facts.Variable && d.Value == e && d.Type >= 0:
		return wanted("the variable "+d.Name, typeText(w.f, d.Type), "", now)
	}
	return "", false
}

// wanted judges a value against a type that is written.
func wanted(what, want, old, now string) (string, bool) {
	switch structdiff.Accepts(want, now) {
	case structdiff.No:
		return fmt.Sprintf("%s is declared as %s, and gets %s", what, want, now), false
	case structdiff.Unknown:
		return fmt.Sprintf("%s is declared as %s, and gets %s", what, want, now), true
	}
	return "", false
}

// typeText writes a type as TypeScript does.
func typeText(f *facts.FileFacts, t int32) string {
	if t < 0 {
		return ""
	}
	x := &f.Types[t]
	var args []string
	for _, a := range f.TypeArgs(t) {
		args = append(args, typeText(f, a))
	}
	switch x.Op {
	case facts.TName:
		if len(args) > 0 {
			return x.Name + "<" + strings.Join(args, ", ") + ">"
		}
		return x.Name
	case facts.TUnion:
		return strings.Join(args, " | ")
	case facts.TArray:
		if len(args) == 1 {
			return "(" + args[0] + ")[]"
		}
	case facts.TRef:
		if len(args) == 1 {
			return args[0]
		}
	case facts.TLit:
		if x.Name == "bool" {
			return "boolean"
		}
		return x.Name
	}
	return ""
}
