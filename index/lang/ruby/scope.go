package ruby

import (
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/internal/sitter"
)

// state is what the hooks keep for one file.
type state struct {
	locals []string // the local variables that are known, innermost last
	base   int      // where those of the method or class body at hand begin
	body   classBody
	it     int32 // the block around that names no parameters, or None
}

// classBody is what a class body has said so far about what follows.
type classBody struct {
	access    facts.Mods // of the next methods
	singleton bool       // inside "class << self"
	functions bool       // after module_function
}

func start(x *extract.X, _ sitter.Node) { x.Data = &state{it: facts.None} }

func of(x *extract.X) *state { return x.Data.(*state) }

// fresh runs do with no local variables: methods and class bodies see none
// from outside.
func fresh(x *extract.X, do func()) {
	s := of(x)
	locals, base, it := len(s.locals), s.base, s.it
	s.base, s.it = locals, facts.None
	do()
	s.locals, s.base, s.it = s.locals[:locals], base, it
}

// inner runs do with the local variables of around, and drops those that do
// adds: a block.
func inner(x *extract.X, do func()) {
	s := of(x)
	locals, it := len(s.locals), s.it
	do()
	s.locals, s.it = s.locals[:locals], it
}

// known tells whether a name is a local variable here.
func (s *state) known(name string) bool {
	for i := len(s.locals) - 1; i >= s.base; i-- {
		if s.locals[i] == name {
			return true
		}
	}
	return false
}

// bind gives a local variable a value in the method or block at hand.
func bind(x *extract.X, at sitter.Node, typ, v int32) {
	name := x.Text(at)
	x.Bind(facts.BindVar, name, at, typ, v)
	of(x).locals = append(of(x).locals, name)
}

// identifier is a local variable, or a call of a method of self.
func identifier(x *extract.X, n sitter.Node) int32 {
	s := of(x)
	name := x.Text(n)
	switch {
	case s.known(name):
		return x.Name(n)
	case s.it != facts.None && (name == "it" || len(name) == 2 && name[0] == '_' && name[1] >= '1' && name[1] <= '9'):
		i := int32(0)
		if name[0] == '_' {
			i = int32(name[1] - '1')
		}
		return x.Add(facts.Expr{Op: facts.OpParam, A: s.it, B: i, T: facts.None, D: facts.None}, n)
	case strings.HasPrefix(name, "__"):
		return x.Lit("string")
	case statement(n) && bareDirective(x, name):
		return facts.None
	}
	return x.CallOf(x.Name(n), n, facts.CallMaybe)
}

// statement tells whether a node's value is not used.
func statement(n sitter.Node) bool { return n.Parent().Is("body_statement", "program", "block_body") }

// isClassLevel tells whether self is the class or module around, not an
// instance of it.
func isClassLevel(x *extract.X) bool {
	for d := x.Cur(); d > 0; d = x.Def(d).Parent {
		switch def := x.Def(d); {
		case def.Kind.TypeLike():
			return true
		case def.Kind.Callable():
			return def.Mods.Has(facts.Static)
		}
	}
	return false
}

func self(x *extract.X, n sitter.Node) int32 {
	if isClassLevel(x) {
		return x.Simple(facts.OpSelfClass, "", facts.None, n)
	}
	return x.Simple(facts.OpThis, "", facts.None, n)
}

// variable is @a, which is a member of self, or @@a, one of the class.
func variable(x *extract.X, n sitter.Node) int32 {
	of := x.Simple(facts.OpThis, "", facts.None, n)
	if n.Is("class_variable") || isClassLevel(x) {
		x.F.Exprs[of].Op = facts.OpSelfClass
	}
	return x.Member(of, n)
}

func scopeResolution(x *extract.X, n sitter.Node) int32 {
	name := n.Field("name")
	if scope := n.Field("scope"); scope.OK() {
		return x.Member(x.Expr(scope), name)
	}
	return x.Simple(facts.OpName, x.Intern([]byte("."+name.Text())), facts.None, name)
}

// path is a constant's name with dots, "" if it hangs on a computed value.
func path(n sitter.Node) string {
	switch n.Kind() {
	case "constant":
		return n.Text()
	case "scope_resolution":
		scope, name := n.Field("scope"), n.Field("name").Text()
		if !scope.OK() {
			return "." + name
		}
		if p := path(scope); p != "" {
			return p + "." + name
		}
	}
	return ""
}

// remark tells comments to tools from those to people.
func remark(n sitter.Node) bool {
	s := strings.TrimLeft(string(n.Bytes()[:min(len(n.Bytes()), 40)]), "# ")
	for _, p := range []string{"frozen_string_literal", "-*-", "encoding:", "coding:", "rubocop:", "typed:", "warn_indent", "shareable_constant_value", "!/", ":nodoc:", "simplecov"} {
		if strings.HasPrefix(s, p) {
			return true
		}
	}
	return false
}
