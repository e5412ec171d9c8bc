package main

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/structural-memory/smp"
)

type planCommand struct {
	Files   []string `arg:"" help:"The files that will be written; they need not exist yet."`
	Task    string   `placeholder:"TEXT" help:"What will be done."`
	Session string   `placeholder:"ID" help:"The session that will write."`
	Limit   int      `placeholder:"N" help:"List at most N files at risk."`
	Fresh   bool     `help:"Bring the index up to date first."`
}

func (*planCommand) Help() string {
	return `The order in which the files of a task are best written: each after those that it depends on, with the risk of each and what stands between them.

Examples:

    smp plan src/auth/login.ts src/auth/oauth.ts src/middleware/auth.ts
    smp plan *.go --json`
}

func (c *planCommand) Run(a *app) error {
	if c.Limit < 0 {
		return badParam("limit", number(c.Limit), "use a number above 0")
	}
	files := make([]string, len(c.Files))
	for i, f := range c.Files {
		files[i] = filepath.ToSlash(f)
	}
	return a.onIndex(true, c.Fresh, func(m *smp.Memory) error {
		res, err := m.Plan(a.ctx, smp.PlanQuery{SessionID: c.Session, Task: c.Task, IntendedWrites: files, Limit: c.Limit})
		if err != nil {
			return err
		}
		return a.answer(res, func(p *page) { planText(p, res) })
	})
}

func planText(p *page, res *smp.PlanResult) {
	var rows [][]string
	for _, s := range res.ExecutionOrder {
		after := ""
		if len(s.DependsOnSteps) > 0 {
			after = "after " + strings.Trim(fmt.Sprint(s.DependsOnSteps), "[]")
		}
		risk := "risk " + s.RiskLevel
		if s.IsNewFile {
			risk = "new"
		}
		rows = append(rows, []string{number(s.Step), s.File, p.dim(risk), p.dim(count(s.BlastRadius, "file uses it", "files use it")), p.dim(after)})
	}
	p.table("", "r", rows)
	list(p, "in the way", res.InterFileConflicts, res.More["inter_file_conflicts"], 20, func(x smp.PlanConflict) []string {
		return []string{strings.ReplaceAll(x.Type, "_", " "), strings.Join(firstOf(x.Files, 4), ", "), p.dim(x.Detail)}
	})
	list(p, "use a planned file and are not planned", res.ExternalFilesAtRisk, res.More["external_files_at_risk"], 20, func(f string) []string { return []string{f} })
}
