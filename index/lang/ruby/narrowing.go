package ruby

import (
	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/internal/sitter"
)

// narrow binds what a condition that is or is not true tells about local
// variables: a.is_a?(B), B === a.
func narrow(x *extract.X, cond sitter.Node, holds bool, from, to uint32) {
	if from >= to {
		return
	}
	switch cond.Kind() {
	case "parenthesized_statements", "then":
		if cond.First() == cond.Last() {
			narrow(x, cond.First(), holds, from, to)
		}
	case "unary":
		if b := cond.Bytes(); b[0] == '!' || b[0] == 'n' {
			narrow(x, cond.Field("operand"), !holds, from, to)
		}
	case "binary":
		left, right := cond.Field("left"), cond.Field("right")
		switch op := x.Between(left, right); {
		case op == "===":
			instance(x, right, left, holds, from, to)
		case (op == "&&" || op == "and") && holds, (op == "||" || op == "or") && !holds:
			narrow(x, left, holds, from, to)
			narrow(x, right, holds, from, to)
		}
	case "call":
		switch string(cond.Field("method").Bytes()) {
		case "is_a?", "kind_of?", "instance_of?":
			instance(x, cond.Field("receiver"), cond.Field("arguments").First(), holds, from, to)
		}
	}
}

func instance(x *extract.X, name, class sitter.Node, holds bool, from, to uint32) {
	p := path(class)
	if !name.Is("identifier") || p == "" || !of(x).known(x.Text(name)) {
		return
	}
	kind := facts.BindNarrow
	if !holds {
		kind = facts.BindNot
	}
	x.BindIn(kind, x.Text(name), name, x.Cur(), from, to, x.TypeName(p, class), facts.None)
}

func binary(x *extract.X, n sitter.Node) int32 {
	left, right := n.Field("left"), n.Field("right")
	op := x.Between(left, right)
	a := x.Expr(left)
	switch op {
	case "&&", "and":
		x.Branch(1)
		narrow(x, left, true, right.Start(), right.End())
		return x.Expr(right)
	case "||", "or":
		x.Branch(1)
		narrow(x, left, false, right.Start(), right.End())
		return x.Union(n, a, x.Expr(right))
	}
	b := x.Expr(right)
	switch op {
	case "<<":
		fill(x, left, b)
	case "==", "!=", "===", "=~", "!~", "<", ">", "<=", ">=":
		return x.Lit("bool")
	}
	if a == facts.None && b == facts.None {
		return facts.None
	}
	return x.Add(facts.Expr{Op: facts.OpBinary, Name: op, A: a, B: b, T: facts.None, D: facts.None}, n)
}

func unary(x *extract.X, n sitter.Node) int32 {
	switch b := n.Bytes(); {
	case len(b) > 8 && string(b[:8]) == "defined?":
		return x.Lit("string") // its operand is not run
	case b[0] == '!' || b[0] == 'n':
		x.Expr(n.Field("operand"))
		return x.Lit("bool")
	}
	return x.Expr(n.Field("operand"))
}

// caseValue is case … when …: the variable that is looked at is narrowed.
func caseValue(x *extract.X, n sitter.Node) int32 {
	subject := n.Field("value")
	x.Expr(subject)
	var results []int32
	for c := range n.Children() {
		if c.Is("when") {
			x.Branch(1)
			results = append(results, when(x, c, subject))
		} else if c.Is("else") {
			results = append(results, x.Expr(c))
		}
	}
	return x.Union(n, results...)
}

func when(x *extract.X, n, subject sitter.Node) int32 {
	body := n.Field("body")
	var types []int32
	known := subject.Is("identifier") && of(x).known(x.Text(subject))
	for p := range n.Fields("pattern") {
		x.Expr(p)
		if s := path(p.First()); s != "" {
			types = append(types, x.TypeName(s, p))
		} else {
			known = false
		}
		if !subject.OK() {
			narrow(x, p.First(), true, body.Start(), body.End())
		}
	}
	if known && len(types) > 0 && body.OK() {
		t := types[0]
		if len(types) > 1 {
			t = x.AddType(facts.Type{Op: facts.TUnion}, n, types...)
		}
		x.BindIn(facts.BindNarrow, x.Text(subject), subject, x.Cur(), body.Start(), body.End(), t, facts.None)
	}
	return x.Expr(body)
}
