package main

import (
	"strings"
	"time"

	"github.com/structural-memory/smp"
)

// sessionCommand holds what begins and ends an agent's work.
type sessionCommand struct {
	Open    sessionOpenCommand    `cmd:"" help:"Declare what is going to be written, before anything is."`
	List    sessionListCommand    `cmd:"" help:"The sessions that are open."`
	Recover sessionRecoverCommand `cmd:"" help:"Find a session again, and renew it."`
	Close   sessionCloseCommand   `cmd:"" help:"End a session and release its locks."`
}

type sessionOpenCommand struct {
	Scope     []string      `arg:"" optional:"" help:"Files, folders and globs that may be written, relative to the repository."`
	Agent     string        `required:"" placeholder:"NAME" help:"Who works."`
	Task      string        `placeholder:"TEXT" help:"What is going to be done."`
	Read      bool          `help:"Only read."`
	Exclusive bool          `help:"One writer a file, by locks, instead of a view of its own."`
	Commit    string        `placeholder:"SHA" help:"What the work begins from; by default what is checked out."`
	TTL       time.Duration `name:"ttl" placeholder:"DURATION" help:"How long it lives after its last use, such as 10m; by default 45 minutes."`
}

func (*sessionOpenCommand) Help() string {
	return `Entries that nobody may write (outside of the repository, git's and the index's own) are denied with reasons. Where the scope has nodes that change often and that many call, the session is elevated: each write then needs guard, dry run and checkpoint before it.

Examples:

    smp session open --agent coder_1 --task "Limit logins" src/auth/login.ts 'src/middleware/**'
    smp session open --agent migrator --exclusive src/db/ --json`
}

func (c *sessionOpenCommand) Run(a *app) error {
	q := smp.SessionRequest{AgentID: c.Agent, Task: c.Task, Scope: c.Scope, CommitSHA: c.Commit, TTL: c.TTL}
	if c.Read {
		q.Mode = "read"
	}
	if c.Exclusive {
		q.Concurrency = "exclusive"
	}
	return a.onIndex(true, false, func(m *smp.Memory) error {
		res, err := m.OpenSession(a.ctx, q)
		if err != nil {
			return err
		}
		return a.answer(res, func(p *page) {
			p.line("%s  %s, %s, %s until %s", p.bold(res.SessionID), res.Mode, res.Concurrency, res.SafetyLevel, res.ExpiresAt.Format(time.RFC3339))
			list(p, "granted", res.GrantedScope, 0, 50, func(s string) []string { return []string{s} })
			list(p, "denied", res.DeniedScope, 0, 50, func(d smp.DeniedScope) []string { return []string{d.Path, p.dim(d.Reason)} })
			list(p, "change often and are called by many", res.HotNodesInScope, res.MoreHotNodes, 20, func(n smp.HotNodeInScope) []string {
				return []string{n.NodeID, p.dim("heat " + number(n.HeatScore)), p.dim(count(n.CallerCount, "caller", "callers"))}
			})
			if res.CommitNotIndexed != "" {
				p.line("  the index is of %s, not of %s", res.CommitNotIndexed, res.CommitSHA)
			}
		})
	})
}

type sessionListCommand struct{}

func (c *sessionListCommand) Run(a *app) error {
	return a.onIndex(false, false, func(m *smp.Memory) error {
		all, err := m.OpenSessions(a.ctx)
		if err != nil {
			return err
		}
		return a.answer(map[string]any{"sessions": all}, func(p *page) {
			for _, s := range all {
				p.line("%s  %s  %s", p.bold(s.Handle), s.AgentID, p.dim(strings.Join([]string{s.Mode, s.Concurrency, s.SafetyLevel, "until " + s.ExpiresAt.Format(time.RFC3339)}, ", ")))
				p.line("  %s", s.Task)
				list(p, "scope", s.Scope, 0, 10, func(s string) []string { return []string{s} })
				list(p, "locks", s.LocksHeld, 0, 10, func(s string) []string { return []string{s} })
			}
			if len(all) == 0 {
				p.line("no session is open")
			}
		})
	})
}

type sessionRecoverCommand struct {
	Session string `arg:"" help:"Its id."`
	Agent   string `required:"" placeholder:"NAME" help:"The agent that opened it."`
}

func (*sessionRecoverCommand) Help() string {
	return `The exit code is 1 where the session has ended; what it last kept is shown then.`
}

func (c *sessionRecoverCommand) Run(a *app) error {
	return a.onIndex(false, false, func(m *smp.Memory) error {
		res, err := m.RecoverSession(a.ctx, c.Session, c.Agent)
		if err != nil {
			return err
		}
		err = a.answer(res, func(p *page) {
			p.line("%s  %s", p.bold(res.SessionID), res.Status)
			list(p, "scope", res.Scope, 0, 50, func(s string) []string { return []string{s} })
			list(p, "locks", res.LocksHeld, 0, 50, func(s string) []string { return []string{s} })
			list(p, "checkpoints", res.Checkpoints, 0, 50, func(s string) []string { return []string{s} })
			if res.LastCheckpoint != "" {
				p.line("  last checkpoint %s: %s", res.LastCheckpoint, strings.Join(res.FilesSnapshotted, ", "))
			}
		})
		if err == nil && res.Status != "recovered" {
			err = errNegative
		}
		return err
	})
}

type sessionCloseCommand struct {
	Session string `arg:"" help:"Its id."`
	Status  string `arg:"" enum:"completed,aborted,rolled_back" help:"How it ends: completed, aborted or rolled_back."`
}

func (*sessionCloseCommand) Help() string {
	return `Completed, what an mvcc session has written becomes visible to others; otherwise it is dropped. Files on disk stay as they are: smp rollback brings them back.

Example:

    smp session close ses_4f8a2c1b9d0e7f36 completed`
}

func (c *sessionCloseCommand) Run(a *app) error {
	return a.onIndex(false, false, func(m *smp.Memory) error {
		res, err := m.CloseSession(a.ctx, c.Session, c.Status)
		if err != nil {
			return err
		}
		return a.answer(res, func(p *page) {
			p.line("%s  %s after %s; audit log %s", p.bold(res.SessionID), res.Status, time.Duration(res.DurationMS)*time.Millisecond, res.AuditLogID)
			list(p, "written", res.FilesWritten, 0, 50, func(s string) []string { return []string{s} })
			list(p, "read", res.FilesRead, 0, 50, func(s string) []string { return []string{s} })
			list(p, "released", res.LocksReleased, 0, 50, func(s string) []string { return []string{s} })
		})
	})
}
