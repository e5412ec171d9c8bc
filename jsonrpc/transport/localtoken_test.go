package transport

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func noFolders(t *testing.T) {
	for _, name := range []string{"HOME", "XDG_RUNTIME_DIR", "XDG_CACHE_HOME"} {
		t.Setenv(name, "")
	}
	t.Setenv("TMPDIR", t.TempDir())
}

// Without a home or a folder for the time of the session there is still a
// place, which is the user's alone.
func TestATokenHasAPlaceWithoutAHome(t *testing.T) {
	noFolders(t)
	dir, err := TokenFolder()
	if err != nil {
		t.Fatal(err)
	}
	if info, err := os.Lstat(dir); err != nil || info.Mode().Perm() != 0o700 || !strings.HasPrefix(dir, os.TempDir()) {
		t.Error(dir, info, err)
	}
	left, err := leaveToken(dir, "1234")
	if err != nil {
		t.Fatal(err)
	}
	if file, err := FindToken("localhost:1234"); err != nil || file != left.file {
		t.Error(file, err)
	}
	if file, err := FindToken("localhost:1235"); err == nil {
		t.Error(file)
	}
}

// What somebody else has put in the place is not used.
func TestAPlaceOfOthersIsRefused(t *testing.T) {
	noFolders(t)
	theirs := t.TempDir()
	place := tokenFolders()[0]
	if err := os.Symlink(theirs, place); err != nil {
		t.Skip(err)
	}
	if dir, err := TokenFolder(); err == nil {
		t.Error("a link is followed: ", dir)
	}
	if _, err := leaveToken(place, "1"); err == nil {
		t.Error("a token is left behind a link")
	}
	if err := os.Remove(place); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(place, 0o755); err != nil {
		t.Fatal(err)
	}
	secret := filepath.Join(theirs, "secret")
	if err := os.WriteFile(secret, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(secret, filepath.Join(place, "1.token")); err != nil {
		t.Fatal(err)
	}
	if _, err := leaveToken(place, "1"); err != nil {
		t.Fatal(err)
	}
	if text, _ := os.ReadFile(secret); string(text) != "mine" {
		t.Error("a link is written through")
	}
	if info, _ := os.Stat(place); info.Mode().Perm() != 0o700 {
		t.Error("others may look into the folder")
	}
	if os.Getuid() == 0 {
		if err := os.Chown(place, 12345, 12345); err == nil {
			if dir, err := TokenFolder(); err == nil {
				t.Error("a folder of another user is used: ", dir)
			}
		}
	}
}
