package workspace

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// TestCheckRoot: folders that are no project are refused by whatever name; what
// is in them is not.
func TestCheckRoot(t *testing.T) {
	base := t.TempDir()
	home := filepath.Join(base, "users", "me")
	project := filepath.Join(home, "src", "app")
	if err := os.MkdirAll(project, 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("HOME", home)
	t.Setenv("USERPROFILE", home)
	refused := []string{filepath.VolumeName(base) + string(filepath.Separator), home, filepath.Dir(home), base, os.TempDir()}
	link := filepath.Join(base, "link")
	if os.Symlink(home, link) == nil {
		refused = append(refused, link)
		t.Setenv("HOME", link) // and by what it is
	}
	for _, root := range refused {
		if err := CheckRoot(root); !errors.Is(err, ErrNotAsked) {
			t.Errorf("%s is taken: %v", root, err)
		}
	}
	for _, root := range []string{project, filepath.Join(home, "src"), filepath.Join(base, "other")} {
		if err := CheckRoot(root); err != nil {
			t.Error(err)
		}
	}
	m := &Space{Opts: Options{Root: project}}
	if err := m.CheckFiles(mostUnasked); err != nil {
		t.Error(err)
	}
	if err := m.CheckFiles(mostUnasked + 1); !errors.Is(err, ErrNotAsked) {
		t.Errorf("very many files: %v", err)
	}
	for _, dir := range []string{"objects", "refs"} {
		if err := os.MkdirAll(filepath.Join(project, ".git", dir), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(project, ".git", "HEAD"), []byte("ref: refs/heads/main\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := m.CheckFiles(mostUnasked + 1); err != nil {
		t.Errorf("in a repository: %v", err)
	}
}
