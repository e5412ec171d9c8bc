package smp_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/structural-memory/smp"
)

func TestMemoryKnowsItsAge(t *testing.T) {
	root := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(root, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("a.py", "def f():\n    pass\n")
	write("b.py", "def g():\n    pass\n")
	m := must[*smp.Memory](t)(smp.Open(bg, filepath.Join(root, ".smp", "smp.db")))
	defer m.Close()
	if ready, err := m.Ready(bg); ready || err != nil {
		t.Errorf("ready before the first run: %v, %v", ready, err)
	}
	if at, err := m.IndexedAt(bg); !at.IsZero() || err != nil {
		t.Errorf("indexed at %v before the first run: %v", at, err)
	}
	must[*smp.IndexResult](t)(m.Index(bg, nil))
	if ready, err := m.Ready(bg); !ready || err != nil {
		t.Errorf("not ready: %v", err)
	}
	if at, err := m.IndexedAt(bg); time.Since(at) > time.Hour || err != nil {
		t.Errorf("indexed at %v: %v", at, err)
	}
	if changed := must[[]string](t)(m.Changed(bg, "a.py", "b.py", "unknown.py")); len(changed) != 0 {
		t.Errorf("changed: %q", changed)
	}
	write("a.py", "def changed():\n    pass\n")
	if err := os.Remove(filepath.Join(root, "b.py")); err != nil {
		t.Fatal(err)
	}
	if changed := must[[]string](t)(m.Changed(bg, "a.py", "b.py")); !slices.Equal(changed, []string{"a.py", "b.py"}) {
		t.Errorf("changed: %q", changed)
	}
	must[*smp.IndexResult](t)(m.Index(bg, nil))
	if changed := must[[]string](t)(m.Changed(bg, "a.py", "b.py")); len(changed) != 0 {
		t.Errorf("after the refresh: %q", changed)
	}
}

func TestAnEmptyRepositoryIsReady(t *testing.T) {
	m := newRepo(t, nil).m
	if ready, err := m.Ready(bg); !ready || err != nil {
		t.Errorf("not ready: %v", err)
	}
	if problems, err := m.Doctor(bg); len(problems) != 0 || err != nil {
		t.Errorf("problems %v, %v", problems, err)
	}
	if res := must[*smp.StatusResult](t)(m.Status(bg, 0)); res.Files != 0 || res.Skips == nil {
		t.Errorf("status: %+v", res)
	}
}

func TestInterruptedRunLeavesWhatWasThere(t *testing.T) {
	r := newRepo(t, map[string]string{"a.py": "def f():\n    pass\n"})
	before := must[string](t)(r.m.DumpHash(bg))
	if err := os.WriteFile(filepath.Join(r.root, "b.py"), []byte("def g():\n    f()\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, stage := range []string{"finding files", "parsing", "linking", "writing"} {
		ctx, cancel := context.WithCancel(bg)
		_, err := r.m.Index(ctx, func(at string, _, _ int) {
			if at == stage {
				cancel()
			}
		})
		cancel()
		if err == nil {
			t.Errorf("interrupted while %s: no error", stage)
		}
		if after := must[string](t)(r.m.DumpHash(bg)); after != before {
			t.Errorf("interrupted while %s: the graph is another", stage)
		}
	}
	must[*smp.IndexResult](t)(r.m.Index(bg, nil))
	if _, err := r.m.Navigate(bg, smp.NavigateQuery{Query: "g"}); err != nil {
		t.Error(err)
	}
}

func TestStatusSaysWhatIsLeftOut(t *testing.T) {
	files := map[string]string{"a.py": "x = 1\n", "vendor/lib/l.py": "x = 1\n", ".gitignore": "out/\n", "out/o.py": "x = 1\n", "api.pb.go": "package api\n"}
	m := newRepo(t, files).m
	res := must[*smp.StatusResult](t)(m.Status(bg, 0))
	if res.SkipsByReason["vendored"] != 1 || res.SkipsByReason["ignored"] != 1 || res.SkipsByReason["generated"] != 1 || len(res.Skips) != res.Skipped || res.MoreSkips != 0 {
		t.Errorf("skips: %v, %+v", res.SkipsByReason, res.Skips)
	}
	if res.IndexedAt == nil || res.ByLanguage["python"].Files != 1 || res.ResolvedShare["python"] != 1 {
		t.Errorf("status: %+v", res)
	}
	res = must[*smp.StatusResult](t)(m.Status(bg, 1))
	if len(res.Skips) != 1 || res.MoreSkips != res.Skipped-1 {
		t.Errorf("at most one: %+v and %d more of %d", res.Skips, res.MoreSkips, res.Skipped)
	}
}

func TestSettingsAreKept(t *testing.T) {
	root := t.TempDir()
	for name, text := range map[string]string{"a.py": "def f():\n    \"\"\"Says what.\"\"\"\n", "vendor/v.py": "def v():\n    pass\n"} {
		full := filepath.Join(root, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(full), 0o755), os.WriteFile(full, []byte(text), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	db := filepath.Join(t.TempDir(), "x.db")
	run := func(opts ...smp.Option) (files int, doc string) {
		t.Helper()
		m := must[*smp.Memory](t)(smp.Open(bg, db, append(opts, smp.WithRoot(root))...))
		defer m.Close()
		res := must[*smp.IndexResult](t)(m.Index(bg, nil))
		return res.Files, must[*smp.NavigateResult](t)(m.Navigate(bg, smp.NavigateQuery{Query: "f"})).Entity.Docstring
	}
	for _, step := range []struct {
		opts  []smp.Option
		files int
		doc   bool
	}{
		{nil, 1, true},
		{[]smp.Option{smp.IncludeVendored(), smp.IgnoreDocs()}, 2, false},
		{[]smp.Option{smp.KeepSettings()}, 2, false},
		{[]smp.Option{smp.KeepSettings(), smp.WithIgnore("a.py")}, 2, false}, // what is kept counts
		{nil, 1, true},
		{[]smp.Option{smp.KeepSettings()}, 1, true},
	} {
		if files, doc := run(step.opts...); files != step.files || (doc != "") != step.doc {
			t.Errorf("%d files, docstring %q; want %d, %v", files, doc, step.files, step.doc)
		}
	}
}

func TestExplain(t *testing.T) {
	r := newRepo(t, map[string]string{"a.py": "x = 1\n", "vendor/l.py": "x = 1\n", "gen.py": "# Code generated by x. DO NOT EDIT.\n"})
	for path, want := range map[string]smp.Explanation{
		"a.py":        {Path: "a.py", Indexed: true, Language: "python"},
		"vendor/l.py": {Path: "vendor/l.py", Reason: "vendored", At: "vendor"},
		"gen.py":      {Path: "gen.py", Reason: "generated", At: "gen.py"},
		"vendor":      {Path: "vendor", Folder: true, Reason: "vendored", At: "vendor"},
	} {
		got := must[*smp.Explanation](t)(smp.Explain(r.root, path))
		detail := got.Detail
		if got.Detail = ""; *got != want || !want.Indexed && detail == "" {
			t.Errorf("%s: %+v (%s), want %+v", path, *got, detail, want)
		}
	}
	if x := must[*smp.Explanation](t)(smp.Explain(r.root, "vendor/l.py", smp.IncludeVendored())); !x.Indexed {
		t.Errorf("with vendored files: %+v", x)
	}
	if _, err := smp.Explain(r.root, "gone.py"); err == nil || !strings.Contains(err.Error(), "gone.py") {
		t.Errorf("a file that is not there: %v", err)
	}
}

func TestOpenRefusesWhatIsNotItsOwn(t *testing.T) {
	dir := t.TempDir()
	text := filepath.Join(dir, "text.db")
	if err := os.WriteFile(text, []byte(strings.Repeat("no database ", 100)), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := smp.Open(bg, text, smp.WithRoot(dir)); !errors.Is(err, smp.ErrForeign) {
		t.Errorf("a text: %v", err)
	}
	if _, err := smp.Open(bg, filepath.Join(dir, "x.db"), smp.WithRoot(text)); err == nil || !strings.Contains(err.Error(), "not a folder") {
		t.Errorf("a file as the repository: %v", err)
	}
	if _, err := smp.Open(bg, filepath.Join(dir, "none.db"), smp.WithRoot(dir), smp.ReadOnly()); err == nil {
		t.Error("a file that is not there is opened read-only")
	}
}
