package locate

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/structural-memory/smp/locate/tokens"
)

func function(name string, from, to int) Part {
	return Part{NodeID: "func:a.go#" + name, File: "a.go", StartLine: from, EndLine: to, StartByte: from * 100, EndByte: to * 100,
		Signature: "func " + name + "()", Body: "func " + name + "() {\n" + strings.Repeat("\twork()\n", to-from) + "}"}
}

// shape is what a pack shows, in short.
func shape(p *Pack) string {
	var out []string
	for _, x := range p.Pieces {
		_, name, _ := strings.Cut(x.NodeID, "#")
		out = append(out, name+" "+x.Kind)
	}
	for _, id := range p.LeftOut {
		_, name, _ := strings.Cut(id, "#")
		out = append(out, name+" out")
	}
	return strings.Join(out, ", ")
}

func TestPack(t *testing.T) {
	a, b, c := function("a", 1, 5), function("b", 10, 90), function("c", 100, 104)
	class := Part{NodeID: "class:a.go#T", File: "a.go", StartLine: 1, EndLine: 20, StartByte: 100, EndByte: 2000, Signature: "class T", Body: "class T {" + a.Body + "}"}
	elsewhere := function("x", 2, 3)
	elsewhere.File = "b.go"
	noBody := a
	noBody.Body = ""
	for _, x := range []struct {
		name  string
		max   int
		parts []Part
		want  string
		note  string
	}{
		{"all", 10000, []Part{a, b, c}, "a body, b body, c body", "nothing is left out"},
		{"a body that does not fit", 220, []Part{a, b, c}, "a body, b signature, c body", "1 by signature alone"},
		{"signatures before bodies", 90, []Part{a, b, c}, "a signature, b signature, c signature", "3 by signature alone"},
		{"some", 40, []Part{a, b, c}, "a signature, b out, c out", "2 of 3 left out: raise max_tokens"},
		{"none", 5, []Part{a, b}, "a out, b out", "2 of 2 left out"},
		{"a class after its method", 10000, []Part{a, class}, "T body", "nothing is left out"},
		{"a class before its method", 10000, []Part{class, a}, "T body", "nothing is left out"},
		{"the same lines of another file", 10000, []Part{class, elsewhere}, "T body, x body", "nothing is left out"},
		{"twice the same", 10000, []Part{a, a}, "a body", "nothing is left out"},
		{"no body", 10000, []Part{noBody}, "a signature", "nothing is left out"},
		{"nothing", 100, nil, "", "nothing is left out"},
	} {
		t.Run(x.name, func(t *testing.T) {
			k := NewPacker(x.max)
			k.Add(x.parts)
			p := k.Pack()
			if got := shape(p); got != x.want || !strings.Contains(p.Note, x.note) {
				t.Errorf("got %q, %d tokens, %q; want %q, %q", got, p.Tokens, p.Note, x.want, x.note)
			}
		})
	}
}

func TestPackSaysWhichFilesChanged(t *testing.T) {
	if note := NewPacker(10).Pack("b.go", "a.go", "b.go").Note; !strings.HasPrefix(note, "a.go, b.go changed") {
		t.Error(note)
	}
}

// TestPackHolds: whatever the parts, a pack keeps within its tokens, shows
// nothing cut or twice, and accounts for every part.
func TestPackHolds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var parts []Part
		for i := range rapid.IntRange(0, 12).Draw(t, "parts") {
			from := rapid.IntRange(0, 30).Draw(t, "from")
			p := function(fmt.Sprint("f", i), from, from+rapid.IntRange(1, 20).Draw(t, "lines"))
			if rapid.Bool().Draw(t, "no body") {
				p.Body = ""
			}
			parts = append(parts, p)
		}
		half := rapid.IntRange(0, len(parts)).Draw(t, "half")
		k := NewPacker(rapid.IntRange(0, 600).Draw(t, "max"))
		k.Add(parts[:half])
		k.Add(parts[half:])
		p := k.Pack()
		_, text, _ := strings.Cut(p.Markdown(), "_\n")
		text, _, _ = strings.Cut(text, "\nLeft out:")
		if n := tokens.Estimate(text); p.Tokens > p.MaxTokens || n > p.Tokens {
			t.Fatalf("%d tokens of %d, %d as text", p.Tokens, p.MaxTokens, n)
		}
		sum, shown := 0, map[string]*Part{}
		for i := range p.Pieces {
			x := &p.Pieces[i]
			sum += x.cost()
			at := slices.IndexFunc(parts, func(o Part) bool { return o.NodeID == x.NodeID })
			if x.Text != parts[at].Signature && x.Text != parts[at].Body || x.Text == "" {
				t.Fatalf("cut: %q", x.Text)
			}
			for _, o := range shown {
				if parts[at].within(o) {
					t.Fatalf("%s lies within %s", x.NodeID, o.NodeID)
				}
			}
			if x.Kind == BodyPiece {
				shown[x.NodeID] = &parts[at]
			}
		}
		if sum != p.Tokens {
			t.Fatalf("%d tokens said, %d counted", p.Tokens, sum)
		}
		for _, part := range parts {
			in := slices.ContainsFunc(p.Pieces, func(x Piece) bool { return x.NodeID == part.NodeID })
			out := slices.Contains(p.LeftOut, part.NodeID)
			inside := false
			for _, o := range shown {
				inside = inside || o.NodeID != part.NodeID && part.within(o)
			}
			if in == out && !inside || in && inside {
				t.Fatalf("%s: shown %v, left out %v, inside another %v", part.NodeID, in, out, inside)
			}
		}
	})
}
