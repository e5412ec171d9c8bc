package merge

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// program is a file of the toy language: functions at the top and in classes.
type program struct{ defs []def }

type def struct {
	name string
	body []string
	kids []def // of a class
}

func (d def) write(b *strings.Builder, indent string) {
	kind := "def"
	if d.kids != nil {
		kind = "class"
	}
	fmt.Fprintf(b, "%s%s %s\n", indent, kind, d.name)
	for _, l := range d.body {
		fmt.Fprintf(b, "%s  %s\n", indent, l)
	}
	for _, k := range d.kids {
		k.write(b, indent+"  ")
	}
}

func (p program) String() string {
	var b strings.Builder
	b.WriteString("use a\nuse b\n")
	for _, d := range p.defs {
		b.WriteString("\n")
		d.write(&b, "")
	}
	return b.String()
}

func (p program) clone() program {
	var copied func([]def) []def
	copied = func(all []def) []def {
		if all == nil {
			return nil
		}
		out := []def{}
		for _, d := range all {
			out = append(out, def{d.name, slices.Clone(d.body), copied(d.kids)})
		}
		return out
	}
	return program{copied(p.defs)}
}

func drawProgram(t *rapid.T) program {
	var p program
	body := func() []string {
		return rapid.SliceOfN(rapid.SampledFrom([]string{"x", "y", "z", "return", "end"}), 0, 4).Draw(t, "body")
	}
	for i := range rapid.IntRange(1, 6).Draw(t, "defs") {
		d := def{name: fmt.Sprintf("d%d", i), body: body()}
		if rapid.IntRange(0, 2).Draw(t, "class") == 0 {
			d.kids = []def{}
			for j := range rapid.IntRange(1, 3).Draw(t, "kids") {
				d.kids = append(d.kids, def{name: fmt.Sprintf("m%d", j), body: body()})
			}
		}
		p.defs = append(p.defs, d)
	}
	return p
}

// functions are all of a program, by pointers into it.
func (p program) functions() (out []*def) {
	for i := range p.defs {
		if p.defs[i].kids == nil {
			out = append(out, &p.defs[i])
		}
		for j := range p.defs[i].kids {
			out = append(out, &p.defs[i].kids[j])
		}
	}
	return out
}

func drawLines(t *rapid.T, name string) string {
	lines := rapid.SliceOfN(rapid.SampledFrom([]string{"use a", "use b", "use c", "", "def f", "def g", "class C", "  def m", "  1", "  2", "    3", "x", "y"}), 0, 12).Draw(t, name)
	return strings.Join(lines, rapid.SampledFrom([]string{"\n", "\r\n"}).Draw(t, "ends")) + rapid.SampledFrom([]string{"", "\n"}).Draw(t, "last")
}

func TestOneSideChanges(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b, x := read(drawLines(t, "base")), read(drawLines(t, "x"))
		for _, res := range []*Result{Merge(b, x, b, nil), Merge(b, b, x, nil), forced(b, x, b), forced(b, b, x), forced(b, x, x)} {
			if !res.OK() || string(res.Data) != string(x.Data) {
				t.Fatalf("%q and %q give %q %v", b.Data, x.Data, res.Data, res.Conflicts)
			}
		}
	})
}

// forced is Merge without the short ways for sides that are equal.
func forced(base, mine, theirs *Text) *Result {
	m := newMerger(*base, *mine, *theirs)
	lines, clashes := m.merge()
	return &Result{Data: formOf(m.base.form, m.mine.form, m.theirs.form).bytes(lines), Conflicts: m.conflicts(clashes)}
}

// TestDisjointEdits: what two sides do to different functions, and new ones
// that they add anywhere, always merges to the text with both.
func TestDisjointEdits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := drawProgram(t)
		mine, theirs, both := b.clone(), b.clone(), b.clone()
		for i := range b.functions() {
			change := []string{fmt.Sprintf("new %d", i), "x"}
			switch rapid.IntRange(0, 2).Draw(t, "who") {
			case 0:
				mine.functions()[i].body, both.functions()[i].body = change, change
			case 1:
				theirs.functions()[i].body, both.functions()[i].body = change, change
			}
		}
		at := rapid.IntRange(0, len(b.defs)).Draw(t, "at")
		newOnes := rapid.IntRange(0, 3).Draw(t, "new")
		x, y := def{name: "x", body: []string{"1"}}, def{name: "y", body: []string{"2"}}
		if newOnes&2 != 0 {
			theirs.defs, both.defs = slices.Insert(theirs.defs, at, y), slices.Insert(both.defs, at, y)
		}
		if newOnes&1 != 0 {
			mine.defs, both.defs = slices.Insert(mine.defs, at, x), slices.Insert(both.defs, at, x)
		}
		res := Merge(read(b.String()), read(mine.String()), read(theirs.String()), nil)
		if !res.OK() || string(res.Data) != both.String() {
			t.Fatalf("base:\n%s\nmine:\n%s\ntheirs:\n%s\nmerged:\n%s\n%v", b, mine, theirs, res.Data, res.Conflicts)
		}
	})
}

// counts is how often each line stands in a text; blank ones do not count.
func counts(s []byte) map[string]int {
	out := map[string]int{}
	for _, l := range strings.Split(string(s), "\n") {
		if l = strings.TrimSuffix(l, "\r"); strings.TrimSpace(l) != "" {
			out[l]++
		}
	}
	return out
}

// TestNothingIsLost: where a merge succeeds, no line is gone that no side has
// taken away, and none is there that no side has; and it is the same for both
// sides, but for the order of what both add at one place.
func TestNothingIsLost(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b, x, y := read(drawLines(t, "base")), read(drawLines(t, "mine")), read(drawLines(t, "theirs"))
		one, other := Merge(b, x, y, nil), Merge(b, y, x, nil)
		if one.OK() != other.OK() {
			t.Fatalf("%q, %q, %q: %v one way, %v the other", b.Data, x.Data, y.Data, one.Conflicts, other.Conflicts)
		}
		if !one.OK() {
			return
		}
		if !maps.Equal(counts(one.Data), counts(other.Data)) {
			t.Fatalf("%q, %q, %q: %q one way, %q the other", b.Data, x.Data, y.Data, one.Data, other.Data)
		}
		cb, cx, cy, got := counts(b.Data), counts(x.Data), counts(y.Data), counts(one.Data)
		for line, n := range got {
			if n > cx[line]+cy[line] {
				t.Fatalf("%q, %q, %q: %q has %q %d times", b.Data, x.Data, y.Data, one.Data, line, n)
			}
		}
		for _, side := range []map[string]int{cx, cy} {
			for line, n := range side {
				lost := max(cb[line]-cx[line], 0) + max(cb[line]-cy[line], 0)
				if got[line] < n-lost {
					t.Fatalf("%q, %q, %q: %q has lost %q", b.Data, x.Data, y.Data, one.Data, line)
				}
			}
		}
	})
}

func TestAlign(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		list := rapid.SliceOfN(rapid.IntRange(0, 6), 0, 30)
		a, b := list.Draw(t, "a"), list.Draw(t, "b")
		for _, pairs := range [][]pair{align(a, b), patience(a, b)} {
			i, j := -1, -1
			for _, p := range pairs {
				if p.i <= i || p.j <= j || a[p.i] != b[p.j] {
					t.Fatalf("%v %v: %v", a, b, pairs)
				}
				i, j = p.i, p.j
			}
		}
		if got, want := len(align(a, b)), longest(a, b); got != want {
			t.Fatalf("%v %v: %d in common, %d are possible", a, b, got, want)
		}
	})
}

// longest is the length of a longest common subsequence.
func longest(a, b []int) int {
	row := make([]int, len(b)+1)
	for _, x := range a {
		diagonal := 0
		for j, y := range b {
			next := row[j+1]
			if x == y {
				row[j+1] = diagonal + 1
			} else {
				row[j+1] = max(row[j+1], row[j])
			}
			diagonal = next
		}
	}
	return row[len(b)]
}

func FuzzMerge(f *testing.F) {
	f.Add("def f\n  1\n", "def f\n  2\n", "def f\n  1\ndef g\n  3\n")
	f.Add("", "a\r\nb", "\xef\xbb\xbfc\n")
	f.Add("class C\n  def m\n    1\n", "class C\n  def m\n    2\n", "x\n")
	f.Fuzz(func(t *testing.T, base, mine, theirs string) {
		b, x, y := read(base), read(mine), read(theirs)
		res := Merge(b, x, y, nil)
		if res.OK() && res.Gone {
			t.Fatal("three files merge to none")
		}
		if isText(b.Data) && isText(x.Data) {
			if got := forced(b, x, b); !got.OK() || string(got.Data) != mine {
				t.Fatalf("%q and %q give %q %v", base, mine, got.Data, got.Conflicts)
			}
		}
	})
}
