package merge

import (
	"errors"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// read makes a text of a toy language: a definition is a line "def NAME" or
// "class NAME" and all that follows and is indented deeper; an import is a line
// that begins with use.
func read(s string) *Text {
	t := &Text{Data: []byte(s)}
	type open struct {
		indent, node int
		name         string
	}
	var stack []open
	at := 0
	for n, line := range strings.SplitAfter(s, "\n") {
		text := strings.TrimSpace(line)
		indent := len(line) - len(strings.TrimLeft(line, " "))
		if text != "" {
			for len(stack) > 0 && stack[len(stack)-1].indent >= indent {
				stack = stack[:len(stack)-1]
			}
			for _, o := range stack {
				t.Nodes[o.node].End = at + len(strings.TrimRight(line, "\r\n"))
			}
		}
		if strings.HasPrefix(text, "use ") {
			t.Imports = append(t.Imports, n+1)
		}
		if m := header.FindStringSubmatch(text); m != nil {
			id := m[2]
			if len(stack) > 0 {
				id = stack[len(stack)-1].name + "." + id
			}
			stack = append(stack, open{indent, len(t.Nodes), id})
			t.Nodes = append(t.Nodes, Node{ID: id, Start: at + indent, End: at + len(strings.TrimRight(line, "\r\n")), Whole: m[1] == "def"})
		}
		at += len(line)
	}
	return t
}

var header = regexp.MustCompile(`^(def|class) (\w+)`)

const base = "use a\nuse b\n\ndef f\n  1\n\n# of g\ndef g\n  2\nclass C\n  field\n  def m\n    3\n  def n\n    4\n"

func edit(s string, pairs ...string) string { return strings.NewReplacer(pairs...).Replace(s) }

func TestMerge(t *testing.T) {
	for _, c := range []struct {
		name               string
		base, mine, theirs string
		want               string // or
		conflicts          []string
	}{
		{name: "different functions", mine: edit(base, "1", "10"), theirs: edit(base, "2", "20"), want: edit(base, "1", "10", "2", "20")},
		{name: "adjacent methods", mine: edit(base, "    3", "    30\n    31"), theirs: edit(base, "  def n\n    4", "  def n\n    40"), want: edit(base, "    3", "    30\n    31", "    4", "    40")},
		{name: "both add at one place", mine: edit(base, "# of g", "def x\n  7\n\n# of g"), theirs: edit(base, "# of g", "def y\n  8\n\n# of g"),
			want: edit(base, "# of g", "def x\n  7\n\ndef y\n  8\n\n# of g")},
		{name: "both add at the end", mine: base + "\ndef x\n  7\n", theirs: base + "\ndef y\n  8\n", want: base + "\ndef x\n  7\n\ndef y\n  8\n"},
		{name: "a method at the end and a function after it", mine: base + "\ndef x\n  7\n", theirs: base + "  def o\n    8\n", want: base + "  def o\n    8\n\ndef x\n  7\n"},
		{name: "both add the same", mine: base + "def x\n  7\n", theirs: "def x\n  7\n" + base, want: base + "def x\n  7\n"},
		{name: "both add it otherwise", mine: base + "def x\n  7\n", theirs: "def x\n  8\n" + base, conflicts: []string{"x: both_added"}},
		{name: "the same change", mine: edit(base, "1", "10"), theirs: edit(base, "1", "10", "2", "3"), want: edit(base, "1", "10", "2", "3")},
		{name: "one function, other lines", base: "def f\n  1\n  2\n  3\n  4\n  5\n", mine: "def f\n  1\n  0\n  2\n  3\n  4\n  5\n", theirs: "def f\n  1\n  2\n  3\n  4\n  5\n  6\n", conflicts: []string{"f: both_changed"}},
		{name: "deleted and changed", mine: edit(base, "def f\n  1\n\n", ""), theirs: edit(base, "1", "10"), conflicts: []string{"f: deleted_and_changed"}},
		{name: "changed and class deleted", mine: edit(base, "    3", "    30"), theirs: base[:strings.Index(base, "class")], conflicts: []string{"C.m: deleted_and_changed"}},
		{name: "added to a class that is deleted", mine: base + "  def o\n    8\n", theirs: base[:strings.Index(base, "class")], conflicts: []string{"C: deleted_and_changed"}},
		{name: "deleted and its neighbour changed", mine: edit(base, "def f\n  1\n\n", ""), theirs: edit(base, "2", "20"), want: edit(base, "def f\n  1\n\n", "", "2", "20")},
		{name: "both delete", mine: edit(base, "def f\n  1\n\n", ""), theirs: edit(base, "def f\n  1\n\n", "", "2", "20"), want: edit(base, "def f\n  1\n\n", "", "2", "20")},
		{name: "moved and deleted", mine: edit(base, "def f\n  1\n\n", "") + "def f\n  1\n", theirs: edit(base, "def f\n  1\n\n", ""), conflicts: []string{"f: deleted_and_changed"}},
		{name: "renamed and changed", mine: edit(base, "def f", "def h"), theirs: edit(base, "1", "10"), conflicts: []string{"f: deleted_and_changed"}},
		{name: "imports", mine: edit(base, "use b", "use b\nuse c\nuse d"), theirs: edit(base, "use b", "use b\nuse d\nuse e"), want: edit(base, "use b", "use b\nuse c\nuse d\nuse e")},
		{name: "first imports with first functions", base: "# x\n", mine: "# x\n\nuse a\nuse c\n\ndef f\n  1\n", theirs: "# x\n\nuse b\nuse c\n\ndef g\n  2\n",
			want: "# x\n\nuse a\nuse c\nuse b\n\ndef f\n  1\n\ndef g\n  2\n"},
		{name: "other lines at one place", mine: edit(base, "use b", "use b\nx = 1"), theirs: edit(base, "use b", "use b\ny = 2"), conflicts: []string{"line 3: both_changed"}},
		{name: "the same line", mine: edit(base, "field", "fields"), theirs: edit(base, "field", "a field"), conflicts: []string{"C: both_changed"}},
		{name: "no newline at the end", base: "def f\n  1", mine: "def f\n  1\ndef g\n  2", theirs: "def f\n  3", want: "def f\n  3\ndef g\n  2"},
		{name: "newline added", base: "def f\n  1", mine: "def f\n  1\n", theirs: "def f\n  3", want: "def f\n  3\n"},
		{name: "line ends changed", base: "a\ndef f\n  1\n", mine: "a\r\ndef f\r\n  1\r\n", theirs: "a\ndef f\n  2\n", want: "a\r\ndef f\r\n  2\r\n"},
		{name: "byte order mark", base: bom + "a\ndef f\n  1\n", mine: bom + "b\ndef f\n  1\n", theirs: bom + "a\ndef f\n  2\n", want: bom + "b\ndef f\n  2\n"},
		{name: "binary", base: "a\x00", mine: "b\x00", theirs: "c\x00", conflicts: []string{"line 1: file"}},
		{name: "no UTF-8", base: "a\xff\nb\nc\n", mine: "d\xff\nb\nc\n", theirs: "a\xff\nb\ne\n", conflicts: []string{"line 1: file"}},
		{name: "not sound", base: "def f\n  1\ndef g\n  2\n", mine: "def f\n  broken\ndef g\n  2\n", theirs: "def f\n  1\ndef g\n  3\n", conflicts: []string{"line 1: syntax"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.base == "" {
				c.base = base
			}
			res := Merge(read(c.base), read(c.mine), read(c.theirs), sound)
			got := []string{}
			for _, x := range res.Conflicts {
				got = append(got, x.String())
			}
			if !slices.Equal(got, append([]string{}, c.conflicts...)) || c.conflicts == nil && string(res.Data) != c.want {
				t.Errorf("conflicts %q, want %q\n%q\n%q", got, c.conflicts, res.Data, c.want)
			}
		})
	}
}

func sound(data []byte) error {
	if strings.Contains(string(data), "broken") {
		return errors.New("broken")
	}
	return nil
}

func TestFilesThatComeAndGo(t *testing.T) {
	a, b, c := read("a\n"), read("b\n"), read("c\n")
	for _, x := range []struct {
		base, mine, theirs *Text
		want               string
		kind               Kind
	}{
		{nil, a, nil, "a\n", ""}, {nil, nil, a, "a\n", ""}, {nil, a, a, "a\n", ""}, {nil, a, b, "", WholeFile},
		{a, nil, a, "", ""}, {a, a, nil, "", ""}, {a, nil, nil, "", ""}, {a, nil, b, "", Deleted}, {a, b, nil, "", Deleted}, {a, b, c, "", BothChanged},
	} {
		res := Merge(x.base, x.mine, x.theirs, nil)
		if x.kind != "" {
			if len(res.Conflicts) != 1 || res.Conflicts[0].Kind != x.kind {
				t.Errorf("%v: %v, want %s", x, res.Conflicts, x.kind)
			}
			continue
		}
		if !res.OK() || string(res.Data) != x.want || res.Gone != (x.want == "") {
			t.Errorf("%v: %+v", x, res)
		}
	}
}

func TestConflictHasAllVersions(t *testing.T) {
	res := Merge(read(base), read(edit(base, "1", "10", "# of g", "def x\n  7\n\n# of g")), read(edit(base, "1", "11")), nil)
	if len(res.Conflicts) != 1 {
		t.Fatal(res.Conflicts)
	}
	c := res.Conflicts[0]
	if c.Line != 4 || string(c.Base) != "def f\n  1\n" || string(c.Mine) != "def f\n  10\n" || string(c.Theirs) != "def f\n  11\n" {
		t.Errorf("%d %q %q %q", c.Line, c.Base, c.Mine, c.Theirs)
	}
	res = Merge(read(base), read(base+"def x\n  7\n"), read(base+"def x\n  8\n"), nil)
	if c := res.Conflicts[0]; string(c.Mine) != "def x\n  7\n" || string(c.Theirs) != "def x\n  8\n" || len(c.Base) != 0 {
		t.Errorf("%q %q %q", c.Base, c.Mine, c.Theirs)
	}
}

// TestRebased: a version that is made in knowledge of the conflicts merges, and
// what theirs did elsewhere stays.
func TestRebased(t *testing.T) {
	for _, c := range []struct{ mine, theirs, again, want string }{
		{edit(base, "1", "10"), edit(base, "1", "11", "2", "20"), edit(base, "1", "12"), edit(base, "1", "12", "2", "20")},
		{edit(base, "1", "10"), edit(base, "def f\n  1\n\n", "", "2", "20"), edit(base, "1", "12"), "use a\nuse b\n\ndef f\n  12\n" + edit(base[strings.Index(base, "# of"):], "2", "20")},
		{base + "def x\n  1\n", base + "def x\n  2\ndef y\n  3\n", base + "def x\n  4\n", base + "def x\n  4\ndef y\n  3\n"},
	} {
		res := Merge(read(base), read(c.mine), read(c.theirs), nil)
		if len(res.Conflicts) != 1 {
			t.Fatal(res.Conflicts)
		}
		res = Merge(read(string(res.Rebased)), read(c.again), read(c.theirs), nil)
		got := res.Data
		if !res.OK() || !slices.Equal(strings.Fields(string(got)), strings.Fields(c.want)) {
			t.Errorf("%v\n%s\nwant\n%s", res.Conflicts, got, c.want)
		}
	}
}
