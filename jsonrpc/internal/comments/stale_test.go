package main

import (
	"bytes"
	"os"
	"testing"
)

func TestCommentsAreFresh(t *testing.T) {
	want, err := Comments("../../..")
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile("../../comments_gen.go")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Error("comments_gen.go is stale: run go generate ./jsonrpc")
	}
}
