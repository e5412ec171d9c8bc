package java

import (
	"fmt"
	"slices"
	"testing"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/lang/langtest"
)

// In "v.m()" each line names the line that declares the v it means, 0 where
// no local does.
func TestScopes(t *testing.T) {
	src := `class A { A v; void f(Object o) {
v.m();
if (o instanceof A v && v.m()) v.m();
v.m();
if (!(o instanceof B v)) { return; }
v.m(); }
void g(Object o) { if (!(o instanceof B v) || v.m()) { v.m(); } else { v.m(); }
v.m(); boolean b = o instanceof C v ? v.m() : true;
v.m(); switch (o) { case A v when v.m(): v.m(); break;
default: v.m(); }
for (A v : list(v)) v.m();
try (A v = open(v.m())) { v.m(); } catch (B v) { v.m(); } finally { v.m(); }
v.m();
A v = v.m();
v.m(); } }`
	want := []string{"2:0", "3:3", "3:3", "4:0", "6:5", "7:7", "7:7", "7:7", "8:0", "8:8", "9:0", "9:9", "9:9", "10:0", "11:11", "12:0", "12:12", "12:12", "12:0", "13:0", "14:0", "15:14"}
	f := langtest.Extract(t, "src/A.java", []byte(src))
	var got []string
	for _, c := range f.Calls {
		callee := f.Exprs[f.Exprs[c.Expr].A]
		if callee.Op != facts.OpMember || callee.Name != "m" {
			continue
		}
		on, line := f.Exprs[callee.A], uint32(0)
		for _, b := range f.Binds {
			if b.Name == "v" && b.From <= on.Pos && on.Pos < b.To && b.Line > line {
				line = b.Line
			}
		}
		got = append(got, fmt.Sprintf("%d:%d", c.Line, line))
	}
	if !slices.Equal(got, want) {
		t.Errorf("got  %v\nwant %v", got, want)
	}
}
