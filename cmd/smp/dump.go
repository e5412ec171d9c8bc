package main

import (
	"github.com/structural-memory/smp"
)

type dumpCommand struct {
	Hash  bool `help:"Print the SHA-256 of the dump instead."`
	Fresh bool `help:"Bring the index up to date first."`
}

func (*dumpCommand) Help() string {
	return `Sorted JSON lines without row ids and times: equal graphs have equal dumps, however they were reached. With --json and --hash the answer is {"hash": …}; the dump itself is JSON lines always.

Examples:

    smp dump | grep '"CALLS_STATIC"' | head
    smp dump --hash`
}

func (c *dumpCommand) Run(a *app) error {
	return a.look(&lookFlags{Fresh: c.Fresh}, func(m *smp.Memory) error {
		if !c.Hash {
			return m.Dump(a.ctx, a.out)
		}
		hash, err := m.DumpHash(a.ctx)
		if err != nil {
			return err
		}
		return a.answer(map[string]string{"hash": hash}, func(p *page) { p.line("%s", hash) })
	})
}
