package gitdir

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestHead: what is read without git is what git says, whatever form the
// reference has.
func TestHead(t *testing.T) {
	dir := t.TempDir()
	git(t, dir, "init", "-q", "-b", "main")
	at := func(dir string) Head { return Find(dir).Head() }
	if h := at(dir); h != (Head{Branch: "main"}) {
		t.Errorf("before the first commit: %+v", h)
	}
	write(t, dir, "a")
	git(t, dir, "add", ".")
	git(t, dir, "commit", "-q", "-m", "one")
	check := func(what, dir, branch string) {
		t.Helper()
		if h, want := at(dir), strings.TrimSpace(git(t, dir, "rev-parse", "HEAD")); h != (Head{Commit: want, Branch: branch}) {
			t.Errorf("%s: %+v, git says %s", what, h, want)
		}
	}
	check("a loose reference", dir, "main")
	git(t, dir, "branch", "also/main")
	git(t, dir, "commit", "-q", "--allow-empty", "-m", "two")
	git(t, dir, "tag", "-a", "-m", "t", "v1")
	git(t, dir, "pack-refs", "--all")
	check("a packed one", dir, "main")
	git(t, dir, "checkout", "-q", "also/main")
	check("a packed one whose end is another's name", dir, "also/main")
	git(t, dir, "checkout", "-q", "--detach")
	check("none", dir, "")
	tree := filepath.Join(t.TempDir(), "w")
	git(t, dir, "worktree", "add", "-q", "-b", "side", tree)
	check("a worktree", tree, "side")
	git(t, tree, "symbolic-ref", "refs/heads/alias", "refs/heads/main")
	git(t, tree, "symbolic-ref", "HEAD", "refs/heads/alias")
	check("an alias", tree, "alias")
}

func TestHeadIsRobust(t *testing.T) {
	for text, want := range map[string]Head{
		"":                                  {},
		"nonsense":                          {},
		"ref: ../../etc/passwd":             {},
		"ref: refs/../../x":                 {},
		"ref: refs/heads/a":                 {Branch: "a"},
		"ref: refs/heads/.invalid":          {},
		strings.Repeat("0123456789", 4):     {Commit: strings.Repeat("0123456789", 4)},
		strings.Repeat("x", 40):             {},
		strings.Repeat("ab", 32) + "\n":     {Commit: strings.Repeat("ab", 32)},
		"ref: refs/heads/loop":              {Branch: "loop"},
		strings.Repeat("ref: refs/x ", 900): {},
	} {
		dir := t.TempDir()
		write(t, dir, "refs/heads/loop")
		for name, s := range map[string]string{"HEAD": text, "refs/heads/loop": "ref: refs/heads/loop"} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(s), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if got := (&Repo{Dir: dir, Common: dir}).Head(); got != want {
			t.Errorf("%.60q: %+v, want %+v", text, got, want)
		}
	}
}
