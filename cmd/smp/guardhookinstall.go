package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/rogpeppe/go-internal/diff"

	"github.com/structural-memory/smp"
	"github.com/structural-memory/smp/internal/git"
)

type guardHookInstall struct {
	Client string `enum:"claude-code,git" default:"claude-code" placeholder:"NAME" help:"claude-code, or git for a pre-commit hook."`
	DryRun bool   `short:"n" help:"Show what would change, and change nothing."`
}

func (*guardHookInstall) Help() string {
	return `claude-code: adds two hooks to .claude/settings.json of the repository and leaves everything else in it as it is. git: adds a pre-commit hook; one that is there is kept.

Examples:

    smp guard-hook install
    smp guard-hook install --client git`
}

type guardHookUninstall struct {
	Client string `enum:"claude-code,git" default:"claude-code" placeholder:"NAME" help:"claude-code or git."`
}

func (c *guardHookInstall) Run(a *app) error   { return a.guardHook(c.Client, false, c.DryRun) }
func (c *guardHookUninstall) Run(a *app) error { return a.guardHook(c.Client, true, false) }

// guardHook puts hooks in or takes them out.
func (a *app) guardHook(client string, undo, dry bool) error {
	root, err := a.repository()
	if err != nil {
		return err
	}
	if client == "git" {
		return a.preCommitHook(root, undo, dry)
	}
	file := filepath.Join(root, ".claude", "settings.json")
	before, err := os.ReadFile(file)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	after := before
	for _, event := range []string{"PreToolUse", "PostToolUse"} {
		if after, err = editHooks(after, event, shellQuote(ownCommand())+" guard-hook", undo); err != nil {
			return fmt.Errorf("%s is left as it is: %w", file, err)
		}
	}
	res := installed{Client: client, File: file, Changed: !bytes.Equal(before, after), Diff: string(diff.Diff(file, before, file, after))}
	if res.Changed && !dry {
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			return err
		}
		if err := replaceFile(file, after); err != nil {
			return err
		}
		res.Written = true
	}
	return a.answer(res, func(p *page) {
		switch {
		case !res.Changed && undo:
			p.line("%s has no hook of smp", file)
		case !res.Changed:
			p.line("%s is as it should be", file)
		default:
			p.text(res.Diff)
		}
	})
}

const hookedTools = "Edit|MultiEdit|Write|NotebookEdit"

// hookGroup is one entry of an event's list.
type hookGroup struct {
	Matcher string          `json:"matcher"`
	Hooks   []hookedCommand `json:"hooks"`
}

type hookedCommand struct {
	Type    string `json:"type"`
	Command string `json:"command"`
	Timeout int    `json:"timeout,omitempty"`
}

// editHooks puts the command into the list of an event, or takes it out. Other
// entries stay as they are.
func editHooks(text []byte, event, command string, undo bool) ([]byte, error) {
	var doc struct {
		Hooks map[string][]json.RawMessage `json:"hooks"`
	}
	if len(bytes.TrimSpace(text)) > 0 {
		if err := json.Unmarshal(text, &doc); err != nil {
			return nil, err
		}
	}
	want, err := json.Marshal(hookGroup{hookedTools, []hookedCommand{{"command", command, 60}}})
	if err != nil {
		return nil, err
	}
	var keep []json.RawMessage
	found := false
	for _, entry := range doc.Hooks[event] {
		var g hookGroup
		if json.Unmarshal(entry, &g) == nil && len(g.Hooks) == 1 && strings.HasSuffix(g.Hooks[0].Command, " guard-hook") {
			var compact bytes.Buffer
			if !undo && json.Compact(&compact, entry) == nil && bytes.Equal(compact.Bytes(), want) {
				return text, nil
			}
			found = true
			continue
		}
		keep = append(keep, entry)
	}
	switch {
	case undo && !found:
		return text, nil
	case !undo:
		keep = append(keep, want)
	case len(keep) == 0:
		out, err := removeJSON(text, "hooks", event)
		if err != nil || len(bytes.TrimSpace(out)) == 0 {
			return nil, err
		}
		return out, nil
	}
	list, err := json.Marshal(keep)
	if err != nil {
		return nil, err
	}
	return setJSON(text, list, "hooks", event)
}

// preCommitHook puts the call into git's hook or takes it out.
func (a *app) preCommitHook(root string, undo, dry bool) error {
	repo, err := git.Open(a.ctx, root)
	if err != nil {
		return gitFailure(err)
	}
	dir, err := repo.HooksDir(a.ctx)
	if err != nil {
		return gitFailure(err)
	}
	h, err := readHook(filepath.Join(dir, "pre-commit"))
	if err != nil {
		return err
	}
	program := shellQuote(ownCommand())
	call := fmt.Sprintf("if command -v %s >/dev/null 2>&1; then\n\t%s guard-hook pre-commit --repo %s || exit 1\nfi\n", program, program, shellQuote("./"+strings.TrimSuffix(repo.Prefix(), "/")))
	res := installed{Client: "git", File: h.path}
	before := h.text
	switch {
	case dry:
	case undo:
		err = h.uninstall()
	default:
		if err = os.MkdirAll(dir, 0o755); err == nil {
			err = h.install(call)
		}
	}
	if err != nil {
		return fmt.Errorf("%s: %w", h.path, err)
	}
	res.Changed, res.Written = h.changed, h.changed
	res.Diff = string(diff.Diff(h.path, before, h.path, h.text))
	return a.answer(res, func(p *page) {
		switch {
		case !res.Changed:
			p.line("%s is as it should be", h.path)
		case undo:
			p.line("%s: the guard is taken out", h.path)
		default:
			p.line("%s: the guard looks at what is about to be committed", h.path)
		}
	})
}

type guardHookCommit struct {
	FailOn string `enum:"breaking,risky,unknown,red_alert" default:"breaking" help:"From when on a commit is refused; see smp gate."`
}

func (*guardHookCommit) Help() string {
	return `What is staged is compared with HEAD, and not what else the working tree has. git commit --no-verify goes past it.`
}

// Run refuses a commit that breaks callers. Where there is no index, or no
// commit to compare with, there is nothing to say.
func (c *guardHookCommit) Run(a *app) error {
	root, err := a.repository()
	if err != nil {
		return err
	}
	if _, err := os.Stat(a.file(root)); err != nil {
		return nil
	}
	repo, err := git.Open(a.ctx, root)
	if err != nil {
		return gitFailure(err)
	}
	if head, err := repo.Head(a.ctx); err != nil || head.Commit == "" {
		return err
	}
	return noVerdict(a.onIndex(false, false, func(m *smp.Memory) error {
		res, err := m.Gate(a.ctx, smp.GateQuery{Base: "HEAD", Staged: true})
		if err != nil {
			return err
		}
		if !res.Reaches(c.FailOn) {
			return nil
		}
		if err := a.gateAnswer(res, "text"); err != nil {
			return err
		}
		a.note("the commit is refused; git commit --no-verify makes it all the same")
		return errNegative
	}))
}
