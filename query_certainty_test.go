package smp_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/structural-memory/smp"
)

// uncertain has calls that no rule can link: handler is a parameter without a
// type, and save is a method of more than one class.
var uncertain = map[string]string{
	"db.py": `class User:
    def save(self):
        pass


class Blob:
    def save(self):
        pass


def orphan():
    pass
`,
	"run.py": `import json


def process(thing):
    thing.save()
    thing.save()
    json.dumps(thing)
    step()


def step():
    print("x")
`,
}

func TestCertaintyCountsOpenCalls(t *testing.T) {
	m := newRepo(t, uncertain).m
	certainty := func(ref string) smp.Certainty {
		t.Helper()
		return must[*smp.NavigateResult](t)(m.Navigate(bg, smp.NavigateQuery{Query: ref})).Certainty
	}
	if c := certainty("User.save"); c != (smp.Certainty{UnresolvedSameName: 2}) {
		t.Errorf("two open calls may mean User.save: %+v", c)
	}
	if c := certainty("process"); c != (smp.Certainty{UnresolvedInside: 2, ExternalCalls: 1}) {
		t.Errorf("two open calls are in process, one leaves: %+v", c)
	}
	if c := certainty("orphan"); c != (smp.Certainty{Certain: true}) {
		t.Errorf("nothing is open around orphan: %+v", c)
	}

	// A zero that open calls could change is no zero.
	for entity, want := range map[string]string{"User.save": "unknown", "orphan": "none", "step": "low"} {
		if res := must[*smp.ImpactResult](t)(m.Impact(bg, smp.ImpactQuery{Entity: entity})); res.Severity != want {
			t.Errorf("the severity of %s is %s, want %s", entity, res.Severity, want)
		}
	}
	flow := must[*smp.FlowResult](t)(m.Flow(bg, "process", "User.save", ""))
	if len(flow.Path) != 0 || flow.Certainty.Certain {
		t.Errorf("flow: %+v", flow)
	}
	if s := must[*smp.ContextResult](t)(m.Context(bg, smp.ContextQuery{FilePath: "run.py"})).Summary; s.UnresolvedCalls != 2 {
		t.Errorf("context counts %d open calls", s.UnresolvedCalls)
	}
}

func TestTraceCountsWhatItDoesNotFollow(t *testing.T) {
	m := newRepo(t, uncertain).m
	out := must[*smp.TraceResult](t)(m.Trace(bg, smp.TraceQuery{Start: "process"}))
	if out.NotFollowed != (smp.NotFollowed{External: 2, Unresolved: 2}) || len(out.Nodes) != 1 {
		t.Errorf("outward: %+v, nodes %q", out.NotFollowed, nodeIDs(out))
	}
	in := must[*smp.TraceResult](t)(m.Trace(bg, smp.TraceQuery{Start: "User.save", Direction: "in"}))
	if in.NotFollowed != (smp.NotFollowed{Unresolved: 2}) || len(in.Nodes) != 0 {
		t.Errorf("inward: %+v, nodes %q", in.NotFollowed, nodeIDs(in))
	}
	all := must[*smp.TraceResult](t)(m.Trace(bg, smp.TraceQuery{Start: "process", External: true}))
	if all.NotFollowed.External != 0 || !slices.ContainsFunc(all.Nodes, func(n smp.TraceNode) bool {
		return strings.HasSuffix(n.ID, "dumps") && n.Type == "External" && n.File == ""
	}) {
		t.Errorf("with leaves: %+v, nodes %q", all.NotFollowed, nodeIDs(all))
	}
}

func TestLinkerReport(t *testing.T) {
	m := newRepo(t, uncertain).m
	report := func(scope smp.Scope, limit int) *smp.LinkerReport {
		t.Helper()
		return must[*smp.LinkerReport](t)(m.LinkerReport(bg, scope, limit))
	}
	all := report("full", 0)
	if all.UnresolvedCount != 2 || len(all.Unresolved) != 2 || all.Truncated != 0 {
		t.Fatalf("report: %+v", all)
	}
	u := all.Unresolved[0]
	if u.Caller != "func:run.py#process" || u.File != "run.py" || u.Line != 5 || u.ToName != "save" || u.Receiver != "thing" || u.Reason == "" || all.ByReason[u.Reason] != 2 {
		t.Errorf("call: %+v, by reason %v", u, all.ByReason)
	}
	if slices.Sort(u.Candidates); !slices.Equal(u.Candidates, []string{"db.py:Blob.save", "db.py:User.save"}) || u.Action != "annotate_receiver" || u.ActionTarget != "run.py" {
		t.Errorf("help: %+v", u)
	}
	if one := report("", 1); len(one.Unresolved) != 1 || one.Truncated != 1 || one.UnresolvedCount != 2 {
		t.Errorf("at most one: %+v", one)
	}
	if n := report("file:db.py", 0); n.UnresolvedCount != 0 || n.Unresolved == nil {
		t.Errorf("of another file: %+v", n)
	}
	if n := report("package:.", 0).UnresolvedCount; n != 2 {
		t.Errorf("of the package: %d", n)
	}
	var missing *smp.NotFoundError
	if _, err := m.LinkerReport(bg, "package:run", 0); !errors.As(err, &missing) {
		t.Errorf("of a package whose name a file begins with: %v", err)
	}
}

// TestEveryOpenCallHasItsCount holds the counts of the different answers
// against each other, in every language.
func TestEveryOpenCallHasItsCount(t *testing.T) {
	eachShop(t, func(t *testing.T, m *smp.Memory, s shop) {
		status := must[*smp.StatusResult](t)(m.Status(bg, 0))
		classes := map[string]int{}
		err := m.EachCall(bg, func(c smp.CallRow) error {
			classes[c.Class]++
			if c.Resolved != (c.CalleeFile != nil && c.CalleeName != nil && c.CalleeLine != nil) || c.CallLine == 0 || c.CallerLine == 0 || c.CallerFile == "" || strings.HasPrefix(c.CallerFile, "/") {
				t.Errorf("call: %+v", c)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		if classes["exact"] != status.Calls.Exact || classes["external"] != status.Calls.External || classes["unresolved"] != status.Calls.Unresolved || classes["dispatch"] != status.Calls.Candidates {
			t.Errorf("calls %v, status %+v", classes, status.Calls)
		}
		if report := must[*smp.LinkerReport](t)(m.LinkerReport(bg, "", 0)); report.UnresolvedCount != status.Calls.Unresolved {
			t.Errorf("the report counts %d open calls, status %d", report.UnresolvedCount, status.Calls.Unresolved)
		}
	})
}
