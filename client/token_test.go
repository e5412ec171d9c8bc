package client

import (
	"os"
	"path/filepath"
	"testing"
)

// A token is found where the server leaves it, and nothing else is shown: no
// file behind a link, none that others may touch.
func TestLocalToken(t *testing.T) {
	for _, name := range []string{"HOME", "XDG_RUNTIME_DIR", "XDG_CACHE_HOME"} {
		t.Setenv(name, "")
	}
	t.Setenv("TMPDIR", t.TempDir())
	dir := tokenFolders()[0]
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "1234.token")
	if err := os.WriteFile(file, []byte("secret\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	want := func(address, secret string) {
		t.Helper()
		if got := localToken(address); got != secret {
			t.Errorf("%s: %q, want %q", address, got, secret)
		}
	}
	want("http://127.0.0.1:1234/rpc", "secret")
	want("ws://localhost:1234/ws", "secret")
	want("http://localhost:1235/rpc", "")
	want("http://example.com:1234/rpc", "")
	for path, modes := range map[string][2]os.FileMode{file: {0o644, 0o600}, dir: {0o755, 0o700}} {
		_ = os.Chmod(path, modes[0])
		want("http://localhost:1234/rpc", "")
		_ = os.Chmod(path, modes[1])
	}
	if err := os.Rename(file, file+"2"); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(file+"2", file); err != nil {
		t.Skip(err)
	}
	want("http://localhost:1234/rpc", "")
}
