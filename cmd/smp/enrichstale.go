package main

import (
	"time"

	"github.com/structural-memory/smp"
)

type enrichStaleCommand struct {
	askFlags
	Scope string `arg:"" optional:"" default:"full" help:"full, package:PATH or file:PATH."`
}

func (*enrichStaleCommand) Help() string {
	return `Examples:

    smp enrich stale
    smp enrich stale file:src/auth/login.ts`
}

func (c *enrichStaleCommand) Run(a *app) error {
	return a.ask(&c.askFlags, func(m *smp.Memory) error {
		res, err := m.EnrichStale(a.ctx, smp.Scope(c.Scope))
		if err != nil {
			return err
		}
		return a.answer(res, func(p *page) {
			if res.StaleCount == 0 {
				p.line("nothing has changed since it was enriched")
				return
			}
			list(p, "changed since", res.StaleNodes, 0, c.shown(), func(s smp.StaleNode) []string {
				return []string{s.NodeID, p.dim(age(time.Since(s.LastEnriched)) + " ago"), p.dim(s.Reason)}
			})
		})
	})
}
