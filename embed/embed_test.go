package embed

import "testing"

func TestJoined(t *testing.T) {
	x := Text{Name: "open", Parent: "Store", Path: "a/store.go", Signature: "func (s *Store) open() error", Doc: "Opens größe.", Body: []string{"{\n}", "more"}}
	if got, want := x.Joined(1000), "a/store.go\nStore.open\nfunc (s *Store) open() error\nOpens größe.\n{\n}\nmore"; got != want {
		t.Errorf("%q", got)
	}
	if got := x.Joined(59); got != "a/store.go\nStore.open\nfunc (s *Store) open() error\nOpens gr" {
		t.Errorf("cut: %q", got)
	}
	if got := (&Text{}).Joined(10); got != "" {
		t.Errorf("nothing: %q", got)
	}
}
