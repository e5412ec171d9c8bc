package main

import (
	"strings"

	"github.com/structural-memory/smp"
)

type dryRunCommand struct {
	proposalFlags
	Session string `placeholder:"ID" help:"Run on what a session sees, as its step before the checkpoint."`
	Limit   int    `placeholder:"N" help:"List at most N entries."`
}

func (*dryRunCommand) Help() string {
	return `Tells what proposed content would break, without writing it. The exit code is 1 where the verdict is breaking.

Examples:

    smp dryrun src/auth/login.ts --with /tmp/login.ts
    smp dryrun src/auth/login.ts --with /tmp/login.ts --session ses_4f8a2c
    smp dryrun --change src/a.ts=/tmp/a.ts --change src/b.ts= --json`
}

func (c *dryRunCommand) Run(a *app) error {
	changes, err := c.changes(a)
	if err != nil {
		return err
	}
	return a.onIndex(true, true, func(m *smp.Memory) error {
		res, err := m.DryRun(a.ctx, smp.Proposal{SessionID: c.Session, Changes: changes, Limit: c.Limit})
		if err != nil {
			return err
		}
		limit := c.Limit
		if limit <= 0 {
			limit = 20
		}
		if err := a.answer(res, func(p *page) { dryRunText(p, res, limit) }); err != nil || res.Verdict != smp.VerdictBreaking {
			return err
		}
		return errNegative
	})
}

func dryRunText(p *page, res *smp.DryRunResult, limit int) {
	d := res.StructuralDelta
	p.line("verdict %s: %s", p.bold(res.Verdict), strings.Join([]string{
		count(d.NodesAdded, "definition added", "definitions added"), count(d.NodesModified, "modified", "modified"),
		count(d.NodesRemoved, "removed", "removed")}, ", "))
	broken := func(b smp.BrokenCaller) []string {
		row := []string{b.Function, p.dim(place(b.File, b.Line)), b.Reason}
		if b.Certainty != "exact" {
			row = append(row, p.dim("["+b.Certainty+"]"))
		}
		return row
	}
	list(p, "broken", res.Impact.BrokenCallers, res.Impact.More["broken_callers"], limit, broken)
	list(p, "broken tests", res.Impact.BrokenTests, res.Impact.More["broken_tests"], limit, broken)
	var others []smp.VerdictReason
	for _, r := range res.Reasons {
		if r.Rule != "broken-caller" && r.Rule != "broken-test" {
			others = append(others, r)
		}
	}
	list(p, "why", others, 0, limit, func(r smp.VerdictReason) []string {
		return []string{r.Verdict, p.dim(place(r.File, r.Line)), r.Message}
	})
	if n := res.Impact.More["reasons"]; n > 0 {
		p.line("  %s", p.dim(number(n)+" more reasons (use --limit)"))
	}
	for _, n := range res.Notes {
		p.line("%s", p.dim("note: "+n))
	}
}
