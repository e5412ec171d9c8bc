package main

import (
	"fmt"

	"github.com/structural-memory/smp"
)

type enrichStatusCommand struct {
	askFlags
	Scope string `arg:"" optional:"" default:"full" help:"full, package:PATH or file:PATH."`
}

func (*enrichStatusCommand) Help() string {
	return `Annotations of definitions that are gone are kept, and listed here.

Examples:

    smp enrich status
    smp enrich status package:src/auth`
}

func (c *enrichStatusCommand) Run(a *app) error {
	return a.ask(&c.askFlags, func(m *smp.Memory) error {
		res, err := m.EnrichStatus(a.ctx, smp.Scope(c.Scope))
		if err != nil {
			return err
		}
		return a.answer(res, func(p *page) { c.text(p, res) })
	})
}

func (c *enrichStatusCommand) text(p *page, res *smp.EnrichStatusResult) {
	p.line("%s of %s say something", p.bold(fmt.Sprintf("%.1f %%", res.CoveragePct)), count(res.TotalNodes, "definition", "definitions"))
	var rows [][]string
	for _, r := range []struct {
		n    int
		what string
	}{
		{res.HasDocstring, "have a docstring or a description"}, {res.HasAnnotations, "have types or exceptions"}, {res.HasTags, "have tags"},
		{res.ManuallyAnnotated, "were annotated by hand"}, {res.NoMetadata, "say nothing"}, {res.Stale, "have changed since"}, {res.NotEnriched, "were never enriched"},
	} {
		if r.n > 0 {
			rows = append(rows, []string{number(r.n), r.what})
		}
	}
	p.table("  ", "r", rows)
	list(p, "annotated, but gone", res.Orphaned, 0, c.shown(), func(id string) []string { return []string{id} })
}
