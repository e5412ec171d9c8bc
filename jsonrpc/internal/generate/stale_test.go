package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/structural-memory/smp/jsonrpc"
)

// TestGeneratedFilesAreFresh: whoever changes the table generates anew.
func TestGeneratedFilesAreFresh(t *testing.T) {
	files, err := Files(jsonrpc.OpenRPC())
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range files {
		got, err := os.ReadFile(filepath.Join("../../..", filepath.FromSlash(path)))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s is stale: run go generate ./jsonrpc", path)
		}
	}
}
