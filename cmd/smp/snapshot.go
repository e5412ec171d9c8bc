package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"github.com/structural-memory/smp"
	"github.com/structural-memory/smp/internal/git"
	"github.com/structural-memory/smp/jsonrpc"
	"github.com/structural-memory/smp/merkle/archive"
)

type snapshotCommand struct {
	Export snapshotExportCommand `cmd:"" help:"Pack the index as a signed snapshot."`
	Import snapshotImportCommand `cmd:"" help:"Take in a snapshot instead of indexing."`
	Push   snapshotPushCommand   `cmd:"" help:"Publish a snapshot of the commit that is checked out."`
	Pull   snapshotPullCommand   `cmd:"" help:"Import the snapshot of the nearest commit that has one."`
}

func (*snapshotCommand) Help() string {
	return `A snapshot spares another machine the indexing: where its files are the same, nothing is indexed there; where some are not, only these are. smp key makes and trusts the keys that snapshots are signed with.

A STORE is s3://BUCKET/PREFIX (with AWS_ENDPOINT_URL for other stores than Amazon's, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY), the address of a web folder that takes PUT (with SMP_STORE_TOKEN as its token), or a folder.

Examples:

    smp snapshot export --key key_prod_01
    smp snapshot import snap_4f8a2c.tar.zst
    smp snapshot push s3://team/shop
    smp snapshot pull s3://team/shop`
}

// packFlags say what is exported and who signs.
type packFlags struct {
	Scope    string `default:"full" help:"full, or package:PATH for one folder."`
	Key      string `placeholder:"ID" help:"The key that signs; by default the only one there is."`
	Unsigned bool   `help:"Nobody signs; whoever imports it has to ask for that."`
	AsIs     bool   `help:"Pack the index as it is, without bringing it up to date first."`
}

type snapshotExportCommand struct {
	packFlags
	Output string `short:"o" type:"path" placeholder:"FOLDER" help:"Where it goes; by default the folder that smp serve offers, .smp/snapshots."`
}

// snapshotExported is what export prints as JSON.
type snapshotExported struct {
	smp.ExportResult
	File string `json:"file"`
}

func (c *snapshotExportCommand) Run(a *app) error {
	return a.onIndex(true, !c.AsIs, func(m *smp.Memory) error {
		res, err := c.pack(a, m, c.Output)
		if err != nil {
			return err
		}
		return a.answer(snapshotExported{*res, res.Path}, func(p *page) { exportedText(p, res) })
	})
}

func exportedText(p *page, res *smp.ExportResult) {
	signed := "not signed"
	if res.Signature != "" {
		signed = "signed " + res.SignedAt.Format(time.RFC3339)
	}
	p.line("%s  %s", p.bold(res.SnapshotID), p.dim(res.Path))
	p.line("  %s, %s, %s, root %s", res.Scope, count(res.NodeCount, "node", "nodes"), signed, res.RootHash[:12])
}

// pack exports the index. It is of the commit that is checked out if it was
// brought up to date and nothing differs from that commit.
func (f *packFlags) pack(a *app, m *smp.Memory, dir string) (*smp.ExportResult, error) {
	o := smp.ExportOptions{Scope: f.Scope, KeyID: f.Key, Unsigned: f.Unsigned, Dir: dir}
	if !f.AsIs {
		var err error
		if o.Commit, err = cleanCommit(a.ctx, m.Root()); err != nil {
			return nil, err
		}
	}
	return m.ExportSnapshot(a.ctx, o)
}

// cleanCommit is the commit that is checked out without changes; "" where
// there is no such.
func cleanCommit(ctx context.Context, root string) (string, error) {
	repo, err := git.Open(ctx, root)
	if err != nil {
		return "", ctx.Err() // no repository, or no git: it is of no commit
	}
	head, err := repo.Head(ctx)
	if err != nil || head.Commit == "" {
		return "", err
	}
	changed, err := repo.Status(ctx)
	if err != nil || len(changed) > 0 {
		return "", err
	}
	return head.Commit, nil
}

// takeFlags say what is asked of a snapshot.
type takeFlags struct {
	Unverified bool   `help:"Take it in although nobody that is trusted here has signed it."`
	Root       string `placeholder:"HASH" help:"Refuse it unless its root hash is, or begins with, this."`
}

type snapshotImportCommand struct {
	takeFlags
	Source string `arg:"" help:"A file, an address (http(s)://, file://, smp://snapshots/…) or the id of an own snapshot."`
}

func (c *snapshotImportCommand) Run(a *app) error {
	address, err := c.address()
	if err != nil {
		return err
	}
	return c.take(a, smp.ImportOptions{SourceURL: address}, nil)
}

func (c *snapshotImportCommand) address() (string, error) {
	switch {
	case strings.Contains(c.Source, "://"):
		return c.Source, nil
	case archive.ValidID(c.Source):
		return "smp://snapshots/" + c.Source + ".tar.zst", nil
	}
	path, err := filepath.Abs(c.Source)
	return "file://" + (&slashed{path}).String(), err
}

// take imports and answers; more is said of the snapshot first.
func (c *takeFlags) take(a *app, o smp.ImportOptions, more func(p *page)) (err error) {
	root, err := a.repository()
	if err != nil {
		return err
	}
	bar := a.startProgress("importing into " + filepath.Base(root))
	o.ExpectedRoot, o.Unverified, o.AnyFile, o.Progress = c.Root, c.Unverified, true, bar.report
	m, res, err := smp.OpenSnapshot(a.ctx, a.file(root), o, smp.KeepSettings(), smp.WithRoot(root))
	bar.stop()
	if err != nil {
		return notTaken(err)
	}
	defer closeInto(m, &err)
	return a.answer(res, func(p *page) {
		if more != nil {
			more(p)
		}
		importedText(p, res)
	})
}

func importedText(p *page, res *smp.ImportResult) {
	p.line("%s in %s: %s, %s", p.bold(strings.ReplaceAll(res.Status, "_", " ")), seconds(float64(res.DurationMS)/1000),
		count(res.NodesImported, "node", "nodes"), count(res.EdgesImported, "edge", "edges"))
	if !res.SignatureVerified {
		p.line("  its signature was not verified")
	}
	if !res.RootHashVerified {
		list(p, fmt.Sprintf("indexed again: %s in", count(res.ReIndexedFiles, "file", "files")), res.DivergingPackages, 0, 20, func(s string) []string { return []string{s} })
	}
}

// notTaken says what is wrong with a snapshot as the protocol does.
func notTaken(err error) error {
	var bad *smp.SignatureError
	switch {
	case errors.As(err, &bad):
		return &failure{code: jsonrpc.SignatureInvalid, exit: exitNegative, text: bad.Error(), hint: "nothing was changed; smp key trust takes in the key of somebody you trust",
			data: map[string]string{"snapshot_id": bad.SnapshotID, "key_id": bad.KeyID}}
	case errors.Is(err, archive.ErrFormat):
		return &failure{code: jsonrpc.InvalidParams, exit: exitFailure, text: err.Error(), hint: "nothing was changed", data: map[string]string{"param": "source"}}
	}
	return err
}
