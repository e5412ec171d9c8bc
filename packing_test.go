package smp_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/structural-memory/smp"
)

var packFiles = map[string]string{
	"store.py": "\"\"\"Keeps sessions.\"\"\"\nimport clock\n\n\nclass SessionStore:\n    \"\"\"Sessions by token.\"\"\"\n\n    def remove_expired(self):\n        \"\"\"Removes expired sessions.\"\"\"\n        for token in list(self.all):\n            if self.all[token] < clock.now():\n                del self.all[token]\n\n\ndef größe(store):\n    return len(store.all)  # ≤ 10\n",
	"clock.py": "def now():\n    \"\"\"The time.\"\"\"\n    return 1\n",
	"job.py":   "from store import SessionStore\n\n\ndef sweep(store: SessionStore):\n    store.remove_expired()\n",
}

func pieceOf(t *testing.T, p *smp.Pack, id string) smp.PackPiece {
	t.Helper()
	for _, x := range p.Pieces {
		if x.NodeID == id {
			return x
		}
	}
	t.Fatalf("%s is not in %+v", id, p)
	return smp.PackPiece{}
}

func TestLocatePack(t *testing.T) {
	r := newRepo(t, packFiles)
	ask := func(n int) *smp.LocateResult {
		return must[*smp.LocateResult](t)(r.m.Locate(bg, smp.LocateQuery{Query: "remove expired sessions", MaxTokens: n}))
	}
	if res := ask(0); res.Pack != nil {
		t.Errorf("a pack that nobody asked for: %+v", res.Pack)
	}
	p := ask(2000).Pack
	class := pieceOf(t, p, "class:store.py#SessionStore")
	if class.Kind != "body" || !strings.HasPrefix(class.Text, "class SessionStore") || !strings.HasSuffix(class.Text, "del self.all[token]") {
		t.Errorf("%+v", class)
	}
	for _, x := range p.Pieces {
		if strings.Contains(x.NodeID, "remove_expired") {
			t.Errorf("a method beside its class: %+v", x)
		}
	}
	if p = ask(60).Pack; p.Tokens > 60 || len(p.LeftOut) == 0 || !strings.Contains(p.Note, "max_tokens") {
		t.Errorf("%+v", p)
	}
	if _, err := r.m.Locate(bg, smp.LocateQuery{Query: "x", MaxTokens: -1}); err == nil {
		t.Error("a negative number is taken")
	}
}

func TestContextPack(t *testing.T) {
	m := newRepo(t, packFiles).m
	ask := func(n int) *smp.Pack {
		return must[*smp.ContextResult](t)(m.Context(bg, smp.ContextQuery{FilePath: "store.py", MaxTokens: n})).Pack
	}
	p := ask(2000)
	if len(p.Pieces) < 4 || p.Note != "nothing is left out" {
		t.Fatalf("%+v", p)
	}
	if x := pieceOf(t, p, "func:store.py#größe"); x.Kind != "body" || x.Text != "def größe(store):\n    return len(store.all)  # ≤ 10" {
		t.Errorf("%+v", x)
	}
	for _, id := range []string{"func:clock.py#now", "func:job.py#sweep"} {
		if x := pieceOf(t, p, id); x.Kind != "signature" || !strings.HasPrefix(x.Text, "def ") {
			t.Errorf("%+v", x)
		}
	}
	if p.Pieces[len(p.Pieces)-1].File == "store.py" {
		t.Errorf("the file's own come first: %+v", p.Pieces)
	}
}

func TestPackOfAChangedFile(t *testing.T) {
	r := newRepo(t, packFiles)
	if err := os.WriteFile(filepath.Join(r.m.Root(), "store.py"), []byte("# "+packFiles["store.py"]), 0o644); err != nil {
		t.Fatal(err)
	}
	p := must[*smp.LocateResult](t)(r.m.Locate(bg, smp.LocateQuery{Query: "remove expired sessions", MaxTokens: 2000})).Pack
	if !strings.Contains(p.Note, "store.py changed") {
		t.Errorf("%q", p.Note)
	}
	for _, x := range p.Pieces {
		if x.File == "store.py" && x.Kind != "signature" {
			t.Errorf("%+v", x)
		}
	}
}
