package smp_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/structural-memory/smp"
)

// circles are functions that call themselves, alone (own), in pairs (ping and
// pong) and over two files (far and back), with one that only calls them.
var circlesIn = map[string]map[string]string{
	"go": {
		"go.mod": "module example.com/round\n\ngo 1.26\n",
		"a.go":   "package a\n\nfunc own(n int) int { return own(n - 1) }\n\nfunc ping() { pong() }\n\nfunc pong() { ping() }\n\nfunc far() { back() }\n\nfunc start() { own(1); ping(); far() }\n",
		"b.go":   "package a\n\nfunc back() { far() }\n",
	},
	"python": {
		"a.py": "from b import back\n\ndef own(n):\n    return own(n - 1)\n\ndef ping():\n    pong()\n\ndef pong():\n    ping()\n\ndef far():\n    back()\n\ndef start():\n    own(1)\n    ping()\n    far()\n",
		"b.py": "from a import far\n\ndef back():\n    far()\n",
	},
	"typescript": {
		"a.ts": "import { back } from './b'\nfunction own(n: number): number { return own(n - 1) }\nfunction ping() { pong() }\nfunction pong() { ping() }\nexport function far() { back() }\nfunction start() { own(1); ping(); far() }\n",
		"b.ts": "import { far } from './a'\nexport function back() { far() }\n",
	},
}

func namesOf(all []smp.Recursion) (out []string) {
	for _, x := range all {
		var names []string
		for _, id := range x.Nodes {
			names = append(names, id[strings.IndexByte(id, '#')+1:])
		}
		slices.Sort(names)
		out = append(out, fmt.Sprint(strings.Join(names, "+"), " ", x.Direct))
	}
	slices.Sort(out)
	return out
}

func TestRecursionIsShown(t *testing.T) {
	for lang, files := range circlesIn {
		t.Run(lang, func(t *testing.T) {
			m := newRepo(t, files).m
			expect := func(what string, got []smp.Recursion, want ...string) {
				t.Helper()
				if names := namesOf(got); !slices.Equal(names, want) || got == nil {
					t.Errorf("%s: %q, want %q", what, names, want)
				}
			}
			all := []string{"back+far false", "own true", "ping+pong false"}
			for depth := 2; depth < 5; depth++ {
				expect("trace", must[*smp.TraceResult](t)(m.Trace(bg, smp.TraceQuery{Start: "start", Depth: depth})).Recursion, all...)
			}
			expect("trace of one step", must[*smp.TraceResult](t)(m.Trace(bg, smp.TraceQuery{Start: "ping", Depth: 1})).Recursion, "ping+pong false")
			expect("trace inward", must[*smp.TraceResult](t)(m.Trace(bg, smp.TraceQuery{Start: "pong", Direction: "both", Depth: 1})).Recursion, "ping+pong false")
			expect("trace of what does not call", must[*smp.TraceResult](t)(m.Trace(bg, smp.TraceQuery{Start: "start", Direction: "in"})).Recursion)
			own := must[*smp.ImpactResult](t)(m.Impact(bg, smp.ImpactQuery{Entity: "own"}))
			expect("impact", own.Recursion, "own true")
			if i := slices.IndexFunc(own.RequiredUpdates, func(u smp.RequiredUpdate) bool { return u.Function == "own" }); i < 0 {
				t.Errorf("the call of itself does not change with it: %+v", own.RequiredUpdates)
			}
			if own.TotalAffected != 1 {
				t.Errorf("it is counted among those that depend on it: %+v", own)
			}
			expect("impact of one step", must[*smp.ImpactResult](t)(m.Impact(bg, smp.ImpactQuery{Entity: "ping", Depth: 1})).Recursion, "ping+pong false")
			file := must[*smp.NavigateResult](t)(m.Navigate(bg, smp.NavigateQuery{Query: "start"})).Entity.File
			expect("context", must[*smp.ContextResult](t)(m.Context(bg, smp.ContextQuery{FilePath: file})).Recursion, all...)
		})
	}
}

// A circle as long as many functions neither hides nor overflows anything.
func TestLongCircle(t *testing.T) {
	var text strings.Builder
	const n = 3000
	for i := range n {
		fmt.Fprintf(&text, "def f%d():\n    f%d()\n\n", i, (i+1)%n)
	}
	m := newRepo(t, map[string]string{"a.py": text.String()}).m
	res := must[*smp.ContextResult](t)(m.Context(bg, smp.ContextQuery{FilePath: "a.py"}))
	if len(res.Recursion) != 1 || len(res.Recursion[0].Nodes) != n {
		t.Errorf("%d circles", len(res.Recursion))
	}
}

// Communities are nodes to a walk along their relationships.
func TestTraceOfCommunities(t *testing.T) {
	m := newRepo(t, town()).m
	trace := func(start, direction string, types ...string) *smp.TraceResult {
		t.Helper()
		return must[*smp.TraceResult](t)(m.Trace(bg, smp.TraceQuery{Start: start, Relationship: types, Direction: direction, Depth: 1, Limit: 10000}))
	}
	all := must[*smp.CommunitiesResult](t)(m.Communities(bg, nil))
	children, met := map[string][]string{}, 0
	for _, c := range all.Communities {
		if c.ParentCommunity != "" {
			children[c.ParentCommunity] = append(children[c.ParentCommunity], c.ID)
		}
	}
	for _, c := range all.Communities {
		members := nodeIDs(trace(c.ID, "incoming", "MEMBER_OF"))
		if len(members) != c.MemberCount {
			t.Errorf("%s: %d members, want %d", c.ID, len(members), c.MemberCount)
		}
		up := nodeIDs(trace(members[0], "outgoing", "MEMBER_OF"))
		has(t, members[0], up, c.ID)
		if len(up) != 2 {
			t.Errorf("%s is in %q", members[0], up)
		}
		peers := nodeIDs(trace(c.ID, "outgoing", "BRIDGES"))
		has(t, c.ID+" bridges", peers, c.BridgeCommunities...)
		has(t, c.ID+" is bridged", nodeIDs(trace(c.ID, "incoming", "BRIDGES")), c.BridgeCommunities...)
		met += len(peers)
		if c.ParentCommunity != "" {
			has(t, c.ID+" is in", nodeIDs(trace(c.ID, "outgoing", "CHILD_OF")), c.ParentCommunity)
		} else {
			has(t, c.ID+" holds", nodeIDs(trace(c.ID, "incoming", "CHILD_OF")), children[c.ID]...)
		}
	}
	if met == 0 {
		t.Error("nothing bridges")
	}
	mixed := trace(all.Communities[0].ID, "both", "CALLS", "MEMBER_OF", "BRIDGES", "CHILD_OF")
	if len(mixed.Nodes) < all.Communities[0].MemberCount {
		t.Errorf("%d nodes", len(mixed.Nodes))
	}
	var missing *smp.NotFoundError
	if _, err := m.Trace(bg, smp.TraceQuery{Start: "comm_nowhere", Relationship: []string{"MEMBER_OF"}}); !errors.As(err, &missing) {
		t.Errorf("%v", err)
	}
}

// Who names a function does not mean a chapter or a setting of that name.
func TestCodeBeforeDocuments(t *testing.T) {
	m := newRepo(t, map[string]string{
		"a.py":        "def install():\n    pass\n\n\nclass Server:\n    def start(self):\n        pass\n",
		"README.md":   "# Server\n\nWords.\n\n## install\n\nMore.\n\n## start\n\n## Licence\n",
		"config.yaml": "install:\n  start: 1\nServer: 2\n",
		"set.toml":    "[Server]\nstart = 1\ninstall = 2\nunique = 3\n",
	}).m
	for ref, want := range map[string]string{
		"install": "func:a.py#install", "Server": "class:a.py#Server", "start": "func:a.py#Server.start", "Server.start": "func:a.py#Server.start", "Licence": "section:README.md#Server.Licence",
		"README.md#Server.install": "section:README.md#Server.install",
	} {
		if res, err := m.Navigate(bg, smp.NavigateQuery{Query: ref}); err != nil || res.Entity.ID != want {
			t.Errorf("%s: %v", ref, err)
		}
	}
}
