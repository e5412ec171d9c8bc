package proposal

import (
	"cmp"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/internal/query"
	"github.com/structural-memory/smp/internal/workspace"
)

// complexityJump is from where on a growing function is a risk of its own.
const complexityJump = 10

// imports enters the files whose imports of a deleted file lead nowhere.
func (d *dryRun) imports() error {
	for _, p := range d.paths {
		if d.before[p] == nil || d.State.Facts[p] != nil {
			continue
		}
		n, err := d.r.FileNode(p)
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
			if f := d.State.Facts[from.File]; f == nil || f.Lang == "go" || d.resolvesStill(from.File, e.Line) {
				continue
			}
			d.files[from.File] = true
			if d.onlyNames(from.File) {
				d.because(VerdictReason{Verdict: VerdictRisky, Rule: "risk", File: from.File, Line: e.Line, NodeID: from.ID, Message: from.File + " names " + p + ", which is gone"})
				continue
			}
			d.enter(BrokenCaller{Function: placeName(from), ID: from.ID, File: from.File, Line: e.Line, Callee: n.ID, Reason: "the import of " + p + " no longer resolves", Certainty: "exact"}, false)
		}
	}
	return nil
}

// resolvesStill tells whether the import at a line leads to a file.
func (d *dryRun) resolvesStill(file string, line int) bool {
	g := d.File(file)
	if g != nil { // its lines may be others: what it imports is judged by its open calls
		return true
	}
	if g = d.RelinkedFile(file); g == nil {
		return true
	}
	for _, e := range g.Edges {
		if e.Type == graph.Imports && int(e.Line) == line && e.To.Path != "" && d.State.Facts[e.To.Path] != nil {
			return true
		}
	}
	return false
}

// sameNames counts the open call sites that may mean what has changed.
func (d *dryRun) sameNames() error {
	seen := map[string]bool{}
	for _, c := range d.changed {
		name := c.before.Def().Name
		if seen[name] || !c.before.Def().Kind.Callable() {
			continue
		}
		seen[name] = true
		n, err := d.r.OpenCount(name)
		if err != nil {
			return err
		}
		if n > 0 {
			d.sameName += n
			d.risk("calls of %s whose target is not known: %d", name, n)
		}
	}
	return nil
}

// weigh notes what may go wrong although nothing is broken.
func (d *dryRun) weigh() {
	if d.dispatched > 0 {
		d.risk("calls that may reach what changes through an interface or a base: %d", d.dispatched)
	}
	for _, c := range d.changed {
		def := c.before.Def()
		if def.Mods&facts.Exported != 0 && len(c.uses) == 0 && !d.State.IsTest(c.before.File.Path) {
			d.risk("%s is exported and used nowhere here: who else uses it is not known", c.before.Name())
		}
	}
	for _, c := range d.delta.Modified {
		if n := c.ComplexityDelta(); n >= complexityJump {
			d.risk("the complexity of %s grows by %d", c.After.Name(), n)
		}
	}
	for _, p := range d.paths {
		if f := d.State.Facts[p]; f != nil && f.Flags&facts.ParseErrors != 0 && (d.before[p] == nil || d.before[p].Flags&facts.ParseErrors == 0) {
			d.because(VerdictReason{Verdict: VerdictRisky, Rule: "syntax-error", File: p, Message: "the proposed content of " + p + " has syntax errors"})
		}
	}
}

// coverage compares which functions of the proposal's files are tested.
func (d *dryRun) coverage() error {
	lost, gone := 0, 0
	for _, p := range d.paths {
		if d.before[p] == nil {
			continue
		}
		nodes, err := d.r.FileNodes(p)
		if err != nil {
			return err
		}
		for _, n := range nodes {
			if n.Kind == facts.Test && d.lacks(n.ID) {
				gone++
				continue
			}
			in, err := d.r.In(n.Row, graph.Tests)
			if err != nil {
				return err
			}
			if len(in) > 0 && d.lacks(n.ID) {
				lost++
			}
		}
	}
	var parts []string
	if gone > 0 {
		parts = append(parts, fmt.Sprintf("%d fewer tests", gone))
		d.risk("tests that are no longer there: %d", gone)
	}
	if lost > 0 {
		parts = append(parts, fmt.Sprintf("%d fewer tested functions", lost))
	}
	if tests := d.testsAdded(); tests > 0 {
		parts = append(parts, fmt.Sprintf("%d more tests", tests))
	}
	if len(parts) > 0 {
		d.testsDelta = strings.Join(parts, ", ")
	}
	return nil
}

// lacks tells whether a definition is gone.
func (d *dryRun) lacks(id string) bool {
	return slices.ContainsFunc(d.changed, func(c *changedDef) bool { return c.before.ID == id && c.after == nil })
}

func (d *dryRun) testsAdded() (n int) {
	for _, a := range d.delta.Added {
		if a.Def().Kind == facts.Test {
			n++
		}
	}
	return n
}

// result puts the answer together.
func (d *dryRun) result(limit int) *DryRunResult {
	if limit <= 0 {
		limit = query.DefaultTraceLimit
	}
	res := &DryRunResult{Risks: []string{}, Notes: append([]string{}, d.notes...)}
	for _, r := range d.reasons {
		if r.Verdict != VerdictUnknown {
			res.Risks = append(res.Risks, r.Message)
		}
	}
	res.StructuralDelta = StructuralDelta{NodesAdded: len(d.delta.Added), NodesModified: len(d.delta.Modified), NodesRemoved: len(d.delta.Removed), NodesRenamed: len(d.delta.Renamed), NodesMoved: len(d.delta.Moved)}
	for _, c := range d.changed {
		res.StructuralDelta.SignatureChanged = res.StructuralDelta.SignatureChanged || c.stays && !c.before.Def().Kind.TypeLike()
	}
	in := &res.Impact
	in.BrokenCallers, in.BrokenTests, in.TestCoverageDelta, in.More = []BrokenCaller{}, []BrokenCaller{}, d.testsDelta, map[string]int{}
	for _, b := range oncePerPlace(d.broken) {
		d.files[b.File] = true
		if d.tests[b.File] {
			in.BrokenTests = append(in.BrokenTests, b)
		} else {
			in.BrokenCallers = append(in.BrokenCallers, b)
		}
	}
	for _, p := range d.paths {
		delete(d.files, p)
	}
	in.AffectedFiles = slices.AppendSeq([]string{}, maps.Keys(d.files))
	slices.Sort(in.AffectedFiles)
	res.Verdict, res.Reasons = d.judge(in)
	in.BrokenCallers = workspace.Cut(in.BrokenCallers, limit, "broken_callers", in.More)
	in.BrokenTests = workspace.Cut(in.BrokenTests, limit, "broken_tests", in.More)
	in.AffectedFiles = workspace.Cut(in.AffectedFiles, limit, "affected_files", in.More)
	res.Risks = workspace.Cut(res.Risks, limit, "risks", in.More)
	res.Reasons = workspace.Cut(res.Reasons, limit, "reasons", in.More)
	return res
}

// oncePerPlace sorts broken places and leaves one of several that say the same.
func oncePerPlace(list []BrokenCaller) []BrokenCaller {
	slices.SortStableFunc(list, func(a, b BrokenCaller) int {
		return cmp.Or(strings.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), strings.Compare(a.ID, b.ID), strings.Compare(a.Callee, b.Callee), strings.Compare(a.Certainty, b.Certainty))
	})
	return slices.CompactFunc(list, func(a, b BrokenCaller) bool {
		return a.ID == b.ID && a.Line == b.Line && path.Clean(a.File) == path.Clean(b.File) && (a.Callee == b.Callee || a.Callee == "" || b.Callee == "")
	})
}
