package smp_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/structural-memory/smp"
	"github.com/structural-memory/smp/merkle/archive"
	"github.com/structural-memory/smp/merkle/keys"
)

// snapRepo is a repository of three packages in two languages.
var snapRepo = map[string]string{
	"go.mod":          "module example.com/shop\n\ngo 1.24\n",
	"main.go":         "package main\n\nimport \"example.com/shop/auth\"\n\nfunc main() { auth.Login(\"a\") }\n",
	"auth/login.go":   "// Package auth logs in.\npackage auth\n\n// Login checks a name.\nfunc Login(name string) bool { return check(name) }\n",
	"auth/check.go":   "package auth\n\nfunc check(name string) bool { return name != \"\" }\n",
	"web/api/app.py":  "from web.api.util import trim\n\n\ndef handle(request):\n    \"\"\"Answer a request.\"\"\"\n    return trim(request)\n",
	"web/api/util.py": "def trim(text):\n    return text.strip()\n",
}

func lay(t testing.TB, dir string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		p := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(p, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// memoryAt opens the memory of a folder with these files.
func memoryAt(t testing.TB, files map[string]string) *smp.Memory {
	t.Helper()
	dir := t.TempDir()
	lay(t, dir, files)
	return reopen(t, dir)
}

func reopen(t testing.TB, dir string) *smp.Memory {
	t.Helper()
	m, err := smp.Open(t.Context(), filepath.Join(dir, ".smp", "smp.db"), smp.WithRoot(dir))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := m.Close(); err != nil {
			t.Error(err)
		}
	})
	return m
}

func indexed(t testing.TB, files map[string]string) *smp.Memory {
	t.Helper()
	m := memoryAt(t, files)
	if _, err := m.Index(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	return m
}

// ring is a store of keys with one to sign with.
func ring(t testing.TB) *keys.Store {
	t.Helper()
	s, err := keys.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.New("key_prod_01"); err != nil {
		t.Fatal(err)
	}
	return s
}

func export(t testing.TB, m *smp.Memory, o smp.ExportOptions) (*smp.ExportResult, []byte) {
	t.Helper()
	res, err := m.ExportSnapshot(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(res.Path)
	if err != nil {
		t.Fatal(err)
	}
	return res, data
}

func dumpHash(t testing.TB, m *smp.Memory) string {
	t.Helper()
	h, err := m.DumpHash(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// sound checks a memory, and that it is what a fresh index makes of its files.
func sound(t *testing.T, m *smp.Memory) {
	t.Helper()
	problems, err := m.Doctor(t.Context())
	if err != nil || len(problems) > 0 {
		t.Fatal(problems, err)
	}
	fresh, err := smp.Open(t.Context(), ":memory:", smp.WithRoot(m.Root()))
	if err != nil {
		t.Fatal(err)
	}
	defer fresh.Close()
	if _, err := fresh.Index(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	if dumpHash(t, m) != dumpHash(t, fresh) {
		var a, b bytes.Buffer
		if err := errors.Join(m.Dump(t.Context(), &a), fresh.Dump(t.Context(), &b)); err != nil {
			t.Fatal(err)
		}
		t.Fatalf("the graph is not that of a fresh index:\n%s", unlike(a.String(), b.String()))
	}
}

// unlike are the lines that two texts have not in common.
func unlike(a, b string) string {
	x, y := strings.Split(a, "\n"), strings.Split(b, "\n")
	var out []string
	for _, l := range x {
		if !slices.Contains(y, l) {
			out = append(out, "- "+l)
		}
	}
	for _, l := range y {
		if !slices.Contains(x, l) {
			out = append(out, "+ "+l)
		}
	}
	return strings.Join(out, "\n")
}

func TestImportWhole(t *testing.T) {
	k := ring(t)
	from := indexed(t, snapRepo)
	out, data := export(t, from, smp.ExportOptions{KeyID: "key_prod_01", Keys: k, Commit: strings.Repeat("ab", 20)})
	if out.Scope != "full" || out.SignedAt == nil || !strings.HasPrefix(string(out.Signature), "ed25519:") || out.ExportURL != "smp://snapshots/"+out.SnapshotID+".tar.zst" {
		t.Errorf("exported %+v", out)
	}
	m := memoryAt(t, snapRepo)
	res, err := m.ImportSnapshot(t.Context(), smp.ImportOptions{Source: bytes.NewReader(data), SnapshotID: out.SnapshotID, ExpectedRoot: out.RootHash[:12], Keys: k})
	if err != nil {
		t.Fatal(err)
	}
	if res.Status != smp.StatusImported || !res.RootHashVerified || !res.SignatureVerified || res.ReIndexedFiles != 0 || res.NodesImported != out.NodeCount || res.EdgesImported != out.EdgeCount || res.DivergingPackages != nil {
		t.Errorf("imported %+v", res)
	}
	sound(t, m)
	root, err := m.RootHash(t.Context())
	if err != nil || root.String() != out.RootHash {
		t.Error("another root", root, err)
	}
	stale, err := m.Stale(t.Context())
	if err != nil || len(stale) != 0 {
		t.Error("stale:", stale, err)
	}
	if at, err := m.IndexedAt(t.Context()); err != nil || time.Since(at) > time.Hour {
		t.Error(at, err)
	}
	found, err := m.Search(t.Context(), smp.SearchQuery{Query: "answer request"})
	if err != nil || len(found.Matches) != 1 {
		t.Error(found, err)
	}
	if got, err := m.Index(t.Context(), nil); err != nil || got.Changed+got.Removed+got.Relinked != 0 {
		t.Errorf("there is something left to index: %+v %v", got, err)
	}
	again, same := export(t, m, smp.ExportOptions{KeyID: "key_prod_01", Keys: k, Commit: out.CommitSHA, SignedAt: *out.SignedAt})
	if again.SnapshotID != out.SnapshotID || !bytes.Equal(same, data) {
		t.Error("what was imported is exported as something else")
	}
}

func TestImportWhatDiffers(t *testing.T) {
	k := ring(t)
	_, data := export(t, indexed(t, snapRepo), smp.ExportOptions{Keys: k})
	m := memoryAt(t, snapRepo)
	lay(t, m.Root(), map[string]string{
		"auth/check.go":    "package auth\n\nfunc check(name string) bool { return valid(name) }\n\nfunc valid(s string) bool { return s != \"\" }\n",
		"web/new/extra.py": "from web.api.util import trim\n\n\ndef more():\n    return trim('x')\n",
	})
	if err := os.Remove(filepath.Join(m.Root(), "web/api/app.py")); err != nil {
		t.Fatal(err)
	}
	res, err := m.ImportSnapshot(t.Context(), smp.ImportOptions{Source: bytes.NewReader(data), Keys: k})
	if err != nil {
		t.Fatal(err)
	}
	if res.Status != smp.StatusPartial || res.RootHashVerified || !res.SignatureVerified || res.ReIndexedFiles != 2 || !slices.Equal(res.DivergingPackages, []string{"auth", "web/api", "web/new"}) {
		t.Errorf("imported %+v", res)
	}
	sound(t, m)
}

func TestImportKeepsWhatIsSaid(t *testing.T) {
	k := ring(t)
	_, data := export(t, indexed(t, snapRepo), smp.ExportOptions{Keys: k})
	files := map[string]string{"auth/login.go": "package auth\n\nfunc Login() {}\n"}
	m := indexed(t, files)
	if _, err := m.Annotate(t.Context(), "func:auth/login.go#Login", smp.Annotation{Tags: []string{"entry"}}); err != nil {
		t.Fatal(err)
	}
	before, err := m.RootHash(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	lay(t, m.Root(), snapRepo)
	res, err := m.ImportSnapshot(t.Context(), smp.ImportOptions{Source: bytes.NewReader(data), Keys: k})
	if err != nil || res.Status != smp.StatusImported {
		t.Fatal(res, err)
	}
	sound(t, m)
	found, err := m.Search(t.Context(), smp.SearchQuery{Query: "login", Filter: smp.SearchFilter{Tags: []string{"entry"}}})
	if err != nil || len(found.Matches) != 1 {
		t.Error("what was said of a node is gone", found, err)
	}
	if after, err := m.RootHash(t.Context()); err != nil || after == before {
		t.Error("the root did not change", err)
	}
}

func TestRefusedImportsChangeNothing(t *testing.T) {
	k, others := ring(t), ring(t)
	out, signed := export(t, indexed(t, snapRepo), smp.ExportOptions{Keys: k})
	_, unsigned := export(t, indexed(t, snapRepo), smp.ExportOptions{Unsigned: true})
	empty, err := keys.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	m := indexed(t, map[string]string{"a.py": "def one():\n    pass\n"})
	before, version := dumpHash(t, m), statusOf(t, m).Version
	for name, c := range map[string]struct {
		o    smp.ImportOptions
		data []byte
		want any
	}{
		"another key of that name": {smp.ImportOptions{Keys: others}, signed, &smp.SignatureError{}},
		"an unknown key":           {smp.ImportOptions{Keys: empty}, signed, &smp.SignatureError{}},
		"no signature":             {smp.ImportOptions{Keys: k}, unsigned, &smp.SignatureError{}},
		"another root":             {smp.ImportOptions{Keys: k, ExpectedRoot: "0123456789ab"}, signed, &smp.ParamError{}},
		"no root":                  {smp.ImportOptions{Keys: k, ExpectedRoot: "f7"}, signed, &smp.ParamError{}},
		"another id":               {smp.ImportOptions{Keys: k, SnapshotID: "snap_000000"}, signed, &smp.ParamError{}},
		"broken off":               {smp.ImportOptions{Keys: k}, signed[:len(signed)-100], archive.ErrFormat},
		"broken off early":         {smp.ImportOptions{Keys: k}, signed[:50], archive.ErrFormat},
		"no archive":               {smp.ImportOptions{Keys: k}, []byte("hello"), archive.ErrFormat},
	} {
		c.o.Source = bytes.NewReader(c.data)
		_, err := m.ImportSnapshot(t.Context(), c.o)
		var sig *smp.SignatureError
		var param *smp.ParamError
		switch want := c.want.(type) {
		case *smp.SignatureError:
			if !errors.As(err, &sig) || sig.KeyID != "" && sig.SnapshotID != out.SnapshotID {
				t.Errorf("%s: %v", name, err)
			}
		case *smp.ParamError:
			if !errors.As(err, &param) {
				t.Errorf("%s: %v", name, err)
			}
		case error:
			if !errors.Is(err, want) {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
	if dumpHash(t, m) != before || statusOf(t, m).Version != version {
		t.Error("something has changed")
	}
	left, err := filepath.Glob(filepath.Join(m.Root(), ".smp", "import-*"))
	if err != nil || len(left) > 0 {
		t.Error("something was left behind:", left, err)
	}
	res, err := m.ImportSnapshot(t.Context(), smp.ImportOptions{Source: bytes.NewReader(unsigned), Unverified: true})
	if err != nil || res.SignatureVerified {
		t.Error("without a signature, on demand:", res, err)
	}
	sound(t, m)
}

// TestOpenSnapshot: a file that does not exist yet is the snapshot's; one that
// does takes it in.
func TestOpenSnapshot(t *testing.T) {
	k := ring(t)
	_, data := export(t, indexed(t, snapRepo), smp.ExportOptions{Keys: k})
	_, part := export(t, indexed(t, snapRepo), smp.ExportOptions{Keys: k, Scope: "package:auth"})
	dir := t.TempDir()
	lay(t, dir, snapRepo)
	open := func(name string, data []byte, status string) {
		t.Helper()
		m, res, err := smp.OpenSnapshot(t.Context(), filepath.Join(dir, name), smp.ImportOptions{Source: bytes.NewReader(data), Keys: k}, smp.WithRoot(dir), smp.KeepSettings())
		if err != nil {
			t.Fatal(err)
		}
		defer m.Close()
		if res.Status != status {
			t.Errorf("opened %+v", res)
		}
		sound(t, m)
		if status == smp.StatusImported {
			if got, err := m.Index(t.Context(), nil); err != nil || got.Changed+got.Removed+got.Relinked != 0 {
				t.Errorf("there is something left to index: %+v %v", got, err)
			}
		}
	}
	open(".smp/smp.db", data, smp.StatusImported)
	open(".smp/smp.db", data, smp.StatusImported)
	open(".smp/part.db", part, smp.StatusImported)
	lay(t, dir, map[string]string{"main.go": "package main\n\nfunc main() {}\n"})
	open(".smp/other.db", data, smp.StatusPartial)
	if _, _, err := smp.OpenSnapshot(t.Context(), filepath.Join(dir, "none.db"), smp.ImportOptions{Source: bytes.NewReader(data[:900]), Keys: k}, smp.WithRoot(dir)); !errors.Is(err, archive.ErrFormat) {
		t.Error(err)
	}
	if _, err := os.Stat(filepath.Join(dir, "none.db")); err == nil {
		t.Error("a refused snapshot left a file")
	}
}

func statusOf(t testing.TB, m *smp.Memory) *smp.StatusResult {
	t.Helper()
	s, err := m.Status(t.Context(), 0)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestImportPackage(t *testing.T) {
	k := ring(t)
	from := indexed(t, snapRepo)
	out, data := export(t, from, smp.ExportOptions{Keys: k, Scope: "package:auth"})
	whole, err := from.MerkleTree(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if h, _ := whole.Folder("auth"); out.RootHash != h.String() || out.Scope != "package:auth" || out.NodeCount == 0 || out.EdgeCount == 0 {
		t.Errorf("exported %+v", out)
	}
	for _, already := range []bool{false, true} {
		m := memoryAt(t, snapRepo)
		if already {
			if _, err := m.Index(t.Context(), nil); err != nil {
				t.Fatal(err)
			}
		}
		res, err := m.ImportSnapshot(t.Context(), smp.ImportOptions{Source: bytes.NewReader(data), Keys: k})
		if err != nil || res.Status != smp.StatusImported || !res.RootHashVerified || res.NodesImported != out.NodeCount || res.EdgesImported != out.EdgeCount {
			t.Errorf("imported %+v %v", res, err)
		}
		sound(t, m)
	}
	m := memoryAt(t, snapRepo)
	lay(t, m.Root(), map[string]string{"auth/check.go": "package auth\n\nfunc check(string) bool { return true }\n"})
	res, err := m.ImportSnapshot(t.Context(), smp.ImportOptions{Source: bytes.NewReader(data), Keys: k})
	if err != nil || res.Status != smp.StatusPartial || res.ReIndexedFiles != 1 || !slices.Equal(res.DivergingPackages, []string{"auth"}) {
		t.Errorf("imported %+v %v", res, err)
	}
	sound(t, m)
	var missing *smp.NotFoundError
	if _, err := from.ExportSnapshot(t.Context(), smp.ExportOptions{Keys: k, Scope: "package:none"}); !errors.As(err, &missing) {
		t.Error(err)
	}
}

// TestImportKeepsViews: a session that is open goes on to see what it saw when
// another index is taken in.
func TestImportKeepsViews(t *testing.T) {
	ctx := t.Context()
	_, data := export(t, indexed(t, snapRepo), smp.ExportOptions{Unsigned: true})
	m := memoryAt(t, snapRepo)
	lay(t, m.Root(), map[string]string{"web/new/extra.py": "def more():\n    return 1\n"})
	if _, err := m.Index(ctx, nil); err != nil {
		t.Fatal(err)
	}
	want := dumped(t, m)
	s, err := m.OpenSession(ctx, smp.SessionRequest{AgentID: "a", Scope: []string{"**"}})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(m.Root(), "web/new/extra.py")); err != nil {
		t.Fatal(err)
	}
	if _, err := m.ImportSnapshot(ctx, smp.ImportOptions{Source: bytes.NewReader(data), Unverified: true}); err != nil {
		t.Fatal(err)
	}
	v, release, err := m.InSession(ctx, s.SessionID)
	if err != nil {
		t.Fatal(err)
	}
	defer release()
	if got := dumped(t, v); got != want || got == dumped(t, m) {
		t.Errorf("the session sees another graph:\n%s", difference(got, want))
	}
}
