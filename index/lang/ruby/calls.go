package ruby

import (
	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/internal/sitter"
)

// call is a call with or without receiver, arguments and block. Some of those
// without receiver are what other languages have as syntax.
func call(x *extract.X, n sitter.Node) int32 {
	recv, m := n.Field("receiver"), n.Field("method")
	if !recv.OK() {
		if m.Is("super") {
			args, flags := arguments(x, n)
			return x.CallOf(x.Simple(facts.OpSuper, "", facts.None, m), n, flags, args...)
		}
		if v, ok := directive(x, n, string(m.Bytes())); ok {
			return v
		}
	}
	var object int32 = facts.None
	if recv.OK() {
		object = x.Expr(recv)
	}
	if v, ok := reflective(x, n, object, string(m.Bytes())); ok {
		return v
	}
	if recv.OK() && x.Text(recv) == "RSpec" && examples[string(m.Bytes())] {
		return exampleGroup(x, n)
	}
	return plainCall(x, n, object)
}

func plainCall(x *extract.X, n sitter.Node, object int32) int32 {
	args, flags := arguments(x, n)
	if r := n.Field("receiver"); r.OK() && len(args) > 0 {
		switch string(n.Field("method").Bytes()) {
		case "push", "append", "unshift", "prepend", "add":
			fill(x, r, args[0])
		case "store":
			fill(x, r, args[len(args)-1])
		case "concat":
			if args[0] != facts.None {
				fill(x, r, x.Simple(facts.OpIter, "", args[0], n))
			}
		}
	}
	return x.CallOf(callee(x, n, object), n, flags, args...)
}

// callee is what is called: a name, or a member of object. "a.(b)" calls call.
func callee(x *extract.X, n sitter.Node, object int32) int32 {
	m := n.Field("method")
	switch {
	case !m.OK():
		return x.Simple(facts.OpMember, "call", object, n.Field("arguments"))
	case object == facts.None && !n.Field("receiver").OK():
		return x.Name(m)
	}
	return x.Member(object, m)
}

// arguments are those in parentheses or not, and the block last.
func arguments(x *extract.X, n sitter.Node) ([]int32, facts.CallFlags) {
	args, spread := x.Args(n.Field("arguments"))
	var flags facts.CallFlags
	if spread {
		flags |= facts.CallSpread
	}
	if b := n.Field("block"); b.OK() {
		args = append(args, block(x, b, nil))
	}
	return args, flags
}

// superCall is super without arguments: it passes all that the method got.
func superCall(x *extract.X, n sitter.Node) int32 {
	return x.CallOf(x.Simple(facts.OpSuper, "", facts.None, n), n, facts.CallSpread)
}

// directive handles calls of self that declare something.
func directive(x *extract.X, n sitter.Node, name string) (int32, bool) {
	list := n.Field("arguments")
	switch name {
	case "raise", "fail":
		x.Throw(n)
	case "require", "require_relative", "load", "autoload":
		return facts.None, require(x, n, name, list)
	case "lambda", "proc":
		if b := n.Field("block"); b.OK() && !list.OK() {
			return block(x, b, nil), true
		}
	}
	if x.InFunction() {
		return facts.None, false
	}
	switch name {
	case "let", "let!", "subject", "subject!":
		return facts.None, isTest(x.Path) && helper(x, n, name, list)
	case "test", "should":
		return facts.None, testBlock(x, n, list)
	}
	if examples[name] && isTest(x.Path) {
		return exampleGroup(x, n), true
	}
	if !list.OK() {
		return facts.None, bareDirective(x, name)
	}
	if _, ok := accessOf[name]; ok {
		setAccess(x, name, list)
		return facts.None, true
	}
	if !x.Def(x.Cur()).Kind.TypeLike() {
		return facts.None, false
	}
	switch name {
	case "include", "extend", "prepend":
		mixIn(x, name, list)
	case "attr_reader", "attr_writer", "attr_accessor", "attr":
		accessors(x, name, list)
	case "define_method", "define_singleton_method":
		return facts.None, defineMethod(x, n)
	case "def_delegator", "def_instance_delegator", "def_delegators", "def_instance_delegators":
		return facts.None, delegators(x, n, name, list)
	case "alias_method":
		names := append(symbols(list.First()), symbols(list.Last())...)
		if len(names) != 2 {
			return facts.None, false
		}
		aliasOf(x, names[0], names[1], list.First(), list.Last(), n)
	default:
		return facts.None, false
	}
	return facts.None, true
}

// reflective are calls that name a method: send(:a, b), method(:a).
func reflective(x *extract.X, n sitter.Node, object int32, name string) (int32, bool) {
	switch name {
	case "send", "public_send", "__send__", "method", "public_method", "instance_method":
	default:
		return facts.None, false
	}
	list := n.Field("arguments")
	at := list.First()
	names := symbols(at)
	if len(names) != 1 || !at.Is("simple_symbol", "string") {
		return facts.None, false
	}
	if object == facts.None {
		object = self(x, n)
	}
	fn := x.Simple(facts.OpMember, x.Intern([]byte(names[0])), object, at)
	if name == "method" || name == "public_method" || name == "instance_method" {
		return fn, true
	}
	args, flags := arguments(x, n)
	return x.CallOf(fn, n, flags, args[1:]...), true
}

// element is a[b].
func element(x *extract.X, n sitter.Node) int32 {
	object, index := n.Field("object"), facts.None
	a := x.Expr(object)
	for c := range n.Children() {
		if c != object {
			index = x.Expr(c)
		}
	}
	e := x.Index(a, index, n)
	if n.Last() != object {
		x.F.Exprs[e].Name = x.Intern([]byte(keyName(n.Last())))
	}
	return e
}
