package smp_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/structural-memory/smp"
)

func TestEnrichAsSpecified(t *testing.T) {
	r := newRepo(t, payments)
	enrich := func(ref string, force bool) *smp.EnrichResult {
		t.Helper()
		return must[*smp.EnrichResult](t)(r.m.Enrich(bg, ref, force))
	}
	enriched := `{
  "node_id": "func:src/auth/login.ts#AuthService.authenticateUser",
  "status": "enriched",
  "docstring": "Signs a user in.\n@throws {AuthenticationError}",
  "inline_comments": [
    {
      "line": 16,
      "text": "compare against bcrypt hash, not plaintext"
    },
    {
      "line": 21,
      "text": "token expiry pulled from env config"
    },
    {
      "line": 22,
      "text": "two lines\nof one note"
    }
  ],
  "decorators": [
    "@rate_limited"
  ],
  "annotations": {
    "params": {
      "email": "string",
      "password": "string"
    },
    "returns": "Promise<Token>",
    "throws": [
      "AuthenticationError",
      "DatabaseError"
    ]
  },
  "tags": [],
  "source_hash": HASH,
  "enriched_at": TIME
}`
	shows(t, enrich("authenticateUser", false), enriched)
	shows(t, enrich(signIn, false), `{
  "node_id": "func:src/auth/login.ts#AuthService.authenticateUser",
  "status": "skipped",
  "reason": "source_hash unchanged"
}`)
	shows(t, enrich(signIn, true), enriched)
	shows(t, enrich("xT9_handler", false), `{
  "node_id": "func:src/payments/webhook.ts#xT9_handler",
  "status": "no_metadata",
  "reason": "no docstring, decorators, or type annotations found"
}`)
	var missing *smp.NotFoundError
	if _, err := r.m.Enrich(bg, "authenticateUsr", false); !errors.As(err, &missing) || !slices.Contains(missing.Suggestions, "authenticateUser") {
		t.Errorf("an unknown name gives %v", err)
	}
	r.write(map[string]string{"b.ts": "export function a1_proc() {}\n"})
	var many *smp.AmbiguousError
	if _, err := r.m.Enrich(bg, "a1_proc", false); !errors.As(err, &many) {
		t.Errorf("a name of two gives %v", err)
	}
	if e := enrich("src/auth/login.ts#inner", false); len(e.InlineComments) != 1 || e.InlineComments[0].Text != "of inner" || !slices.Equal(e.Annotations.Throws, []string{"InnerError"}) {
		t.Errorf("the inner function has %+v", e.ExtractedMetadata)
	}
	if e := enrich("class:src/auth/login.ts#AuthService", false); len(e.InlineComments) != 0 || !slices.Equal(e.Annotations.Throws, []string{"AuthenticationError"}) {
		t.Errorf("the class has what its methods have: %+v", e.ExtractedMetadata)
	}
	if e := enrich("src/auth/login.ts", false); e.Status != "no_metadata" {
		t.Errorf("the file: %+v", e)
	}
}

func TestEnrichBatchStaleAndStatus(t *testing.T) {
	r := newRepo(t, payments)
	batch := func(scope smp.Scope, force bool) *smp.EnrichBatchResult {
		t.Helper()
		return must[*smp.EnrichBatchResult](t)(r.m.EnrichBatch(bg, scope, force))
	}
	shows(t, batch("package:src/payments", false), `{
  "enriched": 1,
  "skipped": 0,
  "no_metadata": 2,
  "failed": 0,
  "no_metadata_nodes": [
    "func:src/payments/webhook.ts#a1_proc",
    "func:src/payments/webhook.ts#xT9_handler"
  ]
}`)
	files := 0
	res := must[*smp.EnrichBatchResult](t)(r.m.EnrichBatch(bg, "full", false, func(done, of int) { files = done*10 + of }))
	if res.Enriched != 3 || res.Skipped != 3 || files != 33 {
		t.Errorf("the rest: %+v, progress %d", res, files)
	}
	if res := batch("file:src/auth/login.ts", true); res.Enriched != 3 || res.Skipped != 0 {
		t.Errorf("forced: %+v", res)
	}
	shows(t, must[*smp.EnrichStaleResult](t)(r.m.EnrichStale(bg, "full")), `{
  "stale_count": 0,
  "stale_nodes": []
}`)
	must[*smp.AnnotateResult](t)(r.m.Annotate(bg, handler, smp.Annotation{Description: "Processes webhooks.", Tags: []string{"billing"}}))
	r.write(map[string]string{
		"src/payments/webhook.ts": strings.Replace(payments["src/payments/webhook.ts"], "return 1", "return 2", 1),
		"src/payments/stripe.ts":  strings.Replace(payments["src/payments/stripe.ts"], "Thin", "Thick", 1),
		"src/new.ts":              "export function fresh(a: string) {}\n",
	})
	shows(t, must[*smp.EnrichStaleResult](t)(r.m.EnrichStale(bg, "package:src")), `{
  "stale_count": 2,
  "stale_nodes": [
    {
      "node_id": "class:src/payments/stripe.ts#StripeClient",
      "file": "src/payments/stripe.ts",
      "last_enriched": TIME,
      "current_hash": HASH,
      "enriched_hash": HASH,
      "reason": "docstring changed"
    },
    {
      "node_id": "func:src/payments/webhook.ts#a1_proc",
      "file": "src/payments/webhook.ts",
      "last_enriched": TIME,
      "current_hash": HASH,
      "enriched_hash": HASH
    }
  ]
}`)
	shows(t, must[*smp.EnrichStatusResult](t)(r.m.EnrichStatus(bg, "full")), `{
  "total_nodes": 7,
  "has_docstring": 4,
  "has_annotations": 3,
  "has_tags": 1,
  "manually_annotated": 1,
  "no_metadata": 1,
  "stale": 2,
  "coverage_pct": 71.4,
  "not_enriched": 1
}`)
	if res := batch("full", false); res.Enriched != 2 || res.NoMetadata != 1 || res.Skipped != 4 {
		t.Errorf("what had changed: %+v", res)
	}
}

// A file that was edited since is indexed before its nodes are enriched.
func TestEnrichSeesTheFileAsItIs(t *testing.T) {
	r := newRepo(t, payments)
	must[*smp.EnrichBatchResult](t)(r.m.EnrichBatch(bg, "full", false))
	r.put("src/payments/webhook.ts", "// header\n\n"+strings.Replace(payments["src/payments/webhook.ts"], "return a", "// sums\n  return a", 1))
	e := must[*smp.EnrichResult](t)(r.m.Enrich(bg, handler, false))
	if e.Status != "enriched" || len(e.InlineComments) != 1 || e.InlineComments[0] != (smp.InlineComment{Line: 4, Text: "sums"}) {
		t.Errorf("after the edit: %+v", e)
	}
	r.put("src/payments/webhook.ts", strings.Replace(payments["src/payments/webhook.ts"], "return a", "// sums\n  return a", 1))
	if e := must[*smp.EnrichResult](t)(r.m.Enrich(bg, handler, false)); e.Status != "skipped" {
		t.Errorf("moved, and not edited: %+v", e)
	}
	s := must[*smp.Semantic](t)(r.m.Semantic(bg, handler))
	if s.Status != "enriched" || len(s.InlineComments) != 1 || s.InlineComments[0].Line != 2 {
		t.Errorf("the comment moved with its node: %+v", s)
	}
	r.put("src/payments/stripe.ts", "export const none = 1\n")
	if res := must[*smp.EnrichBatchResult](t)(r.m.EnrichBatch(bg, "full", false)); res.NoMetadata != 1 || res.NoMetadataNodes[0] != "var:src/payments/stripe.ts#none" || res.Failed != 0 {
		t.Errorf("the batch: %+v", res)
	}
	var missing *smp.NotFoundError
	if _, err := r.m.Enrich(bg, stripe, false); !errors.As(err, &missing) {
		t.Errorf("a class that is gone: %v", err)
	}
}

func TestScopesThatAreNone(t *testing.T) {
	r := newRepo(t, payments)
	var param *smp.ParamError
	for _, s := range []smp.Scope{"all", "package:", "file:", "folder:src", "src/auth"} {
		if _, err := r.m.EnrichBatch(bg, s, false); !errors.As(err, &param) || !strings.Contains(err.Error(), "package:PATH") {
			t.Errorf("scope %q: %v", s, err)
		}
	}
	var missing *smp.NotFoundError
	for _, s := range []smp.Scope{"package:src/pay", "file:src/auth", "package:src/auth/login.ts", "file:src/auth/login", "package:../x"} {
		if _, err := r.m.EnrichStatus(bg, s); !errors.As(err, &missing) {
			t.Errorf("scope %q: %v", s, err)
		}
	}
	for s, want := range map[smp.Scope]int{"package:.": 6, "package:src/": 6, "package:./src/payments": 3, "file:./src/payments/stripe.ts": 1} {
		if res := must[*smp.EnrichStatusResult](t)(r.m.EnrichStatus(bg, s)); res.TotalNodes != want {
			t.Errorf("scope %q holds %d nodes, want %d", s, res.TotalNodes, want)
		}
	}
}
