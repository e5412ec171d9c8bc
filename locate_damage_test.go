package smp_test

import (
	"slices"
	"testing"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"

	"github.com/structural-memory/smp"
	"github.com/structural-memory/smp/graph"
)

// damaged runs the statement, and wants the doctor to say what it broke.
func damaged(t *testing.T, m *smp.Memory, sql, check string) {
	t.Helper()
	if err := m.Graph().Store().Write(bg, func(c *sqlite.Conn) error { return sqlitex.ExecuteTransient(c, sql, nil) }); err != nil {
		t.Fatal(err)
	}
	ps := must[[]graph.Problem](t)(m.Doctor(bg))
	if !slices.ContainsFunc(ps, func(p graph.Problem) bool { return p.Check == check && p.Count > 0 }) {
		t.Errorf("%s: found %v, want %q", sql, ps, check)
	}
}
