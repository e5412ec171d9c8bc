package main

import (
	"slices"
	"strings"
	"time"

	"github.com/structural-memory/smp"
)

// auditCommand holds what has to do with the record of what sessions did.
type auditCommand struct {
	Get    auditGetCommand    `cmd:"" help:"What a session has done."`
	Verify auditVerifyCommand `cmd:"" help:"Whether the log is as it was written."`
	Export auditExportCommand `cmd:"" help:"The whole log, as JSON lines."`
}

type auditGetCommand struct {
	Log   string `arg:"" help:"The id of the audit log, as closing a session shows it."`
	Limit int    `placeholder:"N" default:"1000" help:"Show at most N events."`
}

func (c *auditGetCommand) Run(a *app) error {
	if c.Limit < 1 {
		return badParam("limit", number(c.Limit), "use a number above 0")
	}
	return a.onIndex(false, false, func(m *smp.Memory) error {
		res, err := m.AuditLog(a.ctx, smp.AuditQuery{AuditLogID: c.Log, Limit: c.Limit})
		if err != nil {
			return err
		}
		return a.answer(res, func(p *page) {
			p.line("%s  %s of %s: %s", p.bold(res.AuditLogID), res.SessionID, res.AgentID, res.Status)
			p.line("  %s", res.Task)
			list(p, "events", res.Events, res.More, len(res.Events), func(e smp.AuditEvent) []string {
				return []string{p.dim(e.T.Format(time.RFC3339)), e.Method, e.Result, strings.Join(subjects(e), " ")}
			})
		})
	})
}

// subjects are what an event is about.
func subjects(e smp.AuditEvent) []string {
	all := append([]string{e.Target, e.File, e.CheckpointID}, e.Files...)
	all = slices.DeleteFunc(all, func(s string) bool { return s == "" })
	if reason, ok := e.Detail["reason"].(string); ok {
		all = append(all, "("+reason+")")
	}
	return all
}

type auditVerifyCommand struct {
	Expect string `placeholder:"HASH" help:"The head of an earlier check: the log must still have it."`
}

func (*auditVerifyCommand) Help() string {
	return `Each entry's hash covers the entry and the hash before it, and the file knows the last one. Who rewrites all of that is found by a head that was kept somewhere else. The exit code is 1 where the log is not as it was written.

Examples:

    smp audit verify --json | jq -r .head > ../audit-head
    smp audit verify --expect "$(cat ../audit-head)"`
}

func (c *auditVerifyCommand) Run(a *app) error {
	return a.onIndex(false, false, func(m *smp.Memory) error {
		res, err := m.VerifyAudit(a.ctx, c.Expect)
		if err != nil {
			return err
		}
		err = a.answer(res, func(p *page) {
			if res.OK {
				p.line("%s are as they were written; head %s", p.bold(count(int(res.Entries), "entry", "entries")), res.Head)
				return
			}
			p.line("%s", p.bold(res.Problem))
		})
		if err == nil && !res.OK {
			err = errNegative
		}
		return err
	})
}

type auditExportCommand struct{}

func (*auditExportCommand) Help() string {
	return `One JSON line for each entry: seq, audit_log_id, session_id, agent_id, t, method, what it was about, result, prev, hash. Calls outside of sessions have no audit_log_id.`
}

func (c *auditExportCommand) Run(a *app) error {
	return a.onIndex(false, false, func(m *smp.Memory) error {
		_, err := m.ExportAudit(a.ctx, a.out)
		return err
	})
}
