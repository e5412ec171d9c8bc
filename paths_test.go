package smp_test

import (
	"strings"
	"testing"

	"github.com/structural-memory/smp"
)

// beside has things that stand in one file or class and do not depend on each
// other, and files that are only in one folder.
var beside = map[string]string{
	"src/a.ts": "import { far } from './b'\n\nexport function uses() { return far() }\n\nexport function alone() { return 1 }\n\nexport class Box {\n  open() { return far() }\n  shut() { return 2 }\n}\n",
	"src/b.ts": "export function far() { return 3 }\n\nexport function other() { return 4 }\n",
	"src/c.ts": "import { Box } from './a'\n\nexport function takes(b: Box) { return b.shut() }\n",
	"src/d.ts": "export function apart() { return 5 }\n",
	"go.mod":   "module example.com/beside\n\ngo 1.26\n",
	"p/p.go":   "package p\n\nfunc One() int { return two() }\n\nfunc two() int { return 2 }\n",
	"p/q.go":   "package p\n\nfunc Three() int { return 3 }\n",
	"main.go":  "package main\n\nimport \"example.com/beside/p\"\n\nfunc main() { p.One() }\n",
}

// A path of dependencies never leads through what merely holds its ends.
func TestWhyIsAboutDependencies(t *testing.T) {
	m := newRepo(t, beside).m
	why := func(from, to string) *smp.WhyResult {
		t.Helper()
		return must[*smp.WhyResult](t)(m.Why(bg, from, to))
	}
	for _, c := range [][2]string{
		{"src/a.ts#alone", "src/a.ts#uses"}, {"src/a.ts#alone", "src/b.ts#far"}, {"src/a.ts", "src/d.ts"}, {"src/a.ts#uses", "src/b.ts#other"},
		{"src/a.ts#Box.shut", "src/b.ts#far"}, {"src/c.ts#takes", "src/b.ts#far"}, {"pkg:src", "src/d.ts"}, {"main.go#main", "p/q.go#Three"}, {"p/p.go", "p/q.go"}, {"src/b.ts", "src/a.ts"},
	} {
		if res := why(c[0], c[1]); res.PathLength != nil || len(res.Chain) != 0 {
			t.Errorf("%s does not depend on %s: %+v", c[0], c[1], res)
		}
	}
	for _, c := range []struct{ from, to, chain string }{
		{"src/a.ts#uses", "src/b.ts#far", "src/a.ts#uses CALLS_STATIC src/b.ts#far"},
		{"src/a.ts#uses", "src/b.ts", "src/a.ts#uses CALLS_STATIC src/b.ts#far"},
		{"src/a.ts#Box", "src/b.ts#far", "src/a.ts#Box.open CALLS_STATIC src/b.ts#far"},
		{"src/c.ts", "src/b.ts", "src/c.ts IMPORTS src/a.ts; src/a.ts IMPORTS src/b.ts"},
		{"main.go", "p/p.go#two", "main.go#main CALLS_STATIC p/p.go#One; p/p.go#One CALLS_STATIC p/p.go#two"},
		{"p", "p/p.go#two", "p/p.go#One CALLS_STATIC p/p.go#two"},
	} {
		var steps []string
		res := why(c.from, c.to)
		for _, s := range res.Chain {
			steps = append(steps, s.Node+" "+s.Edge+" "+s.Target)
		}
		if got := strings.Join(steps, "; "); got != c.chain {
			t.Errorf("%s to %s: %s, want %s", c.from, c.to, got, c.chain)
		}
	}
	if res := must[*smp.FlowResult](t)(m.Flow(bg, "src/a.ts", "src/b.ts", "data")); len(res.Path) != 2 || res.Path[0].Node == "src/a.ts" {
		t.Errorf("a flow begins in a function of the file: %+v", res.Path)
	}
	for _, kind := range []string{"data", "execution"} {
		if res := must[*smp.FlowResult](t)(m.Flow(bg, "src/a.ts#alone", "src/b.ts", kind)); len(res.Path) != 0 {
			t.Errorf("no %s flows: %+v", kind, res.Path)
		}
	}
}

func TestCommunityMembersHaveHeat(t *testing.T) {
	s := newGitShop(t)
	for _, v := range []string{"1", "2", "3", "4", "5"} {
		s.commit(v)
	}
	s.open()
	all := must[*smp.CommunitiesResult](t)(s.Communities(bg, nil))
	heat := map[string]int{}
	for _, c := range all.Communities {
		for _, x := range must[*smp.CommunityResult](t)(s.Community(bg, smp.CommunityQuery{CommunityID: c.ID})).Members {
			if x.HeatScore == nil {
				t.Fatalf("%s has no heat", x.ID)
			}
			heat[x.ID] = *x.HeatScore
		}
	}
	if heat["func:shop.go#Work"] != 30 || heat["func:shop.go#quiet"] != 0 || heat["file:shop.go"] != 30 {
		t.Errorf("%v", heat)
	}
	m := newRepo(t, map[string]string{"a.py": "def f():\n    g()\n\n\ndef g():\n    pass\n"}).m
	for _, c := range must[*smp.CommunitiesResult](t)(m.Communities(bg, nil)).Communities {
		for _, x := range must[*smp.CommunityResult](t)(m.Community(bg, smp.CommunityQuery{CommunityID: c.ID})).Members {
			if x.HeatScore != nil {
				t.Errorf("%s has heat %d, although nothing is known", x.ID, *x.HeatScore)
			}
		}
	}
}

// A question that was asked of all symbols was routed nowhere.
func TestRoutedCommunity(t *testing.T) {
	m := newRepo(t, town()).m
	if res := locateIn(t, m, smp.LocateQuery{Query: "write a block to the disk"}); res.Routed != nil {
		t.Errorf("a global search names %+v", res.Routed)
	}
	for _, c := range must[*smp.CommunitiesResult](t)(m.Communities(bg, nil)).Communities[:8] {
		res := locateIn(t, m, smp.LocateQuery{Query: "write a block to the disk", CommunityID: c.ID})
		if res.Routed == nil || res.Routed.ID != c.ID || res.Routed.SearchedNodes != c.MemberCount || res.Routed.Confidence != 1 || res.Routed.Label != c.Label {
			t.Errorf("in %s (%d): %+v", c.ID, c.MemberCount, res.Routed)
		}
	}
	spec := locateIn(t, m, smp.LocateQuery{Query: "write a block to the disk", Profile: "spec"})
	if spec.Routed != nil && spec.Routed.Confidence < .65 {
		t.Errorf("routed although it is not sure: %+v", spec.Routed)
	}
}
