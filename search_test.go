package smp_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/structural-memory/smp"
	"github.com/structural-memory/smp/graph"
)

// payshop is a small project in three languages.
func payshop() map[string]string {
	return map[string]string{
		"src/payments/webhook.ts": `import { StripeClient } from './stripe'

/** Processes Stripe webhook payload and updates subscription status in DB. */
export function handler(payload: string): void { new StripeClient().verify(payload) }
`,
		"src/payments/stripe.ts": `/** Thin wrapper around the Stripe SDK for payment operations. */
export class StripeClient {
  /** Checks the signature of a webhook. */
  verify(body: string): boolean { return body.length > 0 }
}
`,
		"auth/login.py": `def hash_password(password):
    """Hashes a password with a random salt."""
    return password


def authenticate(name, password):
    return hash_password(password) == name
`,
		"store/user.go": `package store

// LoadUser reads a user from the cache.
func LoadUser(id int) string { return cacheKey(id) }

func cacheKey(id int) string { return "user" }
`,
	}
}

func TestSearchAsSpecified(t *testing.T) {
	r := newRepo(t, payshop())
	for ref, tags := range map[string][]string{"src/payments/webhook.ts#handler": {"billing", "webhook", "stripe"}, "StripeClient": {"billing", "stripe"}} {
		must[*smp.AnnotateResult](t)(r.m.Annotate(bg, ref, smp.Annotation{Tags: tags}))
	}
	q := smp.SearchQuery{Query: "stripe webhook", Match: "all", TopK: 5,
		Filter: smp.SearchFilter{NodeTypes: []string{"Function", "Class"}, Tags: []string{"billing"}, Scope: "package:src/payments"}}
	res := must[*smp.SearchResult](t)(r.m.Search(bg, q))
	if res.Total != 1 || res.Matches[0].NodeID != "func:src/payments/webhook.ts#handler" {
		t.Fatalf("found %+v", res)
	}
	got := res.Matches[0]
	if got.NodeType != "Function" || got.File != "src/payments/webhook.ts" || got.StartLine != 4 || got.Score <= 0 || !strings.HasPrefix(got.Docstring, "Processes Stripe") {
		t.Errorf("the match is %+v", got)
	}
	if want := "«Stripe»"; !strings.Contains(got.Snippet, want) {
		t.Errorf("the snippet %q has no %s", got.Snippet, want)
	}
	if !slices.Equal(got.Tags, []string{"billing", "stripe", "webhook"}) || !slices.Contains(got.MatchedOn, "docstring") || !slices.Contains(got.MatchedOn, "tags") {
		t.Errorf("tags %v, matched on %v", got.Tags, got.MatchedOn)
	}
	q.Match = "any"
	if res := must[*smp.SearchResult](t)(r.m.Search(bg, q)); res.Total != 2 || res.Matches[1].NodeType != "Class" || res.Matches[0].Score < res.Matches[1].Score {
		t.Errorf("any: %+v", res)
	}
	q.Query = "nonsense"
	text, _ := json.Marshal(must[*smp.SearchResult](t)(r.m.Search(bg, q)))
	if want := `{"matches":[],"total":0,"searched_fields":["name","scope","signature","docstring","path","description","tags"],"scope_node_count":2}`; string(text) != want {
		t.Errorf("nothing found: %s", text)
	}
}

func TestSearchFinds(t *testing.T) {
	r := newRepo(t, payshop())
	must[*smp.AnnotateResult](t)(r.m.Annotate(bg, "cacheKey", smp.Annotation{Description: "Names the drawer of a visitor."}))
	must[*smp.TagResult](t)(r.m.Tag(bg, "package:auth", []string{"security-critical"}, "add"))
	for _, c := range []struct{ query, first, on string }{
		{"password salt", "hash_password", "docstring"},
		{"hash_password", "hash_password", "name"},
		{"Authenticating", "authenticate", "name"},
		{"auth*", "authenticate", "name"},
		{"drawer", "cacheKey", "description"},
		{"user cached", "LoadUser", "docstring"},
		{"payments verify", "verify", "path"},
		{"critical authenticate", "authenticate", "tags"},
	} {
		res := must[*smp.SearchResult](t)(r.m.Search(bg, smp.SearchQuery{Query: c.query}))
		if res.Total == 0 || res.Matches[0].Name != c.first || !slices.Contains(res.Matches[0].MatchedOn, c.on) {
			t.Errorf("%s: %+v", c.query, res.Matches)
		}
	}
	// The tag goes as it came.
	must[*smp.TagResult](t)(r.m.Tag(bg, "full", nil, "replace"))
	if res := must[*smp.SearchResult](t)(r.m.Search(bg, smp.SearchQuery{Query: "critical"})); res.Total != 0 {
		t.Errorf("a removed tag is found: %+v", res)
	}
}

func TestSearchTakesAnyText(t *testing.T) {
	r := newRepo(t, payshop())
	for _, q := range []string{"", " ", `"`, `'; DROP TABLE nodes; --`, "a AND (b OR NOT", "NEAR(x y)", "name:user*", "*", "🙂", "\x00\xff", strings.Repeat("user ", 5000)} {
		for _, match := range []string{"all", "any"} {
			if _, err := r.m.Search(bg, smp.SearchQuery{Query: q, Match: match}); err != nil {
				t.Errorf("%.20q: %v", q, err)
			}
		}
		if _, err := r.m.Locate(bg, smp.LocateQuery{Query: q}); err != nil {
			t.Errorf("locate %.20q: %v", q, err)
		}
	}
	for _, q := range []smp.SearchQuery{{Match: "some"}, {Filter: smp.SearchFilter{NodeTypes: []string{"Car"}}}, {Filter: smp.SearchFilter{Scope: "nonsense:x"}}} {
		if _, err := r.m.Search(bg, q); err == nil {
			t.Errorf("%+v is taken", q)
		}
	}
}

// retrieved is what search and locate say about a memory, but for what depends on
// when ranks were computed.
func retrieved(t *testing.T, m *smp.Memory) string {
	t.Helper()
	var b strings.Builder
	for _, q := range []string{"save", "load store", "run", "UserStore", "sa*", "app", "the key"} {
		res := must[*smp.SearchResult](t)(m.Search(bg, smp.SearchQuery{Query: q, Match: "any"}))
		text, _ := json.MarshalIndent(res, "", " ")
		fmt.Fprintf(&b, "%s\n%s\n", q, text)
		found := must[*smp.LocateResult](t)(m.Locate(bg, smp.LocateQuery{Query: q, NoWalk: true}))
		for _, h := range found.Results {
			fmt.Fprintln(&b, h.NodeID, h.VectorScore, h.WordScore, h.MatchedOn)
		}
	}
	return b.String()
}

// TestSearchFollowsEdits: whatever edits led there, the answers are those of a
// memory made anew; a low bound makes merges come often.
func TestSearchFollowsEdits(t *testing.T) {
	for seed := range uint64(3) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			x := newMutator(t, 100+seed)
			x.m.Close()
			x.m = must[*smp.Memory](t)(smp.Open(bg, x.db, smp.WithRoot(x.root), smp.MergeFrom(int(seed*seed*2+3))))
			defer func() { x.m.Close() }()
			must[*smp.IndexResult](t)(x.m.Index(bg, nil))
			for range 14 {
				before := clone(x.state)
				what := x.mutate()
				x.write(before)
				if x.rnd.IntN(2) == 0 {
					var paths []string
					for p := range before {
						paths = append(paths, p)
					}
					for p := range x.state {
						paths = append(paths, p)
					}
					must[*smp.UpdateResult](t)(x.m.UpdateFiles(bg, paths...))
					what += " (update)"
				} else {
					must[*smp.IndexResult](t)(x.m.Index(bg, nil))
				}
				must[*smp.DetectResult](t)(x.m.DetectCommunities(bg, smp.DetectOptions{}))
				fresh := must[*smp.Memory](t)(smp.Open(bg, ":memory:", smp.WithRoot(x.root)))
				must[*smp.IndexResult](t)(fresh.Index(bg, nil))
				got, want := retrieved(t, x.m), retrieved(t, fresh)
				fresh.Close()
				if got != want {
					t.Fatalf("after %s the answers differ:\n%s", what, difference(got, want))
				}
				if ps := must[[]graph.Problem](t)(x.m.Doctor(bg)); len(ps) > 0 {
					t.Fatalf("after %s: %v", what, ps)
				}
			}
		})
	}
}

// TestIndexMergesWords: what came later is merged once it is much, and only by
// Index.
func TestIndexMergesWords(t *testing.T) {
	x := newMutator(t, 1)
	x.m.Close()
	x.m = must[*smp.Memory](t)(smp.Open(bg, x.db, smp.WithRoot(x.root), smp.MergeFrom(4)))
	defer x.m.Close()
	must[*smp.IndexResult](t)(x.m.Index(bg, nil))
	delta := func() (n int) {
		must[int](t)(graph.Get(bg, x.m.Graph(), func(r *graph.Reader) (int, error) {
			d, err := r.WordsDelta()
			n = len(d)
			return n, err
		}))
		return n
	}
	if n := delta(); n != 0 {
		t.Fatalf("a first run leaves %d files beside the base", n)
	}
	before := clone(x.state)
	for p := range x.state {
		x.state[p] += "\n"
	}
	x.write(before)
	var paths []string
	for p := range x.state {
		paths = append(paths, p)
	}
	must[*smp.UpdateResult](t)(x.m.UpdateFiles(bg, paths...))
	if delta() == 0 {
		t.Fatal("an update merges")
	}
	want := retrieved(t, x.m)
	must[*smp.IndexResult](t)(x.m.Index(bg, nil))
	if n := delta(); n != 0 {
		t.Fatalf("%d files are left beside the base", n)
	}
	if got := retrieved(t, x.m); got != want {
		t.Errorf("merging changes the answers:\n%s", difference(got, want))
	}
	if res := must[*smp.UpdateResult](t)(x.m.UpdateFiles(bg)); res.Full {
		t.Error("merging makes the next update a full run")
	}
}
