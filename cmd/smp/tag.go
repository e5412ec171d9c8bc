package main

import (
	"github.com/structural-memory/smp"
)

type tagCommand struct {
	lookFlags
	Scope   string   `arg:"" help:"full, package:PATH or file:PATH."`
	Tags    []string `arg:"" optional:"" help:"The tags."`
	Remove  bool     `xor:"action" help:"Remove them."`
	Replace bool     `xor:"action" help:"Put them in place of the tags that there are; without any, remove all."`
}

func (*tagCommand) Help() string {
	return `All functions, classes, interfaces and variables of the scope get the tags; those that have them already are not counted. A single one is tagged by smp annotate --tag.

Examples:

    smp tag package:src/payments billing stripe pci-sensitive
    smp tag package:src/payments pci-sensitive --remove`
}

func (c *tagCommand) Run(a *app) error {
	action := "add"
	switch {
	case c.Remove:
		action = "remove"
	case c.Replace:
		action = "replace"
	}
	return a.look(&c.lookFlags, func(m *smp.Memory) error {
		res, err := m.Tag(a.ctx, smp.Scope(c.Scope), c.Tags, action)
		if err != nil {
			return err
		}
		return a.answer(res, func(p *page) {
			p.line("the tags of %s in %s are different now", p.bold(count(res.NodesAffected, "definition", "definitions")), res.Scope)
		})
	})
}
