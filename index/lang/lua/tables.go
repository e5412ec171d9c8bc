package lua

import (
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/internal/sitter"
)

// state is what the hooks keep for one file.
type state struct {
	holders map[string]bool  // names at the top level that get functions: "M", "M.Sub"
	tables  map[string]int32 // their definitions, once met
	globals map[string]bool  // global names that have a definition
	returns string           // what the module returns, if it is a name
	into    int32            // the table whose constructor is walked, or None
	ownSelf int32            // the last function that makes self a local variable
}

func of(x *extract.X) *state { return x.Data.(*state) }

// start looks through the file for the tables that get functions, so that
// their declarations can be what holds them.
func start(x *extract.X, root sitter.Node) {
	s := &state{holders: map[string]bool{}, tables: map[string]int32{}, globals: map[string]bool{}, into: facts.None, ownSelf: facts.None}
	x.Data = s
	s.look(root)
	if last := lastStatement(root); last.Is("return_statement") && last.First() == last.Last() {
		s.returns = path(last.First())
	}
}

func lastStatement(n sitter.Node) sitter.Node {
	var last sitter.Node
	for c := range n.Children() {
		if !c.Is("comment") {
			last = c
		}
	}
	return last
}

func (s *state) look(list sitter.Node) {
	for c := range list.Children() {
		switch c.Kind() {
		case "function_declaration":
			if object := c.Field("name").Field("object"); object.OK() {
				s.hold(path(object))
			}
		case "assignment":
			target, value := c.Field("target"), c.Field("value")
			if value.Is("function_value") && target.Is("member", "index") {
				s.hold(path(target.Field("object")))
			}
		case "do_statement", "if_statement", "block", "else", "elseif":
			s.look(c)
		}
	}
}

// hold notes that a table gets functions, and the tables around it.
func (s *state) hold(p string) {
	for p != "" {
		s.holders[p] = true
		i := strings.LastIndexByte(p, '.')
		if i < 0 {
			return
		}
		p = p[:i]
	}
}

// path is a name with members, as "a.b"; "" for any other value.
func path(n sitter.Node) string {
	switch n.Kind() {
	case "identifier":
		return n.Text()
	case "member", "method_name":
		if p := path(n.Field("object")); p != "" {
			return p + "." + n.Field("name").Text()
		}
	case "index":
		if p, name := path(n.Field("object")), n.Field("index"); p != "" && name.Is("string") {
			return p + "." + unquote(name)
		}
	}
	return ""
}

func unquote(n sitter.Node) string {
	s := n.Text()
	if strings.HasPrefix(s, "[") {
		i := strings.IndexByte(s[1:], '[') + 2
		return strings.TrimSuffix(s[i:], "]"+strings.Repeat("=", i-2)+"]")
	}
	return strings.Trim(s, `'"`)
}

// tableOf is the definition of the table that a path names; None if there is
// none in the file.
func tableOf(x *extract.X, p string) int32 {
	if d, ok := of(x).tables[p]; ok && p != "" {
		return d
	}
	return facts.None
}

// declareTable makes the definition of a table that holds functions.
func declareTable(x *extract.X, p string, at, n, value sitter.Node) int32 {
	parent := x.Cur()
	name := p
	if i := strings.LastIndexByte(p, '.'); i >= 0 {
		if t := tableOf(x, p[:i]); t != facts.None {
			parent, name = t, p[i+1:]
		}
	}
	d := x.NewNamed(facts.Class, "table", x.Intern([]byte(name)), n, value)
	x.Def(d).NameLine = at.Line()
	x.Def(d).Parent = parent
	of(x).tables[p] = d
	documentedClass(x, d, p, n)
	x.Within(d, func() {
		v := valueOfTable(x, d, value)
		x.Def(d).Value = v
	})
	return d
}

// valueOfTable walks what a table is given: its constructor, or the call that
// makes it a subclass of another.
func valueOfTable(x *extract.X, d int32, value sitter.Node) int32 {
	switch value.Kind() {
	case "table":
		return members(x, d, value)
	case "call":
		if isName(value.Field("function"), "setmetatable") {
			args := value.Field("arguments")
			if t := args.First(); t.Is("table") {
				members(x, d, t)
			}
			metatable(x, d, args.First().Next())
			return x.Expr(value)
		}
		baseOfCall(x, d, value)
	case "method_call": // Base:extend()
		switch value.Field("name").Text() {
		case "extend", "subclass", "new", "class", "derive":
			base(x, d, value.Field("object"))
		}
	}
	return x.Expr(value)
}

func isName(n sitter.Node, name string) bool { return n.Is("identifier") && n.Text() == name }

// baseOfCall is class("Name", Base), class(Base) and the like.
func baseOfCall(x *extract.X, d int32, n sitter.Node) {
	fn := n.Field("function").Text()
	if !strings.HasSuffix(strings.ToLower(fn), "class") && !strings.HasSuffix(fn, "extend") {
		return
	}
	for a := range n.Field("arguments").Children() {
		base(x, d, a)
	}
}

// metatable reads { __index = Base } or Base itself.
func metatable(x *extract.X, d int32, n sitter.Node) {
	if n.Is("table") {
		for f := range n.Children() {
			if f.Is("pair") && f.Field("name").Text() == "__index" {
				base(x, d, f.Field("value"))
			}
		}
		return
	}
	base(x, d, n)
}

func base(x *extract.X, d int32, n sitter.Node) {
	p := path(n)
	if p == "" || tableOf(x, p) == d {
		return
	}
	for _, b := range x.Def(d).Bases {
		if b.Type != facts.None && x.F.Types[b.Type].Name == p {
			return
		}
	}
	x.Def(d).Bases = append(x.Def(d).Bases, facts.Base{Type: x.TypeName(p, n), Expr: facts.None, Line: n.Line()})
}

// hasFunctions tells whether a constructor has a function in a field.
func hasFunctions(n sitter.Node) bool {
	for f := range n.Children() {
		if n.Is("table") && f.Field("value").Is("function_value") && !f.Is("item") {
			return true
		}
	}
	return false
}

// members are the fields of a constructor, as definitions in d.
func members(x *extract.X, d int32, n sitter.Node) int32 {
	s := of(x)
	outer := s.into
	s.into = d
	x.WalkChildren(n)
	s.into = outer
	return x.Add(facts.Expr{Op: facts.OpObject, A: facts.None, B: facts.None, T: facts.None, D: d}, n)
}

// field is one field of a constructor: a definition where the table is one, a
// function in any case.
func field(x *extract.X, n sitter.Node) {
	s := of(x)
	d := s.into
	s.into = facts.None
	defer func() { s.into = d }()
	at, name, value := n.Field("name"), "", n.Field("value")
	if at.OK() {
		name = x.Text(at)
	} else if at = n.Field("key"); at.Is("string") {
		name = unquote(at)
	} else {
		x.Expr(at)
	}
	switch {
	case name == "":
		x.Expr(value)
	case value.Is("function_value"):
		functionNamed(x, name, "method", at, n, value)
	case d == facts.None:
		x.Expr(value)
	default:
		property(x, name, at, n, value)
	}
}

// property is a field that holds a value.
func property(x *extract.X, name string, at, n, value sitter.Node) int32 {
	p := x.NewNamed(facts.Variable, "property", name, n, sitter.Node{})
	x.Def(p).NameLine = at.Line()
	documentedType(x, p, n)
	x.Within(p, func() {
		var v int32
		if value.Is("table") {
			v = members(x, p, value)
		} else {
			v = x.Expr(value)
		}
		x.Def(p).Value = v
	})
	return p
}
