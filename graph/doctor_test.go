package graph

import (
	"context"
	"slices"
	"strings"
	"testing"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"
)

func TestDoctorFindsWhatIsWrong(t *testing.T) {
	for damage, check := range map[string]string{
		"DELETE FROM edges WHERE type = 4":                            "edges and edges_in hold the same",
		"UPDATE edges_in SET how = 33 WHERE type = 4":                 "edges and edges_in hold the same",
		"DELETE FROM nodes WHERE name = 'g'":                          "edges end in nodes",
		"UPDATE open_calls SET src = 999":                             "open calls start in nodes",
		"UPDATE nodes SET sid = 5 WHERE name = 'g'":                   "ids have their hash",
		"UPDATE nodes SET parent = 1 WHERE name = 'g'":                "edges from parents agree with the parents",
		"UPDATE nodes SET def = 7 WHERE name = 'g'":                   "definitions are numbered",
		"UPDATE files SET node = 1":                                   "files have their node",
		"UPDATE files SET tally = x'00'":                              "files are counted",
		"DELETE FROM edges WHERE type = 11":                           "packages depend as their files import",
		"UPDATE meta SET value = 3 WHERE key = 'next_node'":           "row ids are below the next",
		"INSERT INTO edges SELECT 1, 2, id, 9, 17 FROM nodes LIMIT 9": "every node has one edge from its parent",
	} {
		t.Run(damage, func(t *testing.T) {
			g, ctx := memory(t), context.Background()
			r := caller()
			r["x/a.ts"].uses = append(r["x/a.ts"].uses, use{from: 0, typ: CallsStatic, path: "nowhere", name: "n", line: 1})
			apply(t, g, r.all())
			err := g.Store().Write(ctx, func(c *sqlite.Conn) error {
				if strings.HasPrefix(damage, "INSERT INTO edges") {
					if err := sqlitex.ExecuteTransient(c, strings.Replace(strings.Replace(damage, "edges", "edges_in", 1), "1, 2, id", "id, 2, 1", 1), nil); err != nil {
						return err
					}
				}
				return sqlitex.ExecuteTransient(c, damage, nil)
			})
			if err != nil {
				t.Fatal(err)
			}
			problems, err := g.Doctor(ctx)
			if err != nil {
				t.Fatal(err)
			}
			if !slices.ContainsFunc(problems, func(p Problem) bool { return p.Check == check && p.Count > 0 }) {
				t.Errorf("found %v", problems)
			}
		})
	}
}
