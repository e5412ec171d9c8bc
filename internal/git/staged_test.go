package git

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// TestStaged: what is staged counts, and not what else the working tree has;
// inside a hook it is the index that git names.
func TestStaged(t *testing.T) {
	root := t.TempDir()
	run := func(args ...string) {
		t.Helper()
		cmd := exec.Command("git", append([]string{"-c", "user.name=t", "-c", "user.email=t@example.com"}, args...)...)
		cmd.Dir = root
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
	}
	put := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(root, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	run("init", "-q")
	put("a", "1")
	put("b", "1")
	run("add", "-A")
	run("commit", "-q", "-m", "x")
	put("a", "2")
	put("new\nname", "1")
	run("add", "-A")
	run("rm", "-q", "--cached", "b")
	put("a", "3")
	r, err := Open(t.Context(), root)
	if err != nil {
		t.Fatal(err)
	}
	got, err := r.Staged(t.Context(), "HEAD")
	if err != nil || len(got) != 3 || got[0].Path != "a" || got[0].Status != 'M' || got[1].Path != "b" || got[1].Status != 'D' || got[2].Path != "new\nname" || got[2].Status != 'A' {
		t.Fatalf("%+v %v", got, err)
	}
	err = r.Contents(t.Context(), []string{got[0].After.Blob}, 0, func(_ int, data []byte, err error) error {
		if string(data) != "2" {
			t.Errorf("a is staged as %q", data)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
	other := filepath.Join(t.TempDir(), "index")
	t.Setenv("GIT_INDEX_FILE", other)
	cmd := exec.Command("git", "read-tree", "HEAD")
	cmd.Dir = root
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if got, err := r.Staged(t.Context(), "HEAD"); err != nil || len(got) != 0 {
		t.Errorf("of the other index: %+v %v", got, err)
	}
	if _, err := r.Staged(t.Context(), "nothing"); err == nil {
		t.Error("compared with a commit that there is not")
	}
}
