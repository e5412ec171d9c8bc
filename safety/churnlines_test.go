package safety_test

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/internal/git"
	"github.com/structural-memory/smp/safety"
	"pgregory.net/rapid"
)

// source is a file as the model imagines it: functions one below the other,
// each with a first and a last line that stay.
type source struct {
	ids   []int64
	lines []int
}

func (s *source) start(i int) int {
	at := 1
	for _, n := range s.lines[:i] {
		at += n
	}
	return at
}

func (s *source) spans() []safety.Span {
	out := []safety.Span{{SID: 1000, Start: 1, End: s.start(len(s.lines)) - 1}}
	for i, id := range s.ids {
		out = append(out, safety.Span{SID: id, Name: fmt.Sprint("f", id), Start: s.start(i), End: s.start(i) + s.lines[i] - 1})
	}
	return out
}

// edit changes the inside of one function, or adds one, and says how.
func (s *source) edit(t *rapid.T, next int64, counts map[int64]int) git.Hunk {
	if len(s.ids) == 0 || rapid.IntRange(0, 4).Draw(t, "add") == 0 {
		at, n := rapid.IntRange(0, len(s.ids)).Draw(t, "at"), rapid.IntRange(3, 8).Draw(t, "lines")
		h := git.Hunk{OldStart: s.start(at) - 1, NewStart: s.start(at), NewLines: n}
		s.ids, s.lines = slices.Insert(s.ids, at, next), slices.Insert(s.lines, at, n)
		counts[next]++
		return h
	}
	i := rapid.IntRange(0, len(s.ids)-1).Draw(t, "which")
	inner := s.lines[i] - 2
	from := rapid.IntRange(0, inner).Draw(t, "from")
	gone := rapid.IntRange(0, inner-from).Draw(t, "gone")
	come := rapid.IntRange(0, 4).Draw(t, "come")
	if gone+come == 0 {
		come = 1
	}
	h := git.Hunk{OldStart: s.start(i) + 1 + from, OldLines: gone, NewStart: s.start(i) + 1 + from, NewLines: come}
	if gone == 0 {
		h.OldStart--
	}
	if come == 0 {
		h.NewStart--
	}
	s.lines[i] += come - gone
	counts[s.ids[i]]++
	return h
}

// Each edit inside a function is counted as that function's, however often
// what stands around it moved since, and none as another's.
func TestLineHistoryFindsWhatEachCommitTouched(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := &source{}
		want := map[int64]int{}
		var commits [][]git.FilePatch
		for i := range rapid.IntRange(1, 12).Draw(t, "commits") {
			p := git.FilePatch{Old: "a.go", New: "a.go"}
			if i == 0 {
				p.Old = ""
			}
			p.Hunks = []git.Hunk{s.edit(t, int64(i+1), want)}
			want[1000]++
			commits = append(commits, []git.FilePatch{p})
		}
		h := safety.NewLineHistory(func(path string) ([]safety.Span, error) {
			if path != "a.go" {
				return nil, nil
			}
			return s.spans(), nil
		})
		got := map[int64]int{}
		added := map[int64]int{}
		for _, p := range slices.Backward(commits) {
			if err := h.Back(p, func(x safety.Touch) {
				got[x.SID]++
				if x.Event == graph.NodeAdded {
					added[x.SID]++
				}
			}); err != nil {
				t.Fatal(err)
			}
		}
		if !maps.Equal(got, want) {
			t.Fatalf("%v\nwant %v", got, want)
		}
		for id := range want {
			if added[id] != 1 {
				t.Fatalf("%d was added %d times", id, added[id])
			}
		}
	})
}

func TestLineHistoryFollowsNames(t *testing.T) {
	today := map[string][]safety.Span{
		"new.go": {{SID: 1, Start: 1, End: 9}, {SID: 2, Name: "f", Start: 3, End: 9}},
		"b.go":   {{SID: 3, Start: 1, End: 5}},
	}
	h := safety.NewLineHistory(func(path string) ([]safety.Span, error) { return today[path], nil })
	var log []string
	for i, patches := range [][]git.FilePatch{
		{{Old: "old.go", New: "new.go"}}, // renamed, nothing else
		{{Old: "old.go", New: "old.go", Hunks: []git.Hunk{{OldStart: 4, OldLines: 1, NewStart: 4, NewLines: 1}}}}, // edited under its old name
		{{Old: "new.go", New: "new.go", Hunks: []git.Hunk{{OldStart: 4, OldLines: 1, NewStart: 4, NewLines: 1}}}}, // another file had the name then
		{{Old: "old.go", New: "b.go"}, {Old: "b.go", New: "old.go"}},                                              // the two had changed names
		{{Old: "b.go", New: "b.go", Hunks: []git.Hunk{{OldStart: 3, NewStart: 4, NewLines: 1}}}},
		{{Old: "gone.go", Hunks: []git.Hunk{{OldStart: 1, OldLines: 1}}}},
		{{New: "b.go", Hunks: []git.Hunk{{NewStart: 1, NewLines: 8}}}},
		{{Old: "b.go", New: "b.go", Hunks: []git.Hunk{{OldStart: 3, NewStart: 4, NewLines: 1}}}},
	} {
		if err := h.Back(patches, func(x safety.Touch) { log = append(log, fmt.Sprint(i, ":", x.SID, " ", x.Event)) }); err != nil {
			t.Fatal(err)
		}
	}
	want := []string{"1:1 2", "1:2 2", "4:1 2", "4:2 2", "6:1 1", "6:2 1"}
	if !slices.Equal(log, want) {
		t.Errorf("%q\nwant %q", log, want)
	}
}

func TestWhatIsNewAndWhatIsRewritten(t *testing.T) {
	for name, test := range map[string]struct {
		hunk git.Hunk
		want []graph.ChurnEvent
	}{
		"a line inside":            {git.Hunk{OldStart: 12, OldLines: 1, NewStart: 12, NewLines: 1}, []graph.ChurnEvent{graph.NodeModified}},
		"a line above":             {git.Hunk{OldStart: 9, OldLines: 1, NewStart: 9, NewLines: 1}, nil},
		"a line below":             {git.Hunk{OldStart: 21, OldLines: 1, NewStart: 21, NewLines: 1}, nil},
		"lines gone above it":      {git.Hunk{OldStart: 9, OldLines: 2, NewStart: 9}, nil},
		"lines gone from its end":  {git.Hunk{OldStart: 21, OldLines: 2, NewStart: 20}, nil},
		"lines gone inside":        {git.Hunk{OldStart: 13, OldLines: 2, NewStart: 12}, []graph.ChurnEvent{graph.NodeModified}},
		"its head":                 {git.Hunk{OldStart: 10, OldLines: 1, NewStart: 10, NewLines: 1}, []graph.ChurnEvent{graph.NodeModified}},
		"all of it is new":         {git.Hunk{OldStart: 9, NewStart: 10, NewLines: 11}, []graph.ChurnEvent{graph.NodeAdded}},
		"written over another":     {git.Hunk{OldStart: 10, OldLines: 3, NewStart: 10, NewLines: 11, Removed: "func feed() {\n"}, []graph.ChurnEvent{graph.NodeAdded}},
		"all of it is written new": {git.Hunk{OldStart: 10, OldLines: 3, NewStart: 10, NewLines: 11, Removed: "func (x) fee(a int) {\n"}, []graph.ChurnEvent{graph.NodeModified}},
	} {
		t.Run(name, func(t *testing.T) {
			h := safety.NewLineHistory(func(string) ([]safety.Span, error) {
				return []safety.Span{{SID: 1, Name: "fee", Start: 10, End: 20}}, nil
			})
			var got []graph.ChurnEvent
			err := h.Back([]git.FilePatch{{Old: "a", New: "a", Hunks: []git.Hunk{test.hunk}}}, func(x safety.Touch) { got = append(got, x.Event) })
			if err != nil || !slices.Equal(got, test.want) {
				t.Errorf("%v, %v; want %v", got, err, test.want)
			}
		})
	}
}
