package proposal

import (
	"slices"
	"strconv"
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/internal/scan"
	"github.com/structural-memory/smp/internal/workspace"
	"github.com/structural-memory/smp/safety/structdiff"
)

// check judges one use of a changed definition by what is written there. It is
// for the languages that have no type checker here.
func (d *dryRun) check(c *changedDef, u use) {
	if u.edge.Class == graph.Dispatch || u.edge.Class == graph.Framework {
		return // what the call names is judged, not what may stand behind it
	}
	f := d.State.Facts[u.from.File]
	if f == nil {
		return // the file is gone too
	}
	at, line, kept := d.whereNow(u)
	if !kept {
		return
	}
	if c.before.Def().Kind.TypeLike() && u.from.File != c.before.File.Path && !names(f, c.before.Def().Name) {
		return // a type that another one stands for
	}
	if d.hasItsOwn(c) {
		d.breaks(c, u, true, "the constructor is that of the language or of a base now")
		return
	}
	switch fate := d.linked(c, u, at, line); fate {
	case unlinked, perhaps:
		d.breaks(c, u, fate == perhaps, "%s", d.goneText(c))
		return
	case otherwise:
		return
	}
	if c.after == nil || u.edge.Type != graph.CallsStatic {
		d.checkValue(c, u)
		return
	}
	if inherits := c.after.Def().Mods&facts.Private != 0 && c.before.Def().Mods&facts.Private == 0; inherits && !sees(c, u) {
		d.breaks(c, u, false, "%s is private now", c.before.Name())
		return
	}
	d.checkCalls(c, u, f, at, line)
}

// hasItsOwn tells whether a constructor is gone from a class that stays: there
// is one all the same, which takes nothing or what a base's takes.
func (d *dryRun) hasItsOwn(c *changedDef) bool {
	def := c.before.Def()
	if c.after != nil || def.Mods&facts.Constructor == 0 && !slices.Contains([]string{"constructor", "__init__", "__construct", "initialize"}, def.Name) || def.Parent <= 0 {
		return false
	}
	f := d.State.Facts[c.before.File.Path]
	owner := &c.before.File.Facts.Defs[def.Parent]
	return f != nil && d.defAt(f, c.before.File.Path, graph.ID(owner.Kind, c.before.File.Path, c.before.File.Facts.QName(def.Parent), owner.Disc)) > 0
}

// sees tells whether a place may name what is private: that of the same type, or
// of a type beside or inside it in the same file.
func sees(c *changedDef, u use) bool {
	outermost := func(q string) string { first, _, _ := strings.Cut(q, "."); return first }
	owner, from := c.before.Owner(), u.from.Qualified
	return ownerOf(from) == owner || u.from.File == c.before.File.Path && outermost(owner) == outermost(from)
}

// names tells whether a file names something, or has what may be it as a
// default under another name.
func names(f *facts.FileFacts, name string) bool {
	for i := range f.Imports {
		if im := &f.Imports[i]; im.Name == name || im.Name == "default" {
			return true
		}
	}
	for i := range f.Types {
		if lastPart(f.Types[i].Name) == name {
			return true
		}
	}
	return slices.ContainsFunc(f.Exprs, func(x facts.Expr) bool { return x.Name == name })
}

func ownerOf(q string) string {
	for i := len(q) - 1; i >= 0; i-- {
		if q[i] == '.' {
			return q[:i]
		}
	}
	return ""
}

// goneText says what became of a definition that a place cannot name any more.
func (d *dryRun) goneText(c *changedDef) string {
	name := c.before.Name()
	switch {
	case c.after == nil:
		return name + " is removed"
	case c.stays:
		return name + " can no longer be named from here"
	case c.before.File.Path != c.after.File.Path:
		return name + " is moved to " + c.after.File.Path
	}
	return name + " is renamed to " + c.after.Name()
}

// whereNow finds the place of a use in the supposed state: the definition it
// stands in and its line; line 0 where it may have moved.
func (d *dryRun) whereNow(u use) (at int32, line int, kept bool) {
	f := d.State.Facts[u.from.File]
	inProposal := slices.Contains(d.paths, u.from.File)
	if workspace.IsFile(u.from) {
		at = 0
	} else {
		id := u.from.ID
		for _, list := range [][]*structdiff.Changed{d.delta.Renamed, d.delta.Moved} {
			for _, x := range list {
				if x.Before.ID == id {
					id = x.After.ID
				}
			}
		}
		at = d.defAt(f, u.from.File, id)
		if at < 0 {
			return 0, 0, false
		}
	}
	if inProposal {
		return at, 0, true
	}
	return at, u.edge.Line, true
}

// defAt is the definition with an id. Those that share one are numbered in it.
func (d *dryRun) defAt(f *facts.FileFacts, file, id string) int32 {
	id, number, _ := strings.Cut(id, "~")
	nth := 1
	if n, err := strconv.Atoi(number); err == nil {
		nth = n
	}
	for i := 1; i < len(f.Defs); i++ {
		if scan.Nodeless(f, &f.Defs[i]) || graph.ID(f.Defs[i].Kind, file, f.QName(int32(i)), f.Defs[i].Disc) != id {
			continue
		}
		if nth--; nth == 0 {
			return int32(i)
		}
	}
	return -1
}

// What has become of a link.
type linkFate int

const (
	linkedStill linkFate = iota
	unlinked
	otherwise // it leads to something else, or is not written any more
	perhaps   // unlinked, unless what is not known here has what it names
)

// linked tells what becomes of a use's link.
func (d *dryRun) linked(c *changedDef, u use, at int32, line int) linkFate {
	g := d.File(u.from.File)
	if g == nil {
		if g = d.RelinkedFile(u.from.File); g == nil {
			return linkedStill
		}
	}
	inside := d.nodesIn(u.from.File, at)
	name := c.before.Def().Name
	for _, e := range g.Edges {
		if !inside[e.Src] || line != 0 && int(e.Line) != line {
			continue
		}
		id := d.idOf(e.To)
		if e.Type != u.edge.Type {
			continue
		}
		switch {
		case id == c.before.ID && c.stays || c.after != nil && id == c.after.ID:
			return linkedStill
		case lastPart(id) == name && d.onlyPromises(c, e.To): // a member that the class has to have, and has not
			return unlinked
		case lastPart(id) == name && e.To.Path != "":
			d.risk("%s in %s would mean %s", name, placeName(u.from), id)
			return otherwise
		}
	}
	for _, o := range g.Open {
		if inside[o.Src] && o.Name == name && (line == 0 || int(o.Line) == line) {
			if surelyOpen(o.Reason) {
				return unlinked
			}
			return perhaps
		}
	}
	switch {
	case line != 0 && leadsOut(g, inside, line, u.edge.Type):
		return perhaps
	case line != 0:
		return unlinked
	case d.mentions(u.from.File, at, name): // by name alone: it may be a local one
		return perhaps
	}
	return otherwise
}

// surelyOpen tells whether a call that is not linked has nowhere to go; with
// the other reasons it may go where nobody looks.
func surelyOpen(r graph.Reason) bool {
	return r == graph.ReasonNotInScope || r == graph.ReasonNoMember || r == graph.ReasonImport
}

// leadsOut tells whether a line has an edge to something outside.
func leadsOut(g *graph.FileGraph, from map[int32]bool, line int, t graph.EdgeType) bool {
	return slices.ContainsFunc(g.Edges, func(e graph.EdgeRow) bool {
		return from[e.Src] && int(e.Line) == line && e.Type == t && e.To.Path == ""
	})
}

// nodesIn are the nodes of a definition and of all inside it.
func (d *dryRun) nodesIn(file string, at int32) map[int32]bool {
	f, m := d.State.Facts[file], d.State.NodeMap(file)
	out := map[int32]bool{m[at]: true}
	if at > 0 {
		for i := at + 1; int(i) < len(f.Defs); i++ {
			if within(f, i, at) {
				out[m[i]] = true
			}
		}
	}
	return out
}

// onlyPromises tells whether a link leads from a class's member that is gone to
// the interface that wants it.
func (d *dryRun) onlyPromises(c *changedDef, to graph.Target) bool {
	f := d.State.Facts[to.Path]
	owner := c.before.Def().Parent
	if f == nil || owner <= 0 || c.before.File.Facts.Defs[owner].Kind != facts.Class {
		return false
	}
	m := d.State.NodeMap(to.Path)
	for i := to.Def; i > 0 && int(i) < len(f.Defs); i++ {
		if m[i] == to.Def && !scan.Nodeless(f, &f.Defs[i]) {
			return f.Defs[i].Parent > 0 && f.Defs[f.Defs[i].Parent].Kind == facts.Interface
		}
	}
	return false
}

// lastPart is the name at the end of an id.
func lastPart(id string) string {
	for i := len(id) - 1; i >= 0; i-- {
		if id[i] == '.' || id[i] == '#' {
			return id[i+1:]
		}
	}
	return id
}

// mentions tells whether a definition of a proposed file still names something.
func (d *dryRun) mentions(file string, at int32, name string) bool {
	f := d.State.Facts[file]
	for i := range f.Exprs {
		x := &f.Exprs[i]
		if (x.Op == facts.OpName || x.Op == facts.OpMember) && x.Name == name && (at == 0 || within(f, x.Scope, at)) {
			return true
		}
	}
	for i := range f.Types {
		t := &f.Types[i]
		if t.Name == name && (at == 0 || within(f, t.Scope, at)) {
			return true
		}
	}
	return false
}

// within tells whether a definition is another one or inside it.
func within(f *facts.FileFacts, i, at int32) bool {
	for ; i > 0; i = f.Defs[i].Parent {
		if i == at {
			return true
		}
	}
	return i == at
}

// checkValue judges a use that is no call: a function that is handed on must
// still be one of the wanted type.
func (d *dryRun) checkValue(c *changedDef, u use) {
	if c.after == nil || !c.before.Def().Kind.Callable() || u.edge.Type != graph.References && u.edge.Type != graph.Uses || u.from.Kind.TypeLike() || typedByName(c.before.Def()) && typedByName(c.after.Def()) {
		return
	}
	least, _ := structdiff.Arity(c.after.Def().Params)
	_, most := structdiff.Arity(c.before.Def().Params)
	if most >= 0 && least > most {
		d.breaks(c, u, true, "it is handed on as a function of %d parameters and needs %d", most, least)
		return
	}
	if !slices.Contains(typed, c.before.File.Facts.Lang) {
		return
	}
	if old, now := resultType(c.before), resultType(c.after); old != "" && now != "" && structdiff.Accepts(old, now) == structdiff.No {
		d.breaks(c, u, true, "it is handed on as a function that gives %s and gives %s", old, now)
		return
	}
	for i := range structdiff.Positional(c.after.Def().Params) {
		p, q := structdiff.ParamAt(c.before.Def().Params, i), structdiff.ParamAt(c.after.Def().Params, i)
		if p != nil && p.Text != "" && q.Text != "" && (structdiff.Accepts(q.Text, p.Text) == structdiff.No || p.Name != q.Name && structdiff.Accepts(q.Text, p.Text) != structdiff.Yes) {
			d.breaks(c, u, true, "it is handed on as a function of %s and takes %s", p.Text, q.Text)
			return
		}
	}
}
