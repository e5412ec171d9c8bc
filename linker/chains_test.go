package linker_test

import (
	"fmt"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

// TestTypesInsideExtensions links types that each are declared in an extension
// of the one before, in files of their own: the first is known at once, each
// other when the one before is, however many there are.
func TestTypesInsideExtensions(t *testing.T) {
	t.Parallel()
	const n = 9
	text := "-- Sources/M/T0.swift --\nstruct T0 {}\n"
	name := "T0"
	for i := 1; i < n; i++ {
		text += fmt.Sprintf("-- Sources/M/T%d.swift --\nextension %s { struct T%d { func f%d() {} } }\n", i, name, i, i)
		name += fmt.Sprintf(".T%d", i)
	}
	text += fmt.Sprintf("-- Sources/M/Z.swift --\nextension %s { func last() {} }\nfunc use(_ x: %s) { x.last() }\n", name, name)
	p := readProject(t, txtar.Parse([]byte(text)))
	if got := p.list(p.full(t)); !strings.Contains(got, "use -> Sources/M/Z.swift") {
		t.Errorf("the call does not lead into the extension:\n%s", got)
	}
	inAnyOrder(t, "extensions of extensions", p, 1)
}
