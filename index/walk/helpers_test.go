package walk

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// tree writes files, given as path and text in turn; a path that ends in "/"
// is a directory and has no text.
func tree(t testing.TB, dir string, files map[string]string) {
	t.Helper()
	for p, text := range files {
		full := filepath.Join(dir, filepath.FromSlash(p))
		if strings.HasSuffix(p, "/") {
			must(t, os.MkdirAll(full, 0o755))
			continue
		}
		must(t, os.MkdirAll(filepath.Dir(full), 0o755))
		must(t, os.WriteFile(full, []byte(text), 0o644))
	}
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func git(t testing.TB, dir string, args ...string) string {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	cmd := exec.Command("git", append([]string{"-c", "user.name=n", "-c", "user.email=e", "-c", "protocol.file.allow=always"}, args...)...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_SYSTEM=/dev/null", "XDG_CONFIG_HOME=/nonexistent", "HOME=/nonexistent")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("git %v: %v\n%s", args, err, stderr.Bytes())
	}
	return string(out)
}

// lang knows a few languages, one of them by its first line.
func lang(p string, head func() []byte) string {
	switch ext := path.Ext(p); ext {
	case ".go", ".py", ".js", ".css", ".json", ".md":
		return ext[1:]
	case "":
		if bytes.HasPrefix(head(), []byte("#!/bin/sh")) {
			return "bash"
		}
	}
	return ""
}

func walked(t testing.TB, root string, opts Options) *Result {
	t.Helper()
	res, err := Walk(context.Background(), root, opts)
	must(t, err)
	checkResult(t, root, opts, res)
	return res
}

// checkResult holds what is true of every result: order, and that Lookup says
// the same about each path.
func checkResult(t testing.TB, root string, opts Options, res *Result) {
	t.Helper()
	if !slices.IsSortedFunc(res.Files, func(a, b File) int { return strings.Compare(a.Path, b.Path) }) {
		t.Errorf("files are not sorted: %q", paths(res))
	}
	tr, err := Open(root, opts)
	must(t, err)
	for _, f := range res.Files {
		if x, err := tr.Lookup(f.Path); err != nil || !x.Indexed || x.File != f {
			t.Errorf("Lookup(%q) = %+v, %v; the walk has %+v", f.Path, x, err, f)
		}
	}
	for i, s := range res.Skips {
		if i > 0 && res.Skips[i-1].Path >= s.Path {
			t.Errorf("skips are not sorted or not unique: %q, %q", res.Skips[i-1].Path, s.Path)
		}
		if strings.Contains(s.Path, `\x`) {
			continue
		}
		if x, err := tr.Lookup(s.Path); err != nil || x.Indexed || x.Reason != s.Reason || x.Detail != s.Detail || x.Dir != s.Dir || x.At != s.Path {
			t.Errorf("Lookup(%q) = %+v, %v; the walk has %+v", s.Path, x, err, s)
		}
	}
}

func paths(res *Result) []string {
	var out []string
	for _, f := range res.Files {
		out = append(out, f.Path)
	}
	return out
}

// skips are the skips as "path reason detail".
func skips(res *Result) []string {
	var out []string
	for _, s := range res.Skips {
		p := s.Path
		if s.Dir {
			p += "/"
		}
		out = append(out, p+" "+string(s.Reason)+" "+s.Detail)
	}
	return out
}

func equalLists(t testing.TB, what string, got, want []string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s:\n got %q\nwant %q", what, got, want)
	}
}
