package main

import (
	"fmt"
	"strings"

	"github.com/structural-memory/smp"
)

type impactCommand struct {
	askFlags
	Name   string `arg:"" help:"What changes: an id, path#name, path:line, qualified or bare name, or a file."`
	Change string `enum:"signature_change,delete,move" default:"signature_change" help:"How it changes: signature_change, delete or move."`
	Depth  int    `placeholder:"N" default:"3" help:"Steps against the dependencies, at most 20."`
}

func (*impactCommand) Help() string {
	return `A type or a file is affected together with what it defines. Where nothing is found but unlinked calls have the same name, the severity is unknown, not none.

Examples:

    smp impact Context.Next
    smp impact --change delete src/utils/crypto.ts
    smp impact hashPassword --depth 1 --json`
}

func (c *impactCommand) Run(a *app) error {
	if c.Depth < 1 {
		return badParam("depth", number(c.Depth), "use 1 to 20")
	}
	return a.ask(&c.askFlags, func(m *smp.Memory) error {
		res, err := m.Impact(a.ctx, smp.ImpactQuery{Entity: c.Name, ChangeType: c.Change, Depth: c.Depth, Limit: c.Limit})
		if err != nil {
			return err
		}
		if err := a.answer(res, func(p *page) { impactText(p, res, c.shown()) }); err != nil {
			return err
		}
		a.noteAge(m, append([]string{res.Entity.File}, res.AffectedFiles...)...)
		return nil
	})
}

func impactText(p *page, res *smp.ImpactResult, limit int) {
	p.line("%s  %s", p.bold(res.Entity.Name), p.dim(where(res.Entity)))
	p.line("  severity %s: %s reached in %s", p.bold(res.Severity), count(res.TotalAffected, "definition", "definitions"), count(len(res.AffectedFiles)+res.More["affected_files"], "other file", "other files"))
	p.certainty(res.Entity.Name, res.Certainty)
	recursionText(p, res.Recursion)
	list(p, "has to change with it", res.RequiredUpdates, res.More["required_updates"], limit, func(u smp.RequiredUpdate) []string {
		return []string{u.Function, p.dim(place(u.File, u.Line)), p.dim(u.Reason)}
	})
	list(p, "reached", res.AffectedFunctions, res.More["affected_functions"], limit, func(f smp.AffectedFunction) []string {
		return []string{f.Name, p.dim(place(f.File, f.Line)), p.dim(fmt.Sprintf("step %d", f.Depth)), p.dim(edgeText(f.Relationship, f.Class))}
	})
	list(p, "files", res.AffectedFiles, res.More["affected_files"], limit, func(f string) []string { return []string{f} })
}

// edgeText is an edge's type, and its class where that is not exact.
func edgeText(kind, class string) string {
	if class == "exact" || class == "" {
		return kind
	}
	return kind + " [" + class + "]"
}

// recursionText says which functions call themselves.
func recursionText(p *page, all []smp.Recursion) {
	for _, x := range all {
		if x.Direct {
			p.line("  recursive: %s calls itself", x.Nodes[0])
		} else {
			p.line("  recursive: %s call one another", strings.Join(firstOf(x.Nodes, 5), ", "))
		}
	}
}
