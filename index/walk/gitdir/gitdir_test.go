package gitdir

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func git(t *testing.T, dir string, args ...string) string {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	cmd := exec.Command("git", append([]string{"-c", "user.name=n", "-c", "user.email=e", "-c", "protocol.file.allow=always"}, args...)...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_SYSTEM=/dev/null")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("git %v: %v\n%s", args, err, out)
	}
	return string(out)
}

func write(t *testing.T, dir string, files ...string) {
	t.Helper()
	for _, f := range files {
		full := filepath.Join(dir, f)
		if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(full, []byte(f), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func TestTrackedInEveryFormat(t *testing.T) {
	files := []string{"a.go", "a/b.go", "a-b", "long/" + strings.Repeat("x", 200), "é", "a b\nc", "z/1", "z/2", "z/22"}
	tests := map[string][][]string{
		"2":      nil,
		"3":      {{"add", "-N", "later"}},
		"4":      {{"update-index", "--index-version", "4"}},
		"sha256": nil,
		"split":  {{"update-index", "--split-index"}, {"add", "later"}},
	}
	for name, steps := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			format := "sha1"
			if name == "sha256" {
				format = "sha256"
			}
			git(t, dir, "init", "-q", "--object-format="+format)
			write(t, dir, files...)
			git(t, dir, "add", ".")
			write(t, dir, "later")
			for _, s := range steps {
				git(t, dir, s...)
			}
			tracked, err := Open(filepath.Join(dir, ".git")).Tracked()
			if err != nil {
				t.Fatal(err)
			}
			want := strings.Split(strings.TrimSuffix(git(t, dir, "ls-files", "-z"), "\x00"), "\x00")
			if !slices.Equal(tracked.names, want) {
				t.Fatalf("tracked %q, git says %q", tracked.names, want)
			}
			if !tracked.Has("z/2") || tracked.Has("z") || tracked.Has("nope") || !tracked.HasBelow("z") || tracked.HasBelow("z/2") {
				t.Error("Has or HasBelow is wrong")
			}
			if sub := tracked.Sub("z"); !slices.Equal(sub.names, []string{"1", "2", "22"}) || sub.Len() != 3 {
				t.Errorf("Sub: %q", sub.names)
			}
		})
	}
}

func TestBrokenIndexIsAnError(t *testing.T) {
	dir := t.TempDir()
	git(t, dir, "init", "-q")
	write(t, dir, "a", "b/c", "d")
	git(t, dir, "add", ".")
	data, err := os.ReadFile(filepath.Join(dir, ".git/index"))
	if err != nil {
		t.Fatal(err)
	}
	for n := range len(data) - 20 {
		if _, err := parseIndex(data[:n], false); err == nil && n < 12+3*64 {
			t.Fatalf("no error at %d bytes of %d", n, len(data))
		}
	}
	var none *Tracked
	if none.Has("a") || none.HasBelow("b") || none.IsSubmodule("a") || none.Len() != 0 || none.Sub("b") != nil {
		t.Error("a nil set is not empty")
	}
}

func TestWorktreeAndSubmodule(t *testing.T) {
	base := t.TempDir()
	lib, app, tree := filepath.Join(base, "lib"), filepath.Join(base, "app"), filepath.Join(base, "tree")
	for _, dir := range []string{lib, app} {
		write(t, dir, "x/y.go")
		git(t, dir, "init", "-q")
		git(t, dir, "add", ".")
		git(t, dir, "commit", "-qm", "m")
	}
	git(t, app, "submodule", "add", "-q", lib, "deps/lib")
	git(t, app, "commit", "-qm", "sub")
	git(t, app, "worktree", "add", "-q", tree)
	if err := os.WriteFile(filepath.Join(app, ".git/info/exclude"), []byte("shared"), 0o644); err != nil {
		t.Fatal(err)
	}

	r := Find(filepath.Join(tree, "x"))
	if r == nil || r.Top != tree || r.Common != filepath.Join(app, ".git") || string(r.Exclude()) != "shared" {
		t.Fatalf("worktree: %+v", r)
	}
	tracked, err := r.Tracked()
	if err != nil || !tracked.Has("x/y.go") || !tracked.IsSubmodule("deps/lib") || tracked.Has("deps/lib") {
		t.Errorf("worktree tracks %+v, %v", tracked, err)
	}

	r = Find(filepath.Join(app, "deps/lib/x"))
	if r == nil || r.Top != filepath.Join(app, "deps/lib") || r.Dir != filepath.Join(app, ".git/modules/deps/lib") {
		t.Fatalf("submodule: %+v", r)
	}
	if tracked, err := r.Tracked(); err != nil || !tracked.Has("x/y.go") {
		t.Errorf("submodule tracks %+v, %v", tracked, err)
	}
}

func TestWhatIsNoRepository(t *testing.T) {
	dir := t.TempDir()
	git(t, dir, "init", "-q")
	write(t, dir, "plain/f", "stale/f", "empty/f")
	os.Mkdir(filepath.Join(dir, "empty/.git"), 0o755)
	os.WriteFile(filepath.Join(dir, "stale/.git"), []byte("gitdir: /nowhere/at/all\n"), 0o644)

	for sub, want := range map[string]string{"plain": dir, "empty": dir, "stale": ""} {
		top := ""
		if r := Find(filepath.Join(dir, sub)); r != nil {
			top = r.Top
		}
		if top != want {
			t.Errorf("Find(%s) = %q, want %q", sub, top, want)
		}
		if IsBoundary(filepath.Join(dir, sub, ".git")) {
			t.Errorf("%s is taken for a repository", sub)
		}
	}
	if !IsBoundary(filepath.Join(dir, ".git")) {
		t.Error("a real repository is not seen")
	}
}

func TestConfig(t *testing.T) {
	tests := map[string]Config{
		"[core]\n\tignorecase = true\n":                             {IgnoreCase: true},
		"[core] ignoreCase\n":                                       {IgnoreCase: true},
		"[CORE]\n IgnoreCase=Yes ; why\n[core \"x\"]\nignorecase=0": {IgnoreCase: true},
		"[core]\nignorecase = false":                                {},
		"[extensions]\nobjectFormat = sha256 # new":                 {SHA256: true},
		"[broken\nignorecase = true":                                {},
	}
	for text, want := range tests {
		if got := parseConfig(text); got != want {
			t.Errorf("%q: %+v, want %+v", text, got, want)
		}
	}
}
