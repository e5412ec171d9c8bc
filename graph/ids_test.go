package graph

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/structural-memory/smp/facts"
)

// Names and paths that look like what ids are made of.
var (
	hostileNames = []string{"", "a", "a", "b", "#", "#b", "a#", "a#b", "b#a", ".", "a.b", "a.", "~2", "a~2", "a~3", "(int)", "a(int)", " ", "a b", "@x", "/", "a/b", ":", "é", "e\u0301", "\x00", "%23", "%2"}
	hostilePaths = []string{"a", "a#b", "a#", "#", "a%23b", "a%2#b", "a%252", "d#/a", "d/a", "d", "b", "a b", "d#/e/x"}
)

func hostileRepo(rnd *rand.Rand, text int) repo {
	kinds := []facts.Kind{facts.Class, facts.Function, facts.Variable, facts.Section, facts.Test, facts.Config}
	pick := func() string { return hostileNames[rnd.IntN(len(hostileNames))] }
	r := repo{}
	for _, p := range hostilePaths {
		s := &source{text: text}
		for range rnd.IntN(40) {
			parent := -1
			if n := len(s.defs); n > 0 && rnd.IntN(2) == 0 {
				parent = rnd.IntN(n)
			}
			disc := ""
			if rnd.IntN(3) == 0 {
				disc = pick()
			}
			s.defs = append(s.defs, def{name: pick(), kind: kinds[rnd.IntN(len(kinds))], parent: parent, disc: disc})
		}
		for i := range rnd.IntN(20) {
			s.uses = append(s.uses, use{from: -1, typ: References, name: pick() + "#" + pick(), line: i + 1}, use{from: -1, typ: Imports, name: pick(), line: i + 1})
		}
		r[p] = s
	}
	return r
}

// TestIDsAreUnique: whatever files and definitions are called, and however they
// are nested, no two nodes have one id; and an index that follows changes gives
// the ids that a fresh one gives.
func TestIDsAreUnique(t *testing.T) {
	for seed := range uint64(12) {
		rnd := rand.New(rand.NewPCG(seed, 1))
		from, to := hostileRepo(rnd, 1), hostileRepo(rnd, 2)
		g, ctx := memory(t), context.Background()
		apply(t, g, from.all())
		sound(t, g)
		apply(t, g, from.toward(to))
		sound(t, g)
		fresh := memory(t)
		apply(t, fresh, to.all())
		if dump(t, g) != dump(t, fresh) {
			t.Fatalf("seed %d: an incremental index differs from a fresh one", seed)
		}
		err := g.View(ctx, func(r *Reader) error {
			for p := range to {
				ns, err := r.FileNodes(p)
				if err != nil {
					return err
				}
				for _, n := range ns {
					if got, err := r.ByID(n.ID); err != nil || got.Row != n.Row {
						return fmt.Errorf("%q leads to %q: %v", n.ID, got.ID, err)
					}
					if got := PathOf(n.ID); got != p {
						return fmt.Errorf("%q names %q, not %q", n.ID, got, p)
					}
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

func sound(t *testing.T, g *Graph) {
	t.Helper()
	if problems, err := faults(g); err != nil || len(problems) > 0 {
		t.Fatal(problems, err)
	}
}

// TestPathsWithMarks: a # in a path can be written as it is.
func TestPathsWithMarks(t *testing.T) {
	g := memory(t)
	apply(t, g, repo{"C#/a.cs": {defs: []def{{name: "F", kind: facts.Function, parent: -1}}}}.all())
	for _, ref := range []string{"func:C%23/a.cs#F", "func:C#/a.cs#F", "C#/a.cs#F"} {
		err := g.View(context.Background(), func(r *Reader) error {
			n, err := r.Resolve(ref, Filter{})
			if err == nil && n.ID != "func:C%23/a.cs#F" {
				err = fmt.Errorf("it is %s", n.ID)
			}
			return err
		})
		if err != nil {
			t.Errorf("%s: %v", ref, err)
		}
	}
}
