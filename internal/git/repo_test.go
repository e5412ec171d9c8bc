package git

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestMain keeps the user's configuration out.
func TestMain(m *testing.M) {
	os.Setenv("GIT_CONFIG_GLOBAL", os.DevNull)
	os.Setenv("GIT_CONFIG_SYSTEM", os.DevNull)
	os.Exit(m.Run())
}

// testRepo is a repository made by a test.
type testRepo struct {
	t   testing.TB
	dir string
}

func newTestRepo(t testing.TB) *testRepo {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	x := &testRepo{t, real(t, t.TempDir())}
	x.git("init", "-q", "-b", "main")
	return x
}

func real(t testing.TB, dir string) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(dir)
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

func (x *testRepo) git(args ...string) string {
	x.t.Helper()
	cmd := exec.Command("git", append([]string{"-c", "user.name=A B", "-c", "user.email=a@b", "-c", "protocol.file.allow=always", "-c", "commit.gpgSign=false"}, args...)...)
	cmd.Dir = x.dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		x.t.Fatalf("git %q: %v\n%s", args, err, out)
	}
	return strings.TrimSpace(string(out))
}

func (x *testRepo) write(files ...string) {
	x.t.Helper()
	for i := 0; i < len(files); i += 2 {
		full := filepath.Join(x.dir, files[i])
		if err := errors.Join(os.MkdirAll(filepath.Dir(full), 0o755), os.WriteFile(full, []byte(files[i+1]), 0o644)); err != nil {
			x.t.Fatal(err)
		}
	}
}

func (x *testRepo) commit(message string) string {
	x.t.Helper()
	x.git("add", "-A")
	x.git("commit", "-q", "--allow-empty", "-m", message)
	return x.git("rev-parse", "HEAD")
}

func (x *testRepo) open(below string) *Repo {
	x.t.Helper()
	r, err := Open(x.t.Context(), filepath.Join(x.dir, below))
	if err != nil {
		x.t.Fatal(err)
	}
	return r
}

func TestOpen(t *testing.T) {
	x := newTestRepo(t)
	x.write("sub/deep/a", "1")
	first := x.commit("one")
	if r := x.open(""); r.Top() != x.dir || r.Root() != x.dir || r.Prefix() != "" {
		t.Errorf("the top: %+v", r)
	}
	if r := x.open("sub/deep"); r.Top() != x.dir || r.Prefix() != "sub/deep/" {
		t.Errorf("below: %+v", r)
	}
	tree := filepath.Join(real(t, t.TempDir()), "w")
	x.git("worktree", "add", "-q", "-b", "side", tree)
	r, err := Open(t.Context(), filepath.Join(tree, "sub"))
	if err != nil || r.Top() != tree || r.Prefix() != "sub/" {
		t.Fatalf("a worktree: %+v, %v", r, err)
	}
	if h, err := r.Head(t.Context()); err != nil || h != (Head{first, "side"}) {
		t.Errorf("its head: %+v, %v", h, err)
	}
	outer := newTestRepo(t)
	outer.git("submodule", "add", "-q", x.dir, "mod")
	if r := outer.open("mod"); r.Top() != filepath.Join(outer.dir, "mod") {
		t.Errorf("a submodule: %+v", r)
	}
	_, err = Open(t.Context(), t.TempDir())
	if !errors.Is(err, ErrNotRepository) {
		t.Errorf("no repository: %v", err)
	}
	if _, err = Open(t.Context(), filepath.Join(x.dir, ".git")); !errors.Is(err, ErrNotRepository) {
		t.Errorf("inside .git: %v", err)
	}
	t.Setenv("PATH", t.TempDir())
	if _, err = Open(t.Context(), x.dir); !errors.Is(err, ErrNotInstalled) || !errors.Is(err, errors.ErrUnsupported) || !strings.Contains(err.Error(), "install") {
		t.Errorf("without git: %v", err)
	}
}

func TestHead(t *testing.T) {
	t.Parallel()
	x := newTestRepo(t)
	r := x.open("")
	head := func(want Head) {
		t.Helper()
		if h, err := r.Head(t.Context()); err != nil || h != want {
			t.Errorf("%+v, %v; want %+v", h, err, want)
		}
	}
	head(Head{Branch: "main"})
	first := x.commit("one")
	head(Head{first, "main"})
	x.git("checkout", "-q", "-b", "feat/x")
	head(Head{first, "feat/x"})
	x.git("checkout", "-q", "--detach")
	head(Head{Commit: first})
}

func TestResolve(t *testing.T) {
	t.Parallel()
	x := newTestRepo(t)
	first, second := x.commit("one"), x.commit("two")
	x.git("tag", "-a", "-m", "t", "v1", first)
	r := x.open("")
	for rev, want := range map[string]string{"HEAD": second, "HEAD~1": first, "v1": first, "main": second, first[:10]: first, "HEAD^{tree}~": "", "nope": "", "": "", "--all": "", "-h": "", "a\nb": "", "a\x00b": "", strings.Repeat("0", 40): ""} {
		got, err := r.Resolve(t.Context(), rev)
		if got != want || (err != nil) != (want == "") || want == "" && !errors.Is(err, ErrUnknownRevision) {
			t.Errorf("%q: %q, %v", rev, got, err)
		}
		if want == "" && errors.Is(err, ErrShallow) {
			t.Errorf("%q: shallow, %v", rev, err)
		}
	}
	clone := &testRepo{t, filepath.Join(t.TempDir(), "c")}
	x.git("clone", "-q", "--depth=1", "file://"+x.dir, clone.dir)
	if _, err := clone.open("").Resolve(t.Context(), first); !errors.Is(err, ErrShallow) || !errors.Is(err, ErrUnknownRevision) || !strings.Contains(err.Error(), "unshallow") {
		t.Errorf("shallow: %v", err)
	}
}

// TestInsideAHook: what git sets for its hooks leads nowhere else.
func TestInsideAHook(t *testing.T) {
	other, x := newTestRepo(t), newTestRepo(t)
	other.commit("other")
	want := x.commit("one")
	t.Setenv("GIT_DIR", filepath.Join(other.dir, ".git"))
	t.Setenv("GIT_WORK_TREE", other.dir)
	t.Setenv("GIT_INDEX_FILE", "nowhere")
	t.Setenv("GIT_PREFIX", "sub/")
	r := x.open("")
	if h, err := r.Head(t.Context()); err != nil || h.Commit != want || r.Top() != x.dir {
		t.Errorf("%+v, %v, %s", h, err, r.Top())
	}
}

func TestHooksDir(t *testing.T) {
	t.Parallel()
	x := newTestRepo(t)
	x.write("sub/a", "1")
	x.commit("one")
	tree := filepath.Join(real(t, t.TempDir()), "w")
	x.git("worktree", "add", "-q", tree)
	dir := func(root, want string) {
		t.Helper()
		r, err := Open(t.Context(), root)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := r.HooksDir(t.Context()); err != nil || got != want {
			t.Errorf("%s: %q, %v; want %q", root, got, err, want)
		}
	}
	dir(x.dir, filepath.Join(x.dir, ".git", "hooks"))
	dir(filepath.Join(x.dir, "sub"), filepath.Join(x.dir, ".git", "hooks"))
	dir(tree, filepath.Join(x.dir, ".git", "hooks"))
	x.git("config", "core.hooksPath", "tools/hooks")
	dir(filepath.Join(x.dir, "sub"), filepath.Join(x.dir, "tools", "hooks"))
	outside := real(t, t.TempDir())
	x.git("config", "core.hooksPath", outside)
	if got, err := x.open("").HooksDir(t.Context()); got != outside || !errors.Is(err, ErrHooksElsewhere) {
		t.Errorf("outside: %q, %v", got, err)
	}
}
