package main

import (
	"strings"

	"github.com/structural-memory/smp"
)

type flowCommand struct {
	lookFlags
	Start string `arg:"" help:"Where it begins."`
	End   string `arg:"" help:"Where it ends."`
	Type  string `enum:"execution,data" default:"execution" help:"execution follows calls; data follows uses and references too."`
}

func (*flowCommand) Help() string {
	return `The shortest way, with the types that pass from step to step as they are written. The exit code is 1 where there is none.

Examples:

    smp flow Engine.ServeHTTP Context.Next
    smp flow --type data loginRoute User`
}

func (c *flowCommand) Run(a *app) error {
	return a.look(&c.lookFlags, func(m *smp.Memory) error {
		res, err := m.Flow(a.ctx, c.Start, c.End, c.Type)
		if err != nil {
			return err
		}
		if err := a.answer(res, func(p *page) { c.text(p, res) }); err != nil {
			return err
		}
		if len(res.Path) == 0 {
			return errNegative
		}
		return nil
	})
}

func (c *flowCommand) text(p *page, res *smp.FlowResult) {
	if len(res.Path) == 0 {
		p.line("no flow from %s to %s is known", c.Start, c.End)
		p.certainty(c.Start, res.Certainty)
		return
	}
	var rows [][]string
	for i, n := range res.Path {
		carries := ""
		if i > 0 {
			t := res.TypeTransitions[i-1]
			carries = "(" + strings.Join(t.ParamTypes, ", ") + ")"
			if t.ReturnType != "" {
				carries += " → " + t.ReturnType
			}
		}
		rows = append(rows, []string{number(i + 1), n.Node, p.dim(n.Type), p.dim(place(n.File, n.Line)), p.dim(carries)})
	}
	p.table("", "r", rows)
}
