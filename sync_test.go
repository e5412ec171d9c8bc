package smp_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"testing"

	"github.com/structural-memory/smp"
)

// sumsOf are the SHA-256 of files, as a client sends them.
func sumsOf(state map[string]string) map[string]string {
	out := map[string]string{}
	for p, s := range state {
		sum := sha256.Sum256([]byte(s))
		out[p] = hex.EncodeToString(sum[:])
	}
	return out
}

// TestSync: a client that follows the answer has, after one round, what the
// server has, and deletions are told from what is new by the client's root.
func TestSync(t *testing.T) {
	ctx := context.Background()
	root := t.TempDir()
	state := map[string]string{"a.py": "def a(): pass\n", "b.py": "def b(): pass\n", "p/c.py": "def c(): pass\n"}
	writeAll(t, root, state)
	m, err := smp.Open(ctx, ":memory:", smp.WithRoot(root))
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	if _, err := m.Index(ctx, nil); err != nil {
		t.Fatal(err)
	}
	first, err := m.Sync(ctx, smp.SyncQuery{Hashes: sumsOf(state)})
	if err != nil || !first.InSync || first.Diff.Unchanged != 3 {
		t.Fatalf("%+v %v", first, err)
	}
	byRoot, err := m.Sync(ctx, smp.SyncQuery{RootHash: first.ServerRootHash[:12]})
	if err != nil || !byRoot.InSync || byRoot.Diff.Unchanged != 3 {
		t.Fatalf("by its root: %+v %v", byRoot, err)
	}

	// The server gets a file; the client changes one, adds one and deletes one.
	if _, err := m.UpdateOutside(ctx, smp.FileChange{Path: "server.py", Content: []byte("def s(): pass\n")}); err != nil {
		t.Fatal(err)
	}
	mine := clone(state)
	mine["a.py"] = "def a2(): pass\n"
	mine["p/new.py"] = "def n(): pass\n"
	delete(mine, "b.py")
	res, err := m.Sync(ctx, smp.SyncQuery{RootHash: first.ServerRootHash, Hashes: sumsOf(mine)})
	if err != nil {
		t.Fatal(err)
	}
	d := res.Diff
	if res.InSync || len(d.StaleOnServer) != 2 || d.StaleOnServer[0].File != "a.py" || d.StaleOnServer[1].File != "p/new.py" || d.StaleOnServer[1].ServerHash != nil ||
		len(d.MissingOnClient) != 1 || d.MissingOnClient[0].File != "server.py" || len(d.DeletedOnServer) != 1 || d.DeletedOnServer[0].File != "b.py" || d.Unchanged != 1 {
		t.Fatalf("%+v", res)
	}
	for _, f := range d.StaleOnServer {
		if _, err := m.UpdateOutside(ctx, smp.FileChange{Path: f.File, Content: []byte(mine[f.File])}); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := m.UpdateOutside(ctx, smp.FileChange{Path: "b.py", Deleted: true}); err != nil {
		t.Fatal(err)
	}
	mine["server.py"] = "def s(): pass\n"
	last, err := m.Sync(ctx, smp.SyncQuery{RootHash: first.ServerRootHash, Hashes: sumsOf(mine)})
	if err != nil || !last.InSync || last.Diff.Unchanged != 4 {
		t.Fatalf("after one round: %+v %v", last, err)
	}

	// Without a root that the server has had, nothing is taken for deleted.
	delete(mine, "a.py")
	unknown, err := m.Sync(ctx, smp.SyncQuery{RootHash: "0123456789abcdef", Hashes: sumsOf(mine)})
	if err != nil || *unknown.RootKnown || len(unknown.Diff.DeletedOnServer) != 0 || len(unknown.Diff.MissingOnClient) != 1 {
		t.Fatalf("%+v %v", unknown, err)
	}
	var bad *smp.ParamError
	if _, err := m.Sync(ctx, smp.SyncQuery{RootHash: "short"}); !errors.As(err, &bad) {
		t.Errorf("a root of five digits: %v", err)
	}
}

// TestPushedContent: content that the disk does not hold counts until the disk
// changes, over index runs and new processes.
func TestPushedContent(t *testing.T) {
	ctx := context.Background()
	root, db := t.TempDir(), t.TempDir()+"/smp.db"
	state := map[string]string{"a.py": "def a(): pass\n", "b.py": "def b(): pass\n"}
	writeAll(t, root, state)
	open := func() *smp.Memory {
		m, err := smp.Open(ctx, db, smp.WithRoot(root))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := m.Index(ctx, nil); err != nil {
			t.Fatal(err)
		}
		return m
	}
	m := open()
	has := func(what string, want ...string) {
		t.Helper()
		tree, err := m.MerkleTree(ctx)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, f := range tree.Files() {
			got = append(got, f.Path+" "+f.Hash.String()[:8])
		}
		wanted := []string{}
		for i := 0; i < len(want); i += 2 {
			sum := sha256.Sum256([]byte(want[i+1]))
			wanted = append(wanted, want[i]+" "+hex.EncodeToString(sum[:])[:8])
		}
		if len(got) != len(wanted) {
			t.Fatalf("%s: %v, want %v", what, got, wanted)
		}
		for i := range got {
			if got[i] != wanted[i] {
				t.Fatalf("%s: %v, want %v", what, got, wanted)
			}
		}
		if stale, err := m.Stale(ctx); err != nil || len(stale) > 0 {
			t.Errorf("%s: stale %v %v", what, stale, err)
		}
		if ps, err := m.Doctor(ctx); err != nil || len(ps) > 0 {
			t.Errorf("%s: %v %v", what, ps, err)
		}
	}
	if _, err := m.UpdateOutside(ctx, smp.FileChange{Path: "a.py", Content: []byte("def pushed(): pass\n")}, smp.FileChange{Path: "new.py", Content: []byte("n = 1\n")}, smp.FileChange{Path: "b.py", Deleted: true}); err != nil {
		t.Fatal(err)
	}
	pushed := []string{"a.py", "def pushed(): pass\n", "new.py", "n = 1\n"}
	has("pushed", pushed...)
	m.Close()
	m = open()
	defer func() { m.Close() }()
	has("after a new process has indexed", pushed...)
	writeAll(t, root, map[string]string{"a.py": "def disk(): pass\n", "b.py": "def b2(): pass\n"})
	if _, err := m.UpdateFiles(ctx, "a.py"); err != nil {
		t.Fatal(err)
	}
	if _, err := m.Index(ctx, nil); err != nil {
		t.Fatal(err)
	}
	has("after the disk has changed", "a.py", "def disk(): pass\n", "b.py", "def b2(): pass\n", "new.py", "n = 1\n")
}

// What the index does not take is in sync, with the reason, and never asked
// for, whether the server has such a file or not.
func TestSyncIgnores(t *testing.T) {
	root := t.TempDir()
	state := map[string]string{"a.py": "def a(): pass\n", ".gitignore": "*.log\nbuild/\n", "old.log": "x", "logo.png": "\x89PNG\x00\x00", "node_modules/x/i.js": "f()\n"}
	writeAll(t, root, state)
	m, err := smp.Open(t.Context(), ":memory:", smp.WithRoot(root))
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	if _, err := m.Index(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	mine := clone(state)
	mine["new.log"], mine["build/out.py"], mine["icon.ico"] = "y", "def o(): pass\n", "z"
	res, err := m.Sync(t.Context(), smp.SyncQuery{Hashes: sumsOf(mine)})
	if err != nil {
		t.Fatal(err)
	}
	why := map[string]string{}
	for _, f := range res.Diff.Ignored {
		why[f.File] = f.Reason
	}
	for file, want := range map[string]string{"old.log": "ignored", "new.log": "ignored", "build/out.py": "ignored", "node_modules/x/i.js": "vendored", "icon.ico": "no_language"} {
		if why[file] != want {
			t.Errorf("%s: %q, want %s", file, why[file], want)
		}
	}
	if !res.InSync || len(res.Diff.StaleOnServer) != 0 {
		t.Errorf("%+v", res)
	}
	mine["tool"], mine["b.py"] = "#!/bin/sh\n", "def b(): pass\n" // the first line may make it a script
	res, err = m.Sync(t.Context(), smp.SyncQuery{Hashes: sumsOf(mine)})
	if err != nil || res.InSync || len(res.Diff.StaleOnServer) != 2 {
		t.Errorf("%+v %v", res, err)
	}
}
