package main

import (
	"encoding/json"

	"github.com/structural-memory/smp"
)

type exportCommand struct {
	Calls exportCallsCommand `cmd:"" help:"Every call, as JSON lines."`
	SCIP  exportSCIPCommand  `cmd:"" name:"scip" help:"The graph as a SCIP index."`
	Plain exportPlainCommand `cmd:"" name:"as" default:"withargs" hidden:""`
}

type exportCallsCommand struct {
	Fresh bool `help:"Bring the index up to date first."`
}

func (*exportCallsCommand) Help() string {
	return `One JSON line for each call: caller_file, caller_name, caller_line, call_line, callee_file, callee_name, callee_line, class, resolved. Paths are relative to the repository; lines count from 1, and those of caller and callee are where they are defined. Calls that leave the repository or could not be linked have resolved false and a null callee.

Example:

    smp export calls | jq -r 'select(.resolved) | [.caller_name, .callee_name] | @tsv'`
}

func (c *exportCallsCommand) Run(a *app) error {
	return a.look(&lookFlags{Fresh: c.Fresh}, func(m *smp.Memory) error {
		enc := json.NewEncoder(a.out)
		enc.SetEscapeHTML(false)
		return m.EachCall(a.ctx, func(row smp.CallRow) error { return enc.Encode(row) })
	})
}
