package coverage_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/structural-memory/smp/safety/coverage"
)

func TestWhichFileAPathMeans(t *testing.T) {
	files := []string{"main.go", "src/auth/login.ts", "packages/web/src/app.ts", "packages/cli/src/app.ts", "src/app.ts", "pkg/a/a.go", "sub/pkg/a/a.go", "x/y/only.ts", "only.ts"}
	modules := map[string]string{"example.com/big": ".", "example.com/big/sub": "sub"}
	for _, test := range []struct{ name, path, report, source, want string }{
		{"as it is", "src/auth/login.ts", "", "", "src/auth/login.ts"},
		{"not clean", "./src/../src/auth/login.ts", "", "", "src/auth/login.ts"},
		{"absolute", "/repo/src/auth/login.ts", "", "", "src/auth/login.ts"},
		{"of Windows", `src\auth\login.ts`, "", "", "src/auth/login.ts"},
		{"of another machine", "/home/runner/work/repo/repo/src/auth/login.ts", "", "", "src/auth/login.ts"},
		{"of another Windows", `C:\work\repo\src\auth\login.ts`, "", "", "src/auth/login.ts"},
		{"below a source", "login.ts", "", "src/auth", "src/auth/login.ts"},
		{"below an absolute source", "auth/login.ts", "", "/repo/src", "src/auth/login.ts"},
		{"in the package around the report", "src/app.ts", "packages/web/coverage/lcov.info", "", "packages/web/src/app.ts"},
		{"in the package around an absolute report", "src/app.ts", "/repo/packages/cli/out/lcov.info", "", "packages/cli/src/app.ts"},
		{"at the root, from a report below", "src/auth/login.ts", "packages/web/coverage/lcov.info", "", "src/auth/login.ts"},
		{"at the root, from a report outside", "src/app.ts", "/tmp/lcov.info", "", "src/app.ts"},
		{"a source outranks the report's folder", "src/app.ts", "packages/web/cobertura.xml", "packages/cli", "packages/cli/src/app.ts"},
		{"the only end", "auth/login.ts", "", "", "src/auth/login.ts"},
		{"the longest end", "/ci/packages/cli/src/app.ts", "", "", "packages/cli/src/app.ts"},
		{"a bare name is too little", "app.ts", "", "", ""},
		{"a file at the root of another machine's tree is too little", "/elsewhere/only.ts", "", "", ""},
		{"another folder's file of the same name", "/elsewhere/lib/login.ts", "", "", ""},
		{"an import path", "example.com/big/pkg/a/a.go", "", "", "pkg/a/a.go"},
		{"an import path of an inner module", "example.com/big/sub/pkg/a/a.go", "", "", "sub/pkg/a/a.go"},
		{"the module's root", "example.com/big/main.go", "", "", "main.go"},
		{"a file that the module lacks", "example.com/big/pkg/b/b.go", "", "", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := parseText(t, "SF:"+test.path+"\nDA:1,1\nend_of_record\n")
			if test.source != "" {
				r.Sources = []string{test.source}
			}
			in := r.In(coverage.Tree{Root: "/repo", Report: test.report, Files: files, Modules: modules})
			for _, f := range files {
				if in.Measures(f) != (f == test.want) {
					t.Errorf("%s is measured: %v; want %q", f, in.Measures(f), test.want)
				}
			}
		})
	}
}

func TestAPathThatFitsByRuleOutranksOneThatFitsByItsEnd(t *testing.T) {
	r := parseText(t, "SF:/other/src/a.ts\nDA:1,0\nend_of_record\nSF:src/a.ts\nDA:1,1\nend_of_record\n")
	in := r.In(coverage.Tree{Root: "/repo", Files: []string{"src/a.ts"}})
	if pct, _ := in.Function("src/a.ts", coverage.Range{Start: 1, Name: 1, End: 1}); pct != 100 {
		t.Errorf("%v %%", pct)
	}
}

func TestModules(t *testing.T) {
	root := t.TempDir()
	for name, text := range map[string]string{
		"go.mod":       "// about\nmodule example.com/big // the root\n\ngo 1.26\n",
		"sub/go.mod":   "module \"example.com/big/sub\"\n",
		"other/go.mod": "not a module\n",
	} {
		if err := os.MkdirAll(filepath.Join(root, filepath.Dir(name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(root, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got := coverage.Modules(root, []string{"a/b/c.go", "sub/x/y.go", "other/z.go", "web/app.ts"})
	if len(got) != 2 || got["example.com/big"] != "." || got["example.com/big/sub"] != "sub" {
		t.Errorf("%v", got)
	}
	if got := coverage.Modules(filepath.Join(root, "missing"), []string{"a.go"}); len(got) != 0 {
		t.Errorf("%v", got)
	}
}
