package merkle

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"maps"
	"path"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// files draws some files; names are few, so that trees share much.
func files(t *rapid.T, label string) map[string]File {
	part := rapid.SampledFrom([]string{"a", "a-b", "a.go", "b", "src", "zz"})
	out := map[string]File{}
	for range rapid.IntRange(0, 30).Draw(t, label) {
		p := path.Join(rapid.SliceOfN(part, 1, 4).Draw(t, "path")...)
		out[p] = File{p, sha256.Sum256([]byte{byte(rapid.IntRange(0, 3).Draw(t, "content"))}), rapid.IntRange(0, 9).Draw(t, "nodes")}
	}
	return out
}

func sorted(m map[string]File) []File {
	out := slices.Collect(maps.Values(m))
	slices.SortFunc(out, func(a, b File) int { return strings.Compare(a.Path, b.Path) })
	return out
}

func build(t interface{ Fatal(...any) }, m map[string]File) *Tree {
	tree, err := Build(sorted(m))
	if err != nil {
		t.Fatal(err)
	}
	return tree
}

// bruteRoot is the root as the documentation says it, by the shortest way.
func bruteRoot(m map[string]File, folder string) Hash {
	type child struct {
		name string
		kind byte
	}
	kids := map[child]Hash{}
	for p, f := range m {
		rest, ok := strings.CutPrefix(p, folder)
		if !ok {
			continue
		}
		if head, _, deep := strings.Cut(rest, "/"); deep {
			kids[child{head, 'd'}] = bruteRoot(m, folder+head+"/")
		} else {
			kids[child{head, 'f'}] = f.Hash
		}
	}
	order := slices.SortedFunc(maps.Keys(kids), func(a, b child) int {
		if c := strings.Compare(a.name, b.name); c != 0 {
			return c
		}
		return int(b.kind) - int(a.kind)
	})
	text := []byte("smp.merkle.folder.1\x00")
	for _, c := range order {
		h := kids[c]
		text = binary.AppendUvarint(append(text, c.kind), uint64(len(c.name)))
		text = append(append(text, c.name...), h[:]...)
	}
	return sha256.Sum256(text)
}

func TestRootIsAsDocumented(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := files(t, "files")
		tree := build(t, m)
		if tree.Root() != bruteRoot(m, "") {
			t.Fatal("another root")
		}
		if !slices.Equal(tree.Files(), sorted(m)) || tree.Len() != len(m) {
			t.Fatal("other files")
		}
		for p, f := range m {
			if got, ok := tree.File(p); !ok || got != f {
				t.Fatal("the file is not found", p)
			}
			if dir := path.Dir(p); dir != "." {
				if h, ok := tree.Folder(dir); !ok || h != bruteRoot(m, dir+"/") {
					t.Fatal("another hash of", dir)
				}
			}
		}
	})
}

func TestUpdateEqualsBuild(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := files(t, "files")
		before := build(t, m)
		root := before.Root()
		set := slices.Collect(maps.Values(files(t, "set")))
		gone := []string{}
		for _, p := range slices.Sorted(maps.Keys(files(t, "gone"))) {
			gone = append(gone, p)
		}
		after, err := before.Update(set, gone...)
		if err != nil {
			t.Fatal(err)
		}
		want := maps.Clone(m)
		for _, f := range set {
			want[f.Path] = f
		}
		for _, p := range gone {
			delete(want, p)
		}
		whole := build(t, want)
		if after.Root() != whole.Root() || !slices.Equal(after.Files(), whole.Files()) || after.Nodes() != whole.Nodes() {
			t.Fatal("an update leads elsewhere than a fresh tree")
		}
		if before.Root() != root || before.Root() != build(t, m).Root() {
			t.Fatal("the tree before has changed")
		}
	})
}

func TestDiffIsThatOfTheFiles(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m, n := files(t, "a"), files(t, "b")
		if rapid.Bool().Draw(t, "near") {
			near := maps.Clone(m)
			maps.Copy(near, n)
			n = near
		}
		got := Diff(build(t, m), build(t, n))
		want, bound := map[string]bool{}, 1
		for p := range m {
			if n[p].Hash != m[p].Hash {
				want[p] = true
			}
		}
		for p := range n {
			if n[p].Hash != m[p].Hash {
				want[p] = true
			}
		}
		for _, d := range got.Files {
			f, inA := m[d.Path]
			g, inB := n[d.Path]
			if !want[d.Path] || (d.A != nil) != inA || (d.B != nil) != inB || inA && *d.A != f.Hash || inB && *d.B != g.Hash {
				t.Fatal("wrong", d.Path)
			}
		}
		for p := range want {
			bound += strings.Count(p, "/") + 1
		}
		if len(got.Files) != len(want) {
			t.Fatalf("%d files, want %d", len(got.Files), len(want))
		}
		if got.Visited > bound {
			t.Fatalf("%d nodes were visited, at most %d lie on the way to what differs", got.Visited, bound)
		}
	})
}

func TestEncodingIsCanonical(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tree := build(t, files(t, "files"))
		b := tree.Encode(nil)
		back, err := Decode(b)
		if err != nil {
			t.Fatal(err)
		}
		if back.Root() != tree.Root() || !slices.Equal(back.Files(), tree.Files()) {
			t.Fatal("another tree comes back")
		}
		if len(b) > 1 {
			if _, err := Decode(b[:len(b)-1]); err == nil {
				t.Fatal("a broken-off tree was taken")
			}
		}
	})
}

func TestBadPaths(t *testing.T) {
	for _, p := range []string{"", "/a", "a/", "a//b", "../a", "a/../b", ".", "a/.", "a\x00b", strings.Repeat("a/", maxDepth+1) + "a"} {
		if _, err := Build([]File{{Path: p}}); err == nil {
			t.Errorf("%q was taken", clip(p))
		}
		if _, err := (&Tree{}).Update(nil, p); err == nil {
			t.Errorf("%q was taken by Update", clip(p))
		}
	}
	if _, err := Build([]File{{Path: "b"}, {Path: "a"}}); err == nil {
		t.Error("unsorted files were taken")
	}
	if _, err := Build([]File{{Path: "b"}, {Path: "b"}}); err == nil {
		t.Error("a file was taken twice")
	}
}

func TestPrefixes(t *testing.T) {
	a, b := Hash(sha256.Sum256([]byte("a"))), Hash(sha256.Sum256([]byte("b")))
	near := a
	near[31]++
	for _, c := range []struct {
		text string
		want Hash
		ok   bool
	}{
		{a.String(), a, true}, {a.String()[:9], Hash{}, false}, {b.String()[:8], b, true}, {strings.ToUpper(b.String()[:11]), b, true},
		{b.String()[:7], Hash{}, false}, {"zzzzzzzz", Hash{}, false}, {a.String() + "0", Hash{}, false}, {"00000000", Hash{}, false},
	} {
		p, err := ParsePrefix(c.text)
		var got Hash
		if err == nil {
			got, err = Resolve(p, a, b, near, b)
		}
		if (err == nil) != c.ok || got != c.want {
			t.Errorf("%s: %v %v", c.text, got, err)
		}
	}
}

func TestView(t *testing.T) {
	h := func(s string) Hash { return sha256.Sum256([]byte(s)) }
	tree, err := Build([]File{{"main.go", h("m"), 2}, {"src/auth/login.ts", h("l"), 4}, {"src/utils/crypto.ts", h("c"), 5}})
	if err != nil {
		t.Fatal(err)
	}
	whole, _ := tree.View("")
	text, err := json.Marshal(whole)
	if err != nil {
		t.Fatal(err)
	}
	src, _ := tree.Folder("src")
	auth, _ := tree.Folder("src/auth")
	utils, _ := tree.Folder("src/utils")
	want := `{"root_hash":"` + tree.Root().String() + `","tree":{"main.go":{"hash":"` + h("m").String() + `","node_count":2},"src":{"hash":"` + src.String() +
		`","children":{"auth":{"hash":"` + auth.String() + `","children":{"login.ts":{"hash":"` + h("l").String() + `","node_count":4}}},"utils":{"hash":"` + utils.String() +
		`","children":{"crypto.ts":{"hash":"` + h("c").String() + `","node_count":5}}}}}}}`
	if string(text) != want {
		t.Errorf("got  %s\nwant %s", text, want)
	}
	part, ok := tree.View("src/auth")
	if !ok || part.RootHash != whole.RootHash || len(part.Tree) != 1 || len(part.Tree["src"].Children) != 1 || part.Tree["src"].Children["auth"].Children["login.ts"] == nil {
		t.Errorf("the part is %+v", part)
	}
	if _, ok := tree.View("src/none"); ok {
		t.Error("a folder that does not exist has a view")
	}
	for scope, want := range map[string]string{"": "", "full": "", "package:src/auth": "src/auth", "package:src/auth/": "src/auth", "package:.": ""} {
		if got, err := ParseScope(scope); err != nil || got != want {
			t.Errorf("%s: %q %v", scope, got, err)
		}
	}
	for _, scope := range []string{"src", "package:..", "package:/etc", "package:../x"} {
		if _, err := ParseScope(scope); err == nil {
			t.Errorf("%s was taken", scope)
		}
	}
}

func FuzzDecode(f *testing.F) {
	tree, _ := Build([]File{{Path: "a/b", Nodes: 3}, {Path: "a/c"}, {Path: "d"}})
	f.Add(tree.Encode(nil))
	f.Add((&Tree{}).Encode(nil))
	f.Fuzz(func(t *testing.T, b []byte) {
		got, err := Decode(b)
		if err != nil {
			return
		}
		if string(got.Encode(nil)) != string(b) {
			t.Fatal("it encodes to other bytes")
		}
		list := got.Files()
		if again, err := Build(list); err != nil || again.Root() != got.Root() {
			t.Fatal("its files make another tree", err)
		}
	})
}

func FuzzPrefix(f *testing.F) {
	f.Add("e3b0c44298fc")
	f.Fuzz(func(t *testing.T, s string) {
		p, err := ParsePrefix(s)
		if err != nil {
			return
		}
		h, err := ParseHash(string(p) + strings.Repeat("0", 64-len(p)))
		if err != nil || !p.Matches(h) || len(p.Bytes()) != len(p)/2 {
			t.Fatal(p, err)
		}
	})
}
