package merge_test

import (
	"fmt"
	"strings"

	"github.com/structural-memory/smp/safety/merge"
)

func ExampleMerge() {
	read := func(s string) *merge.Text {
		t := &merge.Text{Data: []byte(s)}
		for _, name := range []string{"f", "g"} { // as an index would say
			start := strings.Index(s, "func "+name)
			t.Nodes = append(t.Nodes, merge.Node{ID: name, Start: start, End: start + strings.IndexByte(s[start:], '}') + 1, Whole: true})
		}
		return t
	}
	base := read("func f() { old() }\nfunc g() { old() }\n")
	res := merge.Merge(base, read("func f() { mine() }\nfunc g() { old() }\n"), read("func f() { old() }\nfunc g() { theirs() }\n"), nil)
	fmt.Printf("%s", res.Data)
	res = merge.Merge(base, read("func f() { mine() }\nfunc g() { old() }\n"), read("func f() { theirs() }\nfunc g() { old() }\n"), nil)
	fmt.Println(res.Conflicts[0].Node, res.Conflicts[0].Kind)
	// Output:
	// func f() { mine() }
	// func g() { theirs() }
	// f both_changed
}
