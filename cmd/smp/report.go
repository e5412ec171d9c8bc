package main

import (
	"strings"

	"github.com/structural-memory/smp"
)

type reportCommand struct {
	askFlags
	Scope string `arg:"" optional:"" default:"full" help:"full, package:PATH or file:PATH."`
}

func (*reportCommand) Help() string {
	return `Call sites whose target no rule finds are no edges. Those with definitions of the same name in the repository come first: one of them may be meant.

Examples:

    smp report
    smp report package:src/db --limit 100
    smp report file:gin.go --json`
}

func (c *reportCommand) Run(a *app) error {
	return a.ask(&c.askFlags, func(m *smp.Memory) error {
		limit := c.Limit
		if !a.JSON {
			limit = c.shown()
		}
		res, err := m.LinkerReport(a.ctx, smp.Scope(c.Scope), limit)
		if err != nil {
			return err
		}
		return a.answer(res, func(p *page) { reportText(p, res) })
	})
}

func reportText(p *page, res *smp.LinkerReport) {
	list(p, "entry points", res.EntryPoints, res.MoreEntryPoints, len(res.EntryPoints), func(e smp.HandledRoute) []string {
		return []string{e.Method + " " + e.Path, e.Handler.Name, place(e.Handler.File, e.Handler.Line), p.dim(e.Framework)}
	})
	if len(res.EntryPoints) > 0 {
		p.line("")
	}
	if res.UnresolvedCount == 0 {
		p.line("every call is linked")
		return
	}
	p.line("%s could not be linked", p.bold(count(res.UnresolvedCount, "call", "calls")))
	var rows [][]string
	for _, r := range bySize(res.ByReason, func(n int) int { return n }) {
		rows = append(rows, []string{number(res.ByReason[r]), r})
	}
	p.table("  ", "r", rows)
	p.line("")
	list(p, "calls", res.Unresolved, res.Truncated, len(res.Unresolved), func(u smp.UnresolvedCall) []string {
		to := u.ToName
		if u.Receiver != "" {
			to = u.Receiver + "." + to
		}
		return []string{place(u.File, u.Line), to, p.dim(u.Reason), p.dim(strings.Join(firstOf(u.Candidates, 2), ", "))}
	})
}
