package main

import (
	"bufio"
	"errors"
	"io"
	"os"

	"github.com/structural-memory/smp"
)

type exportSCIPCommand struct {
	File  string `arg:"" optional:"" default:"-" help:"The file to write; standard output by default."`
	Fresh bool   `help:"Bring the index up to date first."`
}

func (*exportSCIPCommand) Help() string {
	return `Definitions, and the calls and uses that lead to them, for programs that read SCIP (https://github.com/sourcegraph/scip). Symbols are of the scheme smp. What could not be linked or leaves the repository is not in it.

Example:

    smp export scip index.scip`
}

func (c *exportSCIPCommand) Run(a *app) error {
	return a.look(&lookFlags{Fresh: c.Fresh}, func(m *smp.Memory) error {
		if c.File == "-" {
			_, err := m.ExportSCIP(a.ctx, a.out, versionOf().Version)
			return err
		}
		res, err := writeSCIP(a, m, c.File)
		if err != nil {
			return err
		}
		return a.answer(res, func(p *page) {
			p.line("%s: %s, %s, %s", c.File, count(res.Documents, "document", "documents"), count(res.Definitions, "definition", "definitions"), count(res.References, "reference", "references"))
			if res.Changed > 0 {
				p.line("  %s changed since they were indexed: their places are whole lines; --fresh brings the index up to date", count(res.Changed, "file", "files"))
			}
		})
	})
}

func writeSCIP(a *app, m *smp.Memory, file string) (res *smp.SCIPExport, err error) {
	f, err := os.Create(file)
	if err != nil {
		return nil, err
	}
	defer func() {
		err = errors.Join(err, f.Close())
	}()
	w := bufio.NewWriterSize(f, 1<<16)
	if res, err = m.ExportSCIP(a.ctx, io.Writer(w), versionOf().Version); err != nil {
		return nil, err
	}
	return res, w.Flush()
}

// exportPlainCommand is export with a flag in place of the name of a form.
type exportPlainCommand struct {
	SCIP  bool   `name:"scip" help:"The graph as a SCIP index."`
	File  string `arg:"" optional:"" default:"-"`
	Fresh bool   `help:"Bring the index up to date first."`
}

func (c *exportPlainCommand) Run(a *app) error {
	if !c.SCIP {
		return badParam("form", "", "name what to write: smp export calls, or smp export scip")
	}
	return (&exportSCIPCommand{File: c.File, Fresh: c.Fresh}).Run(a)
}
