package structdiff_test

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/safety/structdiff"
)

// file makes facts of functions "name body", one a line.
func file(path string, lines ...string) structdiff.File {
	f := &facts.FileFacts{Lang: "typescript", Defs: []facts.Def{{Kind: facts.File, Parent: facts.None, Name: path}}}
	var text []byte
	for _, l := range lines {
		var name string
		fmt.Sscan(l, &name)
		start := uint32(len(text))
		text = append(text, l...)
		f.Defs = append(f.Defs, facts.Def{Kind: facts.Function, Name: name, Sig: name + "()", Span: facts.Span{StartByte: start, EndByte: uint32(len(text)), StartLine: 1, EndLine: 1}, BodyByte: start + uint32(len(name)) + 1, Type: facts.None, Value: facts.None, Recv: facts.None})
		text = append(text, '\n')
	}
	return structdiff.File{Path: path, Facts: f, Text: text}
}

func TestCompare(t *testing.T) {
	long := "{ return one + two * three - four }"
	for _, c := range []struct {
		what          string
		before, after []structdiff.File
		want          string // added removed modified renamed moved
	}{
		{"nothing", []structdiff.File{file("a", "f "+long)}, []structdiff.File{file("a", "f "+long)}, "0 0 0 0 0"},
		{"spaces", []structdiff.File{file("a", "f { x  +  y }")}, []structdiff.File{file("a", "f { x + y }")}, "0 0 0 0 0"},
		{"a body", []structdiff.File{file("a", "f "+long)}, []structdiff.File{file("a", "f { return 1 }")}, "0 0 1 0 0"},
		{"a name", []structdiff.File{file("a", "f "+long)}, []structdiff.File{file("a", "g "+long)}, "0 0 0 1 0"},
		{"another file", []structdiff.File{file("a", "f "+long), file("b")}, []structdiff.File{file("a"), file("b", "f "+long)}, "0 0 0 0 1"},
		{"something else", []structdiff.File{file("a", "f "+long)}, []structdiff.File{file("a", "g { while (true) { spin(); wait(9) } }")}, "1 1 0 0 0"},
		{"short ones do not move", []structdiff.File{file("a", "f { }")}, []structdiff.File{file("b", "g { }")}, "1 1 0 0 0"},
	} {
		d := structdiff.Compare(c.before, c.after)
		if got := fmt.Sprint(len(d.Added), len(d.Removed), len(d.Modified), len(d.Renamed), len(d.Moved)); got != c.want {
			t.Errorf("%s: %s, want %s", c.what, got, c.want)
		}
	}
}

func TestAccepts(t *testing.T) {
	for _, c := range []struct {
		want, have string
		is         structdiff.Answer
	}{
		{"string", "string", structdiff.Yes}, {"any", "Map<string, number>", structdiff.Yes}, {"string | undefined", "string", structdiff.Yes},
		{"string", "string | undefined", structdiff.No}, {"number", "string", structdiff.No}, {"string", `"a"`, structdiff.Yes}, {"number", "7", structdiff.Yes},
		{"Promise<string>", "Promise<number>", structdiff.No}, {"Token", "User", structdiff.Unknown}, {"string", "User", structdiff.Unknown},
		{"string", "{token: Token}", structdiff.No}, {"string[]", "Array<string>", structdiff.Yes}, {"string", "unknown", structdiff.No}, {"() => void", "string", structdiff.No},
	} {
		if got := structdiff.Accepts(c.want, c.have); got != c.is {
			t.Errorf("%s for %s: %d, want %d", c.have, c.want, got, c.is)
		}
	}
}

// Every type accepts itself, and any text is safe to ask about.
func TestAcceptsAnyText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := rapid.String().Draw(t, "a"), rapid.StringMatching(`[A-Za-z<>|&()\[\], ]*`).Draw(t, "b")
		structdiff.Accepts(a, b)
		structdiff.Accepts(b, a)
		if structdiff.Accepts(b, b) != structdiff.Yes {
			t.Fatalf("%q does not accept itself", b)
		}
	})
}

func FuzzArguments(f *testing.F) {
	f.Add([]byte(`f(a, "b,c", (d) => { return [1, 2] }) + g(1)`))
	f.Fuzz(func(t *testing.T, text []byte) {
		args, _ := structdiff.Arguments(text)
		for _, a := range args {
			structdiff.LiteralType(a)
		}
	})
}

func ExampleArguments() {
	args, _ := structdiff.Arguments([]byte(`login("a, b", [1, 2], f(x))`))
	fmt.Println(len(args), args[0], structdiff.LiteralType(args[0]) != "")
	// Output: 3 "a, b" true
}
