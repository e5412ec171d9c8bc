package golink_test

import (
	"testing"

	"github.com/structural-memory/smp/linker/golink"
)

// What a type declares itself counts, also where it embeds an unknown one.
func TestAMethodThatIsNotAsWanted(t *testing.T) {
	for size, want := range map[string]int{"Size(x int) int": 1, "Size() int": 0, "Other()": 0} {
		tr := tree{"go.mod": "module m\n", "a.go": "package m\n\nimport \"net/http\"\n\ntype I interface {\n\thttp.Flusher\n\tSize() int\n}\n\ntype T struct{ http.ResponseWriter }\n\nfunc (*T) " + size + " { panic(0) }\n\nfunc F() (i I) { i = &T{}; return i }\n"}
		s := newState(tr, golink.Options{Workers: 1})
		s.l.NoteFaults(true)
		s.update(t, tr.all(), nil)
		if faults, _ := s.l.Faults(); len(faults) != want {
			t.Errorf("%s: %v", size, faults)
		}
	}
}
