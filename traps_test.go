package smp_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/structural-memory/smp"
	"github.com/structural-memory/smp/graph"
)

// project on disk with its memory.
type repo struct {
	t    *testing.T
	root string
	m    *smp.Memory
}

func newRepo(t *testing.T, files map[string]string) *repo {
	t.Helper()
	r := &repo{t: t, root: t.TempDir()}
	m, err := smp.Open(context.Background(), ":memory:", smp.WithRoot(r.root))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { m.Close() })
	r.m = m
	r.write(files)
	return r
}

// write puts files on disk ("" removes one) and brings the memory up to date.
func (r *repo) write(files map[string]string) {
	r.t.Helper()
	for p, s := range files {
		full := filepath.Join(r.root, p)
		if s == "" {
			os.Remove(full)
			continue
		}
		os.MkdirAll(filepath.Dir(full), 0o755)
		if err := os.WriteFile(full, []byte(s), 0o644); err != nil {
			r.t.Fatal(err)
		}
	}
	if _, err := r.m.Index(context.Background(), nil); err != nil {
		r.t.Fatal(err)
	}
}

// calls lists the calls as "file#caller -> file#callee class"; open and
// external ones have no target.
func (r *repo) calls() []string {
	r.t.Helper()
	var out []string
	err := r.m.EachCall(context.Background(), func(c smp.CallRow) error {
		s := c.CallerFile + "#" + c.CallerName + " -> "
		if c.Resolved {
			s += *c.CalleeFile + "#" + *c.CalleeName + " "
		}
		out = append(out, s+c.Class)
		return nil
	})
	if err != nil {
		r.t.Fatal(err)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// want checks that lines are among the calls, and those that begin with "!"
// are not.
func (r *repo) want(lines ...string) {
	r.t.Helper()
	have := r.calls()
	for _, l := range lines {
		absent, isAbsent := strings.CutPrefix(l, "!")
		if isAbsent {
			for _, h := range have {
				if strings.HasPrefix(h, absent) {
					r.t.Errorf("must not be there: %s", h)
				}
			}
		} else if !slices.Contains(have, l) {
			r.t.Errorf("missing: %s\nhave:\n  %s", l, strings.Join(have, "\n  "))
		}
	}
}

func TestImportChoosesAmongSameNames(t *testing.T) {
	r := newRepo(t, map[string]string{
		"db/user.ts":       "export function save() {}\n",
		"cache/session.ts": "export function save() {}\n",
		"app.ts":           "import { save } from './db/user'\nexport function run() { save() }\n",
		"other.ts":         "export function lost() { save() }\n",
		"pkg/a.py":         "def save(): pass\n",
		"pkg/b.py":         "def save(): pass\n",
		"pkg/c.py":         "from pkg.b import save\ndef run(): save()\n",
	})
	r.want("app.ts#run -> db/user.ts#save exact", "!app.ts#run -> cache", "other.ts#lost -> unresolved", "pkg/c.py#run -> pkg/b.py#save exact", "!pkg/c.py#run -> pkg/a.py")
}

func TestReceiverIsNotTheMethodItself(t *testing.T) {
	r := newRepo(t, map[string]string{
		"mailer.ts": "export class Mailer { send(m: string) {} }\n",
		"user.ts":   "import { Mailer } from './mailer'\nexport class User { constructor(private mailer: Mailer) {}\n send() { this.mailer.send('x') } }\n",
		"loose.js":  "class A { send() { this.mailer.send() } }\n",
	})
	r.want("user.ts#send -> mailer.ts#send exact", "!user.ts#send -> user.ts#send", "loose.js#send -> unresolved", "!loose.js#send -> loose.js#send")
}

func TestLibraryReceiversStayOutside(t *testing.T) {
	r := newRepo(t, map[string]string{
		"go.mod":     "module x\n",
		"a.go":       "package x\nimport \"os\"\ntype R struct{}\nfunc (R) Close() {}\nfunc use() { f, _ := os.Open(\"a\"); f.Close() }\n",
		"a.ts":       "class Cache { get(k: string) {} }\nexport function use(m: Map<string, string>) { m.get('k') }\n",
		"src/lib.rs": "use std::path::PathBuf;\npub struct P;\nimpl P { pub fn join(&self) {} }\npub fn used(p: PathBuf) { p.join(\"x\"); }\n",
		"a.py":       "class D:\n    def items(self): pass\ndef use():\n    d = {}\n    d.items()\n",
	})
	r.want("!a.go#use -> a.go", "!a.ts#use -> a.ts", "!src/lib.rs#used -> src/lib.rs", "!a.py#use -> a.py", "a.ts#use -> external", "a.py#use -> external")
}

func TestGlobalBesideMethodOfTheSameName(t *testing.T) {
	r := newRepo(t, map[string]string{
		"api.ts": "export class Api { fetch() { return fetch('/x') } }\nexport function go() { return fetch('/y') }\n",
	})
	r.want("!api.ts#fetch -> api.ts#fetch", "!api.ts#go -> api.ts#fetch", "api.ts#go -> external")
}

func TestConstructedReceiver(t *testing.T) {
	r := newRepo(t, map[string]string{
		"service.py": "class Service:\n    def __init__(self, db): self.db = db\n    def do_work(self): pass\n",
		"run.py":     "from service import Service\ndef run(db):\n    Service(db).do_work()\n",
	})
	r.want("run.py#run -> service.py#do_work exact", "run.py#run -> service.py#__init__ exact")
}

func TestFieldOfATypeFromAnotherPackage(t *testing.T) {
	r := newRepo(t, map[string]string{
		"go.mod":      "module x\n",
		"db/db.go":    "package db\ntype Conn struct{}\nfunc (*Conn) Query() {}\n",
		"app/app.go":  "package app\nimport \"x/db\"\ntype App struct{ conn *db.Conn }\nfunc (a *App) Run() { a.conn.Query() }\n",
		"db2/db.go":   "package db2\ntype Conn struct{}\nfunc (*Conn) Query() {}\n",
		"free/run.go": "package free\nfunc Query() {}\n",
	})
	r.want("app/app.go#Run -> db/db.go#Query exact", "!app/app.go#Run -> db2", "!app/app.go#Run -> free")
}

func TestInterfaceWithTwoImplementers(t *testing.T) {
	r := newRepo(t, map[string]string{
		"go.mod": "module x\n",
		"a.go":   "package x\ntype S interface{ Save() }\ntype A struct{}\nfunc (A) Save() {}\ntype B struct{}\nfunc (*B) Save() {}\nfunc run(s S) { s.Save() }\n",
		"A.java": "interface S { void save(); }\nclass X implements S { public void save() {} }\nclass Y implements S { public void save() {} }\nclass R { void run(S s) { s.save(); } }\n",
	})
	n := 0
	for _, c := range r.calls() {
		if c == "a.go#run -> a.go#Save dispatch" || c == "A.java#run -> A.java#save dispatch" {
			n++
		}
	}
	if n != 2 {
		t.Errorf("dispatch edges in %d of 2 languages:\n%s", n, strings.Join(r.calls(), "\n"))
	}
	imp, err := r.m.Impact(context.Background(), smp.ImpactQuery{Entity: "X.save"})
	if err != nil || imp.TotalAffected == 0 {
		t.Errorf("a caller through the interface is affected: %+v %v", imp, err)
	}
}

func TestCallbacksBelongToTheFunctionAround(t *testing.T) {
	r := newRepo(t, map[string]string{
		"a.ts":   "function log(x: string) {}\nexport function run(xs: string[]) { xs.forEach(x => { setTimeout(() => log(x)) }) }\n",
		"go.mod": "module x\n",
		"a.go":   "package x\nfunc log() {}\nfunc run() { func() { go func() { log() }() }() }\n",
		"a.py":   "def log(x): pass\ndef run(xs):\n    return list(map(lambda x: log(x), xs))\n",
	})
	r.want("a.ts#run -> a.ts#log exact", "a.go#run -> a.go#log exact", "a.py#run -> a.py#log exact")
}

func TestProductionAndTestCaller(t *testing.T) {
	r := newRepo(t, map[string]string{
		"go.mod":    "module x\n",
		"a.go":      "package x\nfunc target() {}\nfunc run() { target() }\n",
		"a_test.go": "package x\nimport \"testing\"\nfunc TestTarget(t *testing.T) { target() }\n",
	})
	nav, err := r.m.Navigate(context.Background(), smp.NavigateQuery{Query: "target", Relationships: true})
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(nav.Relationships.CalledBy, " "); got != "TestTarget run" {
		t.Errorf("called by %q", got)
	}
	if got := strings.Join(nav.Relationships.TestedBy, " "); got != "TestTarget" {
		t.Errorf("tested by %q", got)
	}
}

func TestEditingTheCalleeKeepsInboundEdges(t *testing.T) {
	r := newRepo(t, map[string]string{
		"lib.py": "def save(x):\n    return x\n",
		"app.py": "from lib import save\ndef run(): save(1)\n",
		"lib.ts": "export function load() {}\n",
		"app.ts": "import { load } from './lib'\nexport function go() { load() }\n",
	})
	before := r.calls()
	r.write(map[string]string{"lib.py": "# more\n\n\ndef save(x):\n    y = x\n    return y\n", "lib.ts": "// more\n\nexport function load() { return 1 }\n"})
	if after := r.calls(); !slices.Equal(before, after) {
		t.Errorf("calls changed:\n%v\n%v", before, after)
	}
}

func TestRenameAndRevertLeaveNothingBehind(t *testing.T) {
	lib := "export function load() {}\n"
	r := newRepo(t, map[string]string{"lib.ts": lib, "app.ts": "import { load } from './lib'\nexport function go() { load() }\n"})
	ctx := context.Background()
	before, _ := r.m.DumpHash(ctx)
	r.write(map[string]string{"lib.ts": "export function fetchAll() {}\n"})
	r.want("!app.ts#go -> lib.ts")
	if _, err := r.m.Navigate(ctx, smp.NavigateQuery{Query: "load"}); err == nil {
		t.Error("the old name is still there")
	}
	r.write(map[string]string{"lib.ts": lib})
	if after, _ := r.m.DumpHash(ctx); after != before {
		t.Error("a revert does not lead back")
	}
}

func TestMonorepoAppsStayApart(t *testing.T) {
	app := func(n string) map[string]string {
		return map[string]string{
			"apps/" + n + "/package.json":   `{"name": "` + n + `"}`,
			"apps/" + n + "/src/auth.ts":    "export function login() {}\n",
			"apps/" + n + "/src/main.ts":    "import { login } from './auth'\nexport function main() { login() }\n",
			"svc/" + n + "/pkg/__init__.py": "",
			"svc/" + n + "/pkg/auth.py":     "def login(): pass\n",
			"svc/" + n + "/pkg/main.py":     "from pkg.auth import login\ndef main(): login()\n",
		}
	}
	files := app("one")
	for p, s := range app("two") {
		files[p] = s
	}
	for p := range files {
		if files[p] == "" {
			files[p] = "\n"
		}
	}
	r := newRepo(t, files)
	for _, n := range []string{"one", "two"} {
		r.want("apps/"+n+"/src/main.ts#main -> apps/"+n+"/src/auth.ts#login exact", "svc/"+n+"/pkg/main.py#main -> svc/"+n+"/pkg/auth.py#login exact")
	}
	r.want("!apps/one/src/main.ts#main -> apps/two", "!svc/two/pkg/main.py#main -> svc/one")
}

func TestOverloadsAndNestedClassesAreNodes(t *testing.T) {
	r := newRepo(t, map[string]string{
		"A.java": "class A { void f(int x) {} void f(String s) {} class B { void f(int x) {} } static class C { void f(int x) {} }\n void run() { f(1); f(\"s\"); } }\n",
	})
	err := r.m.Graph().View(context.Background(), func(g *graph.Reader) error {
		nodes, err := g.ByName("f", 0)
		ids := map[string]bool{}
		for _, n := range nodes {
			ids[n.ID] = true
		}
		if len(ids) != 4 {
			t.Errorf("ids %v", ids)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	_, err = r.m.Navigate(context.Background(), smp.NavigateQuery{Query: "f"})
	var amb *graph.AmbiguousError
	if !errors.As(err, &amb) || len(amb.Candidates) != 4 {
		t.Errorf("a name of four nodes: %v", err)
	}
}

func TestSameQualifiedNameInTwoModules(t *testing.T) {
	r := newRepo(t, map[string]string{
		"m1/src/main/java/p/Util.java": "package p;\npublic class Util { public static void go() {} }\n",
		"m1/src/main/java/p/App.java":  "package p;\nclass App { void run() { Util.go(); } }\n",
		"m2/src/main/java/p/Util.java": "package p;\npublic class Util { public static void go() {} }\n",
		"m2/src/main/java/p/Main.java": "package p;\nclass Main { void run() { Util.go(); } }\n",
	})
	r.want("m1/src/main/java/p/App.java#run -> m1/src/main/java/p/Util.java#go exact", "m2/src/main/java/p/Main.java#run -> m2/src/main/java/p/Util.java#go exact",
		"!m1/src/main/java/p/App.java#run -> m2", "!m2/src/main/java/p/Main.java#run -> m1")
}

func TestTsconfigPathsThroughExtends(t *testing.T) {
	r := newRepo(t, map[string]string{
		"tsconfig.base.json":     "{\n  // shared\n  \"compilerOptions\": {\"baseUrl\": \".\", \"paths\": {\"@lib/*\": [\"libs/*/src\"],}},\n}\n",
		"apps/web/tsconfig.json": `{"extends": "../../tsconfig.base.json"}`,
		"libs/core/src/index.ts": "export function start() {}\n",
		"apps/web/main.ts":       "import { start } from '@lib/core'\nexport function main() { start() }\n",
	})
	r.want("apps/web/main.ts#main -> libs/core/src/index.ts#start exact")
}

func TestUnknownNameHasSuggestions(t *testing.T) {
	r := newRepo(t, map[string]string{"a.py": "def authenticate_user(): pass\n"})
	_, err := r.m.Navigate(context.Background(), smp.NavigateQuery{Query: "authenticate_usr"})
	var nf *graph.NotFoundError
	if !errors.As(err, &nf) || !slices.Contains(nf.Suggestions, "authenticate_user") {
		t.Errorf("got %v", err)
	}
}

// TestSharedNamesAcrossLanguages: names that many files of many languages
// share are no reason for an edge.
func TestSharedNamesAcrossLanguages(t *testing.T) {
	files := map[string]string{"go.mod": "module x\n"}
	for _, d := range []string{"a", "b", "c"} {
		files[d+"/run.py"] = "def run(x): return x.load()\ndef load(): pass\n"
		files[d+"/run.ts"] = "export function run(x) { return x.load() }\nexport function load() {}\n"
		files[d+"/run.go"] = "package " + d + "\nfunc run(x interface{ load() }) { x.load() }\nfunc load() {}\n"
		files[d+"/Run.java"] = "package " + d + ";\nclass Run { void run(Object x) { x.load(); } void load() {} }\n"
		files[d+"/src/lib.rs"] = "pub fn run<T>(x: T) { x.load() }\npub fn load() {}\n"
	}
	r := newRepo(t, files)
	for _, c := range r.calls() {
		from, to, _ := strings.Cut(c, " -> ")
		if strings.Contains(to, "#") && !strings.HasSuffix(from, ".go#run") {
			t.Errorf("an edge by name alone: %s", c)
		}
	}
}
