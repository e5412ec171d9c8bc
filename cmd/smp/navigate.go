package main

import (
	"cmp"
	"fmt"
	"slices"
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
	name := cmp.Or(n.Qualified, n.Name)
	at := n.File
	if !isFile(n.ID) {
		at = place(n.File, n.NameLine)
		if n.EndLine > n.NameLine {
			at += fmt.Sprintf("-%d", n.EndLine)
		}
	}
	p.line("%s  %s  %s", p.bold(name), what(n.Type, n.Form), at)
	p.line("  %s", p.dim(n.ID))
	for _, l := range strings.Split(n.Signature, "\n") {
		if l != "" {
			p.line("  %s", l)
		}
	}
	if n.Purpose != "" {
		p.line("  %s", shorten(n.Purpose, 200))
	}
	if n.Description != "" {
		p.line("  set by hand: %s", shorten(n.Description, 200))
	}
	if len(n.Tags) > 0 {
		p.line("  tags %s", strings.Join(n.Tags, ", "))
	}
	for _, e := range n.EntryPoints {
		p.line("  %s %s  %s", p.bold(e.Method), e.Path, p.dim(e.Framework+" "+place(e.File, e.Line)))
	}
	p.certainty(n.Name, res.Certainty)
	called := withoutTests(res)
	for _, l := range []struct{ key, title string }{
		{"called_by", "called by"}, {"tested_by", "tested by"}, {"calls", "calls"}, {"used_by", "used by"}, {"depends_on", "depends on"}, {"inherits", "inherits"},
		{"extended_by", "extended by"}, {"defines", "defines"},
	} {
		refs := res.Related[l.key]
		if l.key == "called_by" {
			refs = called
		}
		list(p, l.title, refs, res.More[l.key], limit, p.refCells)
	}
}

// withoutTests are the callers that are not listed as tests anyway.
func withoutTests(res *smp.NavigateResult) []smp.NodeRef {
	tests := map[string]bool{}
	for _, r := range res.Related["tested_by"] {
		tests[r.ID] = true
	}
	return slices.DeleteFunc(slices.Clone(res.Related["called_by"]), func(r smp.NodeRef) bool { return tests[r.ID] })
}

// what is the kind of a node in words.
func what(kind, form string) string {
	if form != "" {
		return form
	}
	return strings.ToLower(kind)
}
