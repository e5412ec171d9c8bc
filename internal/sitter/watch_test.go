package sitter_test

import (
	"errors"
	"testing"

	"github.com/structural-memory/smp/internal/sitter"
	"github.com/structural-memory/smp/internal/sitter/grammars/swift"
)

// A text whose end the parser repairs forever ends in an error, and the parser
// is as good as new after it.
func TestStuck(t *testing.T) {
	l, err := swift.New()
	if err != nil {
		t.Fatal(err)
	}
	p := sitter.NewParser(l)
	defer p.Close()
	for _, src := range []string{"func f() {\n a() { b", "e\ns=e\nsoundary =", "e\ns=e\nsoundary =  "} {
		if _, err := p.Parse([]byte(src)); !errors.Is(err, sitter.ErrStuck) {
			t.Errorf("%q: %v, want %v", src, err, sitter.ErrStuck)
		}
		tree, err := p.Parse([]byte("func f() { a() }\n"))
		if err != nil || tree.HasError || !tree.Root().Child("function_declaration").OK() {
			t.Errorf("after %q: %v", src, err)
		}
	}
}
