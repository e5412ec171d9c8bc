package proposal

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/internal/scan"
	"github.com/structural-memory/smp/linker/golink"
	"github.com/structural-memory/smp/safety/structdiff"
)

// goFault is a fault of the type checker with the place by its id.
type goFault struct {
	golink.Fault
	id, name string
	test     bool
}

func (d *dryRun) goFault(f golink.Fault) goFault {
	g := goFault{Fault: f}
	ff := d.State.Facts[f.Path]
	if ff == nil {
		return g
	}
	at := f.Def
	for at > 0 && (scan.Nodeless(ff, &ff.Defs[at]) || ff.Defs[at].Form == "field") {
		at = ff.Defs[at].Parent
	}
	g.id, g.name = graph.ID(ff.Defs[at].Kind, f.Path, ff.QName(at), ff.Defs[at].Disc), ff.QName(at)
	if at == 0 {
		g.name = path.Base(f.Path)
	}
	g.test = ff.Defs[at].Kind == facts.Test
	return g
}

// goFaults takes what the checker says of the proposed state.
func (d *dryRun) goFaults() {
	for _, f := range d.faults {
		d.goNow = append(d.goNow, d.goFault(f))
	}
	for _, o := range d.opaque {
		d.opaqueUse(o)
	}
}

// breaksGo enters the faults that are there after the change and not before.
func (d *dryRun) breaksGo(was []golink.Fault) {
	count := map[string]int{}
	key := func(f goFault) string { return f.id + "\x00" + f.Text }
	seen := map[string]bool{}
	once := func(f golink.Fault) bool {
		k := fmt.Sprint(f.Path, f.Line, f.Text)
		first := !seen[k]
		seen[k] = true
		return first
	}
	said := map[string]bool{}
	for _, f := range was {
		if said[sameSaying(f)] = true; once(f) {
			count[key(d.goFault(f))]++
		}
	}
	clear(seen)
	for _, f := range d.goNow {
		if !once(f.Fault) {
			continue
		}
		if k := key(f); count[k] > 0 {
			count[k]--
			continue
		}
		reason, _, _ := strings.Cut(f.Text, "\n")
		if f.Doubt == "" && said[sameSaying(f.Fault)] {
			f.Doubt = "the same is said of what there was, which compiles as far as is known"
		}
		if f.Doubt != "" {
			d.unknown(VerdictReason{File: f.Path, Line: int(f.Line), NodeID: f.id}, "it may be that %s; not known here: %s", reason, f.Doubt)
			continue
		}
		if d.afterID[f.id] {
			d.own(VerdictReason{File: f.Path, Line: int(f.Line), NodeID: f.id}, "the proposal does not type-check: %s:%d: %s", f.Path, f.Line, reason)
			continue
		}
		b := BrokenCaller{Function: f.name, ID: f.id, File: f.Path, Line: int(f.Line), Reason: reason, Certainty: "exact"}
		if c := d.causeOf(f); c != nil {
			b.Callee = c.before.ID
			d.say(c, &b)
		}
		d.enter(b, f.test)
	}
	if d.left > 0 {
		d.unknown(VerdictReason{}, "Go files that mention what changes and were not looked at: %d", d.left)
	}
}

// sameSaying is what two faults have in common that a checker finds in code
// that was moved about: it was wrong about the first, and is about the second.
func sameSaying(f golink.Fault) string { return path.Dir(f.Path) + "\x00" + f.Text }

// causeOf is the changed definition that is used where the fault is.
func (d *dryRun) causeOf(f goFault) *changedDef {
	var inside *changedDef
	for _, c := range d.changed {
		for _, u := range c.uses {
			if u.from.File != f.Path {
				continue
			}
			if u.from.ID == f.id && (u.edge.Line == int(f.Line) || strings.Contains(f.Text, c.before.Def().Name)) {
				return c
			}
			if u.from.ID == f.id {
				inside = c
			}
		}
		if inside == nil && strings.Contains(f.Text, c.before.Def().Name) {
			inside = c
		}
	}
	return inside
}

// goUses enters what the checker cannot see: a package that is gone is opaque
// to it.
func (d *dryRun) goUses(c *changedDef) {
	if c.stays || c.after != nil && path.Dir(c.after.File.Path) == path.Dir(c.before.File.Path) {
		return
	}
	dir := path.Dir(c.before.File.Path)
	for p, f := range d.State.Facts {
		if f.Lang == "go" && path.Dir(p) == dir {
			return
		}
	}
	for _, u := range c.uses {
		if !slices.Contains(d.paths, u.from.File) {
			d.breaks(c, u, false, "the package %s is gone", dir)
		}
	}
}

// opaqueUse judges a value at the border to what the checker does not know. An
// argument of unknown type had the parameter's type before.
func (d *dryRun) opaqueUse(o golink.Opaque) {
	c := d.goCallee(o)
	if c == nil || c.after == nil {
		return
	}
	f := d.goFault(golink.Fault{Path: o.Path, Line: o.Line, Def: o.Def})
	if d.afterID[f.id] {
		return
	}
	x, y := c.before.Def(), c.after.Def()
	var reason string
	switch {
	case o.Arg == golink.Value:
		if x.Returns == y.Returns && sameParams(x.Params, y.Params) || takesAll(o.Into) {
			return
		}
		reason = fmt.Sprintf("it is handed to %s as another type of function", strings.TrimPrefix(o.Into, "#"))
	case o.Arg >= 0:
		p, q := structdiff.ParamAt(x.Params, o.Arg), structdiff.ParamAt(y.Params, o.Arg)
		if p == nil || q == nil || sameGoType(p.Text, q.Text) || anyGo(q.Text) {
			return
		}
		reason = fmt.Sprintf("argument %d was given as %s and is to be %s", o.Arg+1, p.Text, q.Text)
	default:
		if x.Returns == y.Returns {
			return
		}
		if n := results(y.Returns); n == results(x.Returns) && takesAll(o.Into) || n > 1 && !o.Many && o.Into != "" && takesAll(o.Into) {
			return
		}
		reason = fmt.Sprintf("the result goes into %s as %s and is %s now", strings.TrimPrefix(o.Into, "#"), x.Returns, y.Returns)
	}
	b := BrokenCaller{Function: f.name, ID: f.id, File: o.Path, Line: int(o.Line), Callee: c.before.ID, Reason: reason, Certainty: "likely"}
	d.say(c, &b)
	d.enter(b, f.test)
}

func (d *dryRun) goCallee(o golink.Opaque) *changedDef {
	f := d.State.Facts[o.To.Path]
	if f == nil || o.To.Def <= 0 {
		return nil
	}
	def := &f.Defs[o.To.Def]
	return d.byID[graph.ID(def.Kind, o.To.Path, f.QName(o.To.Def), def.Disc)]
}

// results counts the results of a function.
func results(text string) int {
	text = strings.TrimSpace(text)
	if text == "" {
		return 0
	}
	if !strings.HasPrefix(text, "(") {
		return 1
	}
	n, depth := 1, 0
	for _, c := range text[1 : len(text)-1] {
		switch c {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth--
		case ',':
			if depth == 0 {
				n++
			}
		}
	}
	return n
}

// goNear lists the files that may be concerned although they mention nothing
// that has changed: a type that lost a method may no longer be one of an
// interface.
func (d *dryRun) goNear(c *changedDef) error {
	if c.before.File.Facts.Lang != "go" || c.before.Def().Form != "method" || c.node.Row == 0 {
		return nil
	}
	owner, err := d.r.ByPathName(c.node.File, c.before.Owner())
	if err != nil {
		return err
	}
	if len(owner) == 0 { // the type stands in another file of the package
		if owner, err = d.r.ByQualified(c.before.Owner()); err != nil {
			return err
		}
	}
	seen := map[graph.NodeID]bool{}
	for i := 0; i < len(owner) && len(d.near) < mostNear; i++ {
		t := owner[i]
		if seen[t.Row] || !t.Kind.TypeLike() || path.Dir(t.File) != path.Dir(c.node.File) && i == 0 {
			continue
		}
		seen[t.Row] = true
		edges, err := d.r.In(t.Row, graph.Uses, graph.References, graph.Inherits)
		if err != nil {
			return err
		}
		for _, e := range edges {
			n, err := d.r.Node(e.From)
			if err != nil {
				return err
			}
			if e.Type == graph.Inherits { // it embeds the type
				owner = append(owner, n)
			}
			if d.Links[n.File] == nil && d.File(n.File) == nil && !slices.Contains(d.near, n.File) && len(d.near) < mostNear {
				d.near = append(d.near, n.File)
			}
		}
	}
	return nil
}

// mostNear bounds the files that are checked beside those that have to be.
const mostNear = 40

func sameParams(a, b []facts.Param) bool {
	return slices.EqualFunc(a, b, func(p, q facts.Param) bool { return sameGoType(p.Text, q.Text) && p.Flags == q.Flags })
}

func sameGoType(a, b string) bool {
	return strings.TrimPrefix(strings.Join(strings.Fields(a), ""), "...") == strings.TrimPrefix(strings.Join(strings.Fields(b), ""), "...")
}

func anyGo(t string) bool {
	t = strings.TrimPrefix(strings.Join(strings.Fields(t), ""), "...")
	return t == "any" || t == "interface{}"
}

// takesAll tells whether a function outside takes values of every type.
func takesAll(into string) bool {
	module, name, _ := strings.Cut(into, "#")
	switch module {
	case "fmt", "log", "log/slog", "reflect", "encoding/json", "encoding/gob", "encoding/xml", "github.com/stretchr/testify/assert", "github.com/stretchr/testify/require", "github.com/google/go-cmp/cmp", "sort":
		return true
	case "":
	default:
		return false
	}
	for _, p := range []string{"Log", "Error", "Fatal", "Skip", "Print", "Panic", "Warn", "Info", "Debug", "Equal", "NotEqual", "Encode", "Store"} {
		if strings.HasPrefix(name, p) {
			return true
		}
	}
	return false
}
