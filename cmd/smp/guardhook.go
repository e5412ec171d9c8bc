package main

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/structural-memory/smp"
	"github.com/structural-memory/smp/jsonrpc"
)

type guardHookCommand struct {
	Run_      guardHookRun       `cmd:"" name:"run" default:"withargs" help:"Answer a hook of Claude Code on standard input."`
	PreCommit guardHookCommit    `cmd:"" name:"pre-commit" help:"Look at what is about to be committed, as git's hook does."`
	Install   guardHookInstall   `cmd:"" help:"Have Claude Code, or git, ask the guard."`
	Uninstall guardHookUninstall `cmd:"" help:"Take that out again."`
}

// guardHookRun is what an agent's program calls before and after its own tools
// write a file. In the protocol of hooks, exit code 2 blocks and others do not,
// and an answer in JSON decides; no answer leaves it to the program.
type guardHookRun struct {
	Session string        `env:"SMP_SESSION" placeholder:"ID" help:"The session that writes; by default $SMP_SESSION."`
	DryRun  bool          `negatable:"" default:"true" help:"Look also at what the edit breaks."`
	Most    time.Duration `default:"30s" help:"How long the look at what breaks may take."`
}

func (*guardHookRun) Help() string {
	return `Before an edit, the guard is asked, and what would break is looked at. Outside of the repository, and outside of the scope of a session, an edit is denied; in a session so is one with a red alert or one that breaks callers. Without a session these are asked about. After an edit the file is taken into the index.

Where there is no index nothing is said.`
}

// hookCall is what the program says on standard input.
type hookCall struct {
	Event string `json:"hook_event_name"`
	Cwd   string `json:"cwd"`
	Tool  string `json:"tool_name"`
	Input struct {
		FilePath     string  `json:"file_path"`
		NotebookPath string  `json:"notebook_path"`
		Content      *string `json:"content"`
		textEdit
		Edits []textEdit `json:"edits"`
	} `json:"tool_input"`
}

type textEdit struct {
	Old string  `json:"old_string"`
	New *string `json:"new_string"`
	All bool    `json:"replace_all"`
}

// hookDecision is the answer to a call before a tool works.
type hookDecision struct {
	Output struct {
		Event    string `json:"hookEventName"`
		Decision string `json:"permissionDecision"` // deny or ask
		Reason   string `json:"permissionDecisionReason"`
	} `json:"hookSpecificOutput"`
}

const mostHookInput = 64 << 20

func (c *guardHookRun) Run(a *app) error {
	err := c.answer(a)
	if err == nil {
		return nil
	}
	// Exit code 2 would block the tool: what goes wrong here does not.
	return &failure{code: jsonrpc.InternalError, exit: exitFailure, text: "the guard could not be asked: " + err.Error()}
}

func (c *guardHookRun) answer(a *app) error {
	text, err := io.ReadAll(io.LimitReader(os.Stdin, mostHookInput))
	if err != nil {
		return err
	}
	var call hookCall
	if err := json.Unmarshal(text, &call); err != nil {
		return errors.New("standard input is no call of a hook: " + err.Error())
	}
	path := call.Input.FilePath
	if path == "" {
		path = call.Input.NotebookPath
	}
	if path == "" || call.Event != "PreToolUse" && call.Event != "PostToolUse" {
		return nil // nothing is written
	}
	root, err := a.repository()
	if err != nil {
		return err
	}
	if !filepath.IsAbs(path) {
		path = filepath.Join(call.Cwd, path)
	}
	if path, err = filepath.Abs(path); err != nil {
		return err
	}
	if root, err = filepath.Abs(root); err != nil {
		return err
	}
	rel, inside := below(root, path)
	if _, err := os.Stat(a.file(root)); err != nil {
		return nil // no index: smp has not been asked to guard this repository
	}
	if call.Event == "PostToolUse" {
		if !inside {
			return nil
		}
		return c.after(a, rel)
	}
	if !inside {
		return a.decide("deny", "it is outside of the repository "+root)
	}
	return c.before(a, &call, rel, path)
}

// below is a path relative to the root, whether the two are named through
// links or not.
func below(root, path string) (string, bool) {
	real := func(p string) string {
		rest := ""
		for at := p; ; at = filepath.Dir(at) {
			if r, err := filepath.EvalSymlinks(at); err == nil {
				return filepath.Join(r, rest)
			}
			if at == filepath.Dir(at) {
				return p
			}
			rest = filepath.Join(filepath.Base(at), rest)
		}
	}
	rel, err := filepath.Rel(real(root), real(path))
	return filepath.ToSlash(rel), err == nil && filepath.IsLocal(rel)
}

// decide prints a decision.
func (a *app) decide(decision, reason string) error {
	var d hookDecision
	d.Output.Event, d.Output.Decision, d.Output.Reason = "PreToolUse", decision, "smp: "+reason
	enc := json.NewEncoder(plainJSON{a.out})
	enc.SetEscapeHTML(false)
	return enc.Encode(d)
}

// after takes the written file in.
func (c *guardHookRun) after(a *app, rel string) error {
	return a.onIndex(false, false, func(m *smp.Memory) (err error) {
		if c.Session != "" {
			_, err = m.UpdateIn(a.ctx, c.Session, smp.FileChange{Path: rel})
		} else {
			_, err = m.UpdateOutside(a.ctx, smp.FileChange{Path: rel})
		}
		return err
	})
}

func (c *guardHookRun) before(a *app, call *hookCall, rel, path string) error {
	return a.onIndex(false, false, func(m *smp.Memory) error {
		content := call.content(path)
		var impact *smp.DryRunResult
		change := ""
		g, err := m.Guard(a.ctx, smp.GuardQuery{SessionID: c.Session, Target: rel})
		if err != nil {
			return err
		}
		if content != nil && c.DryRun && g.Verdict != "blocked" {
			if impact, change, err = c.look(a.ctx, m, rel, content); err != nil {
				return err
			}
			if change != "" { // what the edit touches, and not all that is in the file
				if g, err = m.Guard(a.ctx, smp.GuardQuery{SessionID: c.Session, Target: rel, IntendedChange: change}); err != nil {
					return err
				}
			}
		}
		decision, reason := judge(g, impact, c.Session != "")
		if decision != "" {
			return a.decide(decision, reason)
		}
		if c.Session != "" && impact != nil && impact.StepTaken {
			_, err = m.Checkpoint(a.ctx, c.Session, rel) // the last step before an elevated session writes
		}
		return err
	})
}

// look is what an edit breaks and which functions it touches. One that takes
// too long is left out.
func (c *guardHookRun) look(ctx context.Context, m *smp.Memory, rel string, content []byte) (*smp.DryRunResult, string, error) {
	ctx, cancel := context.WithTimeout(ctx, c.Most)
	defer cancel()
	p := smp.Proposal{SessionID: c.Session, Changes: []smp.FileChange{{Path: rel, Content: content}}}
	d, err := m.Diff(ctx, p)
	if err != nil {
		return nil, "", tooSlow(ctx, err)
	}
	var names []string
	for _, n := range d.NodesModified {
		names = append(names, n.Name)
	}
	for _, n := range d.NodesRemoved {
		names = append(names, n.Name)
	}
	change := ""
	if len(names) > 0 {
		change = "modify_function:" + strings.Join(names, ",")
	}
	impact, err := m.DryRun(ctx, p)
	if err != nil {
		return nil, change, tooSlow(ctx, err)
	}
	return impact, change, nil
}

func tooSlow(ctx context.Context, err error) error {
	if ctx.Err() == context.DeadlineExceeded {
		return nil
	}
	return err
}

// judge makes a decision of what was found; "" leaves it to the program.
func judge(g *smp.GuardResult, impact *smp.DryRunResult, session bool) (decision, reason string) {
	grave := "ask"
	if session {
		grave = "deny"
	}
	var why []string
	switch g.Verdict {
	case "blocked":
		return "deny", g.Target + " may not be written: " + strings.Join(g.Reasons, "; ")
	case "red_alert":
		decision = grave
		for _, b := range g.Blocking {
			why = append(why, b.Code+" "+b.NodeID+" ("+blockingText(b)+")")
		}
		for _, u := range g.UnblockConditions {
			why = append(why, "to go on: "+u.Action+" for "+u.TargetNode)
		}
	}
	if impact != nil && impact.Verdict == smp.VerdictBreaking {
		decision = grave
		for _, r := range impact.Reasons {
			if r.Verdict == smp.VerdictBreaking {
				why = append(why, "it breaks "+place(r.File, r.Line)+": "+r.Message)
			}
		}
	}
	const most = 10
	if n := len(why); n > most {
		why = append(why[:most], number(n-most)+" more")
	}
	return decision, strings.Join(why, "; ")
}

// content is what the file will hold; nil where the call does not tell.
func (call *hookCall) content(path string) []byte {
	if call.Input.Content != nil {
		return append([]byte{}, *call.Input.Content...)
	}
	edits := call.Input.Edits
	if call.Input.New != nil {
		edits = []textEdit{call.Input.textEdit}
	}
	if len(edits) == 0 {
		return nil
	}
	before, err := os.ReadFile(path)
	if err != nil && !os.IsNotExist(err) {
		return nil
	}
	text := string(before)
	for _, e := range edits {
		switch {
		case e.New == nil:
			return nil
		case e.Old == "" && text == "":
			text = *e.New
		case e.Old == "" || !strings.Contains(text, e.Old):
			return nil // the tool refuses it
		case e.All:
			text = strings.ReplaceAll(text, e.Old, *e.New)
		default:
			text = strings.Replace(text, e.Old, *e.New, 1)
		}
	}
	return []byte(text)
}
