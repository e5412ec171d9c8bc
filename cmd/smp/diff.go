package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"

	"github.com/structural-memory/smp"
)

// proposalFlags say what files are to become.
type proposalFlags struct {
	File   string   `arg:"" optional:"" help:"The file of the repository that is to change."`
	With   string   `placeholder:"FILE" help:"What it is to hold; - or nothing for standard input."`
	Delete bool     `help:"It is to be removed."`
	Change []string `placeholder:"FILE=CONTENT" help:"Another file, and the file that holds what it is to hold; nothing after the = removes it."`
}

func (f *proposalFlags) changes(a *app) ([]smp.FileChange, error) {
	var out []smp.FileChange
	if f.File != "" {
		c := smp.FileChange{Path: f.File, Deleted: f.Delete}
		if !f.Delete {
			data, err := f.content()
			if err != nil {
				return nil, err
			}
			c.Content = data
		}
		out = append(out, c)
	}
	for _, pair := range f.Change {
		path, with, ok := strings.Cut(pair, "=")
		if !ok {
			return nil, badParam("change", pair, "write FILE=CONTENT, or FILE= to remove it")
		}
		c := smp.FileChange{Path: path, Deleted: with == ""}
		if with != "" {
			data, err := readGiven(with)
			if err != nil {
				return nil, err
			}
			c.Content = data
		}
		out = append(out, c)
	}
	if len(out) == 0 {
		return nil, badParam("file", "", "name a file that is to change, or --change")
	}
	return out, nil
}

func (f *proposalFlags) content() ([]byte, error) {
	if f.With == "" || f.With == "-" {
		return io.ReadAll(os.Stdin)
	}
	return readGiven(f.With)
}

func readGiven(path string) ([]byte, error) {
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, badParam("with", path, "there is no such file")
	}
	if data == nil {
		data = []byte{}
	}
	return data, err
}

type diffCommand struct {
	askFlags
	proposalFlags
}

func (*diffCommand) Help() string {
	return `Compares the graph with what files are to become, definition by definition. Nothing is written.

Examples:

    smp diff src/auth/login.ts --with /tmp/login.ts
    git show feature:src/auth/login.ts | smp diff src/auth/login.ts
    smp diff src/old.ts --delete --json`
}

func (c *diffCommand) Run(a *app) error {
	changes, err := c.changes(a)
	if err != nil {
		return err
	}
	return a.ask(&c.askFlags, func(m *smp.Memory) error {
		res, err := m.Diff(a.ctx, smp.Proposal{Changes: changes, Limit: c.Limit})
		if err != nil {
			return err
		}
		return a.answer(res, func(p *page) { diffText(p, res, c.shown()) })
	})
}

func diffText(p *page, res *smp.DiffResult, limit int) {
	ref := func(n smp.NodeRef) []string { return []string{n.Name, p.dim(where(n))} }
	renamed := func(r smp.RenamedNode) []string {
		return []string{r.From.Name, p.dim(r.From.File), "→", r.To.Name, p.dim(where(r.To))}
	}
	list(p, "added", res.NodesAdded, res.More["nodes_added"], limit, ref)
	list(p, "removed", res.NodesRemoved, res.More["nodes_removed"], limit, ref)
	list(p, "renamed", res.NodesRenamed, res.More["nodes_renamed"], limit, renamed)
	list(p, "moved", res.NodesMoved, res.More["nodes_moved"], limit, renamed)
	list(p, "modified", res.NodesModified, res.More["nodes_modified"], limit, func(n smp.ModifiedNode) []string {
		return []string{n.Name, p.dim(changesText(n.Changes))}
	})
	edge := func(r smp.Relationship) []string { return []string{r.From, p.dim(r.Edge), r.To} }
	list(p, "relationships added", res.RelationshipsAdded, res.More["relationships_added"], limit, edge)
	list(p, "relationships removed", res.RelationshipsRemoved, res.More["relationships_removed"], limit, edge)
	for _, n := range res.Notes {
		p.line("%s", p.dim("note: "+n))
	}
}

func changesText(c smp.NodeChanges) string {
	var parts []string
	if c.SignatureChanged {
		parts = append(parts, "signature")
	}
	if c.BodyChanged {
		parts = append(parts, "body")
	}
	if c.ComplexityDelta != 0 {
		parts = append(parts, fmt.Sprintf("complexity %+d", c.ComplexityDelta))
	}
	return strings.Join(parts, ", ")
}
