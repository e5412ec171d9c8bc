package facts_test

import (
	"fmt"

	"github.com/structural-memory/smp/facts"
)

// Facts survive encoding, and List shows them as golden files do.
func Example() {
	f := &facts.FileFacts{Lang: "go", Lines: 3, Defs: []facts.Def{
		{Kind: facts.File, Name: "a.go", Parent: facts.None, Span: facts.Span{StartLine: 1, EndLine: 3}, NameLine: 1, Type: facts.None, Value: facts.None, Recv: facts.None},
		{Kind: facts.Function, Form: "function", Name: "Run", Sig: "func Run()", Mods: facts.Exported, Complexity: 1,
			Span: facts.Span{StartLine: 3, EndLine: 3}, NameLine: 3, Type: facts.None, Value: facts.None, Recv: facts.None},
	}}
	g, err := facts.Decode(f.Encode(nil))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(facts.List(g))
	// Output:
	// def Function function Run :3-3 [exported] cx:1
	//     sig func Run()
}
