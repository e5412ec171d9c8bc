package smp_test

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/structural-memory/smp"
)

var tsAuth = map[string]string{
	"src/auth.ts":        "export type Token = string\n\nexport async function login(email: string, password: string): Promise<Token> {\n  return sign(email)\n}\n\nfunction sign(user: string): Token {\n  return user\n}\n\nexport function refresh(token: Token, hard?: boolean): Token {\n  return token\n}\n",
	"src/routes.ts":      "import { login } from './auth'\n\nexport async function loginRoute(req: Request): Promise<string> {\n  const token = await login(req.url, req.method)\n  return token.trim()\n}\n",
	"src/other.ts":       "import { refresh } from './auth'\n\nexport function again(t: string): string {\n  return refresh(t)\n}\n",
	"tests/auth.test.ts": "import { login } from '../src/auth'\n\nexport async function test_login(): Promise<boolean> {\n  return (await login('a', 'b')).length > 0\n}\n",
}

// tsRouter has what a compiler sees through: names that are exported again,
// overloads, a variable with a written type, a class that has to fit.
var tsRouter = map[string]string{
	"src/router.ts": "export interface Router {\n  add(path: string): number\n}\n\nexport class Trie implements Router {\n  add(path: string): number {\n    return path.length\n  }\n}\n\nexport type Made = (path: string, n: number) => Router\n\nexport const make: Made = (path, n) => new Trie()\n\nexport function sized(a: string, b: string): string | number {\n  return a + b\n}\n",
	"src/index.ts":  "export * from './router'\n",
	"src/all.ts":    "import { Router, Trie, make, sized } from './index'\n\nexport function smart(of: Router[]): Router {\n  return of[0]\n}\n\nexport function both(): Router {\n  return smart([new Trie()])\n}\n\nexport function one(): Router {\n  return make('a', 1)\n}\n\nexport function direct(): number {\n  const t = new Trie()\n  return t.add('b')\n}\n\nexport class Box {\n  size(): number\n  size(of: string): number\n  size(of?: string): number {\n    return sized('a', of ?? '').toString().length\n  }\n}\n",
}

var goShop = map[string]string{
	"go.mod":            "module shop\n\ngo 1.24\n",
	"store/store.go":    "package store\n\ntype Store struct{}\n\ntype Saver interface{ Save(order string) error }\n\nfunc New() *Store { return &Store{} }\n\nfunc (s *Store) Save(order string) error { return nil }\n\nfunc Count(of []string) int { return len(of) }\n",
	"shop/shop.go":      "package shop\n\nimport \"shop/store\"\n\nfunc Open() store.Saver { return store.New() }\n\nfunc Buy(order string) error { return store.New().Save(order) }\n\nfunc Total() int64 { return int64(store.Count(nil)) + 1 }\n",
	"shop/shop_test.go": "package shop\n\nimport (\n\t\"testing\"\n\n\t\"shop/store\"\n)\n\nfunc TestCount(t *testing.T) {\n\tif store.Count(nil) != 0 {\n\t\tt.Fatal()\n\t}\n}\n",
}

func supposing(t *testing.T, files map[string]string) (*smp.Memory, string) {
	t.Helper()
	root := t.TempDir()
	writeAll(t, root, files)
	m, err := smp.Open(t.Context(), ":memory:", smp.WithRoot(root))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { m.Close() })
	if _, err := m.Index(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	return m, root
}

// changesOf are edits "file: old => new"; a file with no more is deleted.
func changesOf(t *testing.T, files map[string]string, edits ...string) (out []smp.FileChange) {
	t.Helper()
	texts := map[string]string{}
	var order []string
	for _, e := range edits {
		file, rest, _ := strings.Cut(e, ": ")
		if rest == "" {
			out = append(out, smp.FileChange{Path: file, Deleted: true})
			continue
		}
		old, now, _ := strings.Cut(rest, " => ")
		if _, ok := texts[file]; !ok {
			texts[file] = files[file]
			order = append(order, file)
		}
		if old != "" && !strings.Contains(texts[file], old) {
			t.Fatalf("%s does not hold %q", file, old)
		}
		texts[file] = strings.Replace(texts[file], old, now, 1)
	}
	for _, f := range order {
		out = append(out, smp.FileChange{Path: f, Content: []byte(texts[f])})
	}
	return out
}

func TestDryRun(t *testing.T) {
	const auth, shop = "src/auth.ts: ", "store/store.go: "
	cases := []struct {
		what    string
		files   map[string]string
		edits   []string
		verdict string
		broken  string // places with their certainty, sorted
	}{
		{"a body", tsAuth, []string{auth + "return user => return user + '!'"}, "safe", ""},
		{"an optional parameter", tsAuth, []string{auth + "password: string) => password: string, otp?: string)"}, "safe", ""},
		{"a parameter more", tsAuth, []string{auth + "password: string) => password: string, otp: string)"}, "breaking", "loginRoute test_login"},
		{"a result", tsAuth, []string{auth + "string): Promise<Token> => string): Promise<{token: Token}>"}, "breaking", "loginRoute test_login"},
		{"another type of a parameter", tsAuth, []string{auth + "email: string => email: number"}, "breaking", "loginRoute test_login"},
		{"a name", tsAuth, []string{auth + "function login => function signIn"}, "breaking", "loginRoute test_login"},
		{"gone", tsAuth, []string{auth + "export function refresh => function refresh"}, "breaking", "again"},
		{"a file", tsAuth, []string{"src/auth.ts"}, "breaking", "again loginRoute other.ts routes.ts test_login auth.test.ts"},
		{"caller and callee together", tsAuth, []string{auth + "refresh(token: Token, hard?: boolean) => refresh(token: Token, hard: boolean)", "src/other.ts: refresh(t) => refresh(t, true)"}, "safe", ""},
		{"a type that is exported again", tsRouter, []string{"src/router.ts: export type Made => type Made"}, "safe", ""},
		{"a class's member", tsRouter, []string{"src/router.ts: implements Router {\n  add => implements Router {\n  put"}, "breaking", "Trie both direct"},
		{"a function whose type is written elsewhere", tsRouter, []string{"src/router.ts: (path, n) => => (path) =>"}, "safe", ""},
		{"one that an overload calls", tsRouter, []string{"src/router.ts: a: string, b: string => a: string, b: string, c: string"}, "breaking", "Box.size"},
		{"an interface behind a barrel", tsRouter, []string{"src/router.ts: export interface Router => interface Router"}, "breaking", "smart both one"},
		{"go: a body", goShop, []string{shop + "return len(of) => return len(of) + 0"}, "safe", ""},
		{"go: a parameter more", goShop, []string{shop + "Count(of []string) => Count(of []string, n int)"}, "breaking", "Total TestCount"},
		{"go: a result", goShop, []string{shop + "of []string) int => of []string) string"}, "breaking", "Total TestCount"},
		{"go: variadic", goShop, []string{shop + "Count(of []string) => Count(of []string, n ...int)"}, "safe", ""},
		{"go: a method that an interface wants", goShop, []string{shop + "Save(order string) error { => Save(order string, n int) error {"}, "breaking", "Buy Open"},
		{"go: a name", goShop, []string{shop + "func New => func Make"}, "breaking", "Buy Open"},
		{"go: a package", goShop, []string{"store/store.go"}, "breaking", "Buy Open TestCount Total"},
	}
	for _, c := range cases {
		t.Run(c.what, func(t *testing.T) {
			m, _ := supposing(t, c.files)
			res, err := m.DryRun(t.Context(), smp.Proposal{Changes: changesOf(t, c.files, c.edits...)})
			if err != nil {
				t.Fatal(err)
			}
			got := map[string]bool{}
			for _, b := range append(res.Impact.BrokenCallers, res.Impact.BrokenTests...) {
				got[b.Function] = true
			}
			want := map[string]bool{}
			for _, w := range strings.Fields(c.broken) {
				want[w] = true
			}
			risky := res.Verdict == "risky" && c.verdict == "safe" // an exported definition that nothing uses here
			if fmt.Sprint(got) != fmt.Sprint(want) || res.Verdict != c.verdict && !risky {
				t.Errorf("%s, broken %v; want %s, %v\n%+v", res.Verdict, got, c.verdict, want, res)
			}
			for _, b := range res.Impact.BrokenTests {
				if !strings.Contains(b.File, "test") {
					t.Errorf("%s of %s counts as a test", b.Function, b.File)
				}
			}
		})
	}
}

// Types are told as the caller expects them and as they are to be.
func TestDryRunSaysTypes(t *testing.T) {
	m, _ := supposing(t, tsAuth)
	res, err := m.DryRun(t.Context(), smp.Proposal{Changes: changesOf(t, tsAuth, "src/auth.ts: string): Promise<Token> => string): Promise<{token: Token}>")})
	if err != nil || len(res.Impact.BrokenCallers) != 1 {
		t.Fatalf("%+v, %v", res, err)
	}
	if b := res.Impact.BrokenCallers[0]; b.ExpectedReturnType != "Promise<Token>" || b.ActualReturnType != "Promise<{token: Token}>" || b.File != "src/routes.ts" || b.Line != 4 {
		t.Errorf("%+v", b)
	}
	if !res.StructuralDelta.SignatureChanged || res.Impact.AffectedFiles[0] != "src/routes.ts" {
		t.Errorf("%+v", res)
	}
}

// Neither the graph nor the disk is touched, and what comes after is right.
func TestDryRunTouchesNothing(t *testing.T) {
	for _, files := range []map[string]string{tsAuth, goShop} {
		m, root := supposing(t, files)
		before, disk := dumped(t, m), hashed(t, root)
		for file, text := range files {
			if strings.HasSuffix(file, ".mod") {
				continue
			}
			for _, c := range []smp.FileChange{{Path: file, Deleted: true}, {Path: file, Content: []byte(text + "\n" + text)}, {Path: file, Content: []byte("}{")}, {Path: "new/" + file, Content: []byte(text)}} {
				if _, err := m.DryRun(t.Context(), smp.Proposal{Changes: []smp.FileChange{c}}); err != nil {
					t.Fatal(err)
				}
				if _, err := m.Diff(t.Context(), smp.Proposal{Changes: []smp.FileChange{c}}); err != nil {
					t.Fatal(err)
				}
			}
		}
		if dumped(t, m) != before || hashed(t, root) != disk {
			t.Error("something was written")
		}
		for file, text := range files {
			if strings.HasSuffix(file, ".mod") {
				continue
			}
			if err := os.WriteFile(filepath.Join(root, file), []byte(text+"\n"), 0o644); err != nil {
				t.Fatal(err)
			}
			if _, err := m.UpdateFiles(t.Context(), file); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(root, file), []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
			if _, err := m.UpdateFiles(t.Context(), file); err != nil {
				t.Fatal(err)
			}
		}
		if dumped(t, m) != before {
			t.Error("an update after dry runs does not lead to the same graph")
		}
	}
}

func hashed(t *testing.T, root string) string {
	t.Helper()
	h := sha256.New()
	err := filepath.WalkDir(root, func(p string, e os.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		data, err := os.ReadFile(p)
		fmt.Fprintf(h, "%s %d\n%s", p, len(data), data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("%x", h.Sum(nil))
}

// A session's dry run is on what the session sees, and takes its step.
func TestDryRunInASession(t *testing.T) {
	m, _ := supposing(t, tsAuth)
	s, err := m.OpenSession(t.Context(), smp.SessionRequest{AgentID: "a", Task: "t", Scope: []string{"src/"}})
	if err != nil {
		t.Fatal(err)
	}
	mine := changesOf(t, tsAuth, "src/auth.ts: function sign( => function seal(", "src/auth.ts: return sign( => return seal(")
	if _, err := m.UpdateIn(t.Context(), s.SessionID, mine...); err != nil {
		t.Fatal(err)
	}
	res, err := m.Diff(t.Context(), smp.Proposal{SessionID: s.SessionID, Changes: mine})
	if err != nil {
		t.Fatal(err)
	}
	if len(res.NodesRenamed)+len(res.NodesModified)+len(res.NodesAdded)+len(res.NodesRemoved) != 0 {
		t.Errorf("the session has this already: %+v", res)
	}
	for _, step := range []bool{false, true} {
		run, err := m.DryRun(t.Context(), smp.Proposal{SessionID: s.SessionID, Changes: mine})
		if err != nil {
			t.Fatal(err)
		}
		if run.Verdict != "safe" || run.StepTaken && !step {
			t.Errorf("%+v", run)
		}
	}
	head, err := m.Diff(t.Context(), smp.Proposal{Changes: mine})
	if err != nil || len(head.NodesRenamed) != 1 || head.NodesRenamed[0].To.Name != "seal" {
		t.Errorf("%+v, %v", head, err)
	}
}
