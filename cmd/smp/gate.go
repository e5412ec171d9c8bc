package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/structural-memory/smp"
	"github.com/structural-memory/smp/internal/git"
	"github.com/structural-memory/smp/jsonrpc"
)

type gateCommand struct {
	Base   string `required:"" placeholder:"REV" help:"What the change begins from: a commit, branch or tag."`
	Head   string `placeholder:"REV" help:"What it leads to; by default the working tree."`
	Format string `enum:"text,markdown,sarif,json" default:"text" help:"text, markdown, sarif (2.1.0) or json."`
	FailOn string `enum:"breaking,risky,unknown,red_alert" default:"breaking" help:"breaking: something does not fit any more. risky: or something may go wrong. unknown: or not all could be looked at. red_alert: risky, or the guard warns of a file."`
	Limit  int    `placeholder:"N" default:"200" help:"List at most N entries."`
}

func (*gateCommand) Help() string {
	return `For CI: what a change does to the structure of the repository. Definitions that are added, removed and modified, calls and tests outside of the change that do not fit any more, and what the guard says of the files. The exit code is 1 where the change is as grave as --fail-on says, and for nothing else: 2 is wrong usage, 3 a failure, a base that git does not know among them.

Examples:

    smp gate --base origin/main
    smp gate --base v1.2.0 --head HEAD --format markdown
    smp gate --base origin/main --format sarif --fail-on risky > smp.sarif`
}

func (c *gateCommand) Run(a *app) error {
	if c.Limit < 1 {
		return badParam("limit", number(c.Limit), "use a number above 0")
	}
	return noVerdict(a.onIndex(true, true, func(m *smp.Memory) error {
		res, err := m.Gate(a.ctx, smp.GateQuery{Base: c.Base, Head: c.Head, Limit: c.Limit})
		if err != nil {
			return err
		}
		if err := a.gateAnswer(res, c.Format); err != nil {
			return err
		}
		if res.Reaches(c.FailOn) {
			return errNegative
		}
		return nil
	}))
}

// noVerdict is the failure of a gate. A pipeline takes the code of an honest no
// for a verdict, so a gate that has none never ends with it.
func noVerdict(err error) error {
	if err == nil || errors.Is(err, errNegative) {
		return err
	}
	if errors.Is(err, git.ErrNotRepository) {
		err = gitFailure(err)
	}
	f := *failureOf(err)
	f.exit = exitFailure
	return &f
}

func (a *app) gateAnswer(res *smp.GateResult, format string) error {
	switch format {
	case "markdown":
		_, err := a.out.WriteString(jsonrpc.Plain(gateMarkdown(res)))
		return err
	case "sarif":
		text, err := gateSARIF(res)
		if err == nil {
			_, err = a.out.Write(jsonrpc.PlainJSON(text))
		}
		return err
	case "json":
		a.JSON = true
	}
	return a.answer(res, func(p *page) { gateText(p, res) })
}

// gateEnd is one of the two states that are compared.
func gateEnd(name string) string {
	if strings.ContainsAny(name, " ") || name == "staged" {
		return name
	}
	return shortCommit(name)
}

// gateCounts is the change in numbers.
func gateCounts(res *smp.GateResult) string {
	c := res.Diff.Counts
	return strings.Join([]string{
		count(len(res.FilesChanged), "file", "files"), count(c["nodes_added"], "definition added", "definitions added"), fmt.Sprintf("%d removed", c["nodes_removed"]),
		fmt.Sprintf("%d modified", c["nodes_modified"]), fmt.Sprintf("%d renamed or moved", c["nodes_renamed"]+c["nodes_moved"]),
	}, ", ")
}

func gateVerdict(res *smp.GateResult) string {
	if res.RedAlert {
		return res.Verdict + ", with a red alert"
	}
	return res.Verdict
}

func gateText(p *page, res *smp.GateResult) {
	verdict := p.bold(gateVerdict(res))
	if res.Verdict != smp.VerdictSafe || res.RedAlert {
		verdict = p.warn(gateVerdict(res))
	}
	p.line("%s  %s to %s", verdict, gateEnd(res.Base), gateEnd(res.Head))
	p.line("  %s", gateCounts(res))
	for _, f := range res.Findings {
		p.line("  %-7s  %s  %s  %s", f.Level, f.Rule, place(f.File, f.Line), p.dim(f.Message))
	}
	if res.More > 0 {
		p.line("  %s", p.dim(fmt.Sprintf("%d more", res.More)))
	}
	for _, n := range res.Notes {
		p.line("  %s", p.dim(n))
	}
}

const mostGateRows = 100 // of a report in Markdown

// gateMarkdown is the report for a comment on a change.
func gateMarkdown(res *smp.GateResult) string {
	var b strings.Builder
	fmt.Fprintf(&b, "## Structural impact: %s\n\n`%s` to `%s`: %s.\n", gateVerdict(res), gateEnd(res.Base), gateEnd(res.Head), gateCounts(res))
	if len(res.Findings) > 0 {
		b.WriteString("\n| | what | where | |\n|---|---|---|---|\n")
		for _, f := range res.Findings[:min(len(res.Findings), mostGateRows)] {
			fmt.Fprintf(&b, "| %s | %s | `%s` | %s |\n", f.Level, f.Rule, cell(place(f.File, f.Line)), cell(f.Message))
		}
		if n := len(res.Findings) + res.More - mostGateRows; n > 0 {
			fmt.Fprintf(&b, "\n%d more.\n", n)
		}
	}
	left := mostGateRows
	section := func(title string, ids []string) {
		if len(ids) == 0 {
			return
		}
		fmt.Fprintf(&b, "\n<details><summary>%s</summary>\n\n", title)
		for _, id := range ids[:min(len(ids), left)] {
			fmt.Fprintf(&b, "- `%s`\n", cell(id))
		}
		if n := len(ids) - left; n > 0 {
			fmt.Fprintf(&b, "- %d more\n", n)
		}
		left -= min(len(ids), left)
		b.WriteString("\n</details>\n")
	}
	section("Added", refIDs(res.Diff.NodesAdded))
	section("Removed", refIDs(res.Diff.NodesRemoved))
	var modified []string
	for _, n := range res.Diff.NodesModified {
		modified = append(modified, n.ID)
	}
	section("Modified", modified)
	for _, n := range res.Notes {
		fmt.Fprintf(&b, "\n> %s\n", n)
	}
	return b.String()
}

func refIDs(list []smp.NodeRef) (out []string) {
	for _, n := range list {
		out = append(out, n.ID)
	}
	return out
}

// cell is a text that a table of Markdown holds.
func cell(s string) string {
	return strings.NewReplacer("|", "\\|", "\n", " ", "`", "'", "<", "&lt;").Replace(s)
}
