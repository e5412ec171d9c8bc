package sitter_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/structural-memory/smp/internal/sitter"
	"github.com/structural-memory/smp/internal/sitter/grammars/cpp"
)

// A text that the parser takes ever longer for is given up when its budget is
// used up, and the parser is as good as new after it.
func TestBudget(t *testing.T) {
	l, err := cpp.New()
	if err != nil {
		t.Fatal(err)
	}
	p := sitter.NewParser(l)
	defer p.Close()
	elements := []byte(strings.Repeat("0x00, 0x11, 0xff, 0x55,\n", 8000))
	left := 20 * time.Millisecond
	if _, err := p.ParseWithin(elements, &left); !errors.Is(err, sitter.ErrTimeout) || left > 0 {
		t.Fatalf("%v with %v left, want %v", err, left, sitter.ErrTimeout)
	}
	if n := p.Reached(); n == 0 || n >= len(elements) {
		t.Errorf("it came to byte %d of %d", n, len(elements))
	}
	left = time.Second
	tree, err := p.ParseWithin([]byte("int f() { return g(); }\n"), &left)
	if err != nil || tree.HasError || left <= 0 || left > time.Second {
		t.Errorf("after it: %v with %v left", err, left)
	}
}

// A parse is ended from another goroutine, and none begins after that.
func TestStop(t *testing.T) {
	l, err := cpp.New()
	if err != nil {
		t.Fatal(err)
	}
	p := sitter.NewParser(l)
	defer p.Close()
	go func() {
		for p.Reached() == 0 {
			time.Sleep(time.Millisecond)
		}
		p.Stop()
	}()
	left := time.Hour
	if _, err := p.ParseWithin([]byte(strings.Repeat("0x00, 0x11, 0xff, 0x55,\n", 8000)), &left); !errors.Is(err, sitter.ErrStopped) {
		t.Errorf("%v, want %v", err, sitter.ErrStopped)
	}
	if _, err := p.Parse([]byte("int x;\n")); !errors.Is(err, sitter.ErrStopped) {
		t.Errorf("after it: %v, want %v", err, sitter.ErrStopped)
	}
}
