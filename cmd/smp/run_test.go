package main

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// runIn calls the program in this process.
func runIn(t *testing.T, ctx context.Context, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	dir := t.TempDir()
	var files [2]*os.File
	for i, name := range []string{"out", "err"} {
		f, err := os.Create(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		files[i] = f
	}
	code = run(ctx, args, files[0], files[1])
	var texts [2]string
	for i, f := range files {
		b, err := os.ReadFile(f.Name())
		if err != nil {
			t.Fatal(err)
		}
		texts[i] = string(b)
	}
	return code, texts[0], texts[1]
}

func TestInterrupted(t *testing.T) {
	repo := t.TempDir()
	if err := os.WriteFile(filepath.Join(repo, "a.py"), []byte("def f(): pass\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	code, out, errors := runIn(t, ctx, "index", repo)
	if code != exitInterrupted || out != "" || !strings.Contains(errors, "interrupted") {
		t.Errorf("interrupted: code %d, output %q, errors %q", code, out, errors)
	}
	if code, _, errors := runIn(t, ctx, "index", repo, "--json"); code != exitInterrupted || !strings.HasPrefix(errors, `{"error":{"code":-32603,"message":"interrupted`) {
		t.Errorf("interrupted: code %d, errors %q", code, errors)
	}
	if code, out, errors := runIn(t, t.Context(), "navigate", "--repo", repo, "f"); code != exitOK || !strings.Contains(out, "a.py:1") {
		t.Errorf("afterwards: code %d, output %q, errors %q", code, out, errors)
	}
}

// TestWithoutC holds the message that someone without a C compiler reads.
func TestWithoutC(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the Go tool")
	}
	gotool, err := exec.LookPath("go")
	if err != nil {
		t.Skip("no Go tool")
	}
	// Nothing may fail before the message comes: packages that hold C are
	// imported by files that need cgo only.
	list := exec.Command(gotool, "list", "-e", "-deps", "-f", "{{if not .GoFiles}}{{.ImportPath}}{{end}}", ".")
	list.Env = append(os.Environ(), "CGO_ENABLED=0")
	out, err := list.CombinedOutput()
	if text := strings.TrimSpace(string(out)); err != nil || text != "" {
		t.Errorf("packages that cannot be loaded without cgo: %v\n%s", err, text)
	}
	build := exec.Command(gotool, "build", "-o", os.DevNull, "../../internal/sitter")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	out, err = build.CombinedOutput()
	if err == nil || !strings.Contains(string(out), "install_gcc") || strings.Count(string(out), "\n") > 2 {
		t.Errorf("the build without cgo says: %v\n%s", err, out)
	}
}
