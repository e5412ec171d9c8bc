package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"github.com/structural-memory/smp"
	"github.com/structural-memory/smp/jsonrpc"
)

type indexCommand struct {
	Path string `arg:"" optional:"" type:"path" help:"The repository, instead of --repo."`

	IgnoreDocs       bool     `help:"Leave docstrings and comments out of what is searched."`
	IncludeVendored  bool     `help:"Index vendored folders too (vendor, node_modules, third_party, …)."`
	IncludeGenerated bool     `help:"Index generated and minified files too."`
	Ignore           []string `sep:"none" placeholder:"RULE" help:"Leave out more: a rule as in .gitignore; a leading ! takes in. May be repeated."`
	MaxFileSize      string   `placeholder:"SIZE" default:"2MB" help:"Skip larger files, as in 500kB or 4MB; 0 for no limit."`
	SCIP             []string `name:"scip" sep:"none" type:"existingfile" placeholder:"FILE" help:"Take the definitions and references of a SCIP index as links; later runs take it again. May be repeated."`
	NoSCIP           bool     `name:"no-scip" help:"Take none from now on."`
	Anyway           bool     `help:"Index a folder that is hardly meant: the root, the home folder or one above it, that of temporary files, or very many files and no repository."`
	Workers          int      `placeholder:"N" help:"Files parsed at the same time; by default one per processor."`

	Rebuild bool `help:"Trust nothing of the index that there is: make it anew. Annotations, sessions and the audit log stay where they can be read; else the file is set aside."`

	Explain string `placeholder:"PATH" help:"Index nothing; say whether PATH is indexed, and which rule decides."`
	Verbose bool   `short:"v" help:"Show the time that each stage took."`
}

func (*indexCommand) Help() string {
	return `The first run reads everything, later ones what changed by content. The result does not depend on how it was reached.

Files are left out by .gitignore, .git/info/exclude and .smpignore, and when they are vendored, generated, minified, binary or large. Nothing is left out silently: smp status lists what is, and --explain says which rule decides.

The options of the last run hold for later refreshes (--fresh); another smp index starts from the defaults, but for SCIP indexes, which hold until others are given or --no-scip. What a SCIP index says of text that has changed since is left out.

An index that is damaged is not built upon: a run notices, and makes anew what follows from source text. Where what people and sessions have left in it is damaged too, it refuses, and --rebuild sets the file aside and begins anew. End servers of the repository before that.

Examples:

    smp index
    smp index ~/src/gin
    smp index --include-vendored --ignore 'docs/'
    smp index --scip index.scip
    smp index --explain internal/gen/types.go`
}

func (c *indexCommand) Run(a *app) (err error) {
	if c.Path != "" {
		if a.Repo != "" && filepath.Clean(a.Repo) != filepath.Clean(c.Path) {
			return badParam("path", c.Path, "--repo names another repository; use one of them")
		}
		a.Repo = c.Path
	}
	opts, err := c.options()
	if err != nil {
		return err
	}
	if c.Explain != "" {
		return c.explain(a, opts)
	}
	cpu := cpuTime()
	m, res, err := c.run(a, opts)
	if err != nil {
		return err
	}
	defer closeInto(m, &err)
	s := summarise(res, cpuTime()-cpu)
	return a.answer(s, func(p *page) { s.text(p, m, res, c.Verbose) })
}

// run opens the index and brings it up to date, or makes it anew.
func (c *indexCommand) run(a *app, opts []smp.Option) (*smp.Memory, *smp.IndexResult, error) {
	if c.Rebuild {
		root, err := a.repository()
		if err != nil {
			return nil, nil, err
		}
		p := a.startProgress("indexing " + filepath.Base(root) + " anew")
		defer p.stop()
		return smp.OpenAnew(a.ctx, a.file(root), p.report, append(opts, smp.WithRoot(root))...)
	}
	m, err := a.open(opts...)
	if err != nil {
		return nil, nil, err
	}
	res, err := a.build(m, true)
	if err != nil {
		return nil, nil, errors.Join(err, m.Close())
	}
	return m, res, nil
}

func (c *indexCommand) options() ([]smp.Option, error) {
	limit, err := parseSize(c.MaxFileSize)
	if err != nil {
		return nil, badParam("max-file-size", c.MaxFileSize, "use a number with kB or MB, or 0 for no limit")
	}
	if limit == 0 {
		limit = -1
	}
	opts := []smp.Option{smp.WithMaxFileSize(limit), smp.WithIgnore(c.Ignore...), smp.WithWorkers(c.Workers)}
	switch {
	case c.NoSCIP && len(c.SCIP) > 0:
		return nil, badParam("no-scip", "", "--scip names an index to take; use one of them")
	case c.NoSCIP || len(c.SCIP) > 0:
		opts = append(opts, smp.WithSCIP(c.SCIP...))
	}
	if c.Anyway {
		opts = append(opts, smp.Anyway())
	}
	if c.IgnoreDocs {
		opts = append(opts, smp.IgnoreDocs())
	}
	if c.IncludeVendored {
		opts = append(opts, smp.IncludeVendored())
	}
	if c.IncludeGenerated {
		opts = append(opts, smp.IncludeGenerated())
	}
	return opts, nil
}

func (c *indexCommand) explain(a *app, opts []smp.Option) error {
	root, err := a.repository()
	if err != nil {
		return err
	}
	x, err := smp.Explain(root, c.Explain, opts...)
	if err != nil {
		text := strings.TrimPrefix(err.Error(), "walk: ")
		return &failure{code: jsonrpc.NotFound, exit: exitNegative, text: text, data: map[string]any{"ref": c.Explain, "suggestions": []string{}}}
	}
	if err := a.answer(x, func(p *page) { explainText(p, x) }); err != nil {
		return err
	}
	if !x.Indexed {
		return errNegative
	}
	return nil
}

func explainText(p *page, x *smp.Explanation) {
	name := x.Path
	if name == "" {
		name = "."
	}
	switch {
	case x.Indexed && x.Folder:
		p.line("%s is walked", p.bold(name))
	case x.Indexed:
		p.line("%s is indexed as %s", p.bold(name), x.Language)
	default:
		p.line("%s is not indexed: %s", p.bold(name), reasonText(x.Reason))
	}
	if x.At != "" && x.At != x.Path {
		p.line("  decided at %s", x.At)
	}
	if x.Detail != "" {
		p.line("  %s", x.Detail)
	}
}

// seconds is a duration in words.
func seconds(s float64) string {
	if s < 10 {
		return fmt.Sprintf("%.2f s", s)
	}
	return time.Duration(s * float64(time.Second)).Round(time.Second).String()
}
