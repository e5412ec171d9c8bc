package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/structural-memory/smp/index/walk/gitdir"
	"github.com/structural-memory/smp/internal/git"
	"github.com/structural-memory/smp/jsonrpc"
)

type hookCommand struct {
	Install   hookInstall   `cmd:"" help:"Let the index follow commits, checkouts, merges and rebases."`
	Uninstall hookUninstall `cmd:"" help:"Take that out again; hooks that were there are as before."`
	Status    hookStatus    `cmd:"" help:"Which hooks are installed, and how the last one ended."`
	Run       hookRun       `cmd:"" hidden:"" help:"What the hooks call."`
}

// hookNames are the hooks after which files may be others.
var hookNames = []string{"post-commit", "post-checkout", "post-merge", "post-rewrite"}

type hookInstall struct{}

func (*hookInstall) Help() string {
	return `After a commit, a checkout, a merge or a rebase the index is brought up to date in the background; git never waits for it, and never fails because of it. Where there is no index, or smp watches the files already, nothing happens.

A hook that is there is kept: in a shell script a marked block is added, another program is put beside and called. core.hooksPath is respected. smp hook uninstall restores every byte.`
}

type hookUninstall struct{}

type hookStatus struct{}

func (*hookStatus) Help() string {
	return `The exit code is 1 where not all hooks are installed.`
}

// hookState is what is said of one hook.
type hookState struct {
	Name      string `json:"name"`
	File      string `json:"file"`
	Installed bool   `json:"installed"`
	How       string `json:"how,omitempty"` // own: the file is smp's; block: inside another's; beside: another's is called
	Changed   bool   `json:"changed"`       // just now
}

// hooksAnswer is what the commands say.
type hooksAnswer struct {
	Dir   string       `json:"dir"`
	Hooks []hookState  `json:"hooks"`
	Last  *hookOutcome `json:"last,omitempty"` // how the last run ended
	Note  string       `json:"note,omitempty"`
}

func (c *hookInstall) Run(a *app) error {
	return a.hooks(func(h *hookFile, call string) error { return h.install(call) }, nil)
}

func (c *hookUninstall) Run(a *app) error {
	return a.hooks(func(h *hookFile, _ string) error { return h.uninstall() }, nil)
}

func (c *hookStatus) Run(a *app) error {
	missing := false
	err := a.hooks(nil, func(res *hooksAnswer) {
		for _, h := range res.Hooks {
			missing = missing || !h.Installed
		}
	})
	if err == nil && missing {
		return errNegative
	}
	return err
}

// hooks does something with every hook of the repository, and says how they
// are then.
func (a *app) hooks(do func(h *hookFile, call string) error, see func(*hooksAnswer)) error {
	root, err := a.repository()
	if err != nil {
		return err
	}
	repo, err := git.Open(a.ctx, root)
	if err != nil {
		return gitFailure(err)
	}
	dir, err := repo.HooksDir(a.ctx)
	if err != nil {
		return gitFailure(err)
	}
	res := &hooksAnswer{Dir: dir, Hooks: []hookState{}, Last: readOutcome(outcomeFile(a.file(root)))}
	if r := gitdir.Find(repo.Root()); r != nil && !within(repo.Top(), dir) && !within(r.Common, dir) {
		res.Note = dir + " lies outside this repository: its hooks are those of every repository that core.hooksPath names it for"
	}
	for _, name := range hookNames {
		h, err := readHook(filepath.Join(dir, name))
		if err != nil {
			return err
		}
		if do != nil {
			if err := do(h, a.hookCall(name, repo.Prefix())); err != nil {
				return fmt.Errorf("%s: %w", h.path, err)
			}
		}
		res.Hooks = append(res.Hooks, hookState{Name: name, File: h.path, Installed: h.how != "", How: h.how, Changed: h.changed})
	}
	if see != nil {
		see(res)
	}
	return a.answer(res, func(p *page) { hooksText(p, res) })
}

// hookCall is the command in a hook: quick, quiet and in the background.
func (a *app) hookCall(name, prefix string) string {
	program := shellQuote(ownCommand())
	at := "."
	if prefix != "" {
		at = "./" + strings.TrimSuffix(prefix, "/")
	}
	call := fmt.Sprintf("%s hook run --repo %s", program, shellQuote(at))
	if a.DB != "" {
		call += " --db " + shellQuote(a.DB)
	}
	return fmt.Sprintf("if command -v %s >/dev/null 2>&1; then\n\t(%s --commit=\"$(git rev-parse --verify -q HEAD)\" %s -- ${1+\"$@\"}) </dev/null >/dev/null 2>&1 &\nfi\n", program, call, name)
}

func shellQuote(s string) string {
	if s != "" && strings.Trim(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./") == "" {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

func within(dir, path string) bool {
	rel, err := filepath.Rel(dir, path)
	return err == nil && filepath.IsLocal(rel)
}

func gitFailure(err error) error {
	f := &failure{code: jsonrpc.InternalError, exit: exitFailure, text: err.Error()}
	if errors.Is(err, git.ErrNotRepository) {
		f.exit, f.hint = exitNegative, "git init makes it one"
	}
	return f
}

func hooksText(p *page, res *hooksAnswer) {
	p.line("%s", res.Dir)
	var rows [][]string
	for _, h := range res.Hooks {
		state := "not installed"
		if h.Installed {
			state = map[string]string{"own": "installed", "block": "installed in the hook that was there", "beside": "installed; the hook that was there is called"}[h.How]
		}
		if h.Changed {
			state = p.bold(state)
		}
		rows = append(rows, []string{h.Name, state})
	}
	p.table("  ", "", rows)
	if l := res.Last; l != nil {
		how := count(l.Changed+l.Removed, "file", "files") + " taken in"
		if l.Error != "" {
			how = "failed: " + l.Error
		}
		p.line("last     %s %s ago, at %s: %s", l.Hook, age(time.Since(l.At)), shortCommit(l.Commit), how)
	}
	if res.Note != "" {
		p.line("%s", res.Note)
	}
}

// readOutcome is how the last hook ended; nil where none has.
func readOutcome(file string) *hookOutcome {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil
	}
	o := &hookOutcome{}
	if json.Unmarshal(text, o) != nil {
		return nil
	}
	return o
}
