package main

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/structural-memory/smp"
)

type searchCommand struct {
	askFlags
	Query []string `arg:"" optional:"" help:"Words; word* stands for all that begin so."`
	Any   bool     `help:"One of the words is enough; by default all must match."`
	TopK  int      `name:"top-k" default:"20" placeholder:"N" help:"How many results."`
	Type  []string `placeholder:"TYPE" help:"Only nodes of these types: Function, Class, Interface, Variable, Test, Section."`
	Tag   []string `placeholder:"TAG" help:"Only nodes with all of these tags."`
	Scope string   `placeholder:"SCOPE" help:"Only in package:PATH or file:PATH."`
	Batch string   `placeholder:"FILE" type:"existingfile" help:"Answer JSON lines {id, query} with JSON lines {id, results: [{path, name, line, score}]}."`
}

func (*searchCommand) Help() string {
	return `Names, signatures, paths, docstrings, descriptions and tags are searched, not bodies: smp locate does that too.

Examples:

    smp search stripe webhook
    smp search --any 'sess*' cookie --type Function
    smp search retry --scope package:internal/http`
}

func (c *searchCommand) Run(a *app) error {
	if c.Batch == "" && len(c.Query) == 0 {
		return usageError(fmt.Errorf("say what to look for, or give --batch FILE"))
	}
	return a.ask(&c.askFlags, func(m *smp.Memory) error {
		if c.Batch != "" {
			return a.batch(c.Batch, func(query string) ([]batchHit, error) { return c.hits(a, m, query) })
		}
		res, err := m.Search(a.ctx, c.query(strings.Join(c.Query, " ")))
		if err != nil {
			return err
		}
		if err := a.answer(res, func(p *page) { searchText(p, res) }); err != nil {
			return err
		}
		var files []string
		for _, r := range res.Matches {
			files = append(files, r.File)
		}
		a.noteAge(m, files...)
		if res.Total == 0 {
			return errNegative
		}
		return nil
	})
}

func (c *searchCommand) query(text string) smp.SearchQuery {
	match := "all"
	if c.Any {
		match = "any"
	}
	return smp.SearchQuery{Query: text, Match: match, TopK: cmp.Or(c.Limit, c.TopK), Filter: smp.SearchFilter{NodeTypes: c.Type, Tags: c.Tag, Scope: smp.Scope(c.Scope)}}
}

func (c *searchCommand) hits(a *app, m *smp.Memory, query string) (out []batchHit, err error) {
	q := c.query(query)
	q.Match = "any"
	res, err := m.Search(a.ctx, q)
	if err != nil {
		return nil, err
	}
	for _, r := range res.Matches {
		out = append(out, batchHit{r.File, r.Name, r.StartLine, r.Score})
	}
	return out, nil
}

func searchText(p *page, res *smp.SearchResult) {
	if res.Total == 0 {
		p.line("nothing found among %s in %s", count(res.ScopeNodeCount, "symbol", "symbols"), strings.Join(res.SearchedFields, ", "))
		return
	}
	for _, r := range res.Matches {
		p.line("%s  %s  %s  %s", p.bold(cmp.Or(r.Qualified, r.Name)), what(r.NodeType, ""), place(r.File, r.StartLine), p.dim(fmt.Sprintf("%.2f in %s", r.Score, strings.Join(r.MatchedOn, ", "))))
		if r.Snippet != "" {
			p.line("    %s", r.Snippet)
		}
	}
	if more := res.Total - len(res.Matches); more > 0 {
		p.line("%s", p.dim(fmt.Sprintf("%s more; --top-k shows them", number(more))))
	}
}
