package gate

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/index/walk"
	"github.com/structural-memory/smp/internal/copies"
	"github.com/structural-memory/smp/internal/git"
	"github.com/structural-memory/smp/internal/ingest"
	"github.com/structural-memory/smp/internal/proposal"
	"github.com/structural-memory/smp/internal/scan"
	"github.com/structural-memory/smp/internal/workspace"
	"github.com/structural-memory/smp/merkle"
	"github.com/structural-memory/smp/safety"
)

// gateReader reads what changed files hold now.
type gateReader struct {
	had  map[string]bool // the files that the base's graph has
	tree *walk.Tree
	lost []string // files whose content git does not have
}

func (x *gateReader) open(m *Gate) (err error) {
	x.tree, err = walk.Open(m.Space.Opts.Root, m.Scan.WalkOptions())
	return err
}

// add takes a file's new content, nil for none, if the graph is concerned.
func (x *gateReader) add(out []ingest.FileChange, path string, data []byte) ([]ingest.FileChange, error) {
	_, had := x.had[path]
	if data == nil {
		if had {
			out = append(out, ingest.FileChange{Path: path, Deleted: true})
		}
		return out, nil
	}
	e, err := x.tree.Given(path, data)
	switch {
	case err != nil:
		return nil, err
	case e.Indexed:
		out = append(out, ingest.FileChange{Path: path, Content: data})
	case had:
		out = append(out, ingest.FileChange{Path: path, Deleted: true}) // it is no file of the graph any more
	}
	return out, nil
}

// keepBaseTexts keeps what a commit's view has otherwise than the disk: linking
// on top of it needs it.
func (m *Gate) keepBaseTexts(ctx context.Context, view *Gate, commit string) error {
	ours, err := m.Runs.MerkleTree(ctx)
	if err != nil {
		return err
	}
	theirs, err := view.Runs.MerkleTree(ctx)
	if err != nil {
		return err
	}
	disk, err := walk.OpenReader(m.Space.Opts.Root)
	if err != nil {
		return err
	}
	defer disk.Close()
	kept := &copies.KeptTexts{Head: m.Space, Disk: disk, Commits: copies.NonEmpty(commit)}
	var keep []graph.Content
	for _, d := range merkle.Diff(ours, theirs).Files {
		if d.B == nil {
			continue
		}
		f, err := workspace.Read(ctx, view.Space, func(r *graph.Reader) (graph.FileInfo, error) { return r.File(d.Path) })
		if err != nil {
			return err
		}
		data, err := kept.Find(ctx, d.Path, f.SHA256)
		if err != nil {
			return err
		}
		if data != nil {
			keep = append(keep, graph.ContentOf(data))
		}
	}
	return m.Space.Graph.PutContents(ctx, keep...)
}

func (x *gateReader) fromDisk(m *Gate, differs []git.Change) (out []ingest.FileChange, err error) {
	if err := x.open(m); err != nil {
		return nil, err
	}
	disk, err := walk.OpenReader(m.Space.Opts.Root)
	if err != nil {
		return nil, err
	}
	defer disk.Close()
	for _, c := range differs {
		now, err := scan.DiskState(disk, c.Path)
		if err != nil {
			return nil, err
		}
		if now.Hash != nil && now.Data == nil {
			now.Data = []byte{}
		}
		if out, err = x.add(out, c.Path, now.Data); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func (x *gateReader) fromGit(ctx context.Context, m *Gate, repo *git.Repo, differs []git.Change) (out []ingest.FileChange, err error) {
	if err := x.open(m); err != nil {
		return nil, err
	}
	var blobs []string
	var paths []string
	for _, c := range differs {
		if c.Status == 'D' || !c.After.Mode.IsFile() {
			if out, err = x.add(out, c.Path, nil); err != nil {
				return nil, err
			}
			continue
		}
		blobs, paths = append(blobs, c.After.Blob), append(paths, c.Path)
	}
	err = repo.Contents(ctx, blobs, copies.MostFromGit, func(i int, data []byte, err error) error {
		if errors.Is(err, git.ErrMissing) { // that costs the file, not the verdict
			x.lost = append(x.lost, paths[i])
			return nil
		}
		if errors.Is(err, git.ErrTooLarge) {
			data, err = nil, nil // as a walk leaves it out
		} else if data == nil {
			data = []byte{}
		}
		if err != nil {
			return err
		}
		out, err = x.add(out, paths[i], data)
		return err
	})
	return out, err
}

// find makes findings of what was compared, the gravest first.
func (res *GateResult) find() {
	level := map[string]string{proposal.VerdictBreaking: "error", proposal.VerdictRisky: "warning", proposal.VerdictUnknown: "note"}
	for _, r := range res.DryRun.Reasons {
		res.Findings = append(res.Findings, GateFinding{Rule: r.Rule, Level: level[r.Verdict], File: r.File, Line: r.Line, NodeID: r.NodeID, Message: r.Message})
	}
	signature := func(id, name, file string, line int, c proposal.NodeChanges) {
		if c.SignatureChanged {
			res.Findings = append(res.Findings, GateFinding{Rule: "signature-changed", Level: "warning", File: file, Line: line, NodeID: id,
				Message: name + " was " + c.SignatureBefore + " and is " + c.SignatureAfter})
		}
	}
	for _, n := range res.Diff.NodesModified {
		signature(n.ID, n.Name, n.File, n.Line, n.Changes)
	}
	for _, n := range res.Diff.NodesRenamed {
		signature(n.To.ID, n.To.Name, n.To.File, n.To.Line, n.Changes)
	}
	rank := map[string]int{"error": 0, "warning": 1, "note": 2}
	slices.SortStableFunc(res.Findings, func(a, b GateFinding) int {
		return cmp.Or(cmp.Compare(rank[a.Level], rank[b.Level]), cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Rule, b.Rule), cmp.Compare(a.NodeID, b.NodeID))
	})
	res.Notes = append(append(res.Notes, res.Diff.Notes...), res.DryRun.Notes...)
	slices.Sort(res.Notes)
	res.Notes = slices.Compact(res.Notes)
}

// Reaches tells whether the result is as grave as asked: breaking, risky,
// unknown or red_alert, of which each includes those before it.
func (res *GateResult) Reaches(grave string) bool {
	if grave == string(safety.RedAlert) {
		return proposal.Graveness(res.Verdict) >= proposal.Graveness(proposal.VerdictRisky) || res.RedAlert
	}
	return proposal.Graveness(res.Verdict) >= proposal.Graveness(grave)
}
