package graph

import (
	"cmp"
	"maps"
	"slices"

	"zombiezen.com/go/sqlite"

	"github.com/structural-memory/smp/facts"
)

// noteImport remembers which pair of packages an IMPORTS edge connects, to
// bring its DEPENDS_ON edge up to date when all edges are written.
func (d *differ) noteImport(e edge, added bool) error {
	if e.typ != Imports {
		return nil
	}
	from, err := d.packageOfNode(int64(e.src))
	if err != nil {
		return err
	}
	to, err := d.packageOfNode(int64(e.dst))
	if err != nil {
		return err
	}
	if from != 0 && to != 0 && from != to {
		pair := [2]int64{from, to}
		d.depends[pair] = d.depends[pair] || added
	}
	return nil
}

// packageOfNode is the package of the file that the node is in, the node
// itself if it is a package, 0 for none.
func (d *differ) packageOfNode(node int64) (int64, error) {
	const sql = `SELECT p.parent FROM nodes n JOIN nodes p ON p.file = n.file AND p.def = 0 WHERE n.id = ?1 AND n.file > 0
		UNION ALL SELECT id FROM nodes WHERE id = ?1 AND kind = ?2`
	return d.intOf(sql, node, int64(facts.Package))
}

// writeDepends makes the DEPENDS_ON edges equal to what the IMPORTS edges
// say.
func (d *differ) writeDepends() error {
	pairs := slices.SortedFunc(maps.Keys(d.depends), func(a, b [2]int64) int {
		return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1]))
	})
	for _, pair := range pairs {
		want := d.depends[pair]
		if !want {
			var err error
			if want, err = d.imports(pair[0], pair[1]); err != nil {
				return err
			}
		}
		have := false
		err := query(d.conn, "SELECT 1 FROM edges WHERE src = ? AND type = ? AND dst = ?", binder([]any{pair[0], DependsOn, pair[1]}), func(*sqlite.Stmt) bool { have = true; return false })
		if err != nil {
			return err
		}
		e := edge{src: uint32(pair[0]), dst: uint32(pair[1]), typ: DependsOn, how: dependsHow}
		switch {
		case want && !have:
			err = d.addEdge(e)
		case have && !want:
			err = d.removeEdge(e)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// imports tells whether a file of one package imports one of another. The
// order of the joins is fixed: from the importing package outwards.
func (d *differ) imports(from, to int64) (found bool, err error) {
	const sql = `SELECT 1 FROM edges c
		CROSS JOIN nodes file ON file.id = c.dst AND file.file > 0
		CROSS JOIN nodes def ON def.file = file.file
		CROSS JOIN edges e ON e.src = def.id AND e.type = ?3
		CROSS JOIN nodes target ON target.id = e.dst
		LEFT JOIN nodes home ON home.file = target.file AND home.def = 0 AND target.file > 0
		WHERE c.src = ?1 AND c.type = ?4 AND (home.parent = ?2 OR target.id = ?2) LIMIT 1`
	err = query(d.conn, sql, binder([]any{from, to, Imports, Contains}), func(*sqlite.Stmt) bool { found = true; return false })
	return found, err
}
