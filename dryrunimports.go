package smp

import (
	"slices"
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/graph"
)

// importers enters what names a definition that is gone by an import of it,
// also where no link says so: a type that only a checker computes has none.
func (d *dryRun) importers(c *changedDef) error {
	if c.stays && (c.after.Def().Mods&facts.Exported != 0 || c.before.Def().Mods&facts.Exported == 0) || c.before.Def().Parent != 0 || d.offeredStill(c) {
		return nil
	}
	if !c.stays && d.state.facts[c.before.File.Path] != nil {
		d.mentioned(c, c.before.File.Path, c.before.Def().Name, "%s", d.goneText(c))
	}
	n, err := d.r.FileNode(c.before.File.Path)
	if err != nil {
		return err
	}
	edges, err := d.r.In(n.Row, graph.Imports)
	if err != nil {
		return err
	}
	for _, e := range edges {
		from, err := d.r.Node(e.From)
		if err != nil {
			return err
		}
		f := d.state.facts[from.File]
		if f == nil || slices.Contains(d.paths, from.File) {
			continue
		}
		for i := range f.Imports {
			im := &f.Imports[i]
			if int(im.Line) != e.Line || im.Name != c.before.Def().Name {
				continue
			}
			if im.Kind == facts.ImportReexport {
				d.breaks(c, use{from, graph.Edge{Line: e.Line}}, false, "it is exported again, and %s", d.goneText(c))
			} else if !d.mentioned(c, from.File, im.Alias, "%s", d.goneText(c)) {
				d.breaks(c, use{from, graph.Edge{Line: e.Line}}, false, "it is imported, and %s", d.goneText(c))
			}
		}
	}
	return nil
}

// offeredStill tells whether the file offers the name after the change all the
// same: it exports again what it has from elsewhere.
func (d *dryRun) offeredStill(c *changedDef) bool {
	f := d.state.facts[c.before.File.Path]
	if f == nil {
		return false
	}
	name := c.before.Def().Name
	for i := range f.Imports {
		if f.Imports[i].Alias == name || f.Imports[i].Name == name {
			return true
		}
	}
	for i := range f.Exports {
		if f.Exports[i].Name == name {
			return true
		}
	}
	for i := 1; i < len(f.Defs); i++ {
		if f.Defs[i].Parent == 0 && f.Defs[i].Name == name && (!c.stays || f.Defs[i].Mods&facts.Exported != 0) {
			return true
		}
	}
	return false
}

// mentioned enters the definitions of a file that name something that it has
// from elsewhere or had itself.
func (d *dryRun) mentioned(c *changedDef, file, name, reason string, args ...any) (any bool) {
	f := d.state.facts[file]
	seen := map[string]bool{}
	enter := func(scope int32, line uint32) {
		for scope > 0 && (nodeless(f, &f.Defs[scope]) || !f.Defs[scope].Kind.Callable() && !f.Defs[scope].Kind.TypeLike() && f.Defs[scope].Parent > 0) {
			scope = f.Defs[scope].Parent
		}
		n := graph.Node{Kind: f.Defs[scope].Kind, ID: graph.ID(f.Defs[scope].Kind, file, f.QName(scope), f.Defs[scope].Disc), File: file, Name: f.Defs[scope].Name, Qualified: f.QName(scope)}
		if any = true; seen[n.ID] || d.afterID[n.ID] {
			return
		}
		seen[n.ID] = true
		d.breaks(c, use{n, graph.Edge{Line: int(line)}}, false, reason, args...)
	}
	for i := range f.Types {
		if first, _, _ := strings.Cut(f.Types[i].Name, "."); f.Types[i].Op == facts.TName && first == name {
			enter(f.Types[i].Scope, f.Types[i].Line)
		}
	}
	if slices.Contains(d.paths, file) {
		return any // its own values are judged by their links
	}
	for i := range f.Exprs {
		if x := &f.Exprs[i]; x.Op == facts.OpName && x.Name == name && !boundAt(f, x) {
			enter(x.Scope, x.Line)
		}
	}
	return any
}

// boundAt tells whether a name is a local one where it stands.
func boundAt(f *facts.FileFacts, x *facts.Expr) bool {
	for i := range f.Binds {
		b := &f.Binds[i]
		if b.Name == x.Name && b.From <= x.Pos && x.Pos < b.To && b.Def > 0 && b.Kind != facts.BindNarrow && b.Kind != facts.BindNot {
			return true
		}
	}
	return false
}
