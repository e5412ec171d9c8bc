package smp_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/structural-memory/smp"
)

// crowd is a function that n others call, in a file of its own each.
func crowd(n int) map[string]string {
	files := map[string]string{"core.py": "def core():\n    pass\n"}
	for i := range n {
		files[fmt.Sprintf("use/u%03d.py", i)] = fmt.Sprintf("from core import core\n\ndef user%03d():\n    core()\n    core()\n", i)
	}
	return files
}

func TestAnswersAreBounded(t *testing.T) {
	const n = 130
	m := newRepo(t, crowd(n)).m

	nav := must[*smp.NavigateResult](t)(m.Navigate(bg, smp.NavigateQuery{Query: "func:core.py#core", Relationships: true}))
	if len(nav.Related["called_by"]) != 100 || nav.More["called_by"] != n-100 {
		t.Errorf("navigate lists %d and leaves out %d", len(nav.Related["called_by"]), nav.More["called_by"])
	}
	nav = must[*smp.NavigateResult](t)(m.Navigate(bg, smp.NavigateQuery{Query: "func:core.py#core", Relationships: true, Limit: 7}))
	if len(nav.Relationships.CalledBy) != 7 || nav.More["called_by"] != n-7 {
		t.Errorf("navigate lists %d and leaves out %d", len(nav.Relationships.CalledBy), nav.More["called_by"])
	}

	trace := must[*smp.TraceResult](t)(m.Trace(bg, smp.TraceQuery{Start: "func:core.py#core", Direction: "in", Limit: 10}))
	if len(trace.Nodes) != 10 || trace.Truncated != n-10 || trace.Total != n {
		t.Errorf("trace: %d nodes, %d left out, %d in all", len(trace.Nodes), trace.Truncated, trace.Total)
	}
	for _, e := range trace.Edges {
		if !slices.Contains(nodeIDs(trace), e.From) {
			t.Errorf("an edge from %s, which is not in the answer", e.From)
		}
	}

	impact := must[*smp.ImpactResult](t)(m.Impact(bg, smp.ImpactQuery{Entity: "func:core.py#core", Limit: 10}))
	if len(impact.AffectedFunctions) != 10 || impact.Truncated != n-10 || impact.TotalAffected < n || impact.Severity != "high" {
		t.Errorf("impact: %d functions, %d left out, %d in all, severity %s", len(impact.AffectedFunctions), impact.Truncated, impact.TotalAffected, impact.Severity)
	}
	if len(impact.AffectedFiles) != 10 || impact.More["affected_files"] != n-10 || len(impact.RequiredUpdates) != 10 || impact.More["required_updates"] != 2*n-10 {
		t.Errorf("impact: %d files, %d updates, more: %v", len(impact.AffectedFiles), len(impact.RequiredUpdates), impact.More)
	}

	file := must[*smp.ContextResult](t)(m.Context(bg, smp.ContextQuery{FilePath: "core.py", Limit: 10}))
	if len(file.ImportedBy) != 10 || file.More["imported_by"] != n-10 || file.Summary.BlastRadius != n || file.Summary.RiskLevel != "high" {
		t.Errorf("context: %d importers, more: %v, summary: %+v", len(file.ImportedBy), file.More, file.Summary)
	}
}

func TestTracesEndInCycles(t *testing.T) {
	m := newRepo(t, map[string]string{"loop.py": "def a():\n    b()\n    a()\n\ndef b():\n    a()\n"}).m
	res := must[*smp.TraceResult](t)(m.Trace(bg, smp.TraceQuery{Start: "a", Depth: 99}))
	if got := nodeIDs(res); !slices.Equal(got, []string{"func:loop.py#b"}) || len(res.Edges) != 3 {
		t.Errorf("nodes %q, edges %+v", got, res.Edges)
	}
}

func TestAmbiguousNames(t *testing.T) {
	files := map[string]string{}
	for i := range 25 {
		files[fmt.Sprintf("p%02d.py", i)] = "def run():\n    pass\n"
	}
	files["cache.ts"] = "export class Cache { get() {} }\nexport class Disk { get() {} }\n"
	m := newRepo(t, files).m
	_, err := m.Trace(bg, smp.TraceQuery{Start: "run"})
	var many *smp.AmbiguousError
	if !errors.As(err, &many) || len(many.Candidates) != 20 || many.More != 5 || many.Candidates[0].ID != "func:p00.py#run" {
		t.Fatalf("got %v", err)
	}
	for name, call := range questions(m, "get") {
		if err := call(); !errors.As(err, &many) || len(many.Candidates) != 2 || many.Ref != "get" {
			t.Errorf("%s: got %v", name, err)
		}
	}
	for _, c := range many.Candidates {
		if res, err := m.Navigate(bg, smp.NavigateQuery{Query: c.ID}); err != nil || res.Entity.ID != c.ID {
			t.Errorf("the candidate %s does not stand for itself: %v", c.ID, err)
		}
	}
}

func TestUnknownNames(t *testing.T) {
	m := newRepo(t, map[string]string{"auth.go": "package auth\n\ntype Session struct{}\n\nfunc (Session) Refresh() {}\n\nfunc hashPassword() {}\n"}).m
	var missing *smp.NotFoundError
	for ref, want := range map[string]string{"hashPasword": "hashPassword", "Session.Refrech": "Refresh", "auth.go#hashPasswort": "auth.go#hashPassword", "auht.go": "auth.go"} {
		for name, call := range questions(m, ref) {
			if err := call(); !errors.As(err, &missing) || missing.Ref != ref {
				t.Errorf("%s %s: got %v", name, ref, err)
			} else if !slices.ContainsFunc(missing.Suggestions, func(s string) bool { return strings.HasSuffix(s, want) }) {
				t.Errorf("%s %s: suggestions %q", name, ref, missing.Suggestions)
			}
		}
	}
	for _, ref := range []string{"", "nothing_like_anything_here", "auth.go:9999", "func:gone.go#x", "#", ":"} {
		if _, err := m.Navigate(bg, smp.NavigateQuery{Query: ref}); !errors.As(err, &missing) {
			t.Errorf("%q: got %v", ref, err)
		}
	}
}

// questions are all those that take a node.
func questions(m *smp.Memory, ref string) map[string]func() error {
	return map[string]func() error{
		"navigate": func() error { _, err := m.Navigate(bg, smp.NavigateQuery{Query: ref}); return err },
		"trace":    func() error { _, err := m.Trace(bg, smp.TraceQuery{Start: ref}); return err },
		"context":  func() error { _, err := m.Context(bg, smp.ContextQuery{FilePath: ref}); return err },
		"impact":   func() error { _, err := m.Impact(bg, smp.ImpactQuery{Entity: ref}); return err },
		"flow":     func() error { _, err := m.Flow(bg, ref, ref, ""); return err },
		"why":      func() error { _, err := m.Why(bg, ref, ref); return err },
	}
}

func TestWrongParameters(t *testing.T) {
	m := newRepo(t, map[string]string{"a.py": "def f():\n    pass\n"}).m
	for param, call := range map[string]func() error{
		"relationship": func() error {
			_, err := m.Trace(bg, smp.TraceQuery{Start: "f", Relationship: []string{"FRIENDS"}})
			return err
		},
		"direction":   func() error { _, err := m.Trace(bg, smp.TraceQuery{Start: "f", Direction: "up"}); return err },
		"scope":       func() error { _, err := m.Context(bg, smp.ContextQuery{FilePath: "a.py", Scope: "x"}); return err },
		"change_type": func() error { _, err := m.Impact(bg, smp.ImpactQuery{Entity: "f", ChangeType: "x"}); return err },
		"flow_type":   func() error { _, err := m.Flow(bg, "f", "f", "x"); return err },
		"file_path":   func() error { _, err := m.Context(bg, smp.ContextQuery{FilePath: "repo:"}); return err },
		"scope ":      func() error { _, err := m.LinkerReport(bg, "x", 0); return err },
	} {
		var wrong *smp.ParamError
		if err := call(); !errors.As(err, &wrong) || wrong.Param != strings.TrimSpace(param) || wrong.Hint == "" {
			t.Errorf("%s: got %v", param, err)
		}
	}
}
