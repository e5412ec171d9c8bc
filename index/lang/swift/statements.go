package swift

import (
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/internal/sitter"
)

// ifStatement binds the names of its conditions in what follows them, up to
// its else. Its value is that of one of its branches.
func ifStatement(x *extract.X, n sitter.Node) int32 {
	then, end := thenOf(n)
	a, b := facts.None, facts.None
	x.Range(n.Start(), end, func() {
		conditions(x, n)
		a = x.Expr(then)
	})
	after := false
	for c := range n.Children() {
		if c.Is("else") {
			after = true
		} else if after {
			b = x.Expr(c)
		}
	}
	return x.Union(n, a, b)
}

// thenOf is what runs where the conditions hold, and where its names end.
func thenOf(n sitter.Node) (sitter.Node, uint32) {
	for c := range n.Children() {
		switch c.Kind() {
		case "statements":
			return c, c.End()
		case "else":
			return sitter.Node{}, c.Start()
		}
	}
	return sitter.Node{}, n.End()
}

func while(x *extract.X, n sitter.Node) {
	x.Block(n, func() {
		conditions(x, n)
		x.Walk(n.Child("statements"))
	})
}

// guard binds the names of its conditions in the rest of the block around.
func guard(x *extract.X, n sitter.Node) {
	conditions(x, n)
	x.Walk(n.Child("statements"))
}

// conditions reads "a, let b = c, case .d(let e) = f": the grammar has the
// parts of all in one list.
func conditions(x *extract.X, n sitter.Node) {
	var list []sitter.Node
	for c := range n.Children() {
		if c.Is("statements", "else") {
			break
		}
		if !c.Is("comment", "multiline_comment") {
			list = append(list, c)
		}
	}
	for i := 0; i < len(list); i++ {
		switch c := list[i]; {
		case c.Is("value_binding_pattern"):
			if i+1 < len(list) && list[i+1].FieldIs("bound_identifier") {
				i = optionalBinding(x, list, i+1)
			} else {
				i = caseBinding(x, list, i)
			}
		case isCasePart(x, c):
			i = caseBinding(x, list, i)
		default:
			x.Expr(c)
		}
	}
}

func isCasePart(x *extract.X, c sitter.Node) bool {
	return c.Is("pattern", "user_type") || x.Src[max(c.Start(), 1)-1] == '.'
}

// optionalBinding is "let a: T = v" and "let a", from the name on; it returns
// the index of its last part.
func optionalBinding(x *extract.X, list []sitter.Node, i int) int {
	at := list[i]
	t, v := facts.None, facts.None
	if i+1 < len(list) && list[i+1].Is("type_annotation") {
		i++
		t = x.Type(list[i])
	}
	if i+1 < len(list) && strings.HasPrefix(x.Between(list[i], list[i+1]), "=") {
		i++
		v = x.Expr(list[i])
	} else {
		v = x.Name(at)
	}
	if string(at.Bytes()) != "self" {
		x.BindAfter(list[i].End(), facts.BindVar, x.Text(at), at, t, v)
	}
	return i
}

// caseBinding is "case pattern = value" from the first part of the pattern on.
func caseBinding(x *extract.X, list []sitter.Node, i int) int {
	end := i
	for end+1 < len(list) && !strings.HasPrefix(x.Between(list[end], list[end+1]), "=") && !strings.Contains(x.Between(list[end], list[end+1]), "=") {
		end++
	}
	subject := facts.None
	if end+1 < len(list) {
		subject = x.Expr(list[end+1])
	}
	bindParts(x, list[i:end+1], subject, facts.None, false)
	return min(end+1, len(list)-1)
}

func forIn(x *extract.X, n sitter.Node) {
	item := n.Field("item")
	source := x.Expr(n.Field("collection"))
	x.Block(n, func() {
		bindPattern(x, item, x.Simple(facts.OpIter, "", source, item), facts.None, true)
		if w := n.Child("where_clause"); w.OK() {
			x.Expr(w.Last())
		}
		x.Walk(n.Child("statements"))
	})
}

func catchBlock(x *extract.X, n sitter.Node) {
	x.Block(n, func() {
		caught := n.Field("error")
		switch {
		case caught.OK():
			t := x.TypeName("Error", caught)
			bindPattern(x, caught, x.Cast(facts.None, t, caught), facts.None, false)
		default:
			x.Bind(facts.BindVar, "error", n, x.TypeName("Error", n), facts.None)
		}
		for c := range n.Children() {
			if c != caught {
				x.Walk(c)
			}
		}
	})
}

// switchStatement is also an expression: one of its entries' values.
func switchStatement(x *extract.X, n sitter.Node) int32 {
	subject := x.Expr(n.Field("expr"))
	var results []int32
	for e := range n.Children() {
		if !e.Is("switch_entry") {
			continue
		}
		if !e.Child("default_keyword").OK() {
			x.Branch(1)
		}
		x.Block(e, func() {
			for c := range e.Children() {
				switch {
				case c.Is("switch_pattern"):
					bindPattern(x, c.First(), subject, facts.None, false)
				case c.Is("statements"):
					results = append(results, x.Expr(c))
				case !c.Is("where_keyword", "default_keyword", "modifiers"):
					x.Expr(c)
				}
			}
		})
	}
	return x.Union(n, results...)
}

// transfer is return, throw, break, continue.
func transfer(x *extract.X, n sitter.Node) {
	text := string(n.Bytes()[:min(len(n.Bytes()), 8)])
	switch {
	case strings.HasPrefix(text, "return"):
		x.Return(x.Expr(n.Field("result")))
	case strings.HasPrefix(text, "throw"):
		x.Expr(n.Last())
	}
}
