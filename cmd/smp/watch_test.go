package main

import (
	"bufio"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/structural-memory/smp"
)

func TestWatch(t *testing.T) {
	repo := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(repo, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("a.py", "def one():\n    pass\n")
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	code := make(chan int, 1)
	go func() {
		code <- run(ctx, []string{"watch", "--repo", repo, "--json"}, w, os.Stderr)
		w.Close()
	}()
	lines := bufio.NewScanner(r)
	next := func(event string) (ev smp.WatchEvent) {
		t.Helper()
		for lines.Scan() {
			if err := json.Unmarshal(lines.Bytes(), &ev); err != nil {
				t.Fatal(err)
			}
			if ev.Event == event {
				return ev
			}
		}
		t.Fatalf("ended without %s", event)
		return ev
	}
	if ev := next(smp.WatchBegins); ev.Changed != 1 || ev.Folders != 1 || ev.Files == nil {
		t.Errorf("%+v", ev)
	}
	write("a.py", "def two():\n    pass\n")
	if ev := next(smp.WatchChanged); ev.Changed != 1 || !slices.Equal(ev.Files, []string{"a.py"}) {
		t.Errorf("%+v", ev)
	}
	if err := os.Remove(filepath.Join(repo, "a.py")); err != nil {
		t.Fatal(err)
	}
	if ev := next(smp.WatchChanged); ev.Removed != 1 {
		t.Errorf("%+v", ev)
	}
	cancel()
	if c := <-code; c != exitOK {
		t.Errorf("exit code %d", c)
	}
}
