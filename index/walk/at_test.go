package walk

import (
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestAt: each part of a tree, looked at for itself, is what the walk of all
// has there.
func TestAt(t *testing.T) {
	dir := t.TempDir()
	tree(t, dir, map[string]string{
		"main.go": "package main", "a/b.go": "x", "a/c/d.py": "x", "a/c/.gitignore": "*.js\n", "a/c/x.js": "x", "run": "#!/bin/sh",
		".gitignore": "/out/\n/gen.*\n", "gen.py": "x", "out/x.go": "x", "out/deep/y.go": "x", "out/kept/z.go": "x", ".smpignore": "!/out/kept/\n/a/not.go\n",
		"a/not.go": "x", "vendor/m/x.go": "x", "api.pb.go": "x", ".smp/x.go": "x", "logo.png": "x", "nested/n.go": "x",
	})
	must(t, os.Symlink("main.go", filepath.Join(dir, "a", "link.go")))
	git(t, filepath.Join(dir, "nested"), "init", "-q")
	all := walked(t, dir, Options{Detect: lang})
	tr, err := Open(dir, Options{Detect: lang})
	must(t, err)
	below := func(p, at string) bool { return at == "." || p == at || strings.HasPrefix(p, at+"/") }
	var places []string
	must(t, filepath.WalkDir(dir, func(p string, _ os.DirEntry, _ error) error {
		rel, _ := filepath.Rel(dir, p)
		places = append(places, filepath.ToSlash(rel))
		return nil
	}))
	for _, at := range append(places, "gone.go", "main.go/x", "../x") {
		got, err := tr.At(t.Context(), at)
		must(t, err)
		want := &Result{}
		for _, f := range all.Files {
			if below(f.Path, at) {
				want.Files = append(want.Files, f)
			}
		}
		for _, s := range all.Skips {
			if below(s.Path, at) {
				want.Skips = append(want.Skips, s)
			}
		}
		for _, f := range all.Folders {
			if below(path.Clean(f), at) {
				want.Folders = append(want.Folders, f)
			}
		}
		equalLists(t, at+": files", paths(got), paths(want))
		equalLists(t, at+": skips", skips(got), skips(want))
		equalLists(t, at+": folders", got.Folders, want.Folders)
	}
	equalLists(t, "folders", all.Folders, []string{"", "a", "a/c", "out", "out/kept"})
	if all.Dirs != len(all.Folders) || !slices.Contains(places, "nested/.git/HEAD") {
		t.Errorf("%d directories, folders %q", all.Dirs, all.Folders)
	}
}
