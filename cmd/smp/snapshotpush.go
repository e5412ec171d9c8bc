package main

import (
	"errors"
	"net/url"
	"os"
	"path/filepath"

	"github.com/structural-memory/smp"
	"github.com/structural-memory/smp/internal/git"
	"github.com/structural-memory/smp/jsonrpc"
	"github.com/structural-memory/smp/merkle/remote"
)

// slashed is a path as part of an address.
type slashed struct{ path string }

func (s *slashed) String() string { return (&url.URL{Path: filepath.ToSlash(s.path)}).EscapedPath() }

type snapshotPushCommand struct {
	packFlags
	Store string `arg:"" help:"Where to: s3://BUCKET/PREFIX, http(s)://… or a folder."`
}

// snapshotPushed is what push prints as JSON.
type snapshotPushed struct {
	smp.ExportResult
	Store string `json:"store"`
	Bytes int64  `json:"bytes"`
}

func (c *snapshotPushCommand) Run(a *app) error {
	s, err := remote.Open(c.Store, os.Getenv)
	if err != nil {
		return badParam("store", c.Store, err.Error())
	}
	return a.onIndex(true, !c.AsIs, func(m *smp.Memory) error {
		res, err := c.pack(a, m, "")
		if err != nil {
			return err
		}
		if res.CommitSHA == "" {
			return &failure{code: jsonrpc.InvalidParams, exit: exitNegative, text: "the files are not those of a commit, so nobody could find the snapshot",
				hint: "commit what has changed (git status shows it) and push again", data: map[string]string{"param": "repo"}}
		}
		e, err := remote.Push(a.ctx, s, res.Path)
		if err != nil {
			return err
		}
		return a.answer(snapshotPushed{*res, s.String(), e.Size}, func(p *page) {
			exportedText(p, res)
			p.line("  published for %s at %s", res.CommitSHA[:12], s)
		})
	})
}

type snapshotPullCommand struct {
	takeFlags
	Store  string `arg:"" help:"Where from: s3://BUCKET/PREFIX, http(s)://… or a folder."`
	Scope  string `default:"full" help:"full, or package:PATH for one folder."`
	Commit string `placeholder:"REV" default:"HEAD" help:"The commit to begin with."`
	Depth  int    `placeholder:"N" default:"200" help:"Commits to look at."`
}

func (c *snapshotPullCommand) Run(a *app) error {
	s, err := remote.Open(c.Store, os.Getenv)
	if err != nil {
		return badParam("store", c.Store, err.Error())
	}
	if c.Depth < 1 {
		return badParam("depth", number(c.Depth), "use a number above 0")
	}
	root, err := a.repository()
	if err != nil {
		return err
	}
	repo, err := git.Open(a.ctx, root)
	if err != nil {
		return err
	}
	commits, _, err := repo.Ancestors(a.ctx, c.Commit, c.Depth)
	if err != nil {
		return err
	}
	found, err := remote.Nearest(a.ctx, s, commits, c.Scope, smp.SnapshotSchema())
	if errors.Is(err, remote.ErrNotFound) {
		return &failure{code: jsonrpc.NotFound, exit: exitNegative, text: err.Error(), hint: "smp snapshot push publishes one; smp index indexes here", data: map[string]any{"ref": c.Store, "suggestions": []string{}}}
	}
	if err != nil {
		return err
	}
	in, err := remote.Fetch(a.ctx, s, found.Entry)
	if err != nil {
		return err
	}
	err = c.take(a, smp.ImportOptions{Source: in, SnapshotID: found.SnapshotID}, func(p *page) {
		p.line("%s of %s, %s behind", p.bold(found.SnapshotID), found.Commit[:12], count(found.Distance, "commit", "commits"))
	})
	return errors.Join(err, in.Close())
}
