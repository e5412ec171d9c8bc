package smp_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/structural-memory/smp"
)

var bg = context.Background()

// eachShop runs a test on the shop in every language.
func eachShop(t *testing.T, test func(t *testing.T, m *smp.Memory, s shop)) {
	for name, s := range shops {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, newRepo(t, s.files).m, s)
		})
	}
}

func ids(refs []smp.NodeRef) (out []string) {
	for _, r := range refs {
		out = append(out, r.ID)
	}
	return out
}

func has(t *testing.T, what string, list []string, want ...string) {
	t.Helper()
	for _, w := range want {
		if !slices.Contains(list, w) {
			t.Errorf("%s: %q is missing in %q", what, w, list)
		}
	}
}

func lacks(t *testing.T, what string, list []string, unwanted ...string) {
	t.Helper()
	for _, w := range unwanted {
		if slices.Contains(list, w) {
			t.Errorf("%s: %q must not be in %q", what, w, list)
		}
	}
}

func must[T any](t *testing.T) func(T, error) T {
	return func(v T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

func TestReferences(t *testing.T) {
	eachShop(t, func(t *testing.T, m *smp.Memory, s shop) {
		name := s.names["checkout"]
		last := name[strings.LastIndexByte(name, '.')+1:]
		for _, ref := range []string{s.checkout, s.serviceFile + "#" + name, s.serviceFile + "#" + last, s.checkoutAt, name, last, " " + last + " "} {
			res, err := m.Navigate(bg, smp.NavigateQuery{Query: ref})
			if err != nil {
				t.Errorf("%q: %v", ref, err)
			} else if res.Entity.ID != s.checkout {
				t.Errorf("%q is %s, want %s", ref, res.Entity.ID, s.checkout)
			}
		}
		for ref, want := range map[string]string{s.storeFile: "file:" + s.storeFile, "Store": s.store, s.storeFile + "#Store": s.store} {
			if res, err := m.Navigate(bg, smp.NavigateQuery{Query: ref}); err != nil || res.Entity.ID != want {
				t.Errorf("%q is not %s: %v", ref, want, err)
			}
		}
	})
}

func TestNavigate(t *testing.T) {
	eachShop(t, func(t *testing.T, m *smp.Memory, s shop) {
		res := must[*smp.NavigateResult](t)(m.Navigate(bg, smp.NavigateQuery{Query: s.checkout, Relationships: true}))
		if e := res.Entity; !strings.HasSuffix(strings.ToLower(e.Purpose), "buys.") || !strings.Contains(e.Signature, "heckout") || e.EndLine <= e.StartLine || e.Metrics == nil || e.SourceHash == "" {
			t.Errorf("entity: %+v", e)
		}
		has(t, "calls", ids(res.Related["calls"]), s.save)
		has(t, "calls by name", res.Relationships.Calls, s.names["save"])
		has(t, "called by", ids(res.Related["called_by"]), s.test)
		lacks(t, "calls", ids(res.Related["calls"]), s.encode)
		if strings.HasPrefix(s.test, "test:") {
			has(t, "tested by", res.Relationships.TestedBy, s.names["test"])
		}
		if !res.Certainty.Certain {
			t.Errorf("not certain: %+v", res.Certainty)
		}
		alone := must[*smp.NavigateResult](t)(m.Navigate(bg, smp.NavigateQuery{Query: s.checkout}))
		if alone.Relationships != nil || alone.Related != nil {
			t.Error("relationships that nobody asked for")
		}
		class := must[*smp.NavigateResult](t)(m.Navigate(bg, smp.NavigateQuery{Query: s.store, Relationships: true}))
		has(t, "defines", class.Relationships.Defines, s.names["save"])
	})
}

func nodeIDs(res *smp.TraceResult) (out []string) {
	for _, n := range res.Nodes {
		out = append(out, n.ID)
	}
	return out
}

func TestTrace(t *testing.T) {
	eachShop(t, func(t *testing.T, m *smp.Memory, s shop) {
		trace := func(q smp.TraceQuery) *smp.TraceResult {
			t.Helper()
			return must[*smp.TraceResult](t)(m.Trace(bg, q))
		}
		out := trace(smp.TraceQuery{Start: s.checkout})
		has(t, "outward", nodeIDs(out), s.save, s.encode)
		lacks(t, "outward", nodeIDs(out), s.test, s.checkout)
		if out.Start.ID != s.checkout || out.Root != s.names["checkout"] {
			t.Errorf("start %+v, root %s", out.Start, out.Root)
		}
		below := out.Tree[out.Root]["calls"][s.names["save"]]["calls"]
		if _, ok := below[s.names["encode"]]; !ok {
			t.Errorf("the tree ends early: %v", out.Tree)
		}
		for _, n := range out.Nodes {
			if want := map[string]int{s.save: 1, s.encode: 2}[n.ID]; want != 0 && n.Hop != want {
				t.Errorf("%s is %d steps away, want %d", n.ID, n.Hop, want)
			}
		}
		i := slices.IndexFunc(out.Edges, func(e smp.TraceEdge) bool { return e.From == s.checkout && e.To == s.save })
		if i < 0 || out.Edges[i].Class != "exact" || out.Edges[i].Type != "CALLS_STATIC" || out.Edges[i].Line == 0 || out.Edges[i].Via == "" {
			t.Errorf("edges: %+v", out.Edges)
		}
		if near := nodeIDs(trace(smp.TraceQuery{Start: s.checkout, Depth: 1})); slices.Contains(near, s.encode) {
			t.Errorf("one step reaches %q", near)
		}
		in := trace(smp.TraceQuery{Start: s.encode, Direction: "incoming"})
		has(t, "inward", nodeIDs(in), s.save, s.checkout, s.test)
		if _, ok := in.Tree[in.Root]["called_by"]; !ok {
			t.Errorf("tree: %v", in.Tree)
		}
		both := trace(smp.TraceQuery{Start: s.save, Direction: "both", Depth: 1})
		has(t, "both", nodeIDs(both), s.encode, s.checkout)
		if tree := both.Tree[both.Root]; len(tree) != 2 {
			t.Errorf("tree: %v", tree)
		}
		defines := trace(smp.TraceQuery{Start: "file:" + s.storeFile, Relationship: []string{"DEFINES"}})
		has(t, "defined", nodeIDs(defines), s.store, s.save)
	})
}

func TestImpact(t *testing.T) {
	eachShop(t, func(t *testing.T, m *smp.Memory, s shop) {
		impact := func(q smp.ImpactQuery) *smp.ImpactResult {
			t.Helper()
			return must[*smp.ImpactResult](t)(m.Impact(bg, q))
		}
		res := impact(smp.ImpactQuery{Entity: s.encode})
		var affected []string
		for _, f := range res.AffectedFunctions {
			affected = append(affected, f.ID)
		}
		has(t, "affected", affected, s.save, s.checkout, s.test)
		has(t, "files", res.AffectedFiles, s.serviceFile, s.testFile)
		lacks(t, "files", res.AffectedFiles, s.storeFile)
		if len(res.RequiredUpdates) != 1 || res.RequiredUpdates[0].Function != s.names["save"] || res.RequiredUpdates[0].Reason != "CALLS" {
			t.Errorf("required: %+v", res.RequiredUpdates)
		}
		if res.Severity == "none" || res.Severity == "unknown" || res.ChangeType != "signature_change" {
			t.Errorf("severity %s, change %s", res.Severity, res.ChangeType)
		}
		one := impact(smp.ImpactQuery{Entity: s.encode, Depth: 1, ChangeType: "delete"})
		if one.TotalAffected != 1 || one.RequiredUpdates[0].ChangeType != "delete" {
			t.Errorf("one step: %+v", one)
		}
		file := impact(smp.ImpactQuery{Entity: "file:" + s.storeFile, ChangeType: "move"})
		has(t, "files of a file", file.AffectedFiles, s.serviceFile)
		nobody := impact(smp.ImpactQuery{Entity: s.test})
		if nobody.Severity != "none" || nobody.TotalAffected != 0 || nobody.AffectedFiles == nil || nobody.RequiredUpdates == nil {
			t.Errorf("nothing calls the test: %+v", nobody)
		}
	})
}

func TestFlowAndWhy(t *testing.T) {
	eachShop(t, func(t *testing.T, m *smp.Memory, s shop) {
		flow := must[*smp.FlowResult](t)(m.Flow(bg, s.checkout, s.encode, ""))
		var path []string
		for _, n := range flow.Path {
			path = append(path, n.ID)
		}
		if !slices.Equal(path, []string{s.checkout, s.save, s.encode}) {
			t.Errorf("path: %q", path)
		}
		if len(flow.TypeTransitions) != 2 || len(flow.TypeTransitions[1].ParamTypes) != 1 || flow.TypeTransitions[1].ReturnType == "" {
			t.Errorf("types: %+v", flow.TypeTransitions)
		}
		back := must[*smp.FlowResult](t)(m.Flow(bg, s.encode, s.checkout, "data"))
		if back.Path == nil || len(back.Path) != 0 || back.TypeTransitions == nil {
			t.Errorf("a way back: %+v", back)
		}

		why := must[*smp.WhyResult](t)(m.Why(bg, s.checkout, s.encode))
		if why.PathLength == nil || *why.PathLength != 3 || len(why.Chain) != 2 || why.Chain[0].Target != why.Chain[1].Node {
			t.Errorf("chain: %+v", why)
		}
		if want := s.names["checkout"] + " → calls → " + s.names["save"] + " → calls → " + s.names["encode"]; why.Readable != want {
			t.Errorf("readable %q, want %q", why.Readable, want)
		}
		none := must[*smp.WhyResult](t)(m.Why(bg, s.encode, s.checkout))
		if none.PathLength != nil || none.Chain == nil || none.Readable != "No dependency path exists between these two nodes" {
			t.Errorf("a way back: %+v", none)
		}
		same := must[*smp.WhyResult](t)(m.Why(bg, s.encode, s.encode))
		if same.PathLength == nil || *same.PathLength != 1 || len(same.Chain) != 0 {
			t.Errorf("to itself: %+v", same)
		}
		files := must[*smp.WhyResult](t)(m.Why(bg, s.serviceFile, s.storeFile))
		if files.PathLength == nil {
			t.Errorf("no path between the files: %+v", files)
		}
	})
}

func TestContext(t *testing.T) {
	eachShop(t, func(t *testing.T, m *smp.Memory, s shop) {
		res := must[*smp.ContextResult](t)(m.Context(bg, smp.ContextQuery{FilePath: s.storeFile}))
		if res.Self.Path != s.storeFile || res.Self.ID != "file:"+s.storeFile || res.Self.Lines == 0 || len(res.Self.SourceHash) != 64 {
			t.Errorf("self: %+v", res.Self)
		}
		var functions, classes, importers []string
		for _, f := range res.Defines.Functions {
			functions = append(functions, f.ID)
		}
		for _, c := range res.Defines.Classes {
			classes = append(classes, c.ID)
		}
		for _, f := range slices.Concat(res.ImportedBy, res.UsedBy) {
			importers = append(importers, f.File)
		}
		has(t, "functions", functions, s.save, s.encode)
		has(t, "classes", classes, s.store)
		has(t, "imported by", importers, s.serviceFile)
		has(t, "entry points", res.EntryPoints, s.save)
		lacks(t, "entry points", res.EntryPoints, s.encode)
		sum := res.Summary
		if sum.BlastRadius != len(importers) || sum.Role != "module" || sum.RiskLevel != "low" || sum.AvgComplexity < 1 || sum.MaxComplexity != 1 || sum.ExportedSymbols == 0 || sum.HasTests {
			t.Errorf("summary: %+v", sum)
		}
		in := slices.ContainsFunc(res.DataFlowIn, func(f smp.DataFlow) bool { return f.From == s.serviceFile && f.Via == s.names["checkout"] })
		if !in {
			t.Errorf("data flow in: %+v", res.DataFlowIn)
		}

		service := must[*smp.ContextResult](t)(m.Context(bg, smp.ContextQuery{FilePath: s.serviceFile, Scope: "review"}))
		out := slices.ContainsFunc(service.DataFlowOut, func(f smp.DataFlow) bool { return f.To == s.storeFile && f.Via == s.names["save"] && f.Carries != "" })
		if !out {
			t.Errorf("data flow out: %+v", service.DataFlowOut)
		}
		if !service.Summary.HasTests || !slices.Equal(service.Summary.TestFiles, []string{s.testFile}) {
			t.Errorf("tests: %+v", service.Summary)
		}
		test := must[*smp.ContextResult](t)(m.Context(bg, smp.ContextQuery{FilePath: s.testFile}))
		if test.Summary.Role != "test" {
			t.Errorf("the test's role is %s", test.Summary.Role)
		}
		deep := must[*smp.ContextResult](t)(m.Context(bg, smp.ContextQuery{FilePath: s.storeFile, Depth: 2}))
		if deep.Summary.BlastRadius <= sum.BlastRadius {
			t.Errorf("two steps: %d files, one step: %d", deep.Summary.BlastRadius, sum.BlastRadius)
		}
	})
}
