package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/structural-memory/smp/client"
)

// Agent edits files of a repository whose memory a server keeps, the careful
// way: it declares what it will write, asks whether that is safe, tries the
// change before it makes it, and can go back.
type Agent struct {
	ID   string
	Root string // of the repository, where the agent writes
	SMP  *client.Client
	Say  func(step, outcome string) // told of each step; nil: nobody is
}

// ErrRefused says that the server advised against an edit. Nothing is written
// then.
var ErrRefused = errors.New("refused")

// Edit makes of a file what edit makes of its text.
func (a *Agent) Edit(ctx context.Context, file, task string, edit func(text string) (string, error)) (err error) {
	session, err := a.SMP.SessionOpen(ctx, client.SessionOpenParams{AgentID: a.ID, Task: task, Scope: []string{file}, Mode: "write"})
	if err != nil {
		return err
	}
	a.say("session", session.SessionID+", "+session.SafetyLevel)
	status := "aborted"
	defer func() {
		closed, cerr := a.SMP.SessionClose(context.WithoutCancel(ctx), client.SessionCloseParams{SessionID: session.SessionID, Status: status})
		if cerr == nil {
			a.say("close", fmt.Sprintf("%s, audit log %s", closed.Status, closed.AuditLogID))
		}
		err = errors.Join(err, cerr)
	}()
	if err := a.prepare(ctx, session.SessionID, file, task, edit); err != nil {
		return err
	}
	status = "completed"
	return nil
}

// prepare takes the steps up to the write, and the write.
func (a *Agent) prepare(ctx context.Context, session, file, task string, edit func(string) (string, error)) error {
	guard, err := a.SMP.GuardCheck(ctx, client.GuardParams{SessionID: session, Target: file})
	if err != nil {
		return err
	}
	a.say("guard", guard.Verdict)
	if guard.Verdict == "blocked" {
		return fmt.Errorf("%w by the guard: %v", ErrRefused, guard.Reasons)
	}
	around, err := a.SMP.Context(ctx, client.ContextParams{FilePath: file, Scope: "edit", SessionID: session})
	if err != nil {
		return err
	}
	a.say("context", fmt.Sprintf("%s, risk %s", around.Summary.Role, around.Summary.RiskLevel))
	path := filepath.Join(a.Root, filepath.FromSlash(file))
	was, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	text, err := edit(string(was))
	if err != nil {
		return err
	}
	try, err := a.SMP.Dryrun(ctx, client.DryRunParams{SessionID: session, FilePath: file, ProposedContent: text, ChangeSummary: task})
	if err != nil {
		return err
	}
	a.say("dry run", try.Verdict)
	if try.Verdict == "breaking" {
		return fmt.Errorf("%w by the dry run: %d callers would break, the first in %s", ErrRefused, len(try.Impact.BrokenCallers)+len(try.Impact.BrokenTests), try.Impact.AffectedFiles)
	}
	return a.write(ctx, session, file, path, text)
}

// write goes back to the checkpoint where the memory does not take the file in.
func (a *Agent) write(ctx context.Context, session, file, path, text string) error {
	point, err := a.SMP.Checkpoint(ctx, client.SessionFilesParams{SessionID: session, Files: []string{file}})
	if err != nil {
		return err
	}
	a.say("checkpoint", point.CheckpointID)
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		return err
	}
	res, err := a.SMP.Update(ctx, client.UpdateParams{SessionID: session, FilePath: file, Content: text, ChangeType: "modified"})
	if err != nil {
		mine := true // what the file holds now is this agent's
		_, rerr := a.SMP.Rollback(ctx, client.RollbackParams{SessionID: session, CheckpointID: point.CheckpointID, Force: &mine})
		return errors.Join(err, rerr)
	}
	a.say("update", fmt.Sprintf("%d nodes added, %d updated, %d removed", res.NodesAdded, res.NodesUpdated, res.NodesRemoved))
	return nil
}

func (a *Agent) say(step, outcome string) {
	if a.Say != nil {
		a.Say(step, outcome)
	}
}
