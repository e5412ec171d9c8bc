package main

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/structural-memory/smp"
	"github.com/structural-memory/smp/locate"
)

type locateCommand struct {
	askFlags
	Query     []string `arg:"" optional:"" help:"What to look for, in words."`
	TopK      int      `name:"top-k" default:"10" placeholder:"N" help:"How many results."`
	Profile   string   `default:"default" placeholder:"NAME" help:"How results are ranked: default, spec (the documented weights), words or vectors alone."`
	Explain   bool     `help:"Show the arithmetic of each score."`
	MaxTokens int      `placeholder:"N" help:"Show the source of the results too, as much as fits into so many tokens."`
	Type      []string `placeholder:"TYPE" help:"Only nodes of these types: Function, Class, Interface, Variable, Test, Section."`
	Scope     string   `placeholder:"SCOPE" help:"Only in package:PATH or file:PATH."`
	Batch     string   `placeholder:"FILE" type:"existingfile" help:"Answer JSON lines {id, query} with JSON lines {id, results: [{path, name, line, score}]}."`
}

func (*locateCommand) Help() string {
	return `Words, vectors and the graph are asked together; no network and no language model. The best are shown with what they are connected with.

Examples:

    smp locate where are expired sessions removed
    smp locate --explain parse the Accept header
    smp locate --max-tokens 4000 retry with backoff
    smp locate --batch queries.jsonl --top-k 100`
}

func (c *locateCommand) Run(a *app) error {
	if c.Batch == "" && len(c.Query) == 0 {
		return usageError(fmt.Errorf("say what to look for, or give --batch FILE"))
	}
	return a.ask(&c.askFlags, func(m *smp.Memory) error {
		if c.Batch != "" {
			return a.batch(c.Batch, func(query string) ([]batchHit, error) { return c.hits(a, m, query) })
		}
		res, err := m.Locate(a.ctx, c.query(strings.Join(c.Query, " ")))
		if err != nil {
			return err
		}
		if err := a.answer(res, func(p *page) { locateText(p, res) }); err != nil {
			return err
		}
		var files []string
		for _, r := range res.Results {
			files = append(files, r.File)
		}
		a.noteAge(m, files...)
		if len(res.Results) == 0 {
			return errNegative
		}
		return nil
	})
}

func (c *locateCommand) query(text string) smp.LocateQuery {
	return smp.LocateQuery{Query: text, TopK: cmp.Or(c.Limit, c.TopK), Profile: c.Profile, Explain: c.Explain, MaxTokens: c.MaxTokens, NodeTypes: c.Type, Scope: smp.Scope(c.Scope)}
}

func (c *locateCommand) hits(a *app, m *smp.Memory, query string) (out []batchHit, err error) {
	q := c.query(query)
	q.MaxTokens = 0
	q.NoWalk = q.Profile != "spec"
	res, err := m.Locate(a.ctx, q)
	if err != nil {
		return nil, err
	}
	for _, r := range res.Results {
		out = append(out, batchHit{r.File, r.Name, r.StartLine, r.FinalScore})
	}
	return out, nil
}

func locateText(p *page, res *locate.Response) {
	if len(res.Results) == 0 {
		p.line("nothing found")
	}
	for i, r := range res.Results {
		p.line("%2d  %s  %s  %s  %s", i+1, p.bold(cmp.Or(r.Qualified, r.Name)), what(r.NodeType, ""), place(r.File, r.StartLine), p.dim(fmt.Sprintf("%.3f", r.FinalScore)))
		if r.Signature != "" {
			p.line("    %s", shorten(r.Signature, 160))
		}
		if r.Docstring != "" {
			p.line("    %s", p.dim(shorten(strings.Join(strings.Fields(r.Docstring), " "), 160)))
		}
		if e := r.Explain; e != nil {
			var parts []string
			for _, k := range bySize(e.Parts, func(v float64) int { return int(v * 1e4) }) {
				parts = append(parts, fmt.Sprintf("%s %.4f", k, e.Parts[k]))
			}
			p.line("    %s", p.dim(fmt.Sprintf("(%s) × %.2f = %.4f", strings.Join(parts, " + "), e.Factor, r.FinalScore)))
		}
	}
	if res.More > 0 {
		p.line("%s", p.dim(fmt.Sprintf("%s more with some of the words; --top-k shows them", number(res.More))))
	}
	for _, n := range res.Notes {
		p.line("%s", p.dim("note: "+n))
	}
	packText(p, res.Pack)
}

// packText shows the source that an answer comes with.
func packText(p *page, k *smp.Pack) {
	if k == nil {
		return
	}
	for i := range k.Pieces {
		p.line("\n%s", p.dim(k.Pieces[i].Heading()))
		p.text(strings.TrimSuffix(k.Pieces[i].Text, "\n") + "\n")
	}
	p.line("")
	for _, id := range k.LeftOut {
		p.line("left out: %s", id)
	}
	p.line("%s", p.dim(fmt.Sprintf("source: at most %s of %s tokens; %s", number(k.Tokens), number(k.MaxTokens), k.Note)))
}
