package smp_test

import (
	"path"
	"strings"
	"testing"

	"github.com/structural-memory/smp"
)

// equalFiles are of many languages, with edges of all kinds.
var equalFiles = map[string]string{
	"go.mod":        "module eq\n\ngo 1.24\n",
	"a/a.go":        "package a\n\nimport \"eq/b\"\n\n// A adds.\nfunc A() int {\n\treturn b.B() + b.V\n}\n\ntype T struct{ b.S }\n",
	"b/b.go":        "package b\n\nvar V = 1\n\ntype S struct{}\n\nfunc B() int { return V }\n",
	"b/b_test.go":   "package b\n\nimport \"testing\"\n\nfunc TestB(t *testing.T) { B() }\n",
	"w/a.ts":        "import { g, type O } from './b'\n\n/** Calls. */\nexport function f(o: O): number {\n  return g(o)\n}\n\nexport class K implements O {\n  n = 1\n}\n",
	"w/b.ts":        "export interface O { n: number }\n\nexport function g(o: O): number {\n  return o.n\n}\n",
	"p/a.py":        "from p.b import g, Base\n\n\nclass C(Base):\n    # what it does\n    def f(self):\n        return g(self)\n",
	"p/b.py":        "class Base:\n    pass\n\n\ndef g(x):\n    return x\n",
	"p/__init__.py": "",
	"r/lib.rs":      "pub fn f() -> u8 {\n    // one\n    g()\n}\n\nfn g() -> u8 {\n    1\n}\n",
	"J.java":        "class J extends K {\n  /** Does. */\n  int f() { return g(); }\n}\n\nclass K {\n  int g() { return 1; }\n}\n",
	"c.yaml":        "jobs:\n  # a note\n  build:\n    run: one\n  test:\n    needs: build\n",
	"t.toml":        "[a]\n# a note\nb = 1\n\n[a.c]\nd = 2\n",
	"Makefile":      "all: part\n\techo one\n\n# a note\npart:\n\techo two\n",
	"R.md":          "# One\n\nWords of `g`.\n\n## Two\n\nMore.\n",
}

func differing(res *smp.DiffResult) (n int) {
	for _, c := range res.Counts {
		n += c
	}
	return n
}

// What is compared with itself does not differ, one file at a time, all
// together, and with one that does.
func TestDiffOfEqualContent(t *testing.T) {
	m, _ := supposing(t, equalFiles)
	var all []smp.FileChange
	for file, text := range equalFiles {
		c := smp.FileChange{Path: file, Content: []byte(text)}
		all = append(all, c)
		for _, p := range [][]smp.FileChange{{c}, {c, {Path: "x/new.go", Content: []byte("package x\n")}}} {
			res, err := m.Diff(t.Context(), smp.Proposal{Changes: p})
			if err != nil {
				t.Fatal(err)
			}
			if n := differing(res); n > len(p)-1 {
				t.Errorf("%s: %+v", file, res)
			}
			run, err := m.DryRun(t.Context(), smp.Proposal{Changes: p})
			if err != nil || run.Verdict != smp.VerdictSafe {
				t.Errorf("%s: %+v %v", file, run, err)
			}
		}
	}
	res, err := m.Diff(t.Context(), smp.Proposal{Changes: all})
	if err != nil || differing(res) != 0 {
		t.Errorf("%+v %v", res, err)
	}
	s, err := m.OpenSession(t.Context(), smp.SessionRequest{AgentID: "a", Task: "t", Scope: []string{"."}})
	if err != nil {
		t.Fatal(err)
	}
	if res, err = m.Diff(t.Context(), smp.Proposal{SessionID: s.SessionID, Changes: all}); err != nil || differing(res) != 0 {
		t.Errorf("in a session: %+v %v", res, err)
	}
}

// A file that other files of a proposal lead elsewhere has other edges, though
// it is the same itself.
func TestDiffOfAFileThatOthersLeadElsewhere(t *testing.T) {
	m, _ := supposing(t, equalFiles)
	res, err := m.Diff(t.Context(), smp.Proposal{Changes: []smp.FileChange{
		{Path: "w/a.ts", Content: []byte(equalFiles["w/a.ts"])},
		{Path: "w/b.ts", Content: []byte(strings.Replace(equalFiles["w/b.ts"], "function g", "function h", 1))},
	}})
	if err != nil || len(res.RelationshipsRemoved) == 0 || len(res.NodesModified) != 0 {
		t.Errorf("%+v %v", res, err)
	}
}

// Spaces and comments are no structure.
func TestDiffOfSpacesAndComments(t *testing.T) {
	m, _ := supposing(t, equalFiles)
	for file, text := range equalFiles {
		mark := map[string]string{".go": "//", ".ts": "//", ".rs": "//", ".java": "//", ".mod": "//", ".md": ""}
		sign, ok := mark[path.Ext(file)]
		if !ok {
			sign = "#"
		}
		now := strings.ReplaceAll(text, "a note", "another note of more words")
		now = strings.NewReplacer("// A adds", "// A sums up", "// one", "// two", "what it does", "what else").Replace(now)
		now = strings.TrimSuffix(now, "\n") + "\n\n"
		if sign != "" {
			now += sign + " the end\n"
		}
		res, err := m.Diff(t.Context(), smp.Proposal{Changes: []smp.FileChange{{Path: file, Content: []byte(now)}}})
		if err != nil {
			t.Fatal(err)
		}
		if differing(res) != 0 {
			t.Errorf("%s: %+v", file, res)
		}
	}
}

// A file that has another name has the same structure.
func TestDiffOfARenamedFile(t *testing.T) {
	m, _ := supposing(t, equalFiles)
	for from, to := range map[string]string{"w/b.ts": "w/c.ts", "b/b.go": "b/c.go", "p/b.py": "p/c.py", "r/lib.rs": "r/main.rs", "c.yaml": "d.yaml"} {
		res, err := m.Diff(t.Context(), smp.Proposal{Changes: []smp.FileChange{{Path: from, Deleted: true}, {Path: to, Content: []byte(equalFiles[from])}}})
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range res.NodesMoved {
			if c.Changes.BodyChanged || c.Changes.SignatureChanged || c.Similarity != 1 {
				t.Errorf("%s: %+v", from, c)
			}
		}
		if len(res.NodesModified)+len(res.NodesAdded)+len(res.NodesRemoved)+len(res.RelationshipsAdded)+len(res.RelationshipsRemoved) != 0 {
			t.Errorf("%s to %s: %+v", from, to, res)
		}
	}
}
