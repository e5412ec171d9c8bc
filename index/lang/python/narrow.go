package python

import (
	"bytes"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/internal/sitter"
)

// fact is what a condition says of a name: it is of a type, or is not.
type fact struct {
	at  sitter.Node // an identifier or a dotted chain
	typ int32
	not bool
}

// narrowing is all that a condition says.
type narrowing []fact

// maxFacts bounds what is kept of one condition, and of those before it: long
// chains of tests would otherwise cost their square.
const maxFacts = 8

// apply binds what is known in a range of bytes.
func (n narrowing) apply(x *extract.X, from, to uint32) {
	for _, f := range n {
		if from >= to {
			return
		}
		kind := facts.BindNarrow
		if f.not {
			kind = facts.BindNot
		}
		name := x.Text(f.at)
		b := x.BindIn(kind, name, f.at, x.Cur(), from, to, f.typ, facts.None)
		st := of(x)
		st.narrowed[name] = append(st.narrowed[name], b)
	}
}

// forget ends what conditions told of a name where it gets a new value.
func (s *state) forget(x *extract.X, at sitter.Node) {
	known := s.narrowed[string(at.Bytes())]
	if len(known) == 0 {
		return
	}
	end := at.End() // of the assignment, whose right side still sees the old value
	for p := at.Parent(); p.Is("assignment", "named_expression", "pattern_list", "tuple_pattern", "list_pattern"); p = p.Parent() {
		end = p.End()
	}
	keep := known[:0]
	for _, i := range known {
		b := &x.F.Binds[i]
		if b.To <= at.Start() {
			continue // it is over
		}
		if b.From <= at.Start() && b.Def == x.Cur() {
			b.To = min(b.To, end)
		}
		keep = append(keep, i)
	}
	s.narrowed[string(at.Bytes())] = keep
}

var tests = [][]byte{[]byte("isinstance"), []byte("issubclass"), []byte("type(")}

// conditions are the facts that hold where cond turned out true, or false.
func conditions(x *extract.X, cond sitter.Node, holds bool) narrowing {
	text := cond.Bytes()
	for _, t := range tests {
		if bytes.Contains(text, t) {
			return factsOf(x, cond, holds)
		}
	}
	return nil
}

func factsOf(x *extract.X, cond sitter.Node, holds bool) narrowing {
	switch cond.Kind() {
	case "parenthesized_expression":
		return factsOf(x, cond.First(), holds)
	case "not_operator":
		return factsOf(x, cond.Field("argument"), !holds)
	case "boolean_operator":
		l, r := cond.Field("left"), cond.Field("right")
		a := factsOf(x, l, holds)
		if len(a) >= maxFacts {
			return a
		}
		b := factsOf(x, r, holds)
		if (x.Between(l, r) == "and") == holds {
			return append(a, b...)
		}
		return either(x, a, b)
	case "call":
		return classTest(x, cond, holds)
	case "comparison_operator":
		return typeTest(x, cond, holds)
	}
	return nil
}

// either is what holds when one of two conditions does.
func either(x *extract.X, a, b narrowing) narrowing {
	if len(a) != 1 || len(b) != 1 || a[0].not || b[0].not || !bytes.Equal(a[0].at.Bytes(), b[0].at.Bytes()) {
		return nil
	}
	t := x.AddType(facts.Type{Op: facts.TUnion}, a[0].at, a[0].typ, b[0].typ)
	return narrowing{{at: a[0].at, typ: t}}
}

// classTest is isinstance(x, T) or issubclass(x, T).
func classTest(x *extract.X, n sitter.Node, holds bool) narrowing {
	fn := n.Field("function")
	subclass := string(fn.Bytes()) == "issubclass"
	if !subclass && string(fn.Bytes()) != "isinstance" {
		return nil
	}
	at, class := argument(n.Field("arguments"), 0), argument(n.Field("arguments"), 1)
	if at.Is("named_expression") {
		at = at.Field("name")
	}
	if !isChain(at) || !class.OK() {
		return nil
	}
	t := classes(x, class)
	if t == facts.None {
		return nil
	}
	if subclass {
		t = x.TypeName("type", class, t)
	}
	return narrowing{{at: at, typ: t, not: !holds}}
}

// typeTest is type(x) is T; that it is not says nothing of subclasses.
func typeTest(x *extract.X, n sitter.Node, holds bool) narrowing {
	l := n.First()
	r := l.Next()
	if !l.Is("call") || string(l.Field("function").Bytes()) != "type" || !r.Is("identifier", "attribute") || r.Next().OK() {
		return nil
	}
	op := x.Between(l, r)
	at := l.Field("arguments").First()
	if !isChain(at) || !(holds && (op == "is" || op == "==") || !holds && (op == "is not" || op == "!=")) {
		return nil
	}
	return narrowing{{at: at, typ: classes(x, r)}}
}

// isChain tells whether a node is a name, or names joined by dots.
func isChain(n sitter.Node) bool {
	for n.Is("attribute") {
		n = n.Field("object")
	}
	return n.Is("identifier")
}

// conditional is "a if cond else b".
func conditional(x *extract.X, n sitter.Node) int32 {
	var parts [3]sitter.Node
	i := 0
	for c := range n.Children() {
		if !c.Is("comment") && i < len(parts) {
			parts[i] = c
			i++
		}
	}
	yes, cond, no := parts[0], parts[1], parts[2]
	x.Expr(cond)
	conditions(x, cond, true).apply(x, yes.Start(), yes.End())
	conditions(x, cond, false).apply(x, no.Start(), no.End())
	a := x.Expr(yes)
	return x.Union(n, a, x.Expr(no))
}

// boolean is "a and b", "a or b": the left side narrows the right one.
func boolean(x *extract.X, n sitter.Node) int32 {
	l, r := n.Field("left"), n.Field("right")
	and := x.Between(l, r) == "and"
	a := x.Expr(l)
	conditions(x, l, and).apply(x, r.Start(), r.End())
	b := x.Expr(r)
	if and {
		return b
	}
	return x.Union(n, a, b)
}
