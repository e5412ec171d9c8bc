package main

import (
	"github.com/structural-memory/smp/graph"
)

type doctorCommand struct{}

func (*doctorCommand) Help() string {
	return `Checks the file itself and that the graph keeps its own rules. Nothing is repaired: smp index makes a damaged index anew, and smp index --rebuild one that it refuses.

The exit code is 0 when all holds and 1 when something does not.`
}

// doctorAnswer is what doctor prints as JSON.
type doctorAnswer struct {
	OK       bool            `json:"ok"`
	Problems []graph.Problem `json:"problems"`
	GivenUp  []graph.GivenUp `json:"given_up"` // no fault of the file: what could not be read or linked
}

func (c *doctorCommand) Run(a *app) (err error) {
	m, err := a.existing()
	if err != nil {
		return err
	}
	defer closeInto(m, &err)
	problems, err := m.Doctor(a.ctx)
	if err != nil {
		return err
	}
	more := 0
	res := doctorAnswer{GivenUp: []graph.GivenUp{}, OK: len(problems) == 0, Problems: append([]graph.Problem{}, problems...)}
	if res.OK {
		state, err := m.Status(a.ctx, 20)
		if err != nil {
			return err
		}
		res.GivenUp, more = state.GivenUp, state.MoreGivenUp
	}
	err = a.answer(res, func(p *page) {
		if res.OK {
			p.line("all is well: the file is sound and the graph keeps its rules")
			givenUpText(p, res.GivenUp, more)
			return
		}
		list(p, "problems", problems, 0, len(problems), func(x graph.Problem) []string {
			return []string{x.Check, number(x.Count), x.Detail}
		})
		p.line("smp index makes %s anew; where it refuses, smp index --rebuild", m.Path())
	})
	if err == nil && !res.OK {
		return errNegative
	}
	return err
}
