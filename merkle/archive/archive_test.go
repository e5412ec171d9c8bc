package archive

import (
	"archive/tar"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
)

var zeroHash = strings.Repeat("0", 64)

func manifest() *Manifest {
	return &Manifest{SnapshotID: "snap_4f8a2c", RootHash: zeroHash, Scope: "full", Files: 1, Nodes: 2, Edges: 3, Schema: 3, Extractors: map[string]int{"go": 7}, KeyID: "key_prod_01"}
}

// pack makes an archive of these members, signed by what sign says.
func pack(t testing.TB, members map[string]string, names ...string) []byte {
	t.Helper()
	var list []Source
	for _, n := range names {
		p := filepath.Join(t.TempDir(), n)
		if err := os.WriteFile(p, []byte(members[n]), 0o600); err != nil {
			t.Fatal(err)
		}
		list = append(list, Source{n, p})
	}
	m := manifest()
	if err := m.Describe(list); err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	sig, err := Write(&b, m, list, func(msg []byte) ([]byte, error) { s := sha256.Sum256(msg); return s[:], nil })
	if err != nil || len(sig) != 32 {
		t.Fatal(sig, err)
	}
	return b.Bytes()
}

func unpack(data []byte) (map[string]string, *Reader, error) {
	r, err := NewReader(bytes.NewReader(data), Limits{})
	if err != nil {
		return nil, nil, err
	}
	defer r.Close()
	texts, err := members(r)
	return texts, r, err
}

func members(r *Reader) (map[string]string, error) {
	out := map[string]*strings.Builder{}
	err := r.Extract(func(m Member) (io.Writer, error) { out[m.Name] = &strings.Builder{}; return out[m.Name], nil })
	texts := map[string]string{}
	for n, b := range out {
		texts[n] = b.String()
	}
	return texts, err
}

var two = map[string]string{"index.db": strings.Repeat("pages ", 5000), "tree.bin": "a tree"}

func TestThereAndBack(t *testing.T) {
	data := pack(t, two, "index.db", "tree.bin")
	got, r, err := unpack(data)
	if err != nil {
		t.Fatal(err)
	}
	if got["index.db"] != two["index.db"] || got["tree.bin"] != two["tree.bin"] {
		t.Error("other members come back")
	}
	sum := sha256.Sum256(Message(r.Text))
	if !bytes.Equal(r.Signature, sum[:]) || r.Manifest.KeyID != "key_prod_01" {
		t.Error("another signature comes back")
	}
	if !bytes.Equal(data, pack(t, two, "index.db", "tree.bin")) {
		t.Error("the same members make other bytes")
	}
}

func TestDamage(t *testing.T) {
	data := pack(t, two, "index.db", "tree.bin")
	for n := range len(data) {
		if _, _, err := unpack(data[:n]); !errors.Is(err, ErrFormat) {
			t.Fatalf("cut at %d of %d: %v", n, len(data), err)
		}
		hurt := bytes.Clone(data)
		hurt[n] ^= 0x10
		if got, _, err := unpack(hurt); err == nil && (got["index.db"] != two["index.db"] || got["tree.bin"] != two["tree.bin"]) {
			t.Fatalf("a flipped bit at %d changes a member unseen", n)
		}
	}
	for _, tail := range []string{"x", string(data), strings.Repeat("\x00", 10)} {
		if _, _, err := unpack(append(bytes.Clone(data), tail...)); err == nil {
			t.Errorf("%d bytes behind the end were taken", len(tail))
		}
	}
}

// raw makes an archive of entries as they are.
func raw(t testing.TB, entries ...any) []byte {
	t.Helper()
	var b bytes.Buffer
	z, err := zstd.NewWriter(&b)
	if err != nil {
		t.Fatal(err)
	}
	w := tar.NewWriter(z)
	for i := 0; i < len(entries); i += 2 {
		h, ok := entries[i].(*tar.Header)
		body, _ := entries[i+1].(string)
		if !ok {
			h = header(entries[i].(string), int64(len(body)))
		}
		if err := w.WriteHeader(h); err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(w, body); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(w.Close(), z.Close()); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func text(t testing.TB, change func(*Manifest)) string {
	t.Helper()
	sum := sha256.Sum256([]byte("body"))
	m := manifest()
	m.Format, m.Members = Format, []Member{{"a.bin", 4, hex.EncodeToString(sum[:])}}
	if change != nil {
		change(m)
	}
	b, err := m.encode()
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestRefused(t *testing.T) {
	good := text(t, nil)
	if _, _, err := unpack(raw(t, "manifest.json", good, "a.bin", "body")); err != nil {
		t.Fatal("a sound one is refused:", err)
	}
	named := func(name string) string {
		return text(t, func(m *Manifest) { m.Members[0].Name = name })
	}
	link := func(kind byte, name, to string) *tar.Header {
		return &tar.Header{Typeflag: kind, Name: name, Linkname: to, Mode: 0o644}
	}
	for name, entries := range map[string][]any{
		"nothing":               {},
		"no manifest":           {"a.bin", "body"},
		"manifest second":       {"a.bin", "body", "manifest.json", good},
		"member missing":        {"manifest.json", good},
		"member twice":          {"manifest.json", good, "a.bin", "body", "a.bin", "body"},
		"unnamed member":        {"manifest.json", good, "a.bin", "body", "b.bin", "body"},
		"unnamed member first":  {"manifest.json", good, "b.bin", "", "a.bin", "body"},
		"other content":         {"manifest.json", good, "a.bin", "ydob"},
		"longer":                {"manifest.json", good, "a.bin", "body+"},
		"shorter":               {"manifest.json", good, "a.bin", "bod"},
		"signature twice":       {"manifest.json", good, "manifest.sig", "s", "manifest.sig", "s", "a.bin", "body"},
		"large signature":       {"manifest.json", good, "manifest.sig", strings.Repeat("s", maxSig+1), "a.bin", "body"},
		"large manifest":        {"manifest.json", good + strings.Repeat(" ", maxManifest), "a.bin", "body"},
		"more than a manifest":  {"manifest.json", good + "{}", "a.bin", "body"},
		"symbolic link":         {"manifest.json", good, link(tar.TypeSymlink, "a.bin", "/etc/passwd"), ""},
		"hard link":             {"manifest.json", good, link(tar.TypeLink, "a.bin", "manifest.json"), ""},
		"folder":                {"manifest.json", good, link(tar.TypeDir, "a.bin", ""), ""},
		"device":                {"manifest.json", good, link(tar.TypeChar, "a.bin", ""), ""},
		"manifest is a link":    {link(tar.TypeSymlink, "manifest.json", "a.bin"), "", "a.bin", "body"},
		"above":                 {"manifest.json", named("../a.bin"), "../a.bin", "body"},
		"absolute":              {"manifest.json", named("/a.bin"), "/a.bin", "body"},
		"in a folder":           {"manifest.json", named("b/a.bin"), "b/a.bin", "body"},
		"named as the manifest": {"manifest.json", named("manifest.json"), "manifest.json", "body"},
		"two of one name": {"manifest.json", text(t, func(m *Manifest) { m.Members = append(m.Members, m.Members[0]) }),
			"a.bin", "body", "a.bin", "body"},
		"too many":  {"manifest.json", text(t, func(m *Manifest) { m.Members = make([]Member, maxMembers+1) })},
		"too large": {"manifest.json", text(t, func(m *Manifest) { m.Members[0].Size = maxTotal + 1 })},
		"sum too large": {"manifest.json", text(t, func(m *Manifest) {
			m.Members = []Member{{"a", 1<<63 - 1, zeroHash}, {"b", 1<<63 - 1, zeroHash}}
		})},
		"negative":        {"manifest.json", text(t, func(m *Manifest) { m.Members[0].Size = -1 })},
		"newer":           {"manifest.json", text(t, func(m *Manifest) { m.Format = Format + 1 }), "a.bin", "body"},
		"id with a path":  {"manifest.json", text(t, func(m *Manifest) { m.SnapshotID = "../x" }), "a.bin", "body"},
		"key with a path": {"manifest.json", text(t, func(m *Manifest) { m.KeyID = "../x" }), "a.bin", "body"},
		"no hash":         {"manifest.json", text(t, func(m *Manifest) { m.RootHash = "abc" }), "a.bin", "body"},
	} {
		if _, _, err := unpack(raw(t, entries...)); !errors.Is(err, ErrFormat) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, data := range []string{"", "no archive at all", "\x28\xb5\x2f\xfd"} {
		if _, _, err := unpack([]byte(data)); !errors.Is(err, ErrFormat) {
			t.Errorf("%q: %v", data, err)
		}
	}
}

// zeros is a file of nothing, as long as one likes.
type zeros struct{ left int64 }

func (z *zeros) Read(p []byte) (int, error) {
	if z.left == 0 {
		return 0, io.EOF
	}
	n := min(int64(len(p)), z.left)
	clear(p[:n])
	z.left -= n
	return int(n), nil
}

func TestBomb(t *testing.T) {
	const size = 512 << 20
	var b bytes.Buffer
	z, err := zstd.NewWriter(&b, zstd.WithWindowSize(window))
	if err != nil {
		t.Fatal(err)
	}
	w := tar.NewWriter(z)
	if err := entry(w, "manifest.json", []byte(text(t, func(m *Manifest) { m.Members[0].Size = size }))); err != nil {
		t.Fatal(err)
	}
	if err := w.WriteHeader(header("a.bin", size)); err != nil {
		t.Fatal(err)
	}
	if _, err := io.Copy(w, &zeros{size}); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(w.Close(), z.Close()); err != nil {
		t.Fatal(err)
	}
	r, err := NewReader(&b, Limits{})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	var got int64
	err = r.Extract(func(Member) (io.Writer, error) { return (*counting)(&got), nil })
	if !errors.Is(err, ErrFormat) || got > 64<<20 {
		t.Errorf("%d bytes were unpacked: %v", got, err)
	}
	if _, err := NewReader(bytes.NewReader(raw(t, "manifest.json", text(t, nil), "a.bin", "body")), Limits{Total: 3}); !errors.Is(err, ErrFormat) {
		t.Errorf("a limit is not kept: %v", err)
	}
}

type counting int64

func (c *counting) Write(p []byte) (int, error) {
	*c += counting(len(p))
	return len(p), nil
}

// failing is a full disk.
type failing struct{}

var errFull = errors.New("full")

func (failing) Write([]byte) (int, error) { return 0, errFull }

func TestFullDiskIsNotTheArchivesFault(t *testing.T) {
	r, err := NewReader(bytes.NewReader(pack(t, two, "index.db")), Limits{})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	err = r.Extract(func(Member) (io.Writer, error) { return failing{}, nil })
	if !errors.Is(err, errFull) || errors.Is(err, ErrFormat) {
		t.Error(err)
	}
}

func FuzzManifest(f *testing.F) {
	f.Add([]byte(text(f, nil)))
	f.Add([]byte(`{"format":1}`))
	f.Fuzz(func(t *testing.T, b []byte) {
		m, err := parseManifest(b)
		if err != nil {
			if !errors.Is(err, ErrFormat) {
				t.Fatal(err)
			}
			return
		}
		again, err := m.encode()
		if err != nil {
			t.Fatal(err)
		}
		n, err := parseManifest(again)
		if err != nil {
			t.Fatal("what was taken is refused when written:", err)
		}
		x, _ := json.Marshal(m)
		if y, _ := json.Marshal(n); !bytes.Equal(x, y) {
			t.Fatalf("%s\n%s", x, y)
		}
	})
}

// FuzzArchive takes any bytes as an archive.
func FuzzArchive(f *testing.F) {
	f.Add(pack(f, two, "tree.bin"))
	f.Add(raw(f, "manifest.json", text(f, nil), "a.bin", "body"))
	f.Fuzz(func(t *testing.T, b []byte) {
		r, err := NewReader(bytes.NewReader(b), Limits{})
		if err != nil {
			return
		}
		defer r.Close()
		held(t, r)
	})
}

// FuzzEntries takes any bytes as what is compressed in one.
func FuzzEntries(f *testing.F) {
	z, err := zstd.NewReader(nil)
	if err != nil {
		f.Fatal(err)
	}
	for _, data := range [][]byte{pack(f, two, "tree.bin"), raw(f, "manifest.json", text(f, nil), "a.bin", "body")} {
		plain, err := z.DecodeAll(data, nil)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(plain)
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		x := &Reader{limit: Limits{maxTotal, maxRatio}, in: &counter{}, out: &counter{r: bytes.NewReader(b)}}
		x.tar = tar.NewReader(x.out)
		if x.head() == nil {
			held(t, x)
		}
	})
}

// held reads the members: what comes out is what the manifest says.
func held(t *testing.T, r *Reader) {
	got, err := members(r)
	if err != nil {
		return
	}
	for _, m := range r.Manifest.Members {
		sum := sha256.Sum256([]byte(got[m.Name]))
		if hex.EncodeToString(sum[:]) != m.SHA256 || int64(len(got[m.Name])) != m.Size || !validMember.MatchString(m.Name) {
			t.Fatal("another member than the manifest says")
		}
	}
	if len(got) != len(r.Manifest.Members) {
		t.Fatal("another number of members")
	}
}
