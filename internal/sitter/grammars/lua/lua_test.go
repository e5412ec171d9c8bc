package lua_test

import (
	"strings"
	"testing"

	"github.com/structural-memory/smp/internal/sitter"
	"github.com/structural-memory/smp/internal/sitter/grammars/lua"
)

func parser(t testing.TB) *sitter.Parser {
	l, err := lua.New()
	if err != nil {
		t.Fatal(err)
	}
	return sitter.NewParser(l)
}

// shape writes a tree as its types and leaves.
func shape(n sitter.Node) string {
	if !n.First().OK() {
		if n.Is("identifier", "number", "string") {
			return n.Text()
		}
		return n.Kind()
	}
	var parts []string
	for c := range n.Children() {
		parts = append(parts, shape(c))
	}
	return n.Kind() + "(" + strings.Join(parts, " ") + ")"
}

func TestParse(t *testing.T) {
	p := parser(t)
	defer p.Close()
	for _, c := range []struct{ src, want string }{
		{"a.b['c'](1):d 'x' {}", "chunk(call(method_call(call(index(member(a b) 'c') arguments(1)) d arguments('x')) arguments(table)))"},
		{"x = a or b and not c == -d ^ e .. f .. g", "chunk(assignment(x binary(a binary(b binary(unary(c) binary(unary(binary(d e)) binary(f g)))))))"},
		{"x, y.z = 1 + 2 * 3 // 4, ...", "chunk(assignment(x member(y z) binary(1 binary(binary(2 3) 4)) vararg))"},
		{"local a <const>, b = 1", "chunk(local_declaration(a attribute b 1))"},
		{"local function f(a, ...) return a, 1; end", "chunk(local_function(f parameters(a vararg) block(return_statement(a 1))))"},
		{"function a.b:c() goto done ::done:: end", "chunk(function_declaration(method_name(member(a b) c) parameters block(goto_statement label)))"},
		{"goto = goto.x", "chunk(assignment(goto member(goto x)))"},
		{"if a then b() elseif c then else d() end", "chunk(if_statement(a block(call(b arguments)) elseif(c block) else(block(call(d arguments)))))"},
		{"for i = 1, 2 do end for k, v in p(t) do break end", "chunk(numeric_for(i 1 2 block) generic_for(k v call(p arguments(t)) block(break_statement)))"},
		{"while x do repeat local y until y end", "chunk(while_statement(x block(repeat_statement(block(local_declaration(y)) y))))"},
		{"t = { 1, a = 2; [3] = function() end, f() }", "chunk(assignment(t table(item(1) pair(a 2) keyed(3 function_value(parameters block)) item(call(f arguments)))))"},
		{"#!/bin/lua\n--[==[ a ]] ]==] x() -- y\n-- z\nreturn", "chunk(comment call(x arguments) comment comment return_statement)"},
		{"s = [==[\n]] ]==] .. 'a\\'b\\\nc' .. \"\\z  \n d\"", "chunk(assignment(s binary([==[\n]] ]==] binary('a\\'b\\\nc' \"\\z  \n d\"))))"},
		{"x = 0x1p-3 + .5e+3 .. 1", "chunk(assignment(x binary(binary(0x1p-3 .5e+3) 1)))"},
	} {
		tree, err := p.Parse([]byte(c.src))
		if err != nil {
			t.Fatal(err)
		}
		if got := shape(tree.Root()); got != c.want || tree.HasError {
			t.Errorf("%s\n got %s (error %v)\nwant %s", c.src, got, tree.HasError, c.want)
		}
	}
}

// What is wrong in one place leaves the rest as it is.
func TestRecover(t *testing.T) {
	p := parser(t)
	defer p.Close()
	for _, c := range []struct{ src, want string }{
		{"x = = 1\nf()", "chunk(assignment(x) error error call(f arguments))"},
		{"f(\nlocal y = 1", "chunk(call(f arguments) local_declaration(y 1))"},
		{"function a.() x() end y()", "chunk(function_declaration(member(a ) parameters block(call(x arguments))) call(y arguments))"},
		{"if a then b()", "chunk(if_statement(a block(call(b arguments))))"},
		{"end f()", "chunk(error call(f arguments))"},
		{"t = { a = 1, b =\nlocal c = 2", "chunk(assignment(t table(pair(a 1) pair(b))) local_declaration(c 2))"},
		{"x = 'open\nf()", "chunk(assignment(x 'open) call(f arguments))"},
		{"\x01 f()", "chunk(error call(f arguments))"},
	} {
		tree, err := p.Parse([]byte(c.src))
		if err != nil {
			t.Fatal(err)
		}
		if got := shape(tree.Root()); got != c.want || !tree.HasError {
			t.Errorf("%s\n got %s (error %v)\nwant %s", c.src, got, tree.HasError, c.want)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte("local a <const>, b = { c = function(...) return ... end, [d] = 1 } -- x\nfor i = 1, 2 do a.b:c 'd' end"))
	f.Add([]byte(strings.Repeat("(", 300) + strings.Repeat("{", 300) + strings.Repeat("if x then ", 300)))
	p := parser(f)
	f.Fuzz(func(t *testing.T, src []byte) {
		tree, err := p.Parse(src)
		if err != nil {
			t.Fatal(err)
		}
		last := uint32(0)
		for n := range tree.Root().Descendants() {
			up := n.Parent()
			if n.Start() < last || n.End() < n.Start() || n.Start() < up.Start() || n.End() > up.End() || n.EndLine() < n.Line() {
				t.Fatalf("%s at %d-%d in %s at %d-%d, after %d", n.Kind(), n.Start(), n.End(), up.Kind(), up.Start(), up.End(), last)
			}
			last = n.Start()
		}
	})
}
