package graph

import (
	"maps"
	"slices"
	"strings"

	"github.com/structural-memory/smp/facts"
	"zombiezen.com/go/sqlite"
)

// bySID is the row of a node outside files, 0 if there is none.
func (d *differ) bySID(in ident) (int64, error) {
	return d.intOf("SELECT id FROM nodes WHERE sid = ? AND kind = ? AND name = ? AND scope = ?", int64(SID(in.id())), int64(in.kind), in.name, in.scope)
}

func (d *differ) insertStructure(in ident, parent int64) (int64, error) {
	rec := structureRec(d.id(), in, parent)
	d.stats.NodesAdded++
	d.stats.changed = true
	return rec.id, exec(d.conn, insertNodeOne, func(st *sqlite.Stmt) { rec.bind(st, 0) })
}

// packageOf is the row of the folder's package, which is made if it is
// missing. Packages that stand inside the new one move into it.
func (d *differ) packageOf(dir string) (int64, error) {
	row, err := d.bySID(packageIdent(dir))
	if err != nil || row != 0 {
		return row, err
	}
	parent := int64(repoRow)
	for up := range above(dir) {
		row, err := d.bySID(packageIdent(up))
		if err != nil {
			return 0, err
		}
		if row != 0 {
			parent = row
			break
		}
	}
	if row, err = d.insertStructure(packageIdent(dir), parent); err != nil {
		return 0, err
	}
	if err := d.addEdge(edge{src: uint32(parent), dst: uint32(row), typ: Contains, how: structureHow}); err != nil {
		return 0, err
	}
	inside, err := d.subpackages(parent, row)
	if err != nil {
		return 0, err
	}
	for child, path := range inside {
		if dir == "." || strings.HasPrefix(path, dir+"/") {
			if err := d.moveNode(child, parent, row); err != nil {
				return 0, err
			}
		}
	}
	return row, nil
}

// subpackages are the packages directly in a package, but for one, with
// their folders.
func (d *differ) subpackages(parent, except int64) (map[int64]string, error) {
	out := map[int64]string{}
	err := query(d.conn, "SELECT n.id, n.name, n.scope FROM edges e JOIN nodes n ON n.id = e.dst WHERE e.src = ? AND e.type = ? AND n.kind = ?",
		binder([]any{parent, Contains, int64(facts.Package)}), func(st *sqlite.Stmt) bool {
			if id := st.ColumnInt64(0); id != except {
				out[id] = join(st.ColumnText(2), "/", st.ColumnText(1))
			}
			return true
		})
	return out, err
}

// moveNode puts a package into another one.
func (d *differ) moveNode(node, from, to int64) error {
	d.stats.NodesChanged++
	if err := d.exec("UPDATE nodes SET parent = ? WHERE id = ?", to, node); err != nil {
		return err
	}
	if err := d.removeEdge(edge{src: uint32(from), dst: uint32(node), typ: Contains}); err != nil {
		return err
	}
	return d.addEdge(edge{src: uint32(to), dst: uint32(node), typ: Contains, how: structureHow})
}

// emptyPackages removes the packages that hold no file any more; what is in
// them moves up.
func (d *differ) emptyPackages() error {
	for _, dir := range slices.Sorted(maps.Keys(d.emptied)) {
		row, err := d.bySID(packageIdent(dir))
		if err != nil {
			return err
		}
		if row == 0 {
			continue
		}
		file, err := d.intOf("SELECT n.id FROM edges e JOIN nodes n ON n.id = e.dst WHERE e.src = ? AND e.type = ? AND n.file > 0 LIMIT 1", row, Contains)
		if err != nil {
			return err
		}
		if file != 0 {
			continue
		}
		if err := d.dissolve(row); err != nil {
			return err
		}
	}
	return nil
}

func (d *differ) dissolve(pkg int64) error {
	parent, err := d.intOf("SELECT parent FROM nodes WHERE id = ?", pkg)
	if err != nil {
		return err
	}
	inside, err := d.subpackages(pkg, 0)
	if err != nil {
		return err
	}
	for child := range inside {
		if err := d.moveNode(child, pkg, parent); err != nil {
			return err
		}
	}
	return d.removeNodes([]int64{pkg})
}

// external is the row of a leaf outside the repository, which is made if it
// is missing.
func (d *differ) external(s string) (int64, error) {
	if s == "" {
		return 0, nil
	}
	if row := d.externals[s]; row != 0 {
		return row, nil
	}
	in := externalIdent(s)
	row, err := d.bySID(in)
	if err == nil && row == 0 {
		row, err = d.insertStructure(in, 0)
	}
	d.externals[s] = row
	return row, err
}

// dropExternals removes the leaves that nothing refers to any more.
func (d *differ) dropExternals() error {
	for _, row := range slices.Sorted(maps.Keys(d.lost)) {
		err := d.exec("DELETE FROM nodes WHERE id = ?1 AND kind = ?2 AND NOT EXISTS (SELECT 1 FROM edges_in WHERE dst = ?1)", row, int64(facts.External))
		if err != nil {
			return err
		}
		d.stats.NodesRemoved += d.conn.Changes()
	}
	return nil
}
