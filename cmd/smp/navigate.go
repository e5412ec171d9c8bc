package main

import (
	"fmt"
	"strings"

	"github.com/structural-memory/smp"
)

type navigateCommand struct {
	askFlags
	Name  string `arg:"" help:"An id, path#name, path:line, qualified or bare name."`
	Alone bool   `help:"The definition alone, without what is around it."`
}

func (*navigateCommand) Help() string {
	return `Examples:

    smp navigate Engine.ServeHTTP
    smp navigate gin.go:659
    smp navigate context.go#Next --json`
}

func (c *navigateCommand) Run(a *app) error {
	return a.ask(&c.askFlags, func(m *smp.Memory) error {
		res, err := m.Navigate(a.ctx, smp.NavigateQuery{Query: c.Name, Relationships: !c.Alone, Limit: c.Limit})
		if err != nil {
			return err
		}
		if err := a.answer(res, func(p *page) { navigateText(p, res, c.shown()) }); err != nil {
			return err
		}
		a.noteAge(m, res.Entity.File)
		return nil
	})
}

func navigateText(p *page, res *smp.NavigateResult, limit int) {
	n := res.Entity
	name := n.Qualified
	if name == "" {
		name = n.Name
	}
	where := place(n.File, n.NameLine)
	if n.EndLine > n.NameLine && n.NameLine > 0 {
		where += fmt.Sprintf("-%d", n.EndLine)
	}
	p.line("%s  %s  %s", p.bold(name), what(n.Type, n.Form), where)
	p.line("  %s", p.dim(n.ID))
	for _, l := range strings.Split(n.Signature, "\n") {
		if l != "" {
			p.line("  %s", l)
		}
	}
	if n.Purpose != "" {
		p.line("  %s", n.Purpose)
	}
	p.certainty(n.Name, res.Certainty)
	for _, l := range []struct{ key, title string }{
		{"called_by", "called by"}, {"calls", "calls"}, {"used_by", "used by"}, {"depends_on", "depends on"}, {"inherits", "inherits"},
		{"extended_by", "extended by"}, {"defines", "defines"}, {"tested_by", "tested by"},
	} {
		list(p, l.title, res.Related[l.key], res.More[l.key], limit, p.refCells)
	}
}

// what is the kind of a node in words.
func what(kind, form string) string {
	if form != "" {
		return form
	}
	return strings.ToLower(kind)
}
