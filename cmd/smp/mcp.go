package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/rogpeppe/go-internal/diff"

	"github.com/structural-memory/smp/jsonrpc/mcp"
)

type mcpCommand struct {
	Serve   mcpServe   `cmd:"" default:"withargs" help:"Serve one agent on standard input and output."`
	Install mcpInstall `cmd:"" help:"Write the configuration of an agent's program, or take it back."`
}

type mcpServe struct{ serverFlags }

func (*mcpServe) Help() string {
	return `An agent's program starts this; smp mcp install writes how. The index is built in the background at the first use, and files are taken in when they are asked about. Several agents on one repository share one index.`
}

func (c *mcpServe) Run(a *app) (err error) {
	m, s, err := a.server(&c.serverFlags)
	if err != nil {
		return err
	}
	defer closeInto(m, &err)
	defer finish(s)
	if c.Watch {
		s.Indexer.Watch(a.ctx)
	}
	return mcp.Stdio(a.ctx, s, os.Stdin, os.Stdout)
}

type mcpInstall struct {
	Client string `required:"" enum:"claude-code,cursor,windsurf,codex,vscode,zed" placeholder:"NAME" help:"claude-code, cursor, windsurf, codex, vscode or zed."`
	Undo   bool   `help:"Take the entry out again."`
	DryRun bool   `short:"n" help:"Show what would change, and change nothing."`
	Home   string `hidden:"" type:"path" help:"The home folder."`
}

func (*mcpInstall) Help() string {
	return `Adds one entry to the file that the program reads, shows the difference, and leaves everything else in the file as it is, comments too. claude-code, cursor, vscode and zed have a file in the repository; windsurf and codex have one for all repositories, where the entry is named after this one.

Examples:

    smp mcp install --client claude-code
    smp mcp install --client codex --dry-run
    smp mcp install --client cursor --undo`
}

// installed is what install says with --json.
type installed struct {
	Client  string `json:"client"`
	File    string `json:"file"`
	Changed bool   `json:"changed"`
	Written bool   `json:"written"`
	Diff    string `json:"diff"`
}

func (c *mcpInstall) Run(a *app) error {
	root, err := a.repository()
	if err != nil {
		return err
	}
	if root, err = filepath.Abs(root); err != nil {
		return err
	}
	home := c.Home
	if home == "" {
		if home, err = os.UserHomeDir(); err != nil {
			return fmt.Errorf("the home folder is not known: %w", err)
		}
	}
	client := clients[c.Client]
	file := client.file(root, home)
	before, err := os.ReadFile(file)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	after, err := client.edit(before, ownCommand(), root, c.Undo)
	if err != nil {
		return fmt.Errorf("%s is left as it is: %w", file, err)
	}
	res := installed{Client: c.Client, File: file, Changed: string(before) != string(after)}
	res.Diff = string(diff.Diff(file, before, file, after))
	if res.Changed && !c.DryRun {
		if err := replaceFile(file, after); err != nil {
			return err
		}
		res.Written = true
	}
	return a.answer(res, func(p *page) {
		switch {
		case !res.Changed && c.Undo:
			p.line("%s has no entry of smp", file)
		case !res.Changed:
			p.line("%s is as it should be", file)
		default:
			p.text(res.Diff)
		}
	})
}

// ownCommand is how a program is to start this one: by name where that finds
// it, so that a file in a repository fits every machine.
func ownCommand() string {
	self, err := os.Executable()
	if err != nil {
		return "smp"
	}
	if found, err := exec.LookPath("smp"); err == nil && sameFile(found, self) {
		return "smp"
	}
	return self
}

func sameFile(a, b string) bool {
	x, err := os.Stat(a)
	if err != nil {
		return false
	}
	y, err := os.Stat(b)
	return err == nil && os.SameFile(x, y)
}

// replaceFile writes a file in one step; with nothing to write it is removed.
func replaceFile(file string, text []byte) error {
	if len(text) == 0 {
		return os.Remove(file)
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	mode := os.FileMode(0o644)
	if info, err := os.Stat(file); err == nil {
		mode = info.Mode().Perm()
		if real, err := filepath.EvalSymlinks(file); err == nil {
			file = real // a link stays one
		}
	}
	t, err := os.CreateTemp(filepath.Dir(file), ".smp-*")
	if err != nil {
		return err
	}
	_, err = t.Write(text)
	err = errors.Join(err, t.Chmod(mode), t.Close())
	if err == nil {
		err = os.Rename(t.Name(), file)
	}
	if err != nil {
		return errors.Join(err, os.Remove(t.Name()))
	}
	return nil
}
