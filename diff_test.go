package smp_test

import (
	"strings"
	"testing"

	"github.com/structural-memory/smp"
)

func TestDiff(t *testing.T) {
	m, _ := supposing(t, tsAuth)
	const auth = "src/auth.ts: "
	res, err := m.Diff(t.Context(), smp.Proposal{Changes: changesOf(t, tsAuth, auth+"  return sign(email) =>   if (!email) {\n    limit(email)\n  }\n  return sign(email)", auth+"function sign => function limit(who: string): void {}\n\nfunction sign")})
	if err != nil {
		t.Fatal(err)
	}
	if len(res.NodesAdded) != 1 || res.NodesAdded[0].Name != "limit" || len(res.NodesRemoved) != 0 || len(res.NodesModified) != 1 {
		t.Fatalf("%+v", res)
	}
	c := res.NodesModified[0]
	if c.ID != "func:src/auth.ts#login" || c.Changes.SignatureChanged || !c.Changes.BodyChanged || c.Changes.ComplexityDelta != 1 || strings.Join(c.Changes.CallsAdded, " ") != "func:src/auth.ts#limit" {
		t.Errorf("%+v", c)
	}
	if len(res.RelationshipsAdded) != 1 || res.RelationshipsAdded[0] != (smp.Relationship{Edge: "CALLS", From: "func:src/auth.ts#login", To: "func:src/auth.ts#limit"}) || len(res.RelationshipsRemoved) != 0 {
		t.Errorf("%+v, %+v", res.RelationshipsAdded, res.RelationshipsRemoved)
	}
}

// A definition that goes from one file of a proposal to another has moved.
func TestDiffOfAMove(t *testing.T) {
	m, _ := supposing(t, tsAuth)
	refresh := "export function refresh(token: Token, hard?: boolean): Token {\n  return token\n}\n"
	res, err := m.Diff(t.Context(), smp.Proposal{Changes: changesOf(t, tsAuth, "src/auth.ts: "+refresh+" => ", "src/fresh.ts:  => "+refresh)})
	if err != nil {
		t.Fatal(err)
	}
	if len(res.NodesMoved) != 1 || res.NodesMoved[0].From.File != "src/auth.ts" || res.NodesMoved[0].To.ID != "func:src/fresh.ts#refresh" || res.Counts["nodes_moved"] != 1 {
		t.Errorf("%+v", res)
	}
}

func TestDiffSaysWhatItDoesNotKnow(t *testing.T) {
	m, _ := supposing(t, tsAuth)
	for _, c := range []struct {
		change smp.FileChange
		want   string
	}{
		{smp.FileChange{Path: "src/other.ts", Content: []byte("export function (((")}, "syntax errors"},
		{smp.FileChange{Path: "src/none.ts", Deleted: true}, "nothing to delete"},
		{smp.FileChange{Path: "picture.png", Content: []byte("\x89PNG\r\n\x1a\n\x00\x00")}, "takes in"},
	} {
		res, err := m.Diff(t.Context(), smp.Proposal{Changes: []smp.FileChange{c.change}})
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(strings.Join(res.Notes, "\n"), c.want) {
			t.Errorf("%s: %q", c.change.Path, res.Notes)
		}
	}
	if _, err := m.Diff(t.Context(), smp.Proposal{}); err == nil {
		t.Error("an empty proposal is taken")
	}
}
