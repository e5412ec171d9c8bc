package walk

import (
	"os"
	"path/filepath"
	"testing"
)

// TestGiven: a file is decided about by the content that it would have, as a
// walk would after it was written.
func TestGiven(t *testing.T) {
	dir := t.TempDir()
	tree(t, dir, map[string]string{".gitignore": "secret/\n", "a.go": "package a\n", "d/b.go": "package d\n"})
	opts := Options{Detect: func(path string, head func() []byte) string {
		switch filepath.Ext(path) {
		case ".go":
			return "go"
		case "":
			if string(head()) == "#!/bin/sh\n" {
				return "bash"
			}
		}
		return ""
	}}
	for _, c := range []struct {
		path, text string
		reason     Reason
		lang       string
	}{
		{"a.go", "package b\n", "", "go"},
		{"new.go", "package a\n", "", "go"},
		{"x/y/new.go", "", "", "go"},
		{"run", "#!/bin/sh\n", "", "bash"},
		{"secret/new.go", "package a\n", Ignored, ""},
		{"node_modules/p/new.go", "package a\n", Vendored, ""},
		{".git/new.go", "package a\n", Internal, ""},
		{"../new.go", "package a\n", OutsideRoot, ""},
		{"bin.go", "a\x00b", Binary, ""},
		{"note.unknown", "text", NoLanguage, ""},
	} {
		w, err := Open(dir, opts)
		must(t, err)
		x, err := w.Given(c.path, []byte(c.text))
		must(t, err)
		if x.Indexed != (c.reason == "") || x.Reason != c.reason || x.File.Lang != c.lang {
			t.Errorf("Given(%q): %+v, want %q %q", c.path, x, c.reason, c.lang)
		}
		if _, err := os.Stat(filepath.Join(dir, "new.go")); err == nil {
			t.Fatal("Given wrote a file")
		}
	}
	w, err := Open(dir, opts)
	must(t, err)
	if _, err := w.Given("d", []byte("x")); err == nil {
		t.Error("a directory was taken for a file")
	}
}
