package extract_test

import (
	"strings"
	"testing"
	"time"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/index/lang"
	_ "github.com/structural-memory/smp/index/lang/c"
)

// Of a file that its grammar cannot cope with, what stands at the beginning is
// read, and the facts say that the rest was not.
func TestUnfinished(t *testing.T) {
	l, _ := lang.Get("cpp")
	x, err := l.New()
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	src := "int first() { return other(); }\n" + strings.Repeat("0x00, 0x11, 0xff, 0x55,\n", 8000) + "int last() { return 1; }\n"
	extract.WithBudget(20*time.Millisecond, func() {
		f, err := x.Extract("table.inl", []byte(src))
		if err != nil {
			t.Fatal(err)
		}
		if f.Flags&(facts.Unfinished|facts.Unread) != facts.Unfinished {
			t.Errorf("the flags are %b", f.Flags)
		}
		if len(f.Defs) < 2 || f.Defs[1].Name != "first" || f.Lines != 8002 || int(f.Defs[0].EndByte) != len(src) {
			t.Errorf("%d lines, %d bytes, definitions: %+v", f.Lines, f.Defs[0].EndByte, f.Defs)
		}
	})
	f, err := x.Extract("after.cc", []byte("int f() { return g(); }\n"))
	if err != nil || f.Flags != 0 || len(f.Defs) != 2 {
		t.Errorf("a file after it: %v, flags %b, %d definitions", err, f.Flags, len(f.Defs))
	}
}

// An extraction that was stopped is an error, not an empty file.
func TestStopped(t *testing.T) {
	for _, id := range []string{"c", "cpp"} {
		l, _ := lang.Get(id)
		x, err := l.New()
		if err != nil {
			t.Fatal(err)
		}
		x.(interface{ Stop() }).Stop()
		if f, err := x.Extract("a.h", []byte("int f();\n")); err == nil {
			t.Errorf("%s: no error, flags %b", id, f.Flags)
		}
		x.Close()
	}
}
