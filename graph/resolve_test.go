package graph

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/structural-memory/smp/facts"
)

// shop is a repository in which names are hard to tell apart.
func shop() repo {
	fn := facts.Function
	return repo{
		"src/auth/login.ts": {text: 1, defs: []def{
			{name: "AuthService", kind: facts.Class, parent: -1, lines: 9},
			{name: "login", kind: fn, parent: 0, lines: 3},
			{name: "login", kind: fn, parent: 0, disc: "(string)", lines: 1},
			{name: "check", kind: fn, parent: -1, lines: 2},
		}, uses: []use{{from: 3, typ: CallsStatic, name: "bcrypt#hash", line: 3}, {from: 3, typ: CallsStatic, name: "lodash#check", line: 3}}},
		"src/auth/logout.ts": {text: 2, defs: []def{
			{name: "AuthService", kind: facts.Class, parent: -1, lines: 2},
			{name: "logout", kind: fn, parent: 0, lines: 1},
		}},
		"lib/store/open.go": {text: 3, defs: []def{{name: "Open", kind: fn, parent: -1, lines: 1}, {name: "twice", kind: fn, parent: -1, lines: 1}, {name: "twice", kind: fn, parent: -1, lines: 1}}},
		"package.json":      {text: 4, kind: facts.Config, defs: []def{{name: "v1.2", kind: facts.Config, parent: -1, lines: 1}}},
	}
}

func TestResolve(t *testing.T) {
	g := memory(t)
	apply(t, g, shop().all())
	for _, c := range []struct{ ref, want string }{
		{"func:src/auth/login.ts#AuthService.login", "func:src/auth/login.ts#AuthService.login"},
		{"func:src/auth/login.ts#AuthService.login(string)", "func:src/auth/login.ts#AuthService.login(string)"},
		{"src/auth/login.ts#AuthService.login", "func:src/auth/login.ts#AuthService.login"},
		{"src/auth/login.ts#AuthService.login(string)", "func:src/auth/login.ts#AuthService.login(string)"},
		{"src/auth/login.ts#check", "func:src/auth/login.ts#check"},
		{"login.ts#check", "func:src/auth/login.ts#check"},
		{"./src/auth/login.ts#check", "func:src/auth/login.ts#check"},
		{"lib/store/open.go#twice~2", "func:lib/store/open.go#twice~2"},
		{"src/auth/logout.ts", "file:src/auth/logout.ts"},
		{"logout.ts", "file:src/auth/logout.ts"},
		{"auth/logout.ts", "file:src/auth/logout.ts"},
		{"package.json", "config:package.json"},
		{"v1.2", "config:package.json#v1.2"},
		{"src/auth", "pkg:src/auth"},
		{"lib/store/", "pkg:lib/store"},
		{"pkg:lib/store", "pkg:lib/store"},
		{"repo:", "repo:"},
		{"logout", "func:src/auth/logout.ts#AuthService.logout"},
		{"AuthService.logout", "func:src/auth/logout.ts#AuthService.logout"},
		{"AuthService::logout()", "func:src/auth/logout.ts#AuthService.logout"},
		{"(*AuthService).logout", "func:src/auth/logout.ts#AuthService.logout"},
		{"src.auth.logout.AuthService", "class:src/auth/logout.ts#AuthService"},
		{"store.Open", "func:lib/store/open.go#Open"},
		{"lib/store.Open", "func:lib/store/open.go#Open"},
		{"check", "func:src/auth/login.ts#check"}, // the leaf lodash#check is outside
		{"bcrypt.hash", "ext:bcrypt#hash"},
		{"ext:lodash#check", "ext:lodash#check"},
		{"hash", "ext:bcrypt#hash"},
		{"src/auth/logout.ts:4", "func:src/auth/logout.ts#AuthService.logout"},
		{"src/auth/logout.ts:4:7", "func:src/auth/logout.ts#AuthService.logout"},
		{"src/auth/logout.ts:1", "file:src/auth/logout.ts"},
		{" logout ", "func:src/auth/logout.ts#AuthService.logout"},
	} {
		n, err := g.Resolve(context.Background(), c.ref, Filter{})
		if err != nil || n.ID != c.want {
			t.Errorf("%q is %q, %v; want %q", c.ref, n.ID, err, c.want)
		}
	}
}

func TestResolveNeverChooses(t *testing.T) {
	g := memory(t)
	apply(t, g, shop().all())
	for ref, want := range map[string][]string{
		"AuthService":             {"class:src/auth/login.ts#AuthService", "class:src/auth/logout.ts#AuthService"},
		"login":                   {"func:src/auth/login.ts#AuthService.login", "func:src/auth/login.ts#AuthService.login(string)"},
		"src/auth/login.ts#login": {"func:src/auth/login.ts#AuthService.login", "func:src/auth/login.ts#AuthService.login(string)"},
		"twice":                   {"func:lib/store/open.go#twice", "func:lib/store/open.go#twice~2"},
	} {
		_, err := g.Resolve(context.Background(), ref, Filter{})
		var e *AmbiguousError
		if !errors.As(err, &e) {
			t.Errorf("%q: %v, want an ambiguity", ref, err)
			continue
		}
		var got []string
		for _, n := range e.Candidates {
			got = append(got, n.ID)
		}
		if !slices.Equal(got, want) || e.More != 0 || !strings.Contains(err.Error(), want[1]) {
			t.Errorf("%q: candidates %v, more %d; want %v", ref, got, e.More, want)
		}
	}
}

func TestResolveNotFoundSuggests(t *testing.T) {
	g := memory(t)
	apply(t, g, shop().all())
	for ref, want := range map[string]string{
		"logot":                             "logout",
		"AuthServise":                       "AuthService",
		"authservice":                       "AuthService",
		"Service":                           "AuthService",
		"func:src/auth/login.ts#AuthServ":   "src/auth/login.ts#AuthService",
		"src/auth/login.ts#chekc":           "src/auth/login.ts#check",
		"src/nowhere.ts#chec":               "check",
		"lib/store/opne.go":                 "open.go",
		"a name that is like no other here": "",
		"":                                  "",
	} {
		_, err := g.Resolve(context.Background(), ref, Filter{})
		var e *NotFoundError
		if !errors.As(err, &e) {
			t.Errorf("%q: %v, want not found", ref, err)
			continue
		}
		if want == "" && len(e.Suggestions) > 0 || want != "" && !slices.Contains(e.Suggestions, want) {
			t.Errorf("%q: suggestions %v, want %q", ref, e.Suggestions, want)
		}
	}
}

func TestResolveFilter(t *testing.T) {
	g := memory(t)
	apply(t, g, shop().all())
	for _, c := range []struct {
		filter Filter
		want   string
	}{
		{Filter{Path: "src/auth/logout.ts"}, "class:src/auth/logout.ts#AuthService"},
		{Filter{Path: "src/auth/login.ts", Kinds: []facts.Kind{facts.Class}}, "class:src/auth/login.ts#AuthService"},
	} {
		if n, err := g.Resolve(context.Background(), "AuthService", c.filter); err != nil || n.ID != c.want {
			t.Errorf("%+v: %q, %v; want %q", c.filter, n.ID, err, c.want)
		}
	}
	var missing *NotFoundError
	if _, err := g.Resolve(context.Background(), "AuthService", Filter{Kinds: []facts.Kind{facts.Test}}); !errors.As(err, &missing) {
		t.Errorf("no such kind: %v", err)
	}
}

func TestADeclarationIsNoSecondMeaning(t *testing.T) {
	g := memory(t)
	f := func(path string, mods facts.Mods) FileGraph {
		return FileGraph{File: FileRow{Path: path, Lang: "c"}, Nodes: []NodeRow{{Kind: facts.File}, {Kind: facts.Function, Name: "run", Mods: mods}}}
	}
	apply(t, g, &Change{Files: []FileGraph{f("run.c", 0), f("run.h", facts.Declared)}})
	if n, err := g.Resolve(context.Background(), "run", Filter{}); err != nil || n.ID != "func:run.c#run" {
		t.Errorf("%q, %v; want the definition", n.ID, err)
	}
	apply(t, g, &Change{Files: []FileGraph{f("other.c", 0)}})
	var e *AmbiguousError
	if _, err := g.Resolve(context.Background(), "run", Filter{}); !errors.As(err, &e) || len(e.Candidates) != 3 {
		t.Errorf("with two definitions: %v", err)
	}
}

func TestManyCandidatesAreCounted(t *testing.T) {
	g, ch := memory(t), &Change{}
	for i := range 30 {
		ch.Files = append(ch.Files, FileGraph{File: FileRow{Path: strings.Repeat("x", i+1), Lang: "c"}, Nodes: []NodeRow{{Kind: facts.File}, {Kind: facts.Function, Name: "main"}}})
	}
	apply(t, g, ch)
	var e *AmbiguousError
	if _, err := g.Resolve(context.Background(), "main", Filter{}); !errors.As(err, &e) || len(e.Candidates) != maxCandidates || e.More != 10 {
		t.Errorf("%v", err)
	}
}
