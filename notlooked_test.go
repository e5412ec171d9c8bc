package smp_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/structural-memory/smp"
)

// A file that could not be linked is told in status and in every answer that
// it concerns, by the next process too, until it is linked again.
func TestFilesNotLinkedAreTold(t *testing.T) {
	files := map[string]string{
		"go.mod":    "module m\n",
		"a/a.go":    "package a\n\nfunc Alone() {}\n\nfunc Other() {}\n",
		"a/b.go":    "package a\n\nfunc use() { Alone() }\n",
		"lib.py":    "def single():\n    return 1\n\ndef plain():\n    return 2\n",
		"caller.py": "from lib import single\n\ndef run():\n    single()\n",
	}
	smp.Refuse(t, func(path string) string {
		if path == "a/b.go" || path == "caller.py" {
			return "a test wants it so"
		}
		return ""
	})
	m := indexed(t, files)
	check := func(m *smp.Memory, told bool) {
		t.Helper()
		st, err := m.Status(t.Context(), 0)
		if err != nil {
			t.Fatal(err)
		}
		if (len(st.GivenUp) == 2) != told || !told && len(st.GivenUp) > 0 {
			t.Errorf("status: %v", st.GivenUp)
		}
		for ref, caller := range map[string]string{"a/a.go#Alone": "a/b.go", "lib.py#single": "caller.py"} {
			i, err := m.Impact(t.Context(), smp.ImpactQuery{Entity: ref})
			if err != nil {
				t.Fatal(err)
			}
			if told != (i.Severity == "unknown") || told != (i.Certainty.NotLookedAt != nil) || told == i.Certainty.Certain {
				t.Errorf("impact of %s: %s, %+v", ref, i.Severity, i.Certainty)
			}
			if told && i.Certainty.NotLookedAt.Files[0].File != caller {
				t.Errorf("impact of %s: %+v", ref, i.Certainty.NotLookedAt)
			}
			g, err := m.Guard(t.Context(), smp.GuardQuery{Target: ref, IntendedChange: "delete:" + ref[strings.Index(ref, "#")+1:]})
			if err != nil {
				t.Fatal(err)
			}
			if told != (g.Certainty == "partial") || told != (g.NotLookedAt != nil) {
				t.Errorf("guard of %s: %s %+v", ref, g.Certainty, g.NotLookedAt)
			}
		}
		for _, ref := range []string{"a/a.go#Other", "lib.py#plain"} { // nobody mentions them
			i, err := m.Impact(t.Context(), smp.ImpactQuery{Entity: ref})
			if err != nil || i.Severity != "none" || !i.Certainty.Certain {
				t.Errorf("impact of %s: %v, %+v", ref, err, i)
			}
		}
		if problems, err := m.Doctor(t.Context()); err != nil || len(problems) > 0 {
			t.Errorf("doctor: %v %v", problems, err)
		}
	}
	check(m, true)
	if res, err := m.Index(t.Context(), nil); err != nil || res.Changed > 0 {
		t.Fatalf("%v, %+v", err, res)
	}
	check(m, true)
	smp.Refuse(t, nil)
	write(t, filepath.Join(m.Root(), "a/b.go"), files["a/b.go"]+"\n// again\n")
	write(t, filepath.Join(m.Root(), "caller.py"), files["caller.py"]+"\n# again\n")
	if _, err := m.Index(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	check(m, false)
}

// Where a file of a kind that nobody reads mentions what is asked for, nothing
// is "none" or plainly clear.
func TestUnreadKindsAreTold(t *testing.T) {
	m := indexed(t, map[string]string{
		"util.ts":  "export function fmtDate() {}\n\nexport function lonely() {}\n",
		"Page.vue": "<script setup>\nimport { fmtDate } from './util'\nfmtDate()\n</script>\n",
		"v.erb":    "<%= lonelyish %>\n",
	})
	i, err := m.Impact(t.Context(), smp.ImpactQuery{Entity: "fmtDate"})
	if err != nil || i.Severity != "unknown" || i.Certainty.NotLookedAt == nil || i.Certainty.NotLookedAt.Files[0].File != "Page.vue" {
		t.Errorf("%v: %+v", err, i)
	}
	if i, err = m.Impact(t.Context(), smp.ImpactQuery{Entity: "lonely"}); err != nil || i.Severity != "none" {
		t.Errorf("%v: %+v", err, i)
	}
	if g, err := m.Guard(t.Context(), smp.GuardQuery{Target: "util.ts"}); err != nil || g.Certainty != "partial" {
		t.Errorf("guard: %v: %+v", err, g)
	}
	if g, err := m.Guard(t.Context(), smp.GuardQuery{Target: "Page.vue"}); err != nil || g.Certainty != "partial" {
		t.Errorf("guard of the file itself: %v: %+v", err, g)
	}
	if st, err := m.Status(t.Context(), 0); err != nil || st.UnreadKinds[".vue"] != 1 || st.UnreadKinds[".erb"] != 1 {
		t.Errorf("status: %v: %v", err, st.UnreadKinds)
	}
}

// What a library was given it may hand out again: calls of that through the
// library are not nobody's.
func TestMembersHandedToALibrary(t *testing.T) {
	m := indexed(t, map[string]string{
		"state.ts": "import { make } from 'some-store'\nexport const useCart = make(() => ({ add() { return 1 }, drop() { return 2 } }))\n",
		"use.ts":   "import { useCart } from './state'\nexport function click() { useCart.getState().add() }\n",
		"far.ts":   "import { other } from 'else'\nexport function far() { other().drop() }\n",
	})
	i, err := m.Impact(t.Context(), smp.ImpactQuery{Entity: "state.ts#useCart.add"})
	if err != nil || i.Severity != "unknown" || i.Certainty.UnresolvedSameName != 1 {
		t.Errorf("%v: %+v", err, i)
	}
	if i, err = m.Impact(t.Context(), smp.ImpactQuery{Entity: "state.ts#useCart.drop"}); err != nil || i.Severity != "none" {
		t.Errorf("%v: %+v", err, i)
	}
}
