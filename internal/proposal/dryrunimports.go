package proposal

import (
	"slices"
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/internal/scan"
)

// importers enters what names a definition that is gone by an import of it,
// also where no link says so: a type that only a checker computes has none.
func (d *dryRun) importers(c *changedDef) error {
	if c.stays && (c.after.Def().Mods&facts.Exported != 0 || c.before.Def().Mods&facts.Exported == 0) || c.before.Def().Parent != 0 || d.offeredStill(c) {
		return nil
	}
	if !c.stays && d.State.Facts[c.before.File.Path] != nil {
		d.mentioned(c, c.before.File.Path, c.before.Def().Name, "%s", d.goneText(c))
	}
	return d.importersOf(c, offer{c.before.File.Path, c.before.Def().Name}, map[offer]bool{})
}

// offer is a name that a file exports.
type offer struct{ file, name string }

// importersOf enters what names an offer, and what has it from a file that
// exports it again.
func (d *dryRun) importersOf(c *changedDef, o offer, seen map[offer]bool) error {
	if seen[o] {
		return nil
	}
	seen[o] = true
	n, err := d.r.FileNode(o.file)
	if err != nil {
		return err
	}
	edges, err := d.r.In(n.Row, graph.Imports)
	if err != nil {
		return err
	}
	done := map[offer]bool{} // modules of a file that are looked at
	for _, e := range edges {
		from, err := d.r.Node(e.From)
		if err != nil {
			return err
		}
		f := d.State.Facts[from.File]
		if f == nil || slices.Contains(d.paths, from.File) {
			continue
		}
		for _, module := range modulesAt(f, e.Line) {
			if at := (offer{from.File, module}); !done[at] {
				done[at] = true
				if err := d.imported(c, o, from, f, module, seen); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// modulesAt are the modules that are imported at a line.
func modulesAt(f *facts.FileFacts, line int) (out []string) {
	for i := range f.Imports {
		if im := &f.Imports[i]; int(im.Line) == line && !slices.Contains(out, im.Module) {
			out = append(out, im.Module)
		}
	}
	return out
}

// imported enters the places of a file that has an offer from a module.
func (d *dryRun) imported(c *changedDef, o offer, from graph.Node, f *facts.FileFacts, module string, seen map[offer]bool) error {
	for i := range f.Imports {
		im := &f.Imports[i]
		if im.Module != module || im.Name != o.name && im.Name != "*" {
			continue
		}
		at := use{from, graph.Edge{Line: int(im.Line)}}
		var again []offer
		switch {
		case im.Name == "*" && im.Kind == facts.ImportReexport:
			if im.Alias == "" && !offers(f, o.name) {
				again = append(again, offer{from.File, o.name})
			}
		case im.Name == "*":
			d.mentioned(c, from.File, im.Alias+"."+o.name, "%s", d.goneText(c))
		case im.Kind == facts.ImportReexport:
			d.breaks(c, at, false, "it is exported again, and %s", d.goneText(c))
			again = append(again, offer{from.File, im.Alias})
		default:
			if !d.mentioned(c, from.File, im.Alias, "%s", d.goneText(c)) {
				d.breaks(c, at, false, "it is imported, and %s", d.goneText(c))
			}
			for j := range f.Exports {
				if f.Exports[j].Local == im.Alias {
					again = append(again, offer{from.File, f.Exports[j].Name})
				}
			}
		}
		for _, o := range again {
			if err := d.importersOf(c, o, seen); err != nil {
				return err
			}
		}
	}
	return nil
}

// offers tells whether a file exports a name by naming it: what it has so goes
// before what it has from "export *".
func offers(f *facts.FileFacts, name string) bool {
	for i := range f.Imports {
		if f.Imports[i].Kind == facts.ImportReexport && f.Imports[i].Alias == name {
			return true
		}
	}
	for i := range f.Exports {
		if f.Exports[i].Name == name {
			return true
		}
	}
	for i := 1; i < len(f.Defs); i++ {
		if f.Defs[i].Parent == 0 && f.Defs[i].Name == name && f.Defs[i].Mods&facts.Exported != 0 {
			return true
		}
	}
	return false
}

// offeredStill tells whether the file offers the name after the change all the
// same: it exports again what it has from elsewhere.
func (d *dryRun) offeredStill(c *changedDef) bool {
	f := d.State.Facts[c.before.File.Path]
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
	f := d.State.Facts[file]
	seen := map[string]bool{}
	enter := func(scope int32, line uint32) {
		for scope > 0 && !placeItself(f, scope) {
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
		if t := &f.Types[i]; t.Op == facts.TName && (t.Name == name || strings.HasPrefix(t.Name, name+".")) {
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

// placeItself tells whether a definition is one that a broken place is named
// by: a function, a type, a member of a type, or what is at the top.
func placeItself(f *facts.FileFacts, i int32) bool {
	def := &f.Defs[i]
	return !scan.Nodeless(f, def) && (def.Kind.Callable() || def.Kind.TypeLike() || def.Parent <= 0 || f.Defs[def.Parent].Kind == facts.Class)
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
