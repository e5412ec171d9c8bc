package smp_test

import (
	"encoding/json"
	"errors"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/structural-memory/smp"
)

func TestCommunitiesOfATown(t *testing.T) {
	m := newRepo(t, town()).m
	all := must[*smp.CommunitiesResult](t)(m.Communities(bg, nil))
	coarse, fine := map[string]smp.CommunityInfo{}, map[string]smp.CommunityInfo{}
	members := [2]int{}
	for _, c := range all.Communities {
		members[c.Level] += c.MemberCount
		if c.Level == 0 {
			coarse[c.ID] = c
		} else {
			fine[c.ID] = c
		}
		if c.ID != "comm_"+c.Label || c.MemberCount == 0 || c.FileCount == 0 || c.ModularityScore <= 0 {
			t.Errorf("odd community %+v", c)
		}
	}
	if all.Total != len(coarse)+len(fine) || members[0] != members[1] || members[0] != 6*(24+4+1)+1 {
		t.Errorf("%d communities with %d members", all.Total, members)
	}
	children := map[string]int{}
	for _, c := range fine {
		if _, ok := coarse[c.ParentCommunity]; !ok {
			t.Errorf("%s is in %q", c.ID, c.ParentCommunity)
		}
		children[c.ParentCommunity] += c.MemberCount
	}
	for id, n := range children {
		if coarse[id].MemberCount != n {
			t.Errorf("%s has %d members, those in it %d", id, coarse[id].MemberCount, n)
		}
	}
	for _, want := range []string{"disk", "index", "session", "oauth", "invoice", "handler"} {
		if !slices.ContainsFunc(all.Communities, func(c smp.CommunityInfo) bool { return strings.Contains(c.MajorityPathPrefix, want) }) {
			t.Errorf("no community is of %s", want)
		}
	}
	one := 1
	if only := must[*smp.CommunitiesResult](t)(m.Communities(bg, &one)); only.Total != len(fine) {
		t.Errorf("%d at level 1, want %d", only.Total, len(fine))
	}
}

func TestBoundaries(t *testing.T) {
	m := newRepo(t, town()).m
	for level := range 2 {
		all := must[*smp.CommunitiesResult](t)(m.Communities(bg, &level))
		touching := map[string]int{}
		for _, c := range all.Communities {
			touching[c.ID] = c.InternalEdgeCount + c.ExternalEdgeCount
		}
		b := must[*smp.BoundariesResult](t)(m.Boundaries(bg, level, 0))
		if len(b.Boundaries) == 0 {
			t.Fatalf("level %d has no boundaries", level)
		}
		external := map[string]int{}
		for i, x := range b.Boundaries {
			fewer := min(touching[x.FromCommunity], touching[x.ToCommunity])
			if want := float64(x.EdgeCount) / float64(fewer); math.Abs(x.CouplingWeight-want) > 1e-4 {
				t.Errorf("%s - %s: %d edges of %d are %g", x.FromCommunity, x.ToCommunity, x.EdgeCount, fewer, x.CouplingWeight)
			}
			external[x.FromCommunity] += x.EdgeCount
			external[x.ToCommunity] += x.EdgeCount
			if i > 0 && x.CouplingWeight > b.Boundaries[i-1].CouplingWeight {
				t.Error("not the heaviest first")
			}
			for _, n := range x.BridgeNodes {
				if "comm_"+n.Side != x.FromCommunity && "comm_"+n.Side != x.ToCommunity || n.InDegreeFrom+n.OutDegreeToPeer == 0 {
					t.Errorf("odd bridge %+v", n)
				}
			}
		}
		for _, c := range all.Communities {
			if external[c.ID] != c.ExternalEdgeCount {
				t.Errorf("%s: boundaries have %d edges, it has %d", c.ID, external[c.ID], c.ExternalEdgeCount)
			}
		}
		heavy := b.Boundaries[0].CouplingWeight
		if cut := must[*smp.BoundariesResult](t)(m.Boundaries(bg, level, heavy)); cut.Boundaries[len(cut.Boundaries)-1].CouplingWeight < heavy {
			t.Error("lighter couplings than asked for")
		}
	}
}

func TestOneCommunity(t *testing.T) {
	m := newRepo(t, town()).m
	all := must[*smp.CommunitiesResult](t)(m.Communities(bg, nil))
	where := [2]map[string]string{{}, {}}
	bridges := 0
	for _, c := range all.Communities {
		res := must[*smp.CommunityResult](t)(m.Community(bg, smp.CommunityQuery{CommunityID: c.ID, IncludeBridges: true}))
		if len(res.Members) != c.MemberCount || res.MemberCount != c.MemberCount {
			t.Errorf("%s lists %d of %d members", c.ID, len(res.Members), c.MemberCount)
		}
		for i, x := range res.Members {
			if where[c.Level][x.ID] != "" {
				t.Errorf("%s is in two communities of level %d", x.ID, c.Level)
			}
			where[c.Level][x.ID] = c.ID
			if x.PageRank <= 0 || i > 0 && x.PageRank > res.Members[i-1].PageRank {
				t.Errorf("%s: rank %g", x.ID, x.PageRank)
			}
		}
		for _, b := range res.BridgeEdges {
			bridges++
			if b.ToCommunity == c.ID || b.CouplingWeight <= 0 || b.CouplingWeight > 1 {
				t.Errorf("odd bridge %+v", b)
			}
		}
	}
	if bridges == 0 {
		t.Error("there are no bridges")
	}
	first := all.Communities[0]
	some := must[*smp.CommunityResult](t)(m.Community(bg, smp.CommunityQuery{CommunityID: first.ID, NodeTypes: []string{"File"}, Limit: 2}))
	if len(some.Members) != 2 || some.Members[0].Type != "File" || some.More["members"] != first.FileCount-2 || len(some.BridgeEdges) != 0 {
		t.Errorf("got %+v", some)
	}
}

// TestCommunitiesHaveTheFieldsOfTheSpecification holds the answers against the
// names in the documents.
func TestCommunitiesHaveTheFieldsOfTheSpecification(t *testing.T) {
	m := newRepo(t, town()).m
	zero := 0
	all := must[*smp.CommunitiesResult](t)(m.Communities(bg, &zero))
	one := 1
	for name, c := range map[string]struct {
		answer any
		fields string
	}{
		"detect":     {must[*smp.DetectResult](t)(m.DetectCommunities(bg, smp.DetectOptions{})), "nodes_assigned bridge_edges levels coarse_communities fine_communities"},
		"list":       {all, "total communities"},
		"community":  {must[*smp.CommunitiesResult](t)(m.Communities(bg, &one)).Communities[0], "id level parent_community label majority_path_prefix top_tags member_count file_count internal_edge_count external_edge_count modularity_score bridge_communities"},
		"get":        {must[*smp.CommunityResult](t)(m.Community(bg, smp.CommunityQuery{CommunityID: all.Communities[0].ID})), "community_id level label member_count members bridge_edges"},
		"member":     {must[*smp.CommunityResult](t)(m.Community(bg, smp.CommunityQuery{CommunityID: all.Communities[0].ID})).Members[0], "id type name file pagerank heat_score"},
		"boundaries": {must[*smp.BoundariesResult](t)(m.Boundaries(bg, 0, 0)), "level boundaries"},
		"boundary":   {must[*smp.BoundariesResult](t)(m.Boundaries(bg, 0, 0)).Boundaries[0], "from_community to_community edge_count coupling_weight bridge_nodes"},
	} {
		text := must[[]byte](t)(json.Marshal(c.answer))
		got := map[string]any{}
		if err := json.Unmarshal(text, &got); err != nil {
			t.Fatal(err)
		}
		has(t, name, slices.Collect(maps.Keys(got)), strings.Fields(c.fields)...)
		if strings.Contains(strings.ReplaceAll(string(text), `"heat_score":null`, ""), "null") {
			t.Errorf("%s: a list is null: %s", name, text)
		}
	}
}

// answers are all answers about communities, without the times.
func answers(t *testing.T, m *smp.Memory) string {
	t.Helper()
	all := must[*smp.CommunitiesResult](t)(m.Communities(bg, nil))
	out := []any{all.Communities}
	for level := range 2 {
		out = append(out, must[*smp.BoundariesResult](t)(m.Boundaries(bg, level, 0)).Boundaries)
	}
	for _, c := range all.Communities {
		res := must[*smp.CommunityResult](t)(m.Community(bg, smp.CommunityQuery{CommunityID: c.ID, IncludeBridges: true}))
		out = append(out, res.Members, res.BridgeEdges)
	}
	return string(must[[]byte](t)(json.Marshal(out)))
}

func TestTheSameRepositoryGivesTheSameCommunities(t *testing.T) {
	files := town()
	maps.Copy(files, project())
	root := newRepo(t, files).root
	open := func(workers int) *smp.Memory {
		m := must[*smp.Memory](t)(smp.Open(bg, filepath.Join(t.TempDir(), "smp.db"), smp.WithRoot(root), smp.WithWorkers(workers)))
		t.Cleanup(func() { m.Close() })
		return m
	}
	first := ""
	for _, workers := range []int{1, 4} {
		m := open(workers)
		must[*smp.IndexResult](t)(m.Index(bg, nil))
		if got := answers(t, m); first == "" {
			first = got
		} else if got != first {
			t.Errorf("other answers with %d workers", workers)
		}
	}
	// Row ids in another order: half of the files come later. Nothing is
	// detected before all are there.
	m := open(2)
	away := t.TempDir()
	for _, p := range []string{"storage", "auth"} {
		move(t, filepath.Join(root, p), filepath.Join(away, p))
	}
	must[*smp.IndexResult](t)(m.Index(bg, nil))
	for _, p := range []string{"storage", "auth"} {
		move(t, filepath.Join(away, p), filepath.Join(root, p))
	}
	if res := must[*smp.IndexResult](t)(m.Index(bg, nil)); res.Stages["communities"] == 0 {
		t.Error("half of the files are new, and nothing was detected")
	}
	if got := partition(t, m); got != partition(t, open2(t, root)) {
		t.Error("other communities when files come one after another")
	}
}

func open2(t *testing.T, root string) *smp.Memory {
	m := must[*smp.Memory](t)(smp.Open(bg, ":memory:", smp.WithRoot(root)))
	t.Cleanup(func() { m.Close() })
	must[*smp.IndexResult](t)(m.Index(bg, nil))
	return m
}

// partition is who is with whom, whatever the communities are called.
func partition(t *testing.T, m *smp.Memory) string {
	t.Helper()
	var groups []string
	for _, c := range must[*smp.CommunitiesResult](t)(m.Communities(bg, nil)).Communities {
		var ids []string
		for _, x := range must[*smp.CommunityResult](t)(m.Community(bg, smp.CommunityQuery{CommunityID: c.ID})).Members {
			ids = append(ids, x.ID)
		}
		slices.Sort(ids)
		groups = append(groups, strings.Join(ids, " "))
	}
	slices.Sort(groups)
	return strings.Join(groups, "\n")
}

func move(t *testing.T, from, to string) {
	t.Helper()
	if err := os.Rename(from, to); err != nil {
		t.Fatal(err)
	}
}

func TestCommunitiesKeepTheirIDs(t *testing.T) {
	r := newRepo(t, town())
	names := func() (out []string) {
		for _, c := range must[*smp.CommunitiesResult](t)(r.m.Communities(bg, nil)).Communities {
			out = append(out, c.ID)
		}
		slices.Sort(out)
		return out
	}
	before := must[*smp.CommunitiesResult](t)(r.m.Communities(bg, nil))
	ids := names()
	write(t, filepath.Join(r.root, "web/handler/more.go"), "package handler\n\nfunc more() { DoHandler0(1) }\n")
	if res := must[*smp.IndexResult](t)(r.m.Index(bg, nil)); res.Stages["communities"] != 0 {
		t.Error("detected again after a small change")
	}
	after := must[*smp.CommunitiesResult](t)(r.m.Communities(bg, nil))
	if after.Version != before.Version || after.Changed == 0 {
		t.Errorf("the age is %+v, was %+v", after.CommunitiesAge, before.CommunitiesAge)
	}
	res := must[*smp.DetectResult](t)(r.m.DetectCommunities(bg, smp.DetectOptions{}))
	if got := names(); !slices.Equal(got, ids) || res.Version == before.Version {
		t.Errorf("ids are %v, were %v", got, ids)
	}
	// Moved folders give other paths, so other ids of nodes and other communities.
	move(t, filepath.Join(r.root, "storage"), filepath.Join(r.root, "warehouse"))
	if res := must[*smp.IndexResult](t)(r.m.Index(bg, nil)); res.Stages["communities"] == 0 {
		t.Error("not detected after a third of the files moved")
	}
}

func TestCommunityTags(t *testing.T) {
	r := newRepo(t, town())
	must[*smp.AnnotateResult](t)(r.m.Annotate(bg, "func:auth/oauth/part0.go#DoOauth0", smp.Annotation{Tags: []string{"oauth", "tokens"}}))
	must[*smp.AnnotateResult](t)(r.m.Annotate(bg, "func:auth/oauth/part0.go#DoOauth1", smp.Annotation{Tags: []string{"tokens"}}))
	must[*smp.DetectResult](t)(r.m.DetectCommunities(bg, smp.DetectOptions{}))
	one := 1
	for _, c := range must[*smp.CommunitiesResult](t)(r.m.Communities(bg, &one)).Communities {
		if c.MajorityPathPrefix == "auth/oauth" && !slices.Equal(c.TopTags, []string{"tokens", "oauth"}) {
			t.Errorf("%s has the tags %v", c.ID, c.TopTags)
		}
	}
}

func TestNavigateACommunity(t *testing.T) {
	m := newRepo(t, town()).m
	one := 1
	for _, c := range must[*smp.CommunitiesResult](t)(m.Communities(bg, &one)).Communities {
		res := must[*smp.NavigateResult](t)(m.Navigate(bg, smp.NavigateQuery{Query: c.ID, Relationships: true, Limit: 3}))
		if res.Entity.ID != c.ID || res.Entity.Type != "Community" || res.Entity.Name != c.Label || len(res.Related["defines"]) != 3 || res.More["defines"] != c.MemberCount-3 {
			t.Errorf("got %+v", res)
		}
		if len(res.Related["depends_on"])+len(res.Related["used_by"]) != min(len(c.BridgeCommunities), 6) {
			t.Errorf("%s has the peers %v, want %v", c.ID, res.Related, c.BridgeCommunities)
		}
	}
}

func TestWrongQuestionsAboutCommunities(t *testing.T) {
	m := newRepo(t, town()).m
	three := 3
	for name, ask := range map[string]func() error{
		"level":          func() error { _, err := m.Communities(bg, &three); return err },
		"boundary level": func() error { _, err := m.Boundaries(bg, 2, 0); return err },
		"coupling":       func() error { _, err := m.Boundaries(bg, 0, math.NaN()); return err },
		"node type": func() error {
			_, err := m.Community(bg, smp.CommunityQuery{CommunityID: "comm_disk", NodeTypes: []string{"Thing"}})
			return err
		},
		"algorithm": func() error { _, err := m.DetectCommunities(bg, smp.DetectOptions{Algorithm: "leiden"}); return err },
		"relationship": func() error {
			_, err := m.DetectCommunities(bg, smp.DetectOptions{RelationshipTypes: []string{"LIKES"}})
			return err
		},
		"level to detect": func() error {
			_, err := m.DetectCommunities(bg, smp.DetectOptions{Levels: []smp.DetectLevel{{Level: 2, Resolution: 1}}})
			return err
		},
		"resolution": func() error {
			_, err := m.DetectCommunities(bg, smp.DetectOptions{Levels: []smp.DetectLevel{{Level: 1}}})
			return err
		},
		"smallest community": func() error { _, err := m.DetectCommunities(bg, smp.DetectOptions{MinCommunitySize: -1}); return err },
	} {
		var wrong *smp.ParamError
		if err := ask(); !errors.As(err, &wrong) || wrong.Hint == "" {
			t.Errorf("%s: %v", name, err)
		}
	}
	var missing *smp.NotFoundError
	if _, err := m.Community(bg, smp.CommunityQuery{CommunityID: "oaut"}); !errors.As(err, &missing) || len(missing.Suggestions) == 0 {
		t.Errorf("an unknown community: %v", err)
	}
	if _, err := m.Navigate(bg, smp.NavigateQuery{Query: "comm_nothing"}); !errors.As(err, &missing) {
		t.Errorf("an unknown community: %v", err)
	}
	empty := must[*smp.Memory](t)(smp.Open(bg, ":memory:", smp.WithRoot(t.TempDir())))
	defer empty.Close()
	if _, err := empty.Communities(bg, nil); !errors.Is(err, smp.ErrNoCommunities) {
		t.Errorf("before the first run: %v", err)
	}
}
