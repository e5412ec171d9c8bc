package main

import (
	"fmt"
	"path/filepath"

	"github.com/structural-memory/smp"
)

type guardCommand struct {
	File        string   `arg:"" help:"The file that will be written, which need not exist yet, or a definition in it."`
	Function    []string `short:"f" placeholder:"NAME" help:"What will change in it; without it, anything may. May be repeated."`
	Change      string   `placeholder:"TEXT" help:"What will be done instead: modify_function:NAME, delete_function:NAME, rename_function:OLD, change_signature:NAME, or a text."`
	Coverage    string   `type:"path" placeholder:"FILE" help:"A coverage report: lcov, Cobertura XML, a Go cover profile or coverage.py JSON."`
	Session     string   `placeholder:"ID" help:"The session that will write."`
	MinCoverage int      `placeholder:"PERCENT" default:"60" help:"The coverage that is asked for where there is none."`
	Complexity  int      `placeholder:"N" default:"5" help:"The complexity from which a function has to have tests."`
	Fresh       bool     `help:"Bring the index up to date first."`
}

func (*guardCommand) Help() string {
	return `Whether it is safe to write a file: clear, red alert (risky, with what to do about it) or blocked. The exit code is 1 where it is not clear.

What nothing is known of does not count against a file, and is said: coverage without a report, heat where no changes are recorded, and calls that are not linked.

Examples:

    smp guard src/auth/login.ts
    smp guard routergroup.go --function handle --coverage cover.out
    smp guard src/flask/app.py --change change_signature:Flask.run
    smp guard src/auth/login.ts --session ses_4f8a2c --json`
}

func (c *guardCommand) Run(a *app) error {
	change, err := c.change()
	if err != nil {
		return err
	}
	return a.onIndex(true, c.Fresh, func(m *smp.Memory) error {
		res, err := m.Guard(a.ctx, smp.GuardQuery{SessionID: c.Session, Target: filepath.ToSlash(c.File), IntendedChange: change, CoverageReport: c.Coverage, AnyReport: true,
			Limits: smp.GuardLimits{Complexity: c.Complexity, MinCoverage: c.MinCoverage}})
		if err != nil {
			return err
		}
		if err := a.answer(res, func(p *page) { guardText(p, res) }); err != nil {
			return err
		}
		if res.Verdict != smp.GuardClear {
			return errNegative
		}
		return nil
	})
}

func (c *guardCommand) change() (string, error) {
	if len(c.Function) == 0 {
		return c.Change, nil
	}
	if c.Change != "" {
		return "", badParam("change", c.Change, "it and --function exclude each other")
	}
	change := "modify_function:"
	for i, f := range c.Function {
		if i > 0 {
			change += ","
		}
		change += f
	}
	return change, nil
}

func guardText(p *page, res *smp.GuardResult) {
	verdict := p.bold(string(res.Verdict))
	if res.Verdict != smp.GuardClear {
		verdict = p.warn(string(res.Verdict))
	}
	p.line("%s  %s", verdict, res.Target)
	for _, r := range res.Reasons {
		p.line("  %s", r)
	}
	for _, b := range res.Blocking {
		p.line("  %s  %s  %s", b.Code, b.NodeID, p.dim(blockingText(b)))
	}
	for _, u := range res.UnblockConditions {
		switch u.Action {
		case "add_tests":
			p.line("  to go on: test %s to %d %% at least, and check again with the new report", u.TargetNode, u.MinCoveragePct)
		default:
			p.line("  to go on: look at the calls of the same name, whether they mean %s", u.TargetNode)
		}
	}
	if c := res.Checks; c != nil {
		p.table("  ", "", checkRows(res, c))
	}
	if u := res.UnresolvedSameName; u != nil {
		for _, o := range u.Sample {
			p.line("  not linked: %s  %s", o.Name, p.dim(place(o.File, o.Line)+" in "+o.Caller))
		}
	}
	for _, w := range res.Cautions {
		p.line("  %s", p.dim(w.Detail))
	}
	for name, n := range res.More {
		p.line("  %s", p.dim(fmt.Sprintf("%d more in %s", n, name)))
	}
}

func blockingText(b smp.GuardBlocking) string {
	switch {
	case b.Complexity != nil:
		return fmt.Sprintf("complexity %d, and no test runs it", *b.Complexity)
	case b.HeatScore != nil:
		return fmt.Sprintf("heat %d, %s", *b.HeatScore, count(*b.CallerCount, "caller", "callers"))
	}
	return count(*b.UnresolvedSameName, "call of its name is not linked", "calls of its name are not linked")
}

func checkRows(res *smp.GuardResult, c *smp.GuardChecks) [][]string {
	tests := "no tests"
	if c.HasTests {
		tests = count(len(c.TestFiles)+res.More["test_files"], "test file uses it", "test files use it")
	}
	heat := "unknown"
	if c.HeatScore != nil {
		heat = number(*c.HeatScore)
	}
	rows := [][]string{
		{"callers", fmt.Sprintf("%d, in %s", c.CallerCount, count(c.BlastRadius, "other file", "other files"))},
		{"tests", tests},
		{"heat", heat},
	}
	for _, n := range res.Nodes {
		for _, name := range []string{n.Name, n.ID} {
			if f, ok := c.FunctionCoverage[name]; ok && f.CoveragePct != nil {
				rows = append(rows, []string{"coverage", fmt.Sprintf("%s %v %%", name, *f.CoveragePct)})
				break
			}
		}
	}
	return rows
}
