package main

import (
	"fmt"
	"time"

	"github.com/structural-memory/smp"
	"github.com/structural-memory/smp/jsonrpc"
)

type hotCommand struct {
	Name       string `arg:"" optional:"" help:"Show how this definition has changed instead."`
	Scope      string `default:"full" placeholder:"SCOPE" help:"full, package:PATH or file:PATH."`
	Days       int    `placeholder:"N" help:"The window; by default 30 days, and 90 for one definition."`
	MinChanges int    `placeholder:"N" default:"5" help:"Changes within the window."`
	MinCallers int    `placeholder:"N" default:"5" help:"Distinct callers."`
	Limit      int    `placeholder:"N" default:"20" help:"List at most N entries."`
	Bootstrap  bool   `help:"Read the history of git again first: the last 90 days or 500 commits, or as many days as --days says."`
	Commits    int    `placeholder:"N" default:"500" help:"Commits that --bootstrap reads at most."`
	Fresh      bool   `help:"Bring the index up to date first."`
}

func (*hotCommand) Help() string {
	return `The definitions that change often and that many call. Heat is changes within the window times callers, at most 100.

Changes are those of commits, read along the first parents of what is checked out, and those that agents have made since. smp index reads the last 30 days; --bootstrap reads more.

Examples:

    smp hot
    smp hot --min-changes 2 --days 90 --bootstrap
    smp hot --scope package:src/auth --json
    smp hot Context.Next`
}

func (c *hotCommand) Run(a *app) error {
	for name, n := range map[string]int{"days": c.Days, "min-changes": c.MinChanges, "min-callers": c.MinCallers, "limit": c.Limit, "commits": c.Commits} {
		if n < 0 || n == 0 && name != "days" {
			return badParam(name, number(n), "use a number above 0")
		}
	}
	return a.onIndex(true, c.Fresh, func(m *smp.Memory) error {
		if c.Bootstrap {
			h, err := m.ReadHistory(a.ctx, smp.HistoryQuery{Days: max(c.Days, 90), Commits: c.Commits, Again: true})
			if err != nil {
				return err
			}
			if !h.Available {
				return &failure{code: jsonrpc.InternalError, exit: exitNegative, text: "the history is not available: " + h.Reason, data: h}
			}
			a.note("%s since %s, %s of definitions", count(h.Commits, "commit", "commits"), h.Since.Format(time.DateOnly), count(h.Changes, "change", "changes"))
		}
		if c.Name != "" {
			return c.one(a, m)
		}
		res, err := m.HotNodes(a.ctx, smp.HotQuery{Scope: smp.Scope(c.Scope), WindowDays: c.Days, MinChanges: c.MinChanges, MinCallers: c.MinCallers, Limit: c.Limit})
		if err != nil {
			return err
		}
		return a.answer(res, func(p *page) { hotText(p, res) })
	})
}

func hotText(p *page, res *smp.HotResult) {
	var rows [][]string
	for _, n := range res.HotNodes {
		rows = append(rows, []string{number(n.HeatScore), n.Name, p.dim(n.File), p.dim(count(n.ChangesInWindow, "change", "changes")), p.dim(count(n.CallerCount, "caller", "callers")),
			p.dim(n.LastChangedAt.Format(time.DateOnly) + " " + n.LastChangedBy)})
	}
	p.table("", "r", rows)
	if res.More > 0 {
		p.line("… %d more (use --limit)", res.More)
	}
	if len(rows) == 0 && res.KnownSince != nil {
		p.line("nothing is hot: no definition changed so often in %d days and has so many callers", res.WindowDays)
	}
	if res.Note != "" {
		p.line("%s", p.dim(res.Note))
	}
}

func (c *hotCommand) one(a *app, m *smp.Memory) error {
	res, err := m.NodeTelemetry(a.ctx, smp.NodeTelemetryQuery{NodeID: c.Name, WindowDays: c.Days, Limit: c.Limit})
	if err != nil {
		return err
	}
	return a.answer(res, func(p *page) {
		heat, stability := "unknown", "unknown"
		if res.HeatScore != nil {
			heat = number(*res.HeatScore)
		}
		if res.Stability != nil {
			stability = *res.Stability
		}
		p.line("%s", p.bold(res.NodeID))
		p.line("  heat %s, %s, %s in %d days, %s", heat, stability, count(res.TotalChanges, "change", "changes"), res.WindowDays, count(res.CallerCount, "caller", "callers"))
		if since := res.KnownSince; since != nil && time.Since(*since) < time.Duration(res.WindowDays-1)*24*time.Hour {
			p.line("  changes are known since %s only", since.Format(time.DateOnly))
		}
		list(p, "changes", res.History, res.More, c.Limit, func(x smp.NodeChange) []string {
			from := x.Session
			if x.Commit != "" {
				from = fmt.Sprintf("%.10s", x.Commit)
			}
			return []string{x.Timestamp.Format(time.RFC3339), x.Event, x.Agent, p.dim(from)}
		})
	})
}
