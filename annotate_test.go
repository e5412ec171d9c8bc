package smp_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/structural-memory/smp"
	"github.com/structural-memory/smp/graph"
)

func TestAnnotateAsSpecified(t *testing.T) {
	r := newRepo(t, payments)
	note := smp.Annotation{Description: "Processes Stripe webhook payload and updates subscription status in DB.", Tags: []string{"billing", "webhook", "stripe"}}
	shows(t, must[*smp.AnnotateResult](t)(r.m.Annotate(bg, handler, note)), `{
  "node_id": "func:src/payments/webhook.ts#xT9_handler",
  "status": "annotated",
  "manually_set": true,
  "annotated_at": TIME
}`)
	var has *smp.DocstringError
	_, err := r.m.Annotate(bg, "StripeClient", note)
	if !errors.As(err, &has) || !errors.Is(err, smp.ErrHasDocstring) || has.NodeID != stripe || err.Error() != "Node already has extracted docstring. Set force: true to override." {
		t.Errorf("over a docstring: %v", err)
	}
	must[*smp.AnnotateResult](t)(r.m.Annotate(bg, stripe, smp.Annotation{Tags: []string{"sdk"}})) // tags alone override nothing
	note.Force = true
	must[*smp.AnnotateResult](t)(r.m.Annotate(bg, stripe, note))
	s := must[*smp.Semantic](t)(r.m.Semantic(bg, stripe))
	if !s.ManuallySet || string(s.Description) != note.Description || !strings.HasPrefix(string(s.Docstring), "Thin wrapper") || strings.Join(s.Tags, " ") != "billing stripe webhook" {
		t.Errorf("all that is known: %+v", s)
	}
	var param *smp.ParamError
	for _, a := range []smp.Annotation{{}, {Tags: []string{" "}}, {Description: "x", Tags: []string{"a\nb"}}} {
		if _, err := r.m.Annotate(bg, handler, a); !errors.As(err, &param) {
			t.Errorf("%+v: %v", a, err)
		}
	}
}

func TestAnnotateBulkAsSpecified(t *testing.T) {
	r := newRepo(t, payments)
	list := []smp.NodeAnnotation{
		{NodeID: handler, Annotation: smp.Annotation{Description: "Processes Stripe webhook, updates subscription status.", Tags: []string{"billing", "webhook"}}},
		{NodeID: proc, Annotation: smp.Annotation{Description: "Runs nightly aggregation job for analytics pipeline.", Tags: []string{"analytics", "cron"}}},
	}
	shows(t, must[*smp.AnnotateBulkResult](t)(r.m.AnnotateBulk(bg, list)), `{
  "annotated": 2,
  "failed": 0
}`)
	list[0].NodeID, list[1].NodeID = stripe, "nothing_such"
	res := must[*smp.AnnotateBulkResult](t)(r.m.AnnotateBulk(bg, append(list, smp.NodeAnnotation{NodeID: proc, Annotation: smp.Annotation{Description: "Again."}})))
	if res.Annotated != 1 || res.Failed != 2 || !errors.Is(res.Failures[0].Err, smp.ErrHasDocstring) || res.Failures[1].NodeID != "nothing_such" {
		t.Errorf("with two that cannot be: %+v", res)
	}
	if s := must[*smp.Semantic](t)(r.m.Semantic(bg, proc)); s.Description != "Again." || len(s.Tags) != 2 {
		t.Errorf("no tags leave the tags: %+v", s)
	}
}

func TestTagAsSpecified(t *testing.T) {
	r := newRepo(t, payments)
	tag := func(scope smp.Scope, action string, tags ...string) int {
		t.Helper()
		return must[*smp.TagResult](t)(r.m.Tag(bg, scope, tags, action)).NodesAffected
	}
	shows(t, must[*smp.TagResult](t)(r.m.Tag(bg, "package:src/payments", []string{"billing", "stripe", "pci-sensitive"}, "add")), `{
  "nodes_affected": 3,
  "action": "add",
  "scope": "package:src/payments"
}`)
	if n := tag("full", "add", "billing"); n != 3 {
		t.Errorf("%d more are tagged, want the 3 that were not", n)
	}
	if n := tag("package:src/payments", "remove", "pci-sensitive"); n != 3 {
		t.Errorf("removed from %d", n)
	}
	if n := tag("file:src/payments/stripe.ts", "replace", "z", "a", "z"); n != 1 {
		t.Errorf("replaced on %d", n)
	}
	if s := must[*smp.Semantic](t)(r.m.Semantic(bg, stripe)); strings.Join(s.Tags, " ") != "a z" || s.ManuallySet {
		t.Errorf("tags: %+v", s)
	}
	if e := must[*smp.EnrichResult](t)(r.m.Enrich(bg, stripe, false)); strings.Join(e.Tags, " ") != "a z" {
		t.Errorf("enriched with tags %q", e.Tags)
	}
	if n := tag("full", "replace"); n != 6 || len(annotations(t, r)) != 0 {
		t.Errorf("%d lost their tags, %v is left", n, annotations(t, r))
	}
	var param *smp.ParamError
	for _, bad := range [][]string{{"full", "toggle", "x"}, {"full", "add"}, {"everything", "add", "x"}, {"full", "add", ""}} {
		if _, err := r.m.Tag(bg, smp.Scope(bad[0]), bad[2:], bad[1]); !errors.As(err, &param) {
			t.Errorf("%q: %v", bad, err)
		}
	}
}

func annotations(t *testing.T, r *repo) (ids []string) {
	t.Helper()
	all, _ := allAnnotations(t, r)
	for _, a := range all {
		ids = append(ids, a.ID)
	}
	return ids
}

func allAnnotations(t *testing.T, r *repo) (all []graph.Annotation, version int64) {
	t.Helper()
	err := r.m.Graph().View(bg, func(g *graph.Reader) (err error) {
		all, version, err = g.Annotations()
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all, version
}

// The version tells a cache when to read again: whenever something is
// different, and only then.
func TestAnnotationsHaveAVersion(t *testing.T) {
	r := newRepo(t, payments)
	last := int64(-1)
	for i, step := range []struct {
		do      func()
		changes bool
	}{
		{func() {}, true},
		{func() { r.m.Annotate(bg, handler, smp.Annotation{Description: "A"}) }, true},
		{func() { r.m.Annotate(bg, handler, smp.Annotation{Description: "A"}) }, false},
		{func() { r.m.Tag(bg, "full", []string{"x"}, "remove") }, false},
		{func() { r.m.Tag(bg, "full", []string{"x"}, "add") }, true},
		{func() { r.m.EnrichBatch(bg, "full", true) }, false},
		{func() { r.m.Index(bg, nil) }, false},
	} {
		step.do()
		if _, v := allAnnotations(t, r); (v != last) != step.changes {
			t.Errorf("after step %d the version is %d, before %d", i, v, last)
		} else {
			last = v
		}
	}
}

// An annotation is the node's own: what happens to others leaves it alone, and
// it is there again when the node is.
func TestAnnotationsSurvive(t *testing.T) {
	r := newRepo(t, payments)
	file := "src/payments/webhook.ts"
	must[*smp.AnnotateResult](t)(r.m.Annotate(bg, handler, smp.Annotation{Description: "Mine.", Tags: []string{"t"}}))
	holds := func(when string) {
		t.Helper()
		s := must[*smp.Semantic](t)(r.m.Semantic(bg, handler))
		if s.Description != "Mine." || !slices.Equal(s.Tags, []string{"t"}) || !s.ManuallySet {
			t.Errorf("%s: %+v", when, s)
		}
		if o := must[*smp.EnrichStatusResult](t)(r.m.EnrichStatus(bg, "full")).Orphaned; len(o) != 0 {
			t.Errorf("%s: orphans %q", when, o)
		}
	}
	r.write(map[string]string{file: strings.Replace(payments[file], "a1_proc", "renamed", 1)})
	holds("after a sibling was renamed")
	r.write(map[string]string{file: "// moved down\n\n" + strings.Replace(payments[file], "a + b", "a - b", 1)})
	holds("after it was edited and moved")
	r.write(map[string]string{file: "export function other() {}\n"})
	for scope, want := range map[smp.Scope]int{"full": 1, "package:src/payments": 1, "package:src/auth": 0, smp.Scope("file:" + file): 1} {
		if o := must[*smp.EnrichStatusResult](t)(r.m.EnrichStatus(bg, scope)).Orphaned; len(o) != want || want == 1 && o[0] != handler {
			t.Errorf("while it is gone, %s has the orphans %q", scope, o)
		}
	}
	must[*smp.EnrichBatchResult](t)(r.m.EnrichBatch(bg, "full", true))
	r.write(map[string]string{file: ""})
	r.write(map[string]string{file: payments[file]})
	holds("after it came back")
}

// What was said by hand is shown wherever the node is, with a docstring or
// without.
func TestDescriptionsCanBeReadBack(t *testing.T) {
	m := newRepo(t, map[string]string{"a.py": "def documented():\n    \"\"\"From the source.\"\"\"\n\n\ndef bare():\n    pass\n"}).m
	for _, name := range []string{"documented", "bare"} {
		if _, err := m.Annotate(bg, name, smp.Annotation{Description: "said by hand", Tags: []string{"kept"}, Force: true}); err != nil {
			t.Fatal(err)
		}
		if e := must[*smp.NavigateResult](t)(m.Navigate(bg, smp.NavigateQuery{Query: name})).Entity; e.Description != "said by hand" || len(e.Tags) != 1 {
			t.Errorf("navigate %s: %+v", name, e)
		}
		found := must[*smp.SearchResult](t)(m.Search(bg, smp.SearchQuery{Query: name})).Matches
		if len(found) == 0 || found[0].Described != "said by hand" {
			t.Errorf("search %s: %+v", name, found)
		}
		if hits := locateIn(t, m, smp.LocateQuery{Query: name}).Results; len(hits) == 0 || hits[0].Described != "said by hand" {
			t.Errorf("locate %s: %+v", name, hits)
		}
		for range 2 {
			if e := must[*smp.EnrichResult](t)(m.Enrich(bg, name, false)); e.Description != "said by hand" {
				t.Errorf("enrich %s: %+v", name, e)
			}
		}
	}
	// A scope that is left out is all.
	if res := must[*smp.EnrichStatusResult](t)(m.EnrichStatus(bg, "")); res.TotalNodes == 0 {
		t.Errorf("%+v", res)
	}
	if _, err := m.EnrichStale(bg, ""); err != nil {
		t.Error(err)
	}
	if _, err := m.EnrichBatch(bg, "", false); err != nil {
		t.Error(err)
	}
}
