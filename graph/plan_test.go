package graph

import (
	"context"
	"regexp"
	"strings"
	"testing"

	"github.com/structural-memory/smp/internal/store"
	"zombiezen.com/go/sqlite"
)

// A change of one file, and a question about one node, must cost what they
// touch and not what there is: their statements use indexes throughout.
func TestStatementsUseIndexes(t *testing.T) {
	g, ctx := memory(t), context.Background()
	state := shop()
	apply(t, g, &Change{}) // so that the rest is no bulk load
	apply(t, g, repo{}.toward(state))
	next := caller()
	next["src/auth/login.ts"] = &source{text: 8}
	apply(t, g, state.toward(next))
	apply(t, g, next.toward(repo{}))
	apply(t, g, repo{}.toward(state))
	if err := g.Store().Write(ctx, func(c *sqlite.Conn) error { return checkPlans(t, c) }); err != nil {
		t.Error(err)
	}
	err := g.View(ctx, func(r *Reader) error {
		for _, ref := range []string{"check", "src/auth/login.ts#check", "src/auth/login.ts:3", "src/auth", "auth.login.check"} {
			n, err := r.Resolve(ref, Filter{})
			if err != nil {
				t.Error(err)
			}
			for _, read := range []func() error{
				func() error { _, err := r.Out(n.Row); return err },
				func() error { _, err := r.In(n.Row, CallsStatic); return err },
				func() error { _, err := r.Children(n.Row); return err },
				func() error { _, err := r.OpenCalls(n.Row); return err },
				func() error { _, err := r.OpenNamed(n.Name, 3); return err },
				func() error { _, err := r.OpenCount(n.Name); return err },
				func() error { _, err := r.Nodes([]NodeID{n.Row}); return err },
				func() error { _, err := r.Facts([16]byte{}, "go", 1); return err },
				func() error { _, _, err := r.WalkStored([]NodeID{n.Row}, WalkOptions{Direction: Both}); return err },
			} {
				if err := read(); err != nil {
					t.Error(err)
				}
			}
		}
		return checkPlans(t, r.conn)
	})
	if err != nil {
		t.Error(err)
	}
}

// scans finds plans that read a whole table of ours, or most of one.
var scans = regexp.MustCompile(`^SCAN (n|nodes|e|edges|edges_in|open_calls|f|files|facts|def|file|home|target)\b|\((file|layer)>`)

func checkPlans(t *testing.T, conn *sqlite.Conn) error {
	all := store.Statements(conn)
	if len(all) < 8 {
		t.Fatalf("only %d statements", len(all))
	}
	for _, sql := range all {
		if strings.HasPrefix(sql, "BEGIN") || strings.HasPrefix(sql, "COMMIT") || strings.HasPrefix(sql, "CREATE") || strings.HasPrefix(sql, "DROP") || strings.HasPrefix(sql, "PRAGMA") {
			continue
		}
		st, _, err := conn.PrepareTransient("EXPLAIN QUERY PLAN " + sql)
		if err != nil {
			return err
		}
		for {
			row, err := st.Step()
			if err != nil {
				return err
			}
			if !row {
				break
			}
			if how := st.ColumnText(3); scans.MatchString(how) && sql != "SELECT 1 FROM nodes LIMIT 1" {
				t.Errorf("%s: %s", how, sql)
			}
		}
		if err := st.Finalize(); err != nil {
			return err
		}
	}
	return nil
}
