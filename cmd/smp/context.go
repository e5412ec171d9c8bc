package main

import (
	"fmt"
	"strings"

	"github.com/structural-memory/smp"
)

type contextCommand struct {
	askFlags
	File      string `arg:"" help:"A file of the repository, by its path or the end of it."`
	Scope     string `enum:"edit,create,debug,review" default:"edit" help:"What it is for: edit, create, debug or review."`
	MaxTokens int    `placeholder:"N" help:"Show source too: the file's definitions, then the signatures of what it calls and is called by, as much as fits into so many tokens."`
	Depth     int    `placeholder:"N" default:"1" help:"Steps of importers that count as affected, at most 5."`
}

func (*contextCommand) Help() string {
	return `Its role, who depends on it, what it defines and calls, and how risky an edit is; all of it follows from the graph alone.

Examples:

    smp context routergroup.go
    smp context src/flask/app.py --depth 2 --json
    smp context src/flask/app.py --max-tokens 8000`
}

func (c *contextCommand) Run(a *app) error {
	if c.Depth < 1 {
		return badParam("depth", number(c.Depth), "use 1 to 5")
	}
	return a.ask(&c.askFlags, func(m *smp.Memory) error {
		res, err := m.Context(a.ctx, smp.ContextQuery{FilePath: c.File, Scope: c.Scope, Depth: c.Depth, Limit: c.Limit, MaxTokens: c.MaxTokens})
		if err != nil {
			return err
		}
		if err := a.answer(res, func(p *page) { contextText(p, res, c.shown()) }); err != nil {
			return err
		}
		a.noteAge(m, res.Self.Path)
		return nil
	})
}

func contextText(p *page, res *smp.ContextResult, limit int) {
	s := res.Summary
	p.line("%s  %s, %s", p.bold(res.Self.Path), res.Self.Language, count(res.Self.Lines, "line", "lines"))
	tests := "no tests"
	if s.HasTests {
		tests = "tested by " + strings.Join(firstOf(s.TestFiles, 3), ", ")
	}
	p.table("  ", "", [][]string{
		{"role", strings.ReplaceAll(s.Role, "_", " ")},
		{"risk", fmt.Sprintf("%s: %s, complexity %.1f on average and %d at most", s.RiskLevel, count(s.BlastRadius, "file depends on it", "files depend on it"), s.AvgComplexity, s.MaxComplexity)},
		{"tests", tests},
		{"exports", count(s.ExportedSymbols, "symbol", "symbols")},
	})
	if s.UnresolvedCalls > 0 {
		p.line("%s %s in it could not be linked", p.warn("not certain:"), count(s.UnresolvedCalls, "call", "calls"))
	}
	recursionText(p, res.Recursion)
	importCells := func(f smp.ImportedFile) []string {
		return []string{f.File, p.dim(strings.Join(firstOf(f.Items, 6), ", "))}
	}
	list(p, "imports", res.Imports, res.More["imports"], limit, importCells)
	list(p, "imported by", res.ImportedBy, res.More["imported_by"], limit, importCells)
	list(p, "used by", res.UsedBy, res.More["used_by"], limit, importCells)
	list(p, "types", res.Defines.Classes, res.More["classes"], limit, func(d smp.DefinedClass) []string {
		return []string{d.Name, p.dim(fmt.Sprintf("line %d", d.Line)), p.dim(count(d.MethodCount, "method", "methods"))}
	})
	list(p, "functions", res.Defines.Functions, res.More["functions"], limit, func(d smp.DefinedFunction) []string {
		return []string{d.Name, p.dim(fmt.Sprintf("line %d", d.Line)), p.dim(fmt.Sprintf("complexity %d", d.Complexity))}
	})
	list(p, "variables", res.Defines.Variables, res.More["variables"], limit, func(d smp.NodeRef) []string {
		return []string{d.Name, p.dim(fmt.Sprintf("line %d", d.Line))}
	})
	list(p, "called from outside by", callersOf(res), res.More["data_flow_in"], limit, func(f smp.DataFlow) []string {
		return []string{f.Via, p.dim(f.From)}
	})
	list(p, "calls outside", res.DataFlowOut, res.More["data_flow_out"], limit, func(f smp.DataFlow) []string {
		return []string{f.Via, p.dim(f.To), p.dim(f.Carries)}
	})
	list(p, "similar files", res.StructurallySimilar, 0, limit, func(f smp.SimilarFile) []string {
		return []string{f.File, p.dim(count(f.SharedImports, "import", "imports") + " in common")}
	})
	packText(p, res.Pack)
}

// callersOf are those who call into the file, each once whatever it passes.
func callersOf(res *smp.ContextResult) []smp.DataFlow {
	var out []smp.DataFlow
	seen := map[smp.DataFlow]bool{}
	for _, f := range res.DataFlowIn {
		if f.Carries = ""; !seen[f] {
			seen[f] = true
			out = append(out, f)
		}
	}
	return out
}

// firstOf is the beginning of a list, and an ellipsis if there is more.
func firstOf(all []string, n int) []string {
	if len(all) <= n {
		return all
	}
	return append(append([]string{}, all[:n]...), "…")
}
