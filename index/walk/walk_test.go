package walk

import (
	"context"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestWalk(t *testing.T) {
	dir := t.TempDir()
	tree(t, dir, map[string]string{
		"main.go": "package main", "empty.go": "", "a/b.go": "x", "a-b.go": "x", "a.go": "x", "a/c/d.py": "x",
		"run": "#!/bin/sh", "LICENSE": "text", "logo.png": "x", "B.PNG": "x", "x.20240101T000000000000": "x", ".gitignore": "*.log\n/out/\n/gen.*\n",
		"x.log": "x", "out/x.go": "x", "gen.py": "x", "out/deep/y.go": "x", ".smp/smp.db": "x", "a/.smp/x.go": "x", ".git/x.go": "x",
		"vendor/m/x.go": "x", "web/node_modules/p/i.js": "x", "src/main/java/venv/x.go": "x", "b/src/vendor/x.go": "x", "b/vendor/src/x.go": "x", "my.egg-info/x.py": "x",
		"package-lock.json": "{}", "go.sum": "x", "api.pb.go": "x", "lib.min.js": "x",
		"big.go": strings.Repeat("x", 2000),
	})
	res := walked(t, dir, Options{Detect: lang, MaxFileSize: 1999})
	equalLists(t, "files", paths(res), []string{"a-b.go", "a.go", "a/b.go", "a/c/d.py", "b/src/vendor/x.go", "empty.go", "main.go", "run", "src/main/java/venv/x.go"})
	equalLists(t, "skips", skips(res), []string{
		"api.pb.go generated *.pb.go: protocol buffers",
		"b/vendor/ vendored vendor/: dependencies kept in the tree",
		"big.go too_large 2000 bytes, the limit is 1999 bytes",
		"gen.py ignored .gitignore:3: /gen.*",
		"lib.min.js minified *.min.js: minified JavaScript",
		"my.egg-info/ vendored my.egg-info/: Python package data",
		"out/ ignored .gitignore:2: /out/",
		"package-lock.json generated package-lock.json: lock file of npm",
		"vendor/ vendored vendor/: dependencies kept in the tree",
		"web/node_modules/ vendored node_modules/: npm packages",
	})
	want := map[string]int{"": 1, ".png": 2, "other": 1, ".gitignore": 1, ".log": 1, ".sum": 1}
	if !maps.Equal(res.Unknown, want) || res.TotalUnknown() != 7 {
		t.Errorf("unknown: %v, want %v", res.Unknown, want)
	}
	if res.Dirs != 11 {
		t.Errorf("%d directories", res.Dirs)
	}
	if n := res.Languages()["go"]; n != 7 {
		t.Errorf("%d Go files", n)
	}
}

func TestOptions(t *testing.T) {
	dir := t.TempDir()
	tree(t, dir, map[string]string{
		"vendor/x.go": "", "a.pb.go": "", "docs/a.go": "", "b.go": "", ".gitignore": "b.go", "big.go": strings.Repeat("x", 100),
	})
	res := walked(t, dir, Options{Detect: lang, IncludeVendored: true, IncludeGenerated: true, MaxFileSize: -1, Extra: []string{"docs/", "!b.go"}})
	equalLists(t, "files", paths(res), []string{"a.pb.go", "b.go", "big.go", "vendor/x.go"})
	equalLists(t, "skips", skips(res), []string{"docs/ ignored options:1: docs/"})
}

func TestOwnRulesOverrideTheDefaults(t *testing.T) {
	dir := t.TempDir()
	tree(t, dir, map[string]string{
		".smpignore":       "!vendor/acme/\n!api.pb.go\n!x.min.js\n/secret/\n!build/gen/**\n",
		".gitignore":       "build/",
		"vendor/acme/a.go": "", "vendor/acme/deep/b.go": "", "vendor/other/c.go": "", "vendor/d.go": "",
		"api.pb.go": "", "other.pb.go": "", "x.min.js": "", "secret/s.go": "",
		"build/x.go": "", "build/gen/y.go": "", "build/gen/z/w.go": "", "build/other/q.go": "",
	})
	res := walked(t, dir, Options{Detect: lang})
	equalLists(t, "files", paths(res), []string{"api.pb.go", "build/gen/y.go", "build/gen/z/w.go", "vendor/acme/a.go", "vendor/acme/deep/b.go", "x.min.js"})
	equalLists(t, "skips", skips(res), []string{
		"build/ ignored .gitignore:1: build/",
		"other.pb.go generated *.pb.go: protocol buffers",
		"secret/ ignored .smpignore:4: /secret/",
		"vendor/ vendored vendor/: dependencies kept in the tree",
	})
	for _, f := range res.Files {
		if want := f.Path != "vendor/acme/a.go" && f.Path != "vendor/acme/deep/b.go"; f.Keep != want {
			t.Errorf("%s: Keep is %v", f.Path, f.Keep)
		}
	}
}

func TestRootErrors(t *testing.T) {
	dir := t.TempDir()
	tree(t, dir, map[string]string{"f": ""})
	for _, root := range []string{"nowhere", "f"} {
		if _, err := Walk(context.Background(), filepath.Join(dir, root), Options{}); err == nil {
			t.Errorf("walking %s is no error", root)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Walk(ctx, dir, Options{}); err != context.Canceled {
		t.Errorf("cancelled: %v", err)
	}
}

func TestRootThroughALink(t *testing.T) {
	dir := t.TempDir()
	tree(t, dir, map[string]string{"real/a.go": ""})
	must(t, os.Symlink("real", filepath.Join(dir, "link")))
	equalLists(t, "files", paths(walked(t, filepath.Join(dir, "link"), Options{})), []string{"a.go"})
}
