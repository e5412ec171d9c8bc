package smp

import (
	"slices"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/safety/structdiff"
)

// check judges one use of a changed definition by what is written there. It is
// for the languages that have no type checker here.
func (d *dryRun) check(c *changedDef, u use) {
	if u.edge.Class == graph.Dispatch || u.edge.Class == graph.Framework {
		return // what the call names is judged, not what may stand behind it
	}
	f := d.state.facts[u.from.File]
	if f == nil {
		return // the file is gone too
	}
	at, line, kept := d.whereNow(u)
	if !kept {
		return
	}
	switch d.linked(c, u, at, line) {
	case unlinked:
		d.breaks(c, u, false, "%s", d.goneText(c))
		return
	case otherwise:
		return
	}
	if c.after == nil || u.edge.Type != graph.CallsStatic {
		d.checkValue(c, u)
		return
	}
	if inherits := c.after.Def().Mods&facts.Private != 0 && c.before.Def().Mods&facts.Private == 0; inherits && ownerOf(u.from.Qualified) != c.before.Owner() {
		d.breaks(c, u, false, "%s is private now", c.before.Name())
		return
	}
	d.checkCalls(c, u, f, at, line)
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
	f := d.state.facts[u.from.File]
	inProposal := slices.Contains(d.paths, u.from.File)
	if isFile(u.from) {
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
		at = -1
		for i := 1; i < len(f.Defs); i++ {
			if f.Defs[i].Name == lastOf(u.from.Name) || inProposal {
				if !nodeless(f, &f.Defs[i]) && graph.ID(f.Defs[i].Kind, u.from.File, f.QName(int32(i)), f.Defs[i].Disc) == id {
					at = int32(i)
					break
				}
			}
		}
		if at < 0 {
			return 0, 0, false
		}
	}
	if inProposal {
		return at, 0, true
	}
	return at, u.edge.Line, true
}

func lastOf(name string) string { return name }

// What has become of a link.
type linkFate int

const (
	linkedStill linkFate = iota
	unlinked
	otherwise // it leads to something else, or is not written any more
)

// linked tells what becomes of a use's link.
func (d *dryRun) linked(c *changedDef, u use, at int32, line int) linkFate {
	g := d.file(u.from.File)
	if g == nil {
		if g = d.relinkedFile(u.from.File); g == nil {
			return linkedStill
		}
	}
	node := d.state.nodeMap(u.from.File)[at]
	name := c.before.Def().Name
	fate := otherwise
	for _, e := range g.Edges {
		if e.Src != node || e.Type != u.edge.Type || line != 0 && int(e.Line) != line {
			continue
		}
		switch id := d.idOf(e.To); {
		case id == c.before.ID && c.stays || c.after != nil && id == c.after.ID:
			return linkedStill
		case lastPart(id) == name && e.To.Path != "":
			d.risk("%s in %s would mean %s", name, placeName(u.from), id)
			return otherwise
		}
	}
	for _, o := range g.Open {
		if o.Src == node && o.Name == name && (line == 0 || int(o.Line) == line) {
			return unlinked
		}
	}
	if line != 0 || d.mentions(u.from.File, at, name) {
		fate = unlinked
	}
	return fate
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
	f := d.state.facts[file]
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
	if c.after == nil || !c.before.Def().Kind.Callable() || u.edge.Type != graph.References && u.edge.Type != graph.Uses {
		return
	}
	least, _ := structdiff.Arity(c.after.Def().Params)
	_, most := structdiff.Arity(c.before.Def().Params)
	if most >= 0 && least > most {
		d.breaks(c, u, true, "it is handed on as a function of %d parameters and needs %d", most, least)
	}
}
