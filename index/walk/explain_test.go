package walk

import (
	"os"
	"path/filepath"
	"testing"
)

func TestExplain(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	repo(t, dir, map[string]string{"a.go": "package a\n", "log/kept.go": "", "gen.go": "// @generated\n", "x.bin": ""})
	tree(t, dir, map[string]string{
		".gitignore": "log/\n*.tmp.go\n", ".smpignore": "!keep.tmp.go\n!vendor/mine/x.go",
		"log/new.go": "", "b.tmp.go": "", "keep.tmp.go": "", "vendor/x/y.go": "", "vendor/mine/x.go": "", ".smp/smp.db": "", "script": "#!/bin/sh\n",
	})
	must(t, os.Symlink("log", filepath.Join(dir, "link")))
	tests := []struct {
		path    string
		indexed bool
		at      string
		reason  Reason
		detail  string
	}{
		{"", true, "", "", ""},
		{"a.go", true, "", "", ""},
		{"script", true, "", "", ""},
		{"./log/../a.go", true, "", "", ""},
		{filepath.Join(dir, "a.go"), true, "", "", ""},
		{"gen.go", false, "gen.go", Generated, `line 1: "@generated"`},
		{"log", false, "log", Ignored, ".gitignore:1: log/"},
		{"log/new.go", false, "log", Ignored, ".gitignore:1: log/"},
		{"log/kept.go", true, "", "", "tracked by git"},
		{"b.tmp.go", false, "b.tmp.go", Ignored, ".gitignore:2: *.tmp.go"},
		{"keep.tmp.go", true, "", "", ".smpignore:1: !keep.tmp.go"},
		{"vendor/x/y.go", false, "vendor", Vendored, "vendor/: dependencies kept in the tree"},
		{"vendor/mine/x.go", true, "", "", ".smpignore:2: !vendor/mine/x.go"},
		{"x.bin", false, "x.bin", NoLanguage, "no known language has files named like this"},
		{".git/config", false, ".git", Internal, "never part of a tree"},
		{".smp/smp.db", false, ".smp", Internal, "never part of a tree"},
		{"link/kept.go", false, "link", Symlink, "to log, inside the root as log"},
		{"../other.go", false, "../other.go", OutsideRoot, "it is not below " + dir},
	}
	for _, tt := range tests {
		x, err := Explain(dir, tt.path, Options{Detect: lang})
		if err != nil || x.Indexed != tt.indexed || x.At != tt.at || x.Reason != tt.reason || x.Detail != tt.detail {
			t.Errorf("Explain(%q) = %+v, %v", tt.path, x, err)
		}
	}
	for _, p := range []string{"nowhere.go", "a.go/x", "d/e"} {
		if x, err := Explain(dir, p, Options{}); err == nil {
			t.Errorf("Explain(%q) = %+v, no error", p, x)
		}
	}
}
