package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/structural-memory/smp/embed"
	"github.com/structural-memory/smp/embed/train"
)

func TestRefusals(t *testing.T) {
	for want, args := range map[string][]string{
		"nothing to do":          nil,
		"none of the commands":   {"learn"},
		"needs -repos and -out":  {"extract", "-repos", "."},
		"needs -corpus":          {"train"},
		"no such file":           {"train", "-corpus", filepath.Join(t.TempDir(), "none")},
		"is not in":              {"extract", "-repos", t.TempDir(), "-out", filepath.Join(t.TempDir(), "c")},
		"are less than one batc": {"train", "-corpus", corpus(t, 3)},
		"multiple of 8":          {"train", "-corpus", corpus(t, 100), "-dim", "20"},
	} {
		if err := run(context.Background(), args); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", args, err, want)
		}
	}
}

func TestTrain(t *testing.T) {
	out := filepath.Join(t.TempDir(), "table")
	if err := run(context.Background(), []string{"train", "-corpus", corpus(t, 100), "-out", out, "-dim", "16", "-batch", "32", "-epochs", "1", "-name", "mine"}); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	if table, err := embed.ReadTable(data); err != nil || table.Name != "mine" || table.Dim != 16 {
		t.Errorf("%+v, %v", table, err)
	}
}

// corpus writes one of two repositories with n examples each.
func corpus(t *testing.T, n int) string {
	t.Helper()
	c := &train.Corpus{Words: []string{"open", "close", "file", "store", "page"}}
	for _, name := range []string{"a/b", "c/d"} {
		r := train.RepoExamples{Repo: train.Repo{Name: name}}
		for i := range n {
			e := train.Example{Key: uint64(i + 1), Question: []uint32{uint32(i % 5), uint32((i + 1) % 5)}}
			e.Fields[embed.FieldName] = []uint32{uint32(i % 5)}
			r.Examples = append(r.Examples, e)
		}
		c.Repos = append(c.Repos, r)
	}
	path := filepath.Join(t.TempDir(), "corpus")
	if err := c.Save(path); err != nil {
		t.Fatal(err)
	}
	return path
}
