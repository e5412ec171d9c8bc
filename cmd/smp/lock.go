package main

import (
	"time"

	"github.com/structural-memory/smp"
)

// inSession are what commands about files in a session take.
type inSession struct {
	Session string   `arg:"" help:"The id of the session."`
	Files   []string `arg:"" help:"Files, relative to the repository."`
}

type lockCommand struct{ inSession }

func (*lockCommand) Help() string {
	return `Files that are free are granted at once, the others denied with who holds them; nobody waits. The exit code is 1 where one is denied. A lock lives as long as its session.

Example:

    smp lock ses_4f8a2c1b9d0e7f36 src/db/migrations/0012_add_user_role.ts`
}

func (c *lockCommand) Run(a *app) error {
	return a.onIndex(false, false, func(m *smp.Memory) error {
		res, err := m.Lock(a.ctx, c.Session, c.Files...)
		if err != nil {
			return err
		}
		err = a.answer(res, func(p *page) {
			list(p, "granted", res.Granted, 0, 100, func(f string) []string { return []string{f} })
			list(p, "denied", res.Denied, 0, 100, func(d smp.DeniedLock) []string {
				if d.HeldBySession == "" {
					return []string{d.File, d.Reason}
				}
				return []string{d.File, "held by " + d.HeldByAgent, p.dim(d.HeldBySession), p.dim("until " + d.ExpiresAt.Format(time.RFC3339))}
			})
		})
		if err == nil && len(res.Denied) > 0 {
			err = errNegative
		}
		return err
	})
}

type unlockCommand struct{ inSession }

func (c *unlockCommand) Run(a *app) error {
	return a.onIndex(false, false, func(m *smp.Memory) error {
		res, err := m.Unlock(a.ctx, c.Session, c.Files...)
		if err != nil {
			return err
		}
		return a.answer(res, func(p *page) {
			list(p, "released", res.Released, 0, 100, func(f string) []string { return []string{f} })
			list(p, "not held by this session", res.NotHeld, 0, 100, func(f string) []string { return []string{f} })
		})
	})
}

type checkpointCommand struct{ inSession }

func (*checkpointCommand) Help() string {
	return `Content, mode, symbolic links, and that there is no file: a rollback removes what comes then.

Example:

    smp checkpoint ses_4f8a2c1b9d0e7f36 src/auth/login.ts`
}

func (c *checkpointCommand) Run(a *app) error {
	return a.onIndex(false, false, func(m *smp.Memory) error {
		res, err := m.Checkpoint(a.ctx, c.Session, c.Files...)
		if err != nil {
			return err
		}
		return a.answer(res, func(p *page) {
			p.line("%s  of %s", p.bold(res.CheckpointID), count(len(res.FilesSnapshotted), "file", "files"))
			list(p, "not there", res.Absent, 0, 100, func(f string) []string { return []string{f} })
		})
	})
}

type rollbackCommand struct {
	Session    string `arg:"" help:"The id of the session."`
	Checkpoint string `arg:"" help:"The id of the checkpoint."`
	Force      bool   `short:"f" help:"Also where someone else has changed a file since."`
}

func (*rollbackCommand) Help() string {
	return `All files are brought back or none. Where one is something that neither the checkpoint nor the session knows, the exit code is 1 and nothing is touched, so that nobody else's work is lost.

Example:

    smp rollback ses_4f8a2c1b9d0e7f36 chk_3a7f91c2d4e5b607`
}

func (c *rollbackCommand) Run(a *app) error {
	return a.onIndex(false, false, func(m *smp.Memory) error {
		res, err := m.Rollback(a.ctx, c.Session, c.Checkpoint, c.Force)
		if err != nil {
			return err
		}
		if res.ResyncError != "" {
			a.note("the index does not have it yet: %s", res.ResyncError)
		}
		return a.answer(res, func(p *page) {
			list(p, "restored", res.FilesRestored, 0, 100, func(f string) []string { return []string{f} })
			list(p, "unchanged", res.Unchanged, 0, 100, func(f string) []string { return []string{f} })
		})
	})
}
