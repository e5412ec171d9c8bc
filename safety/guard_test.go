package safety_test

import (
	"slices"
	"testing"

	"github.com/structural-memory/smp/safety"
	"pgregory.net/rapid"
)

func TestJudge(t *testing.T) {
	pct := func(f float64) *float64 { return &f }
	for name, test := range map[string]struct {
		node    safety.Guarded
		breaks  bool
		codes   []string
		unblock []string
		passes  bool
	}{
		"nothing known":                    {safety.Guarded{Complexity: 20}, false, nil, nil, true},
		"tested":                           {safety.Guarded{Complexity: 20, Coverage: pct(87)}, false, nil, nil, true},
		"complex and not tested":           {safety.Guarded{Complexity: 9, Coverage: pct(0)}, false, []string{safety.ZeroCoverage}, []string{"add_tests"}, false},
		"simple and not tested":            {safety.Guarded{Complexity: 4, Coverage: pct(0)}, false, nil, nil, true},
		"hot":                              {safety.Guarded{Hot: true}, false, []string{safety.HotNode}, nil, true},
		"hot and not tested":               {safety.Guarded{Complexity: 9, Coverage: pct(0), Hot: true}, false, []string{safety.ZeroCoverage, safety.HotNode}, []string{"add_tests"}, false},
		"open calls, its body changes":     {safety.Guarded{Unresolved: 3}, false, nil, nil, true},
		"open calls, and it goes":          {safety.Guarded{Unresolved: 3}, true, []string{safety.UnresolvedCallers}, []string{"check_call_sites"}, false},
		"no open calls, and it goes":       {safety.Guarded{Callers: 12}, true, nil, nil, true},
		"hot with open calls, and it goes": {safety.Guarded{Hot: true, Unresolved: 1}, true, []string{safety.HotNode, safety.UnresolvedCallers}, []string{"check_call_sites"}, false},
	} {
		t.Run(name, func(t *testing.T) {
			j := safety.Judge([]safety.Guarded{{NodeID: "other"}, test.node}, test.breaks, safety.GuardLimits{})
			var codes, actions []string
			for _, b := range j.Blocking {
				codes = append(codes, b.Code)
			}
			for _, u := range j.Unblock {
				actions = append(actions, u.Action)
			}
			if !slices.Equal(codes, test.codes) || !slices.Equal(actions, test.unblock) || j.Passes() != test.passes || (j.Verdict == safety.Clear) != (test.codes == nil) {
				t.Errorf("%s %v %v, passes: %v", j.Verdict, codes, actions, j.Passes())
			}
		})
	}
}

// Whatever is asked for, a verdict is clear exactly where nothing blocks, and
// what can be undone is said.
func TestJudgementsAreConsistent(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var all []safety.Guarded
		for range rapid.IntRange(0, 5).Draw(t, "nodes") {
			g := safety.Guarded{Complexity: rapid.IntRange(0, 12).Draw(t, "cx"), Hot: rapid.Bool().Draw(t, "hot"), Unresolved: rapid.IntRange(0, 2).Draw(t, "open")}
			if rapid.Bool().Draw(t, "measured") {
				pct := float64(rapid.IntRange(0, 2).Draw(t, "pct")) * 50
				g.Coverage = &pct
			}
			all = append(all, g)
		}
		breaks := rapid.Bool().Draw(t, "breaks")
		j := safety.Judge(all, breaks, safety.GuardLimits{})
		hot := 0
		for _, b := range j.Blocking {
			if b.Code == safety.HotNode {
				hot++
			}
		}
		if (j.Verdict == safety.Clear) != (len(j.Blocking) == 0) || len(j.Unblock) != len(j.Blocking)-hot || j.Passes() != (len(j.Unblock) == 0) {
			t.Fatalf("%+v", j)
		}
		// More that is unknown never makes a verdict worse.
		for i := range all {
			all[i].Coverage = nil
		}
		if less := safety.Judge(all, breaks, safety.GuardLimits{}); len(less.Blocking) > len(j.Blocking) {
			t.Fatalf("without coverage %+v, with it %+v", less, j)
		}
	})
}

func TestIntentions(t *testing.T) {
	for text, want := range map[string]safety.Intention{
		"modify_function:authenticateUser": {Verb: "modify", Names: []string{"authenticateUser"}},
		"delete_class: A.B":                {Verb: "delete", Names: []string{"A.B"}},
		"remove:x, y":                      {Verb: "delete", Names: []string{"x", "y"}},
		"rename_method:old -> new":         {Verb: "rename", Names: []string{"old"}},
		"change_signature:f":               {Verb: "change_signature", Names: []string{"f"}},
		"MOVE_function:f":                  {Verb: "move", Names: []string{"f"}},
		"add_function:g":                   {Verb: "add", Names: []string{"g"}},
		"note: this is a text":             {},
		"modify:":                          {},
		"":                                 {},
		"Add rate limiting to the login":   {},
	} {
		got := safety.ParseIntention(text)
		if got.Verb != want.Verb || !slices.Equal(got.Names, want.Names) {
			t.Errorf("%q: %+v", text, got)
		}
	}
	in := safety.ParseIntention("make authenticateUser faster, `get` too, and put() but not set; hash2x")
	for name, want := range map[string]bool{"authenticateUser": true, "get": true, "put": true, "set": false, "User": false, "hash2x": true, "hash2": false, "faster": false, "x": false} {
		if in.Mentions(name) != want {
			t.Errorf("mentions %s: %v", name, !want)
		}
	}
}

func FuzzIntention(f *testing.F) {
	f.Add("modify_function:a,b->c", "a")
	f.Add("`x` y(", "y")
	f.Fuzz(func(t *testing.T, text, name string) {
		in := safety.ParseIntention(text)
		if in.Verb == "" && len(in.Names) > 0 || in.Breaks() && in.Verb == "" {
			t.Errorf("%+v", in)
		}
		if in.Mentions(name) && in.Verb != "" {
			t.Errorf("%q mentions %q", text, name)
		}
	})
}
