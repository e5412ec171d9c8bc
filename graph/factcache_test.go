package graph

import (
	"context"
	"reflect"
	"testing"

	"github.com/structural-memory/smp/facts"
)

func factsRow(b byte, version int) FactsRow {
	return FactsRow{Blob: [16]byte{b}, Lang: "ts", Version: version, Data: PackFacts(&facts.FileFacts{Lang: "ts", Lines: int32(b)})}
}

func TestFactsComeBack(t *testing.T) {
	g, ctx := memory(t), context.Background()
	want := &facts.FileFacts{Lang: "ts", Lines: 3, Defs: []facts.Def{{Name: "x", Kind: facts.Function}}}
	row := FactsRow{Blob: [16]byte{1}, Lang: "ts", Version: 4, Data: PackFacts(want)}
	if err := g.PutFacts(ctx, []FactsRow{row, row}); err != nil {
		t.Fatal(err)
	}
	if got, err := g.GetFacts(ctx, row.Blob, "ts", 4); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, %v", got, err)
	}
	for _, other := range []struct {
		blob    byte
		lang    string
		version int
	}{{2, "ts", 4}, {1, "js", 4}, {1, "ts", 5}} {
		if got, err := g.GetFacts(ctx, [16]byte{other.blob}, other.lang, other.version); err != nil || got != nil {
			t.Errorf("%v: got %v, %v; want nothing", other, got, err)
		}
	}
	if _, err := UnpackFacts([]byte("rubbish")); err == nil {
		t.Error("rubbish unpacks")
	}
}

func TestTrimFactsKeepsWhatFilesUse(t *testing.T) {
	g, ctx := memory(t), context.Background()
	ch := repo{"a.ts": {text: 1}}.all()
	now, old := FactsForm(1, "a.ts"), FactsForm(0, "a.ts")
	ch.Facts = []FactsRow{factsRow(1, now), factsRow(2, now), factsRow(1, old)}
	apply(t, g, ch)
	apply(t, g, &Change{Files: []FileGraph{repo{"b.ts": {text: 9}}.build("b.ts")}}) // time passes
	if err := g.PutFacts(ctx, []FactsRow{factsRow(3, now)}); err != nil {
		t.Fatal(err)
	}
	n, err := g.TrimFacts(ctx, []int{1}, int64(len(factsRow(3, now).Data)))
	if err != nil || n != 2 {
		t.Errorf("removed %d, %v; want the old version and the one that is unused longest", n, err)
	}
	for b, kept := range map[byte]bool{1: true, 2: false, 3: true} {
		f, err := g.GetFacts(ctx, [16]byte{b}, "ts", now)
		if err != nil || (f != nil) != kept {
			t.Errorf("blob %d: %v, %v; kept should be %v", b, f, err, kept)
		}
	}
}
