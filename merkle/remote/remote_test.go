package remote

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/structural-memory/smp/merkle/archive"
)

var commits = []string{strings.Repeat("a", 40), strings.Repeat("b", 40), strings.Repeat("c", 40)}

// packed is an archive of a commit.
func packed(t testing.TB, id, scope, commit string) string {
	t.Helper()
	member := filepath.Join(t.TempDir(), "tree.bin")
	if err := os.WriteFile(member, []byte("a tree of "+id), 0o600); err != nil {
		t.Fatal(err)
	}
	m := &archive.Manifest{SnapshotID: id, RootHash: strings.Repeat("0", 64), Scope: scope, Schema: 3, Commit: commit}
	sources := []archive.Source{{Name: "tree.bin", Path: member}}
	if err := m.Describe(sources); err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if _, err := archive.Write(&b, m, sources, nil); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), id)
	if err := os.WriteFile(path, b.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// keeps checks that a store does what stores do.
func keeps(t *testing.T, s Store) {
	ctx := t.Context()
	if _, err := Nearest(ctx, s, commits, "full", 3); !errors.Is(err, ErrNotFound) {
		t.Fatal("something is in an empty store:", err)
	}
	first := packed(t, "snap_000001", "full", commits[2])
	for _, path := range []string{first, packed(t, "snap_000002", "package:src", commits[1]), packed(t, "snap_000003", "full", commits[1]), first} {
		if _, err := Push(ctx, s, path); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		of    []string
		scope string
		want  string
		far   int
	}{{commits, "full", "snap_000003", 1}, {commits[2:], "full", "snap_000001", 0}, {commits, "package:src", "snap_000002", 1}} {
		f, err := Nearest(ctx, s, c.of, c.scope, 3)
		if err != nil || f.SnapshotID != c.want || f.Distance != c.far || f.Commit != c.of[c.far] {
			t.Errorf("nearest of %v, %s: %+v %v", c.of, c.scope, f, err)
		}
	}
	if _, err := Nearest(ctx, s, commits, "full", 2); !errors.Is(err, ErrNotFound) {
		t.Error("a snapshot of a newer program was found:", err)
	}
	if _, err := Nearest(ctx, s, []string{"../x"}, "full", 3); err == nil || errors.Is(err, ErrNotFound) {
		t.Error("a path was taken for a commit:", err)
	}
	f, err := Nearest(ctx, s, commits[2:], "full", 3)
	if err != nil {
		t.Fatal(err)
	}
	r, err := Fetch(ctx, s, f.Entry)
	if err != nil {
		t.Fatal(err)
	}
	got, err := io.ReadAll(r)
	if err = errors.Join(err, r.Close()); err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile(first)
	if err != nil || !bytes.Equal(got, want) || f.Size != int64(len(want)) {
		t.Error("another archive comes back", err)
	}
	if _, err := Fetch(ctx, s, Entry{SnapshotID: "snap_ffffff"}); !errors.Is(err, ErrNotFound) {
		t.Error(err)
	}
}

func TestFolder(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "team")
	for _, address := range []string{dir, "file://" + dir + "/2"} {
		s, err := Open(address, nil)
		if err != nil {
			t.Fatal(err)
		}
		keeps(t, s)
	}
	left, err := filepath.Glob(filepath.Join(dir, "*", ".put-*"))
	if err != nil || len(left) > 0 {
		t.Error("left behind:", left, err)
	}
}

// putServer is a web server that keeps what is put.
func putServer(t *testing.T, token string) *httptest.Server {
	var mu sync.Mutex
	files := map[string][]byte{}
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if token != "" && r.Header.Get("Authorization") != "Bearer "+token {
			http.Error(w, "no", http.StatusUnauthorized)
			return
		}
		mu.Lock()
		defer mu.Unlock()
		if r.Method == http.MethodPut {
			b, err := io.ReadAll(r.Body)
			if err != nil || r.ContentLength != int64(len(b)) {
				http.Error(w, "no length", http.StatusBadRequest)
				return
			}
			files[r.URL.Path] = b
			w.WriteHeader(http.StatusCreated)
			return
		}
		b, ok := files[r.URL.Path]
		if !ok {
			http.NotFound(w, r)
			return
		}
		_, _ = w.Write(b)
	}))
	t.Cleanup(srv.Close)
	return srv
}

func TestWeb(t *testing.T) {
	srv := putServer(t, "a secret of the team")
	env := func(name string) string {
		return map[string]string{"SMP_STORE_TOKEN": "a secret of the team"}[name]
	}
	s, err := Open(srv.URL+"/team", env)
	if err != nil {
		t.Fatal(err)
	}
	keeps(t, s)
	stranger, err := Open(srv.URL+"/team", nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Nearest(t.Context(), stranger, commits, "full", 3); err == nil || errors.Is(err, ErrNotFound) {
		t.Error("a refusal was taken for an empty store:", err)
	}
}

func TestRedirectsStayThere(t *testing.T) {
	srv := httptest.NewServer(http.RedirectHandler("http://192.0.2.1/", http.StatusFound))
	t.Cleanup(srv.Close)
	s, err := Open(srv.URL, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Get(t.Context(), "x"); err == nil || !strings.Contains(err.Error(), "redirects") {
		t.Error(err)
	}
}

func TestAddresses(t *testing.T) {
	for _, bad := range []string{"", "ftp://x/y", "s3://", "s3://b/p?x=1", "https://user:secret@host/x", "file://other/x"} {
		if _, err := Open(bad, nil); err == nil || strings.Contains(err.Error(), "secret@") {
			t.Errorf("%q: %v", bad, err)
		}
	}
	half := func(name string) string { return map[string]string{"AWS_ACCESS_KEY_ID": "a"}[name] }
	if _, err := Open("s3://bucket", half); err == nil {
		t.Error("half of a key was taken")
	}
}

func TestPushNeedsACommit(t *testing.T) {
	s, err := Open(t.TempDir(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Push(t.Context(), s, packed(t, "snap_000001", "full", "")); err == nil {
		t.Error("a snapshot of no commit was published")
	}
	if _, err := Push(t.Context(), s, os.Args[0]); !errors.Is(err, archive.ErrFormat) {
		t.Error("something else was published:", err)
	}
}

func FuzzIndex(f *testing.F) {
	f.Add([]byte(`{"format":1,"commit_sha":"` + commits[0] + `","snapshots":[{"snapshot_id":"snap_000001","scope":"full"}]}`))
	f.Fuzz(func(t *testing.T, b []byte) {
		x, err := parseIndex(b, commits[0])
		if err != nil {
			return
		}
		for _, e := range x.Snapshots {
			if name := archiveName(e.SnapshotID); strings.Contains(name, "..") || strings.Count(name, "/") != 1 {
				t.Fatal("a path is built:", name)
			}
		}
	})
}
