package text_test

import (
	"fmt"

	"github.com/structural-memory/smp/embed/text"
)

func Example() {
	var z text.Splitter
	terms := text.NewTerms()
	for w := range z.Words("handleHTTPRequests in the background") {
		fmt.Printf("%s:%d\n", w, terms.ID(w))
	}
	for s, kind := range text.Code("go", `return open("a file") // for reading`) {
		fmt.Printf("%d %q\n", kind, s)
	}
	// Output:
	// handle:0
	// http:1
	// requests:2
	// in:-1
	// the:-1
	// background:3
	// 0 "open"
	// 1 "a file"
	// 2 "// for reading"
}
