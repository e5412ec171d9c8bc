package smp_test

import (
	"context"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/structural-memory/smp"
	"github.com/structural-memory/smp/embed"
)

func locateIn(t *testing.T, m *smp.Memory, q smp.LocateQuery) *smp.LocateResult {
	t.Helper()
	return must[*smp.LocateResult](t)(m.Locate(bg, q))
}

func TestLocateFinds(t *testing.T) {
	r := newRepo(t, payshop())
	for query, want := range map[string]string{
		"hash a password with a salt":                 "hash_password",
		"where is the webhook payload processed":      "handler",
		"verify":                                      "verify",
		"read a user from the cache":                  "LoadUser",
		"cacheKey":                                    "cacheKey",
		"check the signature of an incoming web hook": "verify",
	} {
		res := locateIn(t, r.m, smp.LocateQuery{Query: query, Explain: true})
		if len(res.Results) == 0 || res.Results[0].Name != want {
			t.Errorf("%s: %+v, want %s", query, res.Results, want)
			continue
		}
		for i, h := range res.Results {
			sum := 0.0
			for _, v := range h.Explain.Parts {
				sum += v
			}
			if math.Abs(sum*h.Explain.Factor-h.FinalScore) > 5e-4 {
				t.Errorf("%s: %v times %v is not %v", query, h.Explain.Parts, h.Explain.Factor, h.FinalScore)
			}
			if i > 0 && h.FinalScore > res.Results[i-1].FinalScore {
				t.Errorf("%s: %s is out of order", query, h.Name)
			}
		}
	}
}

func TestLocateAsSpecified(t *testing.T) {
	r := newRepo(t, payshop())
	res := locateIn(t, r.m, smp.LocateQuery{Query: "process stripe webhook", Profile: "spec", Explain: true, SeedK: 2})
	top := must[float64](t)(r.m.HighestRank(bg))
	if res.Profile != "spec" || res.SeedCount != 2 || len(res.Results) == 0 {
		t.Fatalf("%+v", res)
	}
	for _, h := range res.Results {
		want := .5*max(h.VectorScore, 0) + .3*h.PageRank/top // and .2 × heat, of which nothing is known
		if math.Abs(want-h.FinalScore) > 2e-4 || h.Explain.Factor != 1 {
			t.Errorf("%s: %v, want %v", h.Name, h.FinalScore, want)
		}
		if h.HeatScore != nil {
			t.Errorf("%s: heat %d, although nothing is recorded of changes", h.Name, *h.HeatScore)
		}
		if len(h.ReachedFrom) == 0 {
			t.Errorf("%s is reached from nothing", h.Name)
		}
	}
	alone := locateIn(t, r.m, smp.LocateQuery{Query: "process stripe webhook", Profile: "spec", SeedK: 2, NoWalk: true})
	for _, h := range alone.Results {
		if !h.IsSeed {
			t.Errorf("without a walk %s is no seed", h.Name)
		}
	}
}

func TestLocateMap(t *testing.T) {
	r := newRepo(t, payshop())
	res := locateIn(t, r.m, smp.LocateQuery{Query: "LoadUser", SeedK: 1})
	from, to := "func:store/user.go#LoadUser", "func:store/user.go#cacheKey"
	if len(res.Map) != 1 || res.Map[0].From != from || res.Map[0].To != to || res.Map[0].EdgeType != "CALLS_STATIC" || res.Map[0].Hop != 1 {
		t.Errorf("the map is %+v", res.Map)
	}
	if res := locateIn(t, r.m, smp.LocateQuery{Query: "LoadUser", NoWalk: true}); len(res.Map) != 0 {
		t.Errorf("no walk has the map %+v", res.Map)
	}
}

func TestLocateFilters(t *testing.T) {
	r := newRepo(t, payshop())
	names := func(q smp.LocateQuery) (out []string) {
		for _, h := range locateIn(t, r.m, q).Results {
			out = append(out, h.Name)
		}
		slices.Sort(out)
		return out
	}
	if got := names(smp.LocateQuery{Query: "stripe payment", NodeTypes: []string{"Class"}}); !slices.Equal(got, []string{"StripeClient"}) {
		t.Errorf("classes: %v", got)
	}
	if got := names(smp.LocateQuery{Query: "user password", Scope: "package:auth"}); !slices.Equal(got, []string{"authenticate", "hash_password"}) {
		t.Errorf("in auth: %v", got)
	}
	all := must[*smp.CommunitiesResult](t)(r.m.Communities(bg, nil))
	for _, c := range all.Communities {
		members := map[string]bool{}
		for _, n := range must[*smp.CommunityResult](t)(r.m.Community(bg, smp.CommunityQuery{CommunityID: c.ID})).Members {
			members[n.ID] = true
		}
		for _, h := range locateIn(t, r.m, smp.LocateQuery{Query: "user password stripe webhook", CommunityID: c.ID}).Results {
			if !members[h.NodeID] {
				t.Errorf("%s is not in %s", h.NodeID, c.ID)
			}
		}
	}
	for _, q := range []smp.LocateQuery{{Profile: "best"}, {NodeTypes: []string{"Car"}}, {CommunityID: "nowhere"}, {Scope: "nonsense:x"}} {
		if _, err := r.m.Locate(bg, q); err == nil {
			t.Errorf("%+v is taken", q)
		}
	}
}

// TestLocateIsDeterministic: neither the number of workers nor the file
// matters.
func TestLocateIsDeterministic(t *testing.T) {
	r := newRepo(t, project())
	ask := func(workers int) string {
		m := must[*smp.Memory](t)(smp.Open(bg, filepath.Join(t.TempDir(), "smp.db"), smp.WithRoot(r.m.Root()), smp.WithWorkers(workers)))
		defer m.Close()
		must[*smp.IndexResult](t)(m.Index(bg, nil))
		var b strings.Builder
		for _, q := range []string{"save a key in the store", "run", "make UserStore", "load"} {
			for _, p := range []string{"default", "spec"} {
				res := locateIn(t, m, smp.LocateQuery{Query: q, Profile: p, Explain: true})
				res.RanksOf = nil
				text, _ := json.MarshalIndent(res, "", " ")
				b.Write(text)
			}
		}
		return b.String()
	}
	want := ask(1)
	for _, workers := range []int{1, 4, 4} {
		if got := ask(workers); got != want {
			t.Fatalf("with %d workers:\n%s", workers, difference(got, want))
		}
	}
}

// letters is an embedder of so many dimensions.
type letters struct{ dim int }

func (l letters) Name() string { return "letters" + string(rune('0'+l.dim)) }
func (l letters) Dim() int     { return l.dim }

func (l letters) of(s string) []float32 {
	v := make([]float32, l.dim)
	for _, c := range s {
		v[int(c)%l.dim] += .01
	}
	return v
}

func (l letters) Embed(_ context.Context, texts []embed.Text) (out [][]float32, err error) {
	for _, t := range texts {
		out = append(out, l.of(t.Name))
	}
	return out, nil
}

func (l letters) EmbedQuery(_ context.Context, q string) ([]float32, error) { return l.of(q), nil }

func TestOtherEmbedders(t *testing.T) {
	root, db := newRepo(t, payshop()).m.Root(), filepath.Join(t.TempDir(), "smp.db")
	with := func(e embed.Embedder, index bool) (*smp.LocateResult, int) {
		m := must[*smp.Memory](t)(smp.Open(bg, db, smp.WithRoot(root), smp.WithEmbedder(e)))
		defer m.Close()
		changed := 0
		if index {
			changed = must[*smp.IndexResult](t)(m.Index(bg, nil)).Changed
		}
		res := locateIn(t, m, smp.LocateQuery{Query: "hash_password"})
		if len(res.Results) == 0 || res.Results[0].Name != "hash_password" {
			t.Errorf("%v finds %+v", e, res.Results)
		}
		return res, changed
	}
	noted := func(res *smp.LocateResult) bool {
		return slices.ContainsFunc(res.Notes, func(s string) bool { return strings.Contains(s, "words alone") })
	}
	if res, n := with(letters{5}, true); n == 0 || noted(res) || res.Results[0].VectorScore == 0 {
		t.Errorf("with vectors: %+v", res)
	}
	for _, e := range []embed.Embedder{letters{7}, nil} {
		if res, _ := with(e, false); !noted(res) || res.Results[0].VectorScore != 0 {
			t.Errorf("%v: vectors of another model are used: %+v", e, res)
		}
	}
	if res, n := with(letters{7}, true); n == 0 || noted(res) || res.Results[0].VectorScore == 0 {
		t.Errorf("another model's run changes %d files: %+v", n, res)
	}
	if res, n := with(nil, true); n == 0 || !noted(res) || res.Routed != nil {
		t.Errorf("without a model: %d files, %+v", n, res)
	}
	if _, n := with(nil, true); n != 0 {
		t.Errorf("the same again changes %d files", n)
	}
}

func TestDoctorKnowsWordsAndVectors(t *testing.T) {
	r := newRepo(t, payshop())
	if ps, err := r.m.Doctor(bg); err != nil || len(ps) > 0 {
		t.Fatalf("%v %v", ps, err)
	}
	os.Remove(filepath.Join(r.m.Root(), "auth/login.py"))
	must[*smp.IndexResult](t)(r.m.Index(bg, nil))
	if ps, err := r.m.Doctor(bg); err != nil || len(ps) > 0 {
		t.Fatalf("after a removal: %v %v", ps, err)
	}
	for damage, check := range map[string]string{
		"INSERT OR REPLACE INTO search_delta SELECT id, x'' FROM files WHERE path = 'store/user.go'":                              "functions and types can be searched",
		"INSERT INTO vectors VALUES (999, x'08000100000000000000000000000000')":                                                   "vectors can be read",
		"INSERT INTO vectors VALUES (998, x'0800010000000000000001010101')":                                                       "vectors are those of nodes",
		"INSERT OR REPLACE INTO search_delta SELECT id, x'01016305020000000000' || x'00' FROM files WHERE path = 'store/user.go'": "what is searched are nodes",
	} {
		damaged(t, r.m, damage, check)
	}
}
