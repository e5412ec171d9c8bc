package main

import (
	"strings"

	"github.com/structural-memory/smp"
)

type traceCommand struct {
	askFlags
	Name         string   `arg:"" help:"Where to start: an id, path#name, path:line, qualified or bare name."`
	Direction    string   `short:"d" enum:"out,in,both,outgoing,incoming" default:"out" help:"out: what it calls; in: what calls it; both."`
	Callers      bool     `short:"c" help:"The same as --direction in."`
	Relationship []string `short:"r" placeholder:"TYPE" help:"What to follow instead of calls: imports, inherits, implements, uses, references, tests, defines, contains, depends_on, calls_static, calls_runtime, member_of, bridges, child_of, all."`
	Depth        int      `placeholder:"N" default:"3" help:"Steps to follow, at most 20."`
	External     bool     `short:"x" help:"Show what is outside the repository too."`
}

func (*traceCommand) Help() string {
	return `Examples:

    smp trace Engine.ServeHTTP
    smp trace --callers Context.Next --depth 2
    smp trace -r inherits -d both Animal
    smp trace --repo ~/src/flask Flask.wsgi_app --json`
}

// traceShown is how many nodes the text form has.
const traceShown = 100

func (c *traceCommand) Run(a *app) error {
	if c.Depth < 1 {
		return badParam("depth", number(c.Depth), "use 1 to 20")
	}
	q := smp.TraceQuery{Start: c.Name, Direction: c.Direction, Depth: c.Depth, Limit: c.Limit, External: c.External}
	if c.Callers {
		q.Direction = "in"
	}
	for _, r := range c.Relationship {
		q.Relationship = append(q.Relationship, strings.ToUpper(r))
	}
	return a.ask(&c.askFlags, func(m *smp.Memory) error {
		if a.JSON {
			res, err := m.Trace(a.ctx, q)
			if err != nil {
				return err
			}
			return a.answer(res, nil)
		}
		return c.text(a, m, q)
	})
}

// text writes a tree for each direction.
func (c *traceCommand) text(a *app, m *smp.Memory, q smp.TraceQuery) error {
	if q.Limit == 0 {
		q.Limit = traceShown
	}
	directions := []string{q.Direction}
	if q.Direction == "both" {
		directions = []string{"out", "in"}
	}
	var files []string
	for i, d := range directions {
		q.Direction = d
		res, err := m.Trace(a.ctx, q)
		if err != nil {
			return err
		}
		p := a.page()
		if i > 0 {
			p.line("")
		}
		traceText(p, res, q)
		files = append(files, res.Start.File)
		for _, n := range res.Nodes {
			files = append(files, n.File)
		}
	}
	a.noteAge(m, files...)
	return nil
}

func traceText(p *page, res *smp.TraceResult, q smp.TraceQuery) {
	out := !strings.HasPrefix(q.Direction, "in")
	t := newTraceTree(res, out)
	p.line("%s  %s", p.bold(res.Root), p.dim(where(res.Start)))
	t.write(p, res.Start.ID, "")
	p.more("", res.Truncated)
	p.line("%s", p.dim(strings.Join(traceCounts(res, q, out), "; ")))
}

// traceCounts say how far the walk came, and where it ended for other reasons
// than its depth.
func traceCounts(res *smp.TraceResult, q smp.TraceQuery, out bool) []string {
	found := count(res.Total, "node", "nodes") + " reached"
	if !out {
		found = count(res.Total, "node reaches it", "nodes reach it")
	}
	if res.Truncated > 0 {
		found = "at least " + found // what the ones left out lead to is not counted
	}
	parts := []string{found + " within " + count(q.Depth, "step", "steps")}
	if n := res.NotFollowed.External; n > 0 {
		parts = append(parts, count(n, "edge leaves", "edges leave")+" the repository (--external shows them)")
	}
	switch n := res.NotFollowed.Unresolved; {
	case n > 0 && out:
		parts = append(parts, count(n, "call", "calls")+" on the way could not be linked")
	case n > 0:
		parts = append(parts, count(n, "unlinked call", "unlinked calls")+" elsewhere may lead here")
	}
	return parts
}
