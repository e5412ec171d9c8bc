package search_test

import (
	"fmt"
	"sort"
	"strings"
	"testing"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/search"
)

const nested = `/** Keeps things. */
class Store {
  save(key) { // hurry
    function inner() { deepWord() }
    outerWord(inner)
  }
}
`

// nestedFacts are those of the text above: class, method, function in it.
func nestedFacts() (*facts.FileFacts, []byte) {
	at := func(s string) uint32 { return uint32(strings.Index(nested, s)) }
	def := func(kind facts.Kind, name string, parent int32, from, body, to string) facts.Def {
		d := facts.Def{Kind: kind, Name: name, Parent: parent, Type: facts.None, Value: facts.None, Recv: facts.None}
		d.StartByte, d.BodyByte, d.EndByte = at(from), at(body), at(to)+uint32(len(to))
		return d
	}
	f := &facts.FileFacts{Lang: "javascript", Defs: []facts.Def{{Kind: facts.File, Parent: facts.None, Recv: facts.None},
		def(facts.Class, "Store", 0, "class Store", "{\n  save", "}\n}\n"),
		def(facts.Function, "save", 1, "save(", "{ // hurry", "(inner)\n  }"),
		def(facts.Function, "inner", 2, "function inner", "{ deepWord", "deepWord() }"),
	}}
	f.Defs[1].Doc, f.Defs[2].Returns, f.Defs[2].Decorators = "Keeps things.", "Promise", []string{"@audited"}
	f.Defs[2].Params = []facts.Param{{Name: "key", Text: "Tokens"}, {Name: "me", Flags: facts.ParamSelf}}
	f.Comments = []facts.Comment{{Start: 0, End: at("\nclass"), Doc: true}, {Start: at("// hurry"), End: at("// hurry") + 8}}
	return f, []byte(nested)
}

// whereIs tells for each word in which fields of which definitions it stands.
func whereIs(t *testing.T, ignoreDocs bool, words ...string) string {
	f, src := nestedFacts()
	data := search.NewCollector().File(f, src, all(f), ignoreDocs)
	s := build(t, map[string][]byte{"a.js": data})
	x := s.load(t)
	var out []string
	for _, w := range words {
		got, _ := s.top(t, x, w, search.Code, false, nil)
		var at []string
		for _, m := range got {
			m.Fields.Each(func(f search.Field) { at = append(at, fmt.Sprintf("%d.%s", m.Node, f)) })
		}
		sort.Strings(at)
		out = append(out, w+"="+strings.Join(at, ","))
	}
	return strings.Join(out, " ")
}

func TestCollector(t *testing.T) {
	for _, c := range []struct{ word, docs, none string }{
		{"deep", "2.body,3.body", "2.body,3.body"}, // the function around has it, the class not
		{"outer", "2.body", "2.body"},
		{"deepWord", "2.body,3.body", "2.body,3.body"},
		{"hurry", "2.comment", ""},
		{"keeps", "1.docstring", ""},
		{"save", "1.body,2.name,3.scope", "1.body,2.name,3.scope"},
		{"store", "1.name,2.scope,3.scope", "1.name,2.scope,3.scope"},
		{"audited", "2.signature", "2.signature"},
		{"promise", "2.signature", "2.signature"},
		{"token", "2.signature", "2.signature"},
		{"me", "", ""},
	} {
		for ignore, want := range map[bool]string{false: c.docs, true: c.none} {
			got := strings.TrimPrefix(whereIs(t, ignore, c.word), c.word+"=")
			if got != want {
				t.Errorf("%s, ignoring docs %v: %q, want %q", c.word, ignore, got, want)
			}
		}
	}
}

// TestCollectorOddities: names of any length, definitions that are no nodes,
// spans beyond the text.
func TestCollectorOddities(t *testing.T) {
	f, src := file("ok:word", strings.Repeat("Long", 20000)+":other", ":unnamed")
	f.Defs[1].EndByte = 1 << 30
	nodes := all(f)
	data := search.NewCollector().File(f, src, nodes, false)
	s := build(t, map[string][]byte{"x.go": data})
	if n := s.load(t).Documents(); n != 2 {
		t.Errorf("%d documents", n)
	}
	for i := range nodes {
		nodes[i] = -1
	}
	if data := search.NewCollector().File(f, src, nodes, false); data != nil {
		t.Errorf("no documents give %d bytes", len(data))
	}
}

// TestCollectorForgets: what a collector met before does not change an answer.
func TestCollectorForgets(t *testing.T) {
	c := search.NewCollector()
	f, src := file("noise:alpha betaGamma")
	c.File(f, src, all(f), false)
	f, src = file("load:betaGamma", "save:load")
	a := build(t, map[string][]byte{"x.go": c.File(f, src, all(f), false)})
	b := build(t, map[string][]byte{"x.go": blob("load:betaGamma", "save:load")})
	for _, q := range []string{"beta", "betaGamma", "load", "lo*", "alpha"} {
		x, y := a.load(t), b.load(t)
		m, _ := a.top(t, x, q, search.Code, false, nil)
		n, _ := b.top(t, y, q, search.Code, false, nil)
		if fmt.Sprint(m) != fmt.Sprint(n) {
			t.Errorf("%s: %v and %v", q, m, n)
		}
	}
}
