package main

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/structural-memory/smp"
)

// TestHookFile: whatever hook was there, it is called as before, and comes back
// byte for byte.
func TestHookFile(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		mode os.FileMode
		how  string
	}{
		"none":             {"", 0, "own"},
		"a script":         {"#!/bin/sh\necho hello\nexit 0\n", 0o755, "block"},
		"without an end":   {"#!/usr/bin/env bash\necho hello", 0o755, "block"},
		"with options":     {"#!/bin/bash -eu\n:\n", 0o700, "block"},
		"an empty script":  {"#!/bin/sh\n", 0o755, "block"},
		"another language": {"#!/usr/bin/python3\nprint('hello')\n", 0o755, "beside"},
		"a binary":         {"\x7fELF\x00\x00", 0o755, "beside"},
		"not to be run":    {"#!/bin/sh\nexit 1\n", 0o644, "beside"},
		"line ends":        {"#!/bin/sh\r\necho hello\r\n", 0o755, "beside"},
		"no first line":    {"echo hello\n", 0o755, "beside"},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "hooks", "post-commit")
			if c.mode != 0 {
				if err := errors.Join(os.Mkdir(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(c.text), c.mode), os.Chmod(path, c.mode)); err != nil {
					t.Fatal(err)
				}
			}
			read := func() *hookFile {
				t.Helper()
				h, err := readHook(path)
				if err != nil {
					t.Fatal(err)
				}
				return h
			}
			for _, call := range []string{"first\n", "second\n", "second\n"} {
				if err := read().install(call); err != nil {
					t.Fatal(err)
				}
				h := read()
				if h.how != c.how || h.mode.Perm()&0o100 == 0 || strings.Count(string(h.text), call) != 1 || call == "second\n" && strings.Contains(string(h.text), "first") {
					t.Errorf("%s: %q is %q, mode %v, want %q", call, h.text, h.how, h.mode, c.how)
				}
			}
			if h := read(); c.how == "block" && !strings.HasSuffix(string(h.text), strings.SplitN(c.text, "\n", 2)[1]) {
				t.Errorf("the script is another: %q", h.text)
			}
			if err := read().uninstall(); err != nil {
				t.Fatal(err)
			}
			h := read()
			if string(h.text) != c.text || h.mode != c.mode || h.how != "" {
				t.Errorf("afterwards %q, mode %v", h.text, h.mode)
			}
			if left, _ := os.ReadDir(filepath.Dir(path)); len(left) != min(int(c.mode), 1) {
				t.Errorf("left: %v", left)
			}
			if err := read().uninstall(); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestHookFileThatIsALink: what it leads to is not touched.
func TestHookFileThatIsALink(t *testing.T) {
	dir := t.TempDir()
	path, target := filepath.Join(dir, "post-commit"), filepath.Join(dir, "tracked.sh")
	text := "#!/bin/sh\necho hello\n"
	if err := errors.Join(os.WriteFile(target, []byte(text), 0o755), os.Symlink("tracked.sh", path)); err != nil {
		t.Fatal(err)
	}
	h, err := readHook(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := h.install("call\n"); err != nil || h.how != "beside" {
		t.Fatal(h.how, err)
	}
	if got, _ := os.ReadFile(target); string(got) != text {
		t.Errorf("written through the link: %q", got)
	}
	if h, err = readHook(path); err != nil || h.how != "beside" {
		t.Fatal(h, err)
	}
	if err := h.uninstall(); err != nil {
		t.Fatal(err)
	}
	if to, err := os.Readlink(path); err != nil || to != "tracked.sh" {
		t.Error(to, err)
	}
}

// hooked is a repository that smp's hooks are installed in.
type hooked struct {
	t    *testing.T
	repo string
}

func (x *hooked) run(program string, args ...string) string {
	x.t.Helper()
	cmd := exec.Command(program, args...)
	cmd.Dir = x.repo
	out, err := cmd.CombinedOutput()
	if err != nil {
		x.t.Fatalf("%s %q: %v\n%s", program, args, err, out)
	}
	return string(out)
}

func (x *hooked) write(name, text string) {
	x.t.Helper()
	full := filepath.Join(x.repo, name)
	if err := errors.Join(os.MkdirAll(filepath.Dir(full), 0o755), os.WriteFile(full, []byte(text), 0o755)); err != nil {
		x.t.Fatal(err)
	}
}

// shows waits until the index shows the commit that is checked out.
func (x *hooked) shows(root, name string) {
	x.t.Helper()
	head := strings.TrimSpace(x.run("git", "rev-parse", "HEAD"))
	m, err := smp.Open(context.Background(), filepath.Join(root, ".smp", "smp.db"), smp.WithRoot(root))
	if err != nil {
		x.t.Fatal(err)
	}
	defer m.Close()
	for late := time.Now().Add(30 * time.Second); time.Now().Before(late); time.Sleep(20 * time.Millisecond) {
		if sha, _, err := m.Commit(context.Background()); err != nil || sha != head {
			continue
		}
		if _, err = m.Navigate(context.Background(), smp.NavigateQuery{Query: name}); err != nil {
			x.t.Error(err)
		}
		return
	}
	x.t.Fatalf("the index does not show %s", head)
}

func TestHooks(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	bin := t.TempDir()
	self, err := filepath.Abs(os.Args[0])
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(self, filepath.Join(bin, "smp")); err != nil { // see TestMain
		t.Fatal(err)
	}
	t.Setenv("PATH", bin+string(filepath.ListSeparator)+os.Getenv("PATH"))
	for k, v := range map[string]string{"GIT_CONFIG_GLOBAL": os.DevNull, "GIT_CONFIG_SYSTEM": os.DevNull, "GIT_AUTHOR_NAME": "n", "GIT_AUTHOR_EMAIL": "e", "GIT_COMMITTER_NAME": "n", "GIT_COMMITTER_EMAIL": "e"} {
		t.Setenv(k, v)
	}
	x := &hooked{t, t.TempDir()}
	x.run("git", "init", "-q", "-b", "main")
	x.run("git", "config", "core.hooksPath", "tools/hooks")
	x.write("sub dir/a.py", "def one():\n    pass\n")
	called := filepath.Join(t.TempDir(), "called")
	before := "#!/bin/sh\necho called >> '" + called + "'\nexit 0\n"
	x.write("tools/hooks/post-commit", before)
	x.run("git", "add", ".")
	x.run("git", "commit", "-q", "-m", "one")
	root := filepath.Join(x.repo, "sub dir")
	out := x.run("smp", "hook", "install", "--repo", root)
	if !strings.Contains(out, "installed in the hook that was there") || strings.Contains(out, "not installed") {
		t.Error(out)
	}
	x.run("git", "add", ".")
	x.run("git", "commit", "-q", "-m", "no index yet")
	x.run("smp", "index", "--repo", root)

	x.write("sub dir/a.py", "def two():\n    pass\n")
	x.run("git", "commit", "-q", "-am", "two")
	x.shows(root, "two")
	x.run("git", "checkout", "-q", "-b", "other", "HEAD~1")
	x.shows(root, "one")
	x.write("sub dir/b.py", "def three():\n    pass\n")
	x.run("git", "add", ".")
	x.run("git", "commit", "-q", "-m", "three")
	x.shows(root, "three")
	x.run("git", "rebase", "-q", "main")
	x.shows(root, "two")
	x.run("git", "checkout", "-q", "main")
	x.run("git", "merge", "-q", "other")
	x.shows(root, "three")
	if text, _ := os.ReadFile(called); strings.Count(string(text), "called") < 4 {
		t.Errorf("the hook that was there: %q", text)
	}
	var res hooksAnswer
	if err := json.Unmarshal([]byte(x.run("smp", "hook", "status", "--repo", root, "--json")), &res); err != nil {
		t.Fatal(err)
	}
	if res.Dir != filepath.Join(x.repo, "tools/hooks") || len(res.Hooks) != 4 || res.Last == nil || res.Last.Error != "" || res.Note != "" {
		t.Errorf("%+v", res)
	}
	x.run("smp", "hook", "uninstall", "--repo", root)
	if left, _ := os.ReadDir(res.Dir); len(left) != 1 {
		t.Errorf("left: %v", left)
	}
	if text, err := os.ReadFile(filepath.Join(res.Dir, "post-commit")); err != nil || string(text) != before {
		t.Errorf("the hook is not as before: %q %v", text, err)
	}
}
