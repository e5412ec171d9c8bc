package main

import (
	"maps"
	"slices"
	"strings"

	"github.com/structural-memory/smp"
)

// enrichCommand holds what has to do with enrichment; a name alone is enriched.
type enrichCommand struct {
	Node   enrichNodeCommand   `cmd:"" default:"withargs" help:"Read the docstring, comments, decorators, types and exceptions of one definition."`
	Batch  enrichBatchCommand  `cmd:"" help:"Do so for all definitions of a part of the repository."`
	Stale  enrichStaleCommand  `cmd:"" help:"List definitions that have changed since."`
	Status enrichStatusCommand `cmd:"" help:"How much is known of the definitions."`
}

type enrichNodeCommand struct {
	askFlags
	Name  string `arg:"" help:"An id, path#name, path:line, qualified or bare name."`
	Force bool   `short:"f" help:"Read it again although it has not changed."`
}

func (*enrichNodeCommand) Help() string {
	return `Nothing is invented: what is shown stands in the source. A file that has changed is indexed first. The exit code is 1 where there is nothing to read.

Examples:

    smp enrich Engine.ServeHTTP
    smp enrich node src/auth.ts:42 --force`
}

func (c *enrichNodeCommand) Run(a *app) error {
	return a.ask(&c.askFlags, func(m *smp.Memory) error {
		res, err := m.Enrich(a.ctx, c.Name, c.Force)
		if err != nil {
			return err
		}
		if err := a.answer(res, func(p *page) { c.text(p, res) }); err != nil {
			return err
		}
		if res.Status == "no_metadata" {
			a.note("smp annotate describes it by hand")
			return errNegative
		}
		return nil
	})
}

func (c *enrichNodeCommand) text(p *page, res *smp.EnrichResult) {
	p.line("%s  %s", p.bold(res.NodeID), strings.ReplaceAll(res.Status, "_", " "))
	if res.ExtractedMetadata == nil {
		p.line("  %s", p.dim(res.Reason))
		return
	}
	for _, l := range nonEmpty(strings.Split(string(res.Docstring), "\n")) {
		p.line("  %s", l)
	}
	for _, d := range res.Decorators {
		p.line("  %s", d)
	}
	var rows [][]string
	for _, name := range slices.Sorted(maps.Keys(res.Annotations.Params)) {
		rows = append(rows, []string{"takes", name + ": " + res.Annotations.Params[name]})
	}
	if res.Annotations.Returns != "" {
		rows = append(rows, []string{"returns", string(res.Annotations.Returns)})
	}
	for _, e := range res.Annotations.Throws {
		rows = append(rows, []string{"throws", e})
	}
	if len(res.Tags) > 0 {
		rows = append(rows, []string{"tags", strings.Join(res.Tags, ", ")})
	}
	p.table("  ", "", rows)
	list(p, "comments", res.InlineComments, 0, c.shown(), func(x smp.InlineComment) []string {
		return []string{"line " + number(x.Line), strings.ReplaceAll(x.Text, "\n", " ")}
	})
}

func nonEmpty(list []string) []string {
	return slices.DeleteFunc(list, func(s string) bool { return s == "" })
}
