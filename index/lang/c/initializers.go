package c

import (
	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/internal/sitter"
)

// maxFunctions bounds the elements of a table of functions that are kept.
const maxFunctions = 256

// initializer is {…}. target is a value of the type that it makes, None if that
// is not known: functions in it are stored in the members of the target.
func initializer(x *extract.X, list sitter.Node, target int32) int32 {
	var functions []int32
	element, isArray := elementOf(x, target, list)
	i := 0
	for c := range list.Children() {
		switch {
		case c.Is("comment"):
			continue
		case c.Is("initializer_pair"):
			pair(x, c, target, element)
		case c.Is("initializer_list"):
			initializer(x, c, element)
		case storesFunction(x, c):
			v := x.Expr(c)
			if !isArray {
				bindMember(x, target, "", c, v, i)
			}
			if len(functions) < maxFunctions {
				functions = append(functions, v)
			}
		default:
			x.Expr(c)
		}
		i++
	}
	if len(functions) == 0 || !isArray && target != facts.None {
		return facts.None
	}
	return x.Many(facts.OpLit, "list", list, functions...)
}

// elementOf is a value of the element type of a target that is an array.
func elementOf(x *extract.X, target int32, at sitter.Node) (int32, bool) {
	if target == facts.None {
		return facts.None, false
	}
	e := &x.F.Exprs[target]
	if e.Op != facts.OpCast || e.T == facts.None || x.F.Types[e.T].Op != facts.TArray {
		return facts.None, false
	}
	t := x.F.TypeArgs(e.T)[0]
	if t == facts.None {
		return facts.None, true
	}
	return x.Cast(facts.None, t, at), true
}

// pair is .a = v or [i] = v.
func pair(x *extract.X, n sitter.Node, target, element int32) {
	value := n.Field("value")
	var at sitter.Node
	for d := range n.Fields("designator") {
		switch d.Kind() {
		case "field_designator":
			if at.OK() && target != facts.None { // .a.b = v
				target = x.Member(target, at)
			}
			at = d.First()
		case "field_identifier": // a: v, as GNU once had it
			at = d
		default:
			x.WalkChildren(d)
			target, at = element, sitter.Node{}
		}
	}
	if value.Is("initializer_list") {
		inside := target
		if at.OK() && target != facts.None {
			inside = x.Member(target, at)
		}
		initializer(x, value, inside)
		return
	}
	stores := at.OK() && storesFunction(x, value)
	v := x.Expr(value)
	if stores {
		bindMember(x, target, x.Text(at), at, v, 0)
	}
}

// compoundLiteral is (T){…} in C, T{…} in C++.
func compoundLiteral(x *extract.X, n sitter.Node) int32 {
	typ, list := n.Field("type"), n.Field("value")
	t := x.Type(typ)
	if state(x).cpp && !typ.Is("type_descriptor", "primitive_type") {
		args, _ := x.Args(list)
		return x.Construct(t, n, spread(list), args...)
	}
	initializer(x, list, x.Cast(facts.None, t, n))
	return x.Add(facts.Expr{Op: facts.OpNew, A: facts.None, B: facts.None, T: t, D: facts.None}, n)
}
