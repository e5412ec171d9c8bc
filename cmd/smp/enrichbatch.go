package main

import (
	"github.com/structural-memory/smp"
)

type enrichBatchCommand struct {
	askFlags
	Scope string `arg:"" optional:"" default:"full" help:"full, package:PATH or file:PATH."`
	Force bool   `short:"f" help:"Read those again that have not changed."`
}

func (*enrichBatchCommand) Help() string {
	return `Functions, classes, interfaces and variables are enriched, those skipped whose source is what it was. Definitions of which nothing could be read are listed: smp annotate describes them.

Examples:

    smp enrich batch
    smp enrich batch package:src/auth --force`
}

func (c *enrichBatchCommand) Run(a *app) error {
	return a.ask(&c.askFlags, func(m *smp.Memory) error {
		p := a.startProgress("enriching " + c.Scope)
		res, err := m.EnrichBatch(a.ctx, smp.Scope(c.Scope), c.Force, func(done, of int) { p.report("reading", done, of) })
		p.stop()
		if err != nil {
			return err
		}
		if err := a.answer(res, func(p *page) { c.text(p, res) }); err != nil {
			return err
		}
		if res.Failed > 0 {
			return errNegative
		}
		return nil
	})
}

func (c *enrichBatchCommand) text(p *page, res *smp.EnrichBatchResult) {
	p.table("", "r", [][]string{
		{p.bold(number(res.Enriched)), "enriched"},
		{number(res.Skipped), "skipped: unchanged"},
		{number(res.NoMetadata), "say nothing"},
		{number(res.Failed), "failed"},
	})
	one := func(s string) []string { return []string{s} }
	list(p, "nothing could be read of", res.NoMetadataNodes, 0, c.shown(), one)
	list(p, "failed", res.Failures, 0, c.shown(), func(f smp.EnrichFailure) []string {
		return []string{f.File, count(f.Nodes, "definition", "definitions"), f.Message}
	})
}
