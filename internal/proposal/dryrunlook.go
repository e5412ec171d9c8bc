package proposal

import (
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/index/lang"
	"github.com/structural-memory/smp/internal/workspace"
	"github.com/structural-memory/smp/safety/structdiff"
)

// dryRun works out what a proposal breaks.
type dryRun struct {
	*proposed
	changed []*changedDef
	byID    map[string]*changedDef // by the id before
	afterID map[string]bool        // ids of what the proposal changes or adds
	broken  []BrokenCaller
	tests   map[string]bool // files of the broken places that are tests
	reasons []VerdictReason
	files   map[string]bool // that use what others rely on differently
	goNow   []goFault

	dispatched, sameName int
	testsDelta           string
}

// changedDef is a definition on which others cannot rely as before.
type changedDef struct {
	before, after *structdiff.Node // after is nil where it is gone
	stays         bool             // under the same id
	node          graph.Node
	uses          []use
}

// use is a place that names a changed definition.
type use struct {
	from graph.Node
	edge graph.Edge
}

func newDryRun(p *proposed) *dryRun {
	return &dryRun{proposed: p, byID: map[string]*changedDef{}, afterID: map[string]bool{}, tests: map[string]bool{}, files: map[string]bool{}, testsDelta: "unchanged"}
}

// look asks the supposed state all that has to be asked while it lasts.
func (d *dryRun) look() error {
	for _, r := range d.unlooked {
		d.unknown(r, "%s", r.Message)
	}
	d.collect()
	for _, c := range d.changed {
		if err := d.findUses(c); err != nil {
			return err
		}
	}
	for _, c := range d.changed {
		if c.before.File.Facts.Lang == "go" {
			d.goUses(c)
			if err := d.goNear(c); err != nil {
				return err
			}
			continue
		}
		for _, u := range c.uses {
			d.check(c, u)
		}
		if err := d.contracts(c); err != nil {
			return err
		}
		if err := d.importers(c); err != nil {
			return err
		}
	}
	if err := d.imports(); err != nil {
		return err
	}
	if err := d.lookNear(); err != nil {
		return err
	}
	d.goFaults()
	if err := d.sameNames(); err != nil {
		return err
	}
	d.weigh()
	return d.coverage()
}

// collect lists the changed definitions.
func (d *dryRun) collect() {
	add := func(before, after *structdiff.Node, stays bool) {
		if k := before.Def().Kind; k == facts.Config || k == facts.Section {
			return // what an entry of a configuration says is no promise to code
		}
		c := &changedDef{before: before, after: after, stays: stays}
		d.changed, d.byID[before.ID] = append(d.changed, c), c
	}
	for _, n := range d.delta.Removed {
		add(n, nil, false)
	}
	for _, list := range [][]*structdiff.Changed{d.delta.Renamed, d.delta.Moved} {
		for _, c := range list {
			add(c.Before, c.After, false)
			d.afterID[c.After.ID] = true
		}
	}
	for _, c := range d.delta.Modified {
		d.afterID[c.After.ID] = true
		if c.Signature {
			add(c.Before, c.After, true)
		}
	}
	for _, n := range d.delta.Added {
		d.afterID[n.ID] = true
	}
}

// findUses reads from the graph who names a definition.
func (d *dryRun) findUses(c *changedDef) error {
	n, err := d.r.ByID(c.before.ID)
	var missing *graph.NotFoundError
	if errors.As(err, &missing) {
		return nil
	}
	if err != nil {
		return err
	}
	c.node = n
	edges, err := d.r.In(n.Row, workspace.DependencyEdges...)
	if err != nil {
		return err
	}
	rows := make([]graph.NodeID, len(edges))
	for i, e := range edges {
		rows[i] = e.From
	}
	slices.Sort(rows)
	froms, err := d.r.Nodes(slices.Compact(rows))
	if err != nil {
		return err
	}
	byRow := map[graph.NodeID]graph.Node{}
	for _, f := range froms {
		byRow[f.Row] = f
	}
	for _, e := range edges {
		f := byRow[e.From]
		if e.Type == graph.Tests || f.ID == c.before.ID || f.File == "" {
			continue
		}
		if d.onlyNames(f.File) {
			if !c.stays {
				d.because(VerdictReason{Verdict: VerdictRisky, Rule: "risk", File: f.File, Line: e.Line, NodeID: f.ID, Message: f.File + " names " + c.before.Name() + ", which is gone from there"})
			}
			continue
		}
		c.uses = append(c.uses, use{f, e})
		if e.Class == graph.Dispatch {
			d.dispatched++
		}
		if f.File != c.before.File.Path {
			d.files[f.File] = true
		}
	}
	return nil
}

// onlyNames tells whether a file is one of configuration or a document: it may
// name code that is gone, and nothing of it fails to compile.
func (d *dryRun) onlyNames(file string) bool {
	f := d.State.Facts[file]
	if f == nil {
		return false
	}
	l, ok := lang.Get(f.Lang)
	return f.Lang == "markdown" || ok && l.Config
}

// breaks begins a broken place at a use.
func (d *dryRun) breaks(c *changedDef, u use, likely bool, reason string, args ...any) *BrokenCaller {
	b := BrokenCaller{Function: placeName(u.from), ID: u.from.ID, File: u.from.File, Line: u.edge.Line, Callee: c.before.ID, Reason: fmt.Sprintf(reason, args...), Certainty: "exact"}
	if likely {
		b.Certainty = "likely"
	}
	d.say(c, &b)
	return d.enter(b, u.from.Kind == facts.Test)
}

// say adds what of the signature the place was written for.
func (d *dryRun) say(c *changedDef, b *BrokenCaller) {
	if c.after == nil {
		return
	}
	x, y := c.before.Def(), c.after.Def()
	if x.Returns != y.Returns {
		b.ExpectedReturnType, b.ActualReturnType = orNone(x.Returns), orNone(y.Returns)
	}
	if p, q := paramText(x), paramText(y); p != q {
		b.ExpectedParameters, b.ActualParameters = p, q
	}
}

func orNone(s string) string {
	if s == "" {
		return "none declared"
	}
	return s
}

func paramText(d *facts.Def) string {
	out := make([]string, len(d.Params))
	for i, p := range d.Params {
		s := p.Name
		switch {
		case p.Flags&facts.ParamRest != 0:
			s = "..." + s
		case p.Flags&facts.ParamOptional != 0:
			s += "?"
		}
		if p.Text != "" {
			s += ": " + strings.TrimPrefix(p.Text, "...")
		}
		out[i] = s
	}
	return "(" + strings.Join(out, ", ") + ")"
}

func (d *dryRun) enter(b BrokenCaller, test bool) *BrokenCaller {
	if test || d.State.IsTest(b.File) {
		d.tests[b.File] = true
	}
	d.broken = append(d.broken, b)
	return &d.broken[len(d.broken)-1]
}

func placeName(n graph.Node) string {
	if workspace.IsFile(n) {
		return path.Base(n.File)
	}
	return workspace.DisplayName(n)
}
