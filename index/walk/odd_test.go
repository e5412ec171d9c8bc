//go:build unix

package walk

import (
	"context"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
)

func TestLinks(t *testing.T) {
	base := t.TempDir()
	dir := filepath.Join(base, "root")
	tree(t, base, map[string]string{"outside/o.go": "", "root/d/x.go": "", "root/.gitignore": "skipme\n"})
	for name, to := range map[string]string{
		"d/loop": "..", "self": "self", "in.go": "d/x.go", "indir": "d", "out": "../outside", "dangling": "nowhere",
		"abs": filepath.Join(base, "outside/o.go"), "top": ".", "skipme": "d",
	} {
		must(t, os.Symlink(to, filepath.Join(dir, name)))
	}
	res := walked(t, dir, Options{Detect: lang})
	equalLists(t, "files", paths(res), []string{"d/x.go"})
	equalLists(t, "skips", skips(res), []string{
		"abs symlink to " + filepath.Join(base, "outside/o.go") + ", outside the root",
		"d/loop symlink to .., the root itself",
		"dangling symlink to nowhere, which does not exist",
		"in.go symlink to d/x.go, inside the root as d/x.go",
		"indir symlink to d, inside the root as d",
		"out symlink to ../outside, outside the root",
		"self symlink to self, which leads back to itself",
		"skipme ignored .gitignore:1: skipme",
		"top symlink to ., the root itself",
	})
}

func TestLinkedIgnoreFileIsNotRead(t *testing.T) {
	dir := t.TempDir()
	tree(t, dir, map[string]string{"rules": "*.go", "a.go": ""})
	must(t, os.Symlink("rules", filepath.Join(dir, ".gitignore")))
	equalLists(t, "files", paths(walked(t, dir, Options{Detect: lang})), []string{"a.go"})
}

func TestWhatIsNoFile(t *testing.T) {
	dir := t.TempDir()
	must(t, syscall.Mkfifo(filepath.Join(dir, "pipe.go"), 0o644))
	l, err := net.Listen("unix", filepath.Join(dir, "s.go"))
	must(t, err)
	defer l.Close()
	equalLists(t, "skips", skips(walked(t, dir, Options{Detect: lang})), []string{
		"pipe.go not_regular a named pipe; it is never opened",
		"s.go not_regular a socket; it is never opened",
	})
	if _, err := ReadFile(dir, "pipe.go", 0); err == nil || err.(*ReadError).Reason != NotRegular {
		t.Errorf("reading a pipe: %v", err)
	}
}

func TestUnreadable(t *testing.T) {
	if os.Getuid() == 0 {
		t.Skip("root reads everything")
	}
	dir := t.TempDir()
	tree(t, dir, map[string]string{"d/x.go": "", "script": "#!/bin/sh", "f.go": "", "ok.go": "", "r/.gitignore": "*", "r/x.go": "", "e/x.go": ""})
	for p, mode := range map[string]os.FileMode{"d": 0, "script": 0, "f.go": 0, "r/.gitignore": 0, "e": 0o444} {
		must(t, os.Chmod(filepath.Join(dir, p), mode))
	}
	defer os.Chmod(filepath.Join(dir, "d"), 0o755)
	defer os.Chmod(filepath.Join(dir, "e"), 0o755)
	res, err := Walk(context.Background(), dir, Options{Detect: lang})
	must(t, err)
	equalLists(t, "files", paths(res), []string{"f.go", "ok.go", "r/x.go"})
	equalLists(t, "skips", skips(res), []string{
		"d/ unreadable permission denied",
		"e/x.go unreadable permission denied",
		"script unreadable permission denied",
	})
	equalLists(t, "notes", res.Notes, []string{"r/.gitignore: permission denied; its rules are not applied"})
	x, err := Explain(dir, "f.go", Options{Detect: lang})
	if err != nil || x.Indexed || x.Reason != Unreadable {
		t.Errorf("Explain(f.go) = %+v, %v", x, err)
	}
}

func TestOddNames(t *testing.T) {
	dir := t.TempDir()
	names := []string{" a.go", "a .go", `"q".go`, "new\nline.go", "#h.go", "!n.go", "-rf.go", `back\slash.go`, "*.go", "é.go", "日本/字.go", "..go", "...go"}
	files := map[string]string{"bad\xff.go": "", "dir\xfe/x.go": "", "pic\xff.png": "", ".gitignore": "ignored\\ *\n", "ignored \xff.go": ""}
	for _, n := range names {
		files[n] = ""
	}
	tree(t, dir, files)
	res := walked(t, dir, Options{Detect: lang})
	if len(res.Files) != len(names) {
		t.Errorf("files: %q", paths(res))
	}
	equalLists(t, "skips", skips(res), []string{
		`bad\xff.go bad_name its name is no UTF-8; rename it`,
		`dir\xfe/ bad_name its name is no UTF-8; rename it`,
		`ignored \xff.go ignored .gitignore:1: ignored\ *`,
	})
}

func TestDeepTree(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	root, err := os.OpenRoot(dir)
	must(t, err)
	defer root.Close()
	// Deeper than a path can be long: what is too deep is skipped, not fatal.
	deep := strings.Repeat("dddddddd/", 500)
	must(t, root.MkdirAll(strings.TrimSuffix(deep, "/"), 0o755))
	defer root.RemoveAll("dddddddd")
	for _, at := range []int{10, 400, 500} {
		must(t, root.WriteFile(deep[:9*at]+"x.go", []byte("x"), 0o644))
	}
	res, err := Walk(context.Background(), dir, Options{Detect: lang})
	must(t, err)
	equalLists(t, "files", paths(res), []string{deep[:3600] + "x.go", deep[:90] + "x.go"})
	if len(res.Skips) != 1 || res.Skips[0].Reason != Unreadable || res.Skips[0].Detail != "file name too long" {
		t.Errorf("skips: %q", skips(res))
	}
	if text, err := ReadFile(dir, deep+"x.go", 0); err != nil || string(text) != "x" {
		t.Errorf("reading below: %q, %v", text, err)
	}
}

// TestChangesDuringTheWalk removes and adds files while the tree is walked.
func TestChangesDuringTheWalk(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	files := map[string]string{}
	for i := range 40 {
		for j := range 10 {
			files[fmt.Sprintf("d%d/f%d.go", i, j)] = ""
			files[fmt.Sprintf("d%d/s%d", i, j)] = "#!/bin/sh"
		}
		files[fmt.Sprintf("keep%d/f.go", i)] = ""
	}
	tree(t, dir, files)
	var wg sync.WaitGroup
	wg.Go(func() {
		for i := range 40 {
			os.RemoveAll(filepath.Join(dir, fmt.Sprintf("d%d", i)))
		}
	})
	// Detect runs between listing and looking at a file; it makes one vanish.
	detect := func(p string, head func() []byte) string {
		if p == "keep7/f.go" {
			os.Remove(filepath.Join(dir, "keep7/f.go"))
		}
		return lang(p, head)
	}
	res, err := Walk(context.Background(), dir, Options{Detect: detect})
	must(t, err)
	wg.Wait()
	if len(res.Skips) > 0 {
		t.Errorf("skips: %q", skips(res))
	}
	kept := 0
	for _, p := range paths(res) {
		if strings.HasPrefix(p, "keep") {
			kept++
		}
		if p == "keep7/f.go" {
			t.Error("a file that vanished is there")
		}
	}
	if kept != 39 {
		t.Errorf("%d of 39 files that stayed", kept)
	}
}
