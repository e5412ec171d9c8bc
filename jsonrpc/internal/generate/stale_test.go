package main

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/structural-memory/smp/jsonrpc"
)

const root = "../../.."

// TestGeneratedFilesAreFresh: whoever changes the table generates anew.
func TestGeneratedFilesAreFresh(t *testing.T) {
	files, err := Files(jsonrpc.OpenRPC())
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range files {
		got, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(path)))
		if err != nil {
			t.Errorf("%v: run go generate ./jsonrpc", err)
			continue
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s is stale: run go generate ./jsonrpc", path)
		}
	}
	stray, err := Stray(root, files)
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range stray {
		t.Errorf("%s is not generated any more: run go generate ./jsonrpc", path)
	}
}

func TestStray(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"kept_gen.go", "gone_gen.go", "byhand.go"} {
		path := filepath.Join(dir, "client", name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := Stray(dir, map[string][]byte{"client/kept_gen.go": []byte("x")})
	if err != nil || !slices.Equal(got, []string{"client/gone_gen.go"}) {
		t.Error(got, err)
	}
}
