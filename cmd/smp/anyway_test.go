//go:build unix

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestWideFoldersAreNotIndexedUnasked: no command begins an index of the home
// folder or what is around it, or leaves anything there, until it is asked to;
// then the others go on.
func TestWideFoldersAreNotIndexedUnasked(t *testing.T) {
	base := t.TempDir()
	home := filepath.Join(base, "me")
	if err := os.MkdirAll(home, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(home, "a.go"), []byte("package a\n\nfunc one() {}\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	t.Setenv("HOME", home)
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(home, link); err != nil {
		t.Fatal(err)
	}
	for _, at := range []string{"/", home, base, link, home + "/."} {
		for _, command := range []string{"index", "watch", "locate one", "navigate one", "serve --stdio", "mcp serve", "index --quiet"} {
			if at == "/" && command != "index" {
				continue // where an index of others may be
			}
			code, out, errs := runIn(t, t.Context(), append(strings.Fields(command), "--repo", at)...)
			if command != "mcp serve" && (code == exitOK || !strings.Contains(out+errs, "--anyway")) {
				t.Errorf("%s of %s: %d %s%s", command, at, code, out, errs)
			}
			if _, err := os.Stat(filepath.Join(at, ".smp")); err == nil && at != "/" {
				t.Fatalf("%s leaves something in %s", command, at)
			}
		}
	}
	for _, words := range [][]string{{"index", "--anyway"}, {"navigate", "one", "--fresh"}} {
		if code, out, errs := runIn(t, t.Context(), append(words, "--repo", home)...); code != exitOK {
			t.Errorf("%v: %d %s%s", words, code, out, errs)
		}
	}
	if code, _, _ := runIn(t, t.Context(), "index", "--repo", home); code == exitOK {
		t.Error("the next run is not asked for")
	}
}

// TestIndexFolderIsNoLink: a repository does not say where the index is written.
func TestIndexFolderIsNoLink(t *testing.T) {
	dir, outside := t.TempDir(), t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a.go"), []byte("package a\n\nfunc one() {}\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(outside, filepath.Join(dir, ".smp")); err != nil {
		t.Fatal(err)
	}
	code, out, errs := runIn(t, t.Context(), "index", "--repo", dir)
	left, _ := os.ReadDir(outside)
	if code == exitOK || !strings.Contains(errs, "--db") || len(left) > 0 {
		t.Errorf("%d %s%s, outside: %v", code, out, errs, left)
	}
}
