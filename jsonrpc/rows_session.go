package jsonrpc

import (
	"context"
	"time"

	"github.com/structural-memory/smp"
)

// SessionOpenParams are those of smp/session/open.
type SessionOpenParams struct {
	AgentID     string   `json:"agent_id" jsonschema:"who works"`
	Task        string   `json:"task" jsonschema:"what is going to be done"`
	Scope       []string `json:"scope" jsonschema:"files that may be written, which need not exist yet; a folder ends with a slash, and globs such as src/**/*.ts stand for many"`
	Mode        string   `json:"mode,omitempty" enum:"read,write" default:"write"`
	CommitSHA   string   `json:"commit_sha,omitempty" jsonschema:"what the work begins from; by default what is checked out"`
	Concurrency string   `json:"concurrency,omitempty" jsonschema:"mvcc: a view of its own, nobody waits; exclusive: one writer a file, by locks" enum:"mvcc,exclusive" default:"mvcc"`
	TTLSeconds  int      `json:"ttl_seconds,omitempty" jsonschema:"how long the session lives after a call that names it; by default 45 minutes" min:"1" max:"604800"`
}

// SessionRecoverParams are those of smp/session/recover.
type SessionRecoverParams struct {
	SessionID string `json:"session_id"`
	AgentID   string `json:"agent_id" jsonschema:"the one that opened it"`
}

// SessionCloseParams are those of smp/session/close.
type SessionCloseParams struct {
	SessionID string `json:"session_id"`
	Status    string `json:"status" enum:"completed,aborted,rolled_back"`
}

// SessionFilesParams are those of methods about files in a session.
type SessionFilesParams struct {
	SessionID string   `json:"session_id"`
	Files     []string `json:"files" jsonschema:"paths below the root"`
}

// RollbackParams are those of smp/rollback.
type RollbackParams struct {
	SessionID    string `json:"session_id"`
	CheckpointID string `json:"checkpoint_id"`
	Force        bool   `json:"force,omitempty" jsonschema:"also where someone else has changed a file since"`
}

func sessionRows() []*Method {
	row := func(name, summary, doc string, errs ...Code) Method {
		return Method{Name: name, Group: "Safety", Access: Write, Summary: summary, Doc: doc, Anytime: true, Errors: append(errs, UnknownID, SessionEnded, Busy, ReadOnly)}
	}
	example := func(m Method, params, result string) Method {
		m.Examples = append(m.Examples, Example{m.Summary, params, result})
		return m
	}
	open := example(row("smp/session/open", "Declare what is going to be written, before anything is.",
		"Entries of the scope that nobody may write are in `denied_scope`, with reasons. Where the scope has nodes that change often and that many call, the session is `elevated`: each write then needs smp/guard/check, smp/dryrun and smp/checkpoint before it. Sessions outlive a restart of the server."),
		`{"agent_id": "coder_agent_01", "task": "Add rate limiting to the login endpoint", "scope": ["src/auth/login.ts", "src/middleware/rateLimit.ts"], "mode": "write", "commit_sha": "a1b2c3d4", "concurrency": "mvcc"}`, "")
	open.Anytime, open.Errors = false, []Code{NotReady, Busy, ReadOnly}
	return []*Method{
		define(open, openSession),
		define(example(row("smp/session/recover", "Find a session again after a restart or a crash, and renew it.", "A session that has ended is no error: `status` says how, `reason` why, and `last_checkpoint` what can be gone back to."),
			`{"session_id": "ses_4f8a2c", "agent_id": "coder_agent_01"}`, ""), recoverSession),
		define(example(row("smp/session/close", "End a session and release its locks.", "`completed` merges what an mvcc session has written into the working tree, by definition and by line, and the index takes it in: all files or none. Where somebody else has changed the same, the error is `merge_conflict`, nothing is written, and the session stays open: update it with what fits both and close it again. `aborted` and `rolled_back` drop what an mvcc session has written; files on disk are not touched by that: smp/rollback brings them back.", MergeConflict, ScopeViolation, LockConflict),
			`{"session_id": "ses_4f8a2c", "status": "completed"}`, `{"session_id": "ses_4f8a2c", "status": "completed", "files_written": ["src/auth/login.ts"], "files_read": ["src/middleware/rateLimit.ts"], "duration_ms": 4200, "audit_log_id": "aud_9b3e1a", "locks_released": [], "files_merged": ["src/auth/login.ts"]}`), closeSession),
		define(example(row("smp/checkpoint", "Keep what some files are before they are written.", "Content, mode, symbolic links, and that there is no file.", ScopeViolation),
			`{"session_id": "ses_4f8a2c", "files": ["src/auth/login.ts"]}`, `{"checkpoint_id": "chk_3a7f91", "files_snapshotted": ["src/auth/login.ts"], "snapshot_at": "2025-02-15T10:45:00Z", "absent": []}`), checkpoint),
		define(example(row("smp/rollback", "Bring files back to a checkpoint.", "All of them or none. Where a file is something that neither the checkpoint nor the session knows, it is refused, so that nobody else's work is lost, unless `force` is true.", ScopeViolation, LockConflict, RollbackConflict),
			`{"session_id": "ses_4f8a2c", "checkpoint_id": "chk_3a7f91"}`, `{"status": "rolled_back", "files_restored": ["src/auth/login.ts"], "memory_resynced": true, "unchanged": []}`), rollback),
		define(example(row("smp/lock", "Claim files for an exclusive session.", "Those that are free are granted, the others denied with their holders; nobody waits. A lock lives as long as its session."),
			`{"session_id": "ses_4f8a2c", "files": ["src/db/migrations/0012_add_user_role.ts"]}`, `{"granted": ["src/db/migrations/0012_add_user_role.ts"], "denied": []}`), lock),
		define(example(row("smp/unlock", "Release files.", "Closing the session does so too."),
			`{"session_id": "ses_4f8a2c", "files": ["src/db/migrations/0012_add_user_role.ts"]}`, `{"released": ["src/db/migrations/0012_add_user_role.ts"], "not_held": []}`), unlock),
	}
}

func openSession(ctx context.Context, c *Call, p SessionOpenParams) (*smp.OpenedSession, error) {
	res, err := c.Server.memory.OpenSession(ctx, smp.SessionRequest{AgentID: p.AgentID, Task: p.Task, Scope: p.Scope, Mode: p.Mode,
		Concurrency: p.Concurrency, CommitSHA: p.CommitSHA, TTL: time.Duration(p.TTLSeconds) * time.Second})
	if err == nil {
		c.Peer.Join(res.SessionID)
	}
	return res, err
}

func recoverSession(ctx context.Context, c *Call, p SessionRecoverParams) (*smp.RecoveredSession, error) {
	return c.Server.memory.RecoverSession(ctx, p.SessionID, p.AgentID)
}

func closeSession(ctx context.Context, c *Call, p SessionCloseParams) (res *smp.ClosedSession, err error) {
	m := c.Server.memory
	files, err := m.Unmerged(ctx, p.SessionID)
	if err != nil {
		return nil, err
	}
	end := func() error {
		res, err = m.CloseSession(ctx, p.SessionID, p.Status)
		return err
	}
	if p.Status != "completed" || len(files) == 0 {
		return res, end()
	}
	err = c.Server.changing(ctx, p.SessionID, files, end)
	return res, err
}

func checkpoint(ctx context.Context, c *Call, p SessionFilesParams) (*smp.CheckpointResult, error) {
	return c.Server.memory.Checkpoint(ctx, p.SessionID, p.Files...)
}

func rollback(ctx context.Context, c *Call, p RollbackParams) (res *smp.RollbackResult, err error) {
	m := c.Server.memory
	files, err := m.CheckpointFiles(ctx, p.CheckpointID)
	if err != nil {
		return nil, err
	}
	err = c.Server.Changing(ctx, files, func() error {
		res, err = m.Rollback(ctx, p.SessionID, p.CheckpointID, p.Force)
		return err
	})
	if err == nil {
		res.ResyncError = c.Server.scrubText(res.ResyncError)
	}
	return res, err
}

func lock(ctx context.Context, c *Call, p SessionFilesParams) (*smp.LockResult, error) {
	res, err := c.Server.memory.Lock(ctx, p.SessionID, p.Files...)
	if err != nil {
		return nil, err
	}
	for _, d := range res.Denied {
		if d.HeldBySession != "" {
			c.Server.NotifyLockConflict(p.SessionID, d.File, d.HeldBySession, d.HeldByAgent)
		}
	}
	return res, nil
}

func unlock(ctx context.Context, c *Call, p SessionFilesParams) (*smp.UnlockResult, error) {
	return c.Server.memory.Unlock(ctx, p.SessionID, p.Files...)
}
