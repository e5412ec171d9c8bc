package main

import (
	"bytes"
	"os"
	"testing"
)

func TestCommentsAreFresh(t *testing.T) {
	files, err := Files("../../..")
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range files {
		got, err := os.ReadFile(path)
		if err != nil {
			t.Error(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s is stale: run go generate ./jsonrpc", path)
		}
	}
	stray, err := Stray("../../..", files)
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range stray {
		t.Errorf("%s is not generated any more: run go generate ./jsonrpc", path)
	}
}
