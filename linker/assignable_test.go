package linker

import "testing"

// A list whose declaration names a type that nothing declares holds something
// unknown; rating an argument against it once cost the whole file its links.
func TestUnknownTypesAreRatedNotRead(t *testing.T) {
	s := newSolver(New(nil, Options{}))
	known := &val{k: vExt, name: "String"}
	for _, pair := range [][2]*val{{known, nil}, {nil, known}, {nil, nil}} {
		if got := s.assignable(pair[0], pair[1]); got != 3 {
			t.Errorf("assignable(%v, %v) = %d, want 3, as for all that is not known", pair[0], pair[1], got)
		}
	}
}
