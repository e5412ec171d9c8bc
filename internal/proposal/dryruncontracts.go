package proposal

import (
	"slices"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/safety/structdiff"
)

// contracts holds a changed member against what its type promises: the bases
// that declare it, and the types below that override it.
func (d *dryRun) contracts(c *changedDef) error {
	if c.node.Row == 0 || c.node.Parent == 0 || c.before.Owner() == "" {
		return nil
	}
	owner, err := d.r.Node(c.node.Parent)
	if err != nil || !owner.Kind.TypeLike() {
		return err
	}
	if o := d.byID[owner.ID]; o != nil && !o.stays {
		return nil // the type itself is gone, or another one
	}
	above, err := d.bases(owner.Row, map[graph.NodeID]bool{})
	if err != nil {
		return err
	}
	for _, base := range above {
		m, err := d.memberOf(base, c.before.Def().Name)
		if err != nil {
			return err
		}
		if m == nil || m.Mods&facts.Optional != 0 || c.after == nil && base.Kind != facts.Interface && m.Mods&facts.Abstract == 0 {
			continue
		}
		if b := d.byID[m.ID]; b != nil && !b.stays || c.after == nil && d.hasBody(m) {
			continue // it is not wanted any more, or there without
		}
		if c.stays && d.fits(c.after.Def(), d.nowOf(m)) {
			continue
		}
		if c.stays { // a fault of the proposal itself
			if slices.Contains(typed, c.before.File.Facts.Lang) {
				d.own(placeOf(c.after), "%s no longer fits %s of %s", c.after.Name(), c.after.Def().Name, base.Name)
			}
			if err := d.instances(c, owner, base); err != nil {
				return err
			}
			break
		}
		d.contract(c, owner, "it no longer has %s as %s wants it", c.before.Def().Name, base.Name)
		if err := d.instances(c, owner, base); err != nil {
			return err
		}
		break
	}
	if !c.stays {
		return nil
	}
	below, err := d.r.In(owner.Row, graph.Inherits, graph.Implements)
	if err != nil {
		return err
	}
	for _, e := range below {
		sub, err := d.r.Node(e.From)
		if err != nil {
			return err
		}
		m, err := d.memberOf(sub, c.before.Def().Name)
		if err != nil {
			return err
		}
		if m != nil && !d.overrides(d.nowOf(m), c.after.Def()) {
			d.contract(c, *m, "it does not fit %s as it is now", c.before.Name())
		}
	}
	return nil
}

// hasBody tells whether a member of an interface or a trait does something
// itself: who does not define it has that.
func (d *dryRun) hasBody(m *graph.Node) bool {
	f := d.State.Facts[m.File]
	if f == nil {
		return true
	}
	at := d.defAt(f, m.File, m.ID)
	return at < 0 || f.Defs[at].BodyByte > f.Defs[at].StartByte
}

// nowOf is a member as the proposal has it.
func (d *dryRun) nowOf(m *graph.Node) *graph.Node {
	c := d.byID[m.ID]
	if c == nil || c.after == nil {
		return m
	}
	out, def := *m, c.after.Def()
	out.Returns, out.Params = def.Returns, nil
	for _, p := range def.Params {
		if p.Flags&facts.ParamSelf == 0 {
			out.Params = append(out.Params, graph.Param{Name: p.Name, Type: p.Text, Optional: p.Flags&facts.ParamOptional != 0, Rest: p.Flags&(facts.ParamRest|facts.ParamKwRest) != 0})
		}
	}
	return &out
}

// instances enters the places that make an object of a type that is no longer
// a base, and hand it on.
func (d *dryRun) instances(c *changedDef, owner, base graph.Node) error {
	if !slices.Contains([]string{"typescript", "tsx"}, c.before.File.Facts.Lang) {
		return nil
	}
	rows := []graph.NodeID{owner.Row}
	made, err := d.memberOf(owner, "constructor")
	if err != nil {
		return err
	}
	if made != nil {
		rows = append(rows, made.Row)
	}
	for _, row := range rows {
		edges, err := d.r.In(row, graph.CallsStatic)
		if err != nil {
			return err
		}
		for _, e := range edges {
			from, err := d.r.Node(e.From)
			if err != nil {
				return err
			}
			if f := d.State.Facts[from.File]; f != nil && !slices.Contains(d.paths, from.File) && handsOnNew(f, owner.Name, e.Line) {
				d.breaks(c, use{from, e}, true, "a new %s is handed on here, and is no longer a %s", owner.Name, base.Name)
			}
		}
	}
	return nil
}

// handsOnNew tells whether an object that is made at a line goes into a list, an
// object, a call or a function's result at once.
func handsOnNew(f *facts.FileFacts, class string, line int) bool {
	for i := range f.Exprs {
		x := &f.Exprs[i]
		if x.Op != facts.OpNew || int(x.Line) != line || calleeName(f, int32(i)) != class {
			continue
		}
		for j := range f.Exprs {
			y := &f.Exprs[j]
			if y.ArgN == 0 || !slices.Contains(f.Args(int32(j)), int32(i)) {
				continue
			}
			if y.Op == facts.OpLit || y.Op == facts.OpObject || (y.Op == facts.OpCall || y.Op == facts.OpNew) && !slices.Contains(takeAnything, calleeName(f, int32(j))) {
				return true
			}
		}
		if slices.ContainsFunc(f.Lambdas, func(l facts.Lambda) bool { return slices.Contains(l.Rets, int32(i)) }) {
			return true
		}
	}
	return false
}

func (d *dryRun) contract(c *changedDef, at graph.Node, reason string, args ...any) {
	if d.afterID[at.ID] && at.Kind.Callable() || !slices.Contains(typed, c.before.File.Facts.Lang) {
		return
	}
	d.breaks(c, use{at, graph.Edge{Line: at.NameLine}}, false, reason, args...)
}

// bases are the types above one.
func (d *dryRun) bases(row graph.NodeID, seen map[graph.NodeID]bool) (out []graph.Node, err error) {
	edges, err := d.r.Out(row, graph.Inherits, graph.Implements)
	if err != nil {
		return nil, err
	}
	for _, e := range edges {
		if seen[e.To] {
			continue
		}
		seen[e.To] = true
		n, err := d.r.Node(e.To)
		if err != nil {
			return nil, err
		}
		more, err := d.bases(e.To, seen)
		if err != nil {
			return nil, err
		}
		out = append(append(out, n), more...)
	}
	return out, nil
}

// memberOf is the member of a type by name; nil where it has none itself.
func (d *dryRun) memberOf(t graph.Node, name string) (*graph.Node, error) {
	kids, err := d.r.Children(t.Row)
	if err != nil {
		return nil, err
	}
	for i := range kids {
		if kids[i].Name == name {
			return &kids[i], nil
		}
	}
	return nil, nil
}

// fits tells whether a changed member still is what a base declares.
func (d *dryRun) fits(now *facts.Def, base *graph.Node) bool {
	least, _ := structdiff.Arity(now.Params)
	return least <= len(withoutSelf(base.Params)) && sameTypes(now.Params, base.Params) && structdiff.Accepts(base.Returns, now.Returns) != structdiff.No
}

// overrides tells whether a member below fits a base's that has changed.
func (d *dryRun) overrides(sub *graph.Node, now *facts.Def) bool {
	needed := 0
	for _, p := range withoutSelf(sub.Params) {
		if !p.Optional && !p.Rest {
			needed++
		}
	}
	_, most := structdiff.Arity(now.Params)
	return (most < 0 || needed <= most) && sameTypes(now.Params, sub.Params) && structdiff.Accepts(now.Returns, sub.Returns) != structdiff.No
}

// withoutSelf leaves out the receiver, which the graph lists among parameters
// where a language writes it there.
func withoutSelf(params []graph.Param) []graph.Param {
	if len(params) > 0 && slices.Contains([]string{"self", "this", "cls"}, params[0].Name) {
		return params[1:]
	}
	return params
}

// sameTypes tells whether parameters may stand for each other, either way: so
// methods are compared.
func sameTypes(a []facts.Param, b []graph.Param) bool {
	a, b = structdiff.Positional(a), withoutSelf(b)
	for i := range min(len(a), len(b)) {
		x, y := a[i].Text, b[i].Type
		if x != "" && y != "" && structdiff.Accepts(x, y) == structdiff.No && structdiff.Accepts(y, x) == structdiff.No {
			return false
		}
	}
	return true
}
