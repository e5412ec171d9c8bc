package git

import (
	"bufio"
	"io"
	"reflect"
	"strings"
	"testing"
)

func patches(t *testing.T, x *testRepo, which PatchRange) []Patch {
	t.Helper()
	r, err := Open(t.Context(), x.dir)
	if err != nil {
		t.Fatal(err)
	}
	var out []Patch
	if err := r.Patches(t.Context(), which, func(p Patch) error { out = append(out, p); return nil }); err != nil {
		t.Fatal(err)
	}
	return out
}

func TestPatches(t *testing.T) {
	x := newTestRepo(t)
	x.write("a b.txt", "1\n2\n3\n4\n", "sub/\"q\"\t.txt", "x\n")
	x.git("add", "-A")
	x.git("commit", "-q", "-m", "one")
	x.write("a b.txt", "1\n--- a/2\n++ 3\n3\n", "bin", "\x00\x01")
	x.git("add", "-A")
	x.git("commit", "-q", "-m", "two\n\n@@ -1 +1 @@")
	x.git("mv", "a b.txt", "c.txt")
	x.git("rm", "-q", "sub/\"q\"\t.txt")
	x.git("commit", "-q", "-m", "three")

	all := patches(t, x, PatchRange{})
	if len(all) != 3 {
		t.Fatalf("%d patches", len(all))
	}
	want := [][]FilePatch{
		{{Old: "a b.txt", New: "c.txt"}, {Old: "sub/\"q\"\t.txt", Hunks: []Hunk{{OldStart: 1, OldLines: 1, Removed: "x\n"}}}},
		{{Old: "a b.txt", New: "a b.txt", Hunks: []Hunk{{2, 1, 2, 2, "2\n"}, {4, 1, 4, 0, "4\n"}}}},
		{{New: "a b.txt", Hunks: []Hunk{{NewStart: 1, NewLines: 4}}}, {New: "sub/\"q\"\t.txt", Hunks: []Hunk{{NewStart: 1, NewLines: 1}}}},
	}
	for i, p := range all {
		if !reflect.DeepEqual(p.Files, want[i]) {
			t.Errorf("commit %d: %+v\nwant %+v", i, p.Files, want[i])
		}
		if p.Author != "A B" || len(p.SHA) != 40 || p.Time.IsZero() {
			t.Errorf("commit %d: %+v", i, p)
		}
	}
	if got := patches(t, x, PatchRange{Max: 2}); len(got) != 2 {
		t.Errorf("max 2: %d", len(got))
	}
	if got := patches(t, x, PatchRange{After: all[1].SHA}); len(got) != 1 {
		t.Errorf("after the second: %d", len(got))
	}
	if got := patches(t, x, PatchRange{Since: all[0].Time.Add(1e12)}); len(got) != 0 {
		t.Errorf("since later: %d", len(got))
	}
}

func TestPatchesOfMergesAndFolders(t *testing.T) {
	x := newTestRepo(t)
	x.write("sub/a.txt", "1\n", "b.txt", "1\n")
	x.git("add", "-A")
	x.git("commit", "-q", "-m", "one")
	x.git("checkout", "-q", "-b", "side")
	x.write("sub/a.txt", "1\n2\n")
	x.git("commit", "-q", "-a", "-m", "side 1")
	x.write("sub/a.txt", "1\n2\n3\n")
	x.git("commit", "-q", "-a", "-m", "side 2")
	x.git("checkout", "-q", "main")
	x.git("merge", "-q", "--no-ff", "-m", "merge", "side")
	x.write("sub/a.txt", "0\n1\n2\n3\n")

	r, err := Open(t.Context(), x.dir+"/sub")
	if err != nil {
		t.Fatal(err)
	}
	var files [][]FilePatch
	if err := r.Patches(t.Context(), PatchRange{}, func(p Patch) error { files = append(files, p.Files); return nil }); err != nil {
		t.Fatal(err)
	}
	want := [][]FilePatch{
		{{Old: "a.txt", New: "a.txt", Hunks: []Hunk{{OldStart: 1, NewStart: 2, NewLines: 2}}}},
		{{New: "a.txt", Hunks: []Hunk{{NewStart: 1, NewLines: 1}}}},
	}
	if !reflect.DeepEqual(files, want) {
		t.Errorf("%+v\nwant %+v", files, want)
	}
	now, err := r.Uncommitted(t.Context())
	if err != nil || !reflect.DeepEqual(now, []FilePatch{{Old: "a.txt", New: "a.txt", Hunks: []Hunk{{NewStart: 1, NewLines: 1}}}}) {
		t.Errorf("uncommitted %+v, %v", now, err)
	}
	if !r.IsAncestor(t.Context(), "side") || r.IsAncestor(t.Context(), "nothing") {
		t.Error("what comes before HEAD is not known")
	}
	if err := r.Patches(t.Context(), PatchRange{}, func(Patch) error { return io.EOF }); err != nil {
		t.Errorf("ended early: %v", err)
	}
}

func TestPatchesWithoutCommits(t *testing.T) {
	if got := patches(t, newTestRepo(t), PatchRange{}); len(got) != 0 {
		t.Errorf("%v", got)
	}
}

func FuzzPatch(f *testing.F) {
	f.Add("\x00sha|1|p|A\n\ndiff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1,2 +1 @@ f\n-a\n-b\n+c\n\\ No newline at end of file\n")
	f.Add("\x00sha|1||A\ndiff --git a/x b/y\nrename from x\nrename to \"y\\t\"\n")
	f.Add("\x00s|1||A\ndiff --git\n@@ -0,0 +1,99999999999 @@\n+x")
	f.Fuzz(func(t *testing.T, s string) {
		p := patchReader{each: func(p Patch) error {
			for _, f := range p.Files {
				for _, h := range f.Hunks {
					if h.OldLines < 0 || h.NewLines < 0 || h.OldStart < 0 || h.NewStart < 0 || strings.Count(h.Removed, "\n") > h.OldLines {
						t.Errorf("%+v", h)
					}
				}
			}
			return nil
		}}
		_ = p.read(bufio.NewReader(strings.NewReader(s)))
	})
}
