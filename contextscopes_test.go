package smp_test

import (
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/structural-memory/smp"
)

func files(list []smp.ImportedFile) (out []string) {
	for _, f := range list {
		out = append(out, f.File)
	}
	return out
}

// Who uses a file without an import is no importer, and is counted all the same.
func TestUsersAreNoImporters(t *testing.T) {
	m := newRepo(t, map[string]string{
		"go.mod":    "module example.com/u\n\ngo 1.26\n",
		"p/a.go":    "package p\n\nfunc A() {}\n",
		"p/b.go":    "package p\n\nfunc B() { A() }\n",
		"src/a.ts":  "export function a() {}\n",
		"src/b.ts":  "import { a } from './a'\nexport function b() { a() }\n",
		"cs/One.cs": "namespace N { public class One { public void Go() {} } }\n",
		"cs/Two.cs": "namespace N { public class Two { void Run() { new One().Go(); } } }\n",
	}).m
	for file, want := range map[string][2]string{"p/a.go": {"", "p/b.go"}, "src/a.ts": {"src/b.ts", ""}, "cs/One.cs": {"", "cs/Two.cs"}} {
		res := must[*smp.ContextResult](t)(m.Context(bg, smp.ContextQuery{FilePath: file}))
		if got := [2]string{strings.Join(files(res.ImportedBy), " "), strings.Join(files(res.UsedBy), " ")}; got != want || res.Summary.BlastRadius != 1 {
			t.Errorf("%s: %q, want %q, blast radius %d", file, got, want, res.Summary.BlastRadius)
		}
	}
}

// A file that is to be created is answered by its folder.
func TestContextOfANewFile(t *testing.T) {
	m := newRepo(t, map[string]string{
		"src/shop/price_list.py": "import json\nfrom src.base import Base\n\n\nclass PriceList(Base):\n    \"\"\"All prices.\"\"\"\n",
		"src/shop/order_form.py": "from src.base import Base\n\n\nclass OrderForm(Base):\n    pass\n",
		"src/base.py":            "class Base:\n    pass\n",
		"src/main.py":            "from src.shop.price_list import PriceList\nfrom src.shop.order_form import OrderForm\n",
		"lib/new_one.py":         "x = 1\n",
	}).m
	for _, path := range []string{"src/shop/new_one.py", "./src/shop/new_one.py", filepath.Join(m.Root(), "src/shop/new_one.py")} {
		res := must[*smp.ContextResult](t)(m.Context(bg, smp.ContextQuery{FilePath: path, Scope: "create"}))
		c := res.Create
		if c == nil || c.Exists || res.Self.Path != "src/shop/new_one.py" || len(c.Siblings) != 2 || c.Conventions.Naming != "snake_case" || c.Conventions.Language != "python" {
			t.Fatalf("%s: %+v", path, c)
		}
		if len(c.Imports) == 0 || c.Imports[0] != (smp.SharedImport{File: "src/base.py", Siblings: 2}) || len(c.Importers) != 1 || c.Importers[0] != (smp.SharedImport{File: "src/main.py", Siblings: 2}) {
			t.Errorf("%+v", c)
		}
	}
	var missing *smp.NotFoundError
	if _, err := m.Context(bg, smp.ContextQuery{FilePath: "src/shop/new_one.py", Scope: "edit"}); !errors.As(err, &missing) && err == nil {
		t.Errorf("edited although it is not there: %v", err)
	}
	if _, err := m.Context(bg, smp.ContextQuery{FilePath: "../out.py", Scope: "create"}); err == nil {
		t.Error("outside of the root")
	}
	if res := must[*smp.ContextResult](t)(m.Context(bg, smp.ContextQuery{FilePath: "src/base.py", Scope: "create"})); !res.Create.Exists || len(res.Defines.Classes) != 1 {
		t.Errorf("%+v", res.Create)
	}
}

// The scopes put different things first.
func TestContextScopes(t *testing.T) {
	s := newGitShop(t)
	s.commit("1")
	s.open()
	ctx := func(scope string) *smp.ContextResult {
		t.Helper()
		return must[*smp.ContextResult](t)(s.Context(bg, smp.ContextQuery{FilePath: "shop.go", Scope: scope}))
	}
	if r := ctx("review").Review; r == nil || r.Status != "unchanged" || len(r.Base) != 40 || len(r.Changed) != 0 {
		t.Errorf("%+v", r)
	}
	if d := ctx("debug").Debug; d == nil || len(d.RecentChanges) == 0 || d.RecentChanges[0].Event != "added" || d.OpenCalls == nil || d.ObservedCalls == nil {
		t.Errorf("%+v", d)
	}
	if e := ctx("edit"); e.Review != nil || e.Debug != nil || e.Create != nil || e.Scope != "edit" {
		t.Errorf("%+v", e)
	}
	write(t, filepath.Join(s.root, "shop.go"), workFile("2"))
	s.index()
	r := ctx("review").Review
	if r.Status != "modified" || r.LinesAdded != 1 || r.LinesRemoved != 1 || len(r.Changed) != 1 || r.Changed[0].Name != "Work" || len(r.Affected) != 6 {
		t.Errorf("%+v", r)
	}
	if !slices.ContainsFunc(r.Affected, func(f smp.AffectedFunction) bool { return f.Name == "A" }) {
		t.Errorf("%+v", r.Affected)
	}
}
