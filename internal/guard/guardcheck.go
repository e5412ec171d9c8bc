package guard

import (
	"context"
	"os"
	"path/filepath"
	"slices"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/internal/heat"
	"github.com/structural-memory/smp/internal/query"
	"github.com/structural-memory/smp/internal/workspace"
	"github.com/structural-memory/smp/safety"
)

// weigh fills in the checks of a file that may be written, and judges.
func (g *guard) weigh(ctx context.Context, c *GuardChecks) error {
	guarded := make([]safety.Guarded, len(g.touched))
	for i, n := range g.touched {
		guarded[i].NodeID = n.ID
		if n.Metrics != nil && n.Kind.Callable() {
			guarded[i].Complexity = n.Metrics.Complexity
		}
	}
	if !g.res.IsNewFile {
		for _, step := range []func() error{
			func() error { return g.around(c) },
			func() error { return g.callers(c, guarded) },
			func() error { return g.unresolved(guarded) },
			func() error { return g.heat(ctx, c, guarded) },
			func() error { return g.coverage(ctx, c, guarded) },
		} {
			if err := step(); err != nil {
				return err
			}
		}
		if was, err := g.r.File(g.path); err == nil && g.m.Space.Head == nil && g.m.Runs.Touched(g.path, was.Mtime, was.Size) {
			g.caution(safety.IndexStale, "the file was changed after it was indexed; what is said is of the file as it was")
		}
	} else {
		g.res.Certainty = "certain"
		if _, err := os.Lstat(filepath.Join(g.m.Space.Opts.Root, filepath.FromSlash(g.path))); err == nil && g.m.Space.Head == nil {
			g.res.Certainty = "partial"
			g.res.NotLookedAt = &workspace.NotLookedAt{Count: 1, Files: []workspace.NotLookedFile{{File: g.path, Why: "not read: it is on disk and not indexed"}}}
			g.caution(safety.UnresolvedCallers, "the file is there and not indexed: what it holds, calls and is called by is not known (smp status says what was left out)")
		}
	}
	j := safety.Judge(guarded, g.intention.Breaks(), g.q.Limits)
	g.res.Verdict, g.res.Passed, g.res.MayGoOn = j.Verdict, j.Verdict == safety.Clear, j.Passes()
	g.res.Blocking = workspace.Cut(j.Blocking, mostBlocking, "blocking", g.res.More)
	g.res.UnblockConditions = workspace.Cut(j.Unblock, mostBlocking, "unblock_conditions", g.res.More)
	switch {
	case g.session != nil:
		g.res.SafetyLevel = g.session.Level
	case c.IsHotNode != nil && *c.IsHotNode:
		g.res.SafetyLevel = safety.Elevated
	}
	return nil
}

// around looks at the files that use this one, and at what it shows.
func (g *guard) around(c *GuardChecks) error {
	files, err := query.Dependants(g.r, g.path, g.nodes)
	if err != nil {
		return err
	}
	c.BlastRadius = len(files)
	for _, f := range files {
		info, err := g.r.File(f)
		if err != nil {
			return err
		}
		if info.Flags&facts.IsTest != 0 {
			c.TestFiles = append(c.TestFiles, f)
		}
	}
	c.HasTests = len(c.TestFiles) > 0
	c.TestFiles = workspace.Cut(c.TestFiles, query.MaxListed, "test_files", g.res.More)
	for _, n := range g.touched {
		if n.Mods&facts.Exported != 0 && g.parentShown(n) || query.IsEndpoint(n) {
			c.IsPublicAPI = true
			break
		}
		if !g.named {
			continue
		}
		routes, err := query.EntryPoints(g.r, n)
		if err != nil {
			return err
		}
		c.IsPublicAPI = c.IsPublicAPI || len(routes) > 0
	}
	return nil
}

// parentShown tells whether what a definition is a member of can be seen from
// outside.
func (g *guard) parentShown(n graph.Node) bool {
	i := slices.IndexFunc(g.nodes, func(p graph.Node) bool { return p.Row == n.Parent })
	return i <= 0 || g.nodes[i].Mods&facts.Exported != 0
}

// callers counts those who call what changes, from outside of it.
func (g *guard) callers(c *GuardChecks, guarded []safety.Guarded) error {
	all := map[graph.NodeID]bool{}
	for i, n := range g.touched {
		by, err := heat.CallersOf(g.r, n)
		if err != nil {
			return err
		}
		guarded[i].Callers = len(by)
		for row := range by {
			all[row] = true
		}
	}
	if !g.named { // within the file all may change together
		for _, n := range g.nodes {
			delete(all, n.Row)
		}
	}
	c.CallerCount = len(all)
	if g.intention.Breaks() && len(all) > 0 {
		g.caution(safety.CallersBreak, "%d definitions call what changes, and have to change with it: smp/impact lists them", len(all))
	}
	return nil
}

// unresolved counts call sites of the names that change which are not linked.
func (g *guard) unresolved(guarded []safety.Guarded) error {
	u := &UnresolvedSameName{Sample: []OpenCallPlace{}}
	counted := map[string]int{}
	for i, n := range g.touched {
		count, known := counted[n.Name]
		if !known {
			var err error
			if count, err = g.r.OpenCount(n.Name); err != nil {
				return err
			}
			counted[n.Name] = count
			u.Count += count
			if err := g.sample(u, n.Name, count); err != nil {
				return err
			}
		}
		guarded[i].Unresolved = count
	}
	g.res.UnresolvedSameName, g.res.Certainty = u, "certain"
	names := make([]string, 0, len(counted))
	for name := range counted {
		names = append(names, name)
	}
	missed, err := g.m.Space.NotLookedAt(g.r, g.path, names...)
	if err != nil {
		return err
	}
	if g.res.NotLookedAt = missed; missed != nil {
		g.res.Certainty = "partial"
		g.caution(safety.UnresolvedCallers, "%d files that may concern it were not read or not linked, so callers may be more: %s (%s)", missed.Count, missed.Files[0].File, missed.Files[0].Why)
	}
	if u.Count > 0 {
		g.res.Certainty = "partial"
		if !g.intention.Breaks() {
			g.caution(safety.UnresolvedCallers, "%d calls of the same name are not linked and may mean what changes, so callers and what depends on it may be more", u.Count)
		}
	}
	return nil
}

func (g *guard) sample(u *UnresolvedSameName, name string, count int) error {
	left := mostSampled - len(u.Sample)
	if left == 0 || count == 0 {
		return nil
	}
	open, err := g.r.OpenNamed(name, left)
	if err != nil {
		return err
	}
	for _, o := range open {
		from, err := g.r.Node(o.From)
		if err != nil {
			return err
		}
		u.Sample = append(u.Sample, OpenCallPlace{Name: name, Caller: workspace.DisplayName(from), File: from.File, Line: o.Line})
	}
	return nil
}

// heat says how hot what changes is: the hottest of it.
func (g *guard) heat(ctx context.Context, c *GuardChecks, guarded []safety.Guarded) error {
	return g.m.Heat.WithHeat(ctx, g.r, func(h *heat.HeatReader) error {
		if !h.Known() {
			g.caution(safety.HeatUnknown, "nothing is recorded of changes, so it is not known which nodes are hot: smp hot --bootstrap reads the history of git")
			return nil
		}
		hot, score := false, 0
		for i, n := range g.touched {
			heat, err := h.Of(n)
			if err != nil {
				return err
			}
			guarded[i].Hot, guarded[i].HeatScore = heat.Hot, heat.Score
			hot, score = hot || heat.Hot, max(score, heat.Score)
		}
		c.IsHotNode, c.HeatScore = &hot, &score
		return nil
	})
}
