package main

import (
	"github.com/structural-memory/smp"
)

type whyCommand struct {
	lookFlags
	From string `arg:"" help:"What depends: an id, path#name, path:line, qualified or bare name, or a file."`
	To   string `arg:"" help:"What it depends on."`
}

func (*whyCommand) Help() string {
	return `The exit code is 1 where there is no path; if there is one the other way round, that is said.

Examples:

    smp why Engine.ServeHTTP Context.Next
    smp why src/api/routes.ts src/utils/crypto.ts`
}

func (c *whyCommand) Run(a *app) error {
	return a.look(&c.lookFlags, func(m *smp.Memory) error {
		res, err := m.Why(a.ctx, c.From, c.To)
		if err != nil {
			return err
		}
		if res.PathLength != nil {
			return a.answer(res, func(p *page) { whyText(p, res) })
		}
		if err := a.answer(res, func(p *page) { p.line("nothing known makes %s depend on %s", c.From, c.To) }); err != nil {
			return err
		}
		if back, err := m.Why(a.ctx, c.To, c.From); err == nil && back.PathLength != nil {
			a.note("but the other way round: %s", back.Readable)
		}
		return errNegative
	})
}

func whyText(p *page, res *smp.WhyResult) {
	if len(res.Chain) == 0 {
		p.line("they are the same")
		return
	}
	p.line("%s", p.bold(res.Readable))
	var rows [][]string
	for _, s := range res.Chain {
		line := ""
		if s.Line > 0 {
			line = "line " + number(s.Line)
		}
		rows = append(rows, []string{s.Node, edgeText(s.Edge, s.Class), s.Target, p.dim(line)})
	}
	p.table("  ", "", rows)
}
