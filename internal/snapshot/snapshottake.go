package snapshot

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/internal/workspace"
	"github.com/structural-memory/smp/merkle"
	"github.com/structural-memory/smp/merkle/archive"
)

// take brings the snapshot in. The caller holds the locks.
func (x *importer) take(ctx context.Context) error {
	if err := json.Unmarshal(x.r.Manifest.Settings, &x.form); err != nil {
		return fmt.Errorf("%w: its settings are damaged", archive.ErrFormat)
	}
	if x.folder == "" {
		x.m.useSettings(&x.form) // else the files here would be others by other rules
	}
	var here *hashedFiles
	looked := make(chan error, 1)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		var err error
		here, err = x.m.hashFiles(ctx)
		looked <- err
	}()
	err := x.unpack()
	if err != nil {
		cancel()
	}
	if lerr := <-looked; err == nil {
		err = lerr
	}
	if err != nil {
		return err
	}
	differs := x.compare(here)
	if x.folder != "" {
		return x.takePart(ctx, here, differs)
	}
	return x.takeWhole(ctx, here, differs)
}

// compare says what of the scope is not here as the snapshot has it.
func (x *importer) compare(here *hashedFiles) []string {
	theirs, mine := x.tree, here.tree
	if x.folder != "" {
		theirs, _ = theirs.Subtree(x.folder)
		mine, _ = mine.Subtree(x.folder)
	}
	var out []string
	packages := map[string]bool{}
	for _, d := range merkle.Diff(theirs, mine).Files {
		p := path.Join(x.folder, d.Path)
		out = append(out, p)
		packages[path.Dir(p)] = true
	}
	x.res.RootHashVerified = len(out) == 0
	if len(out) > 0 {
		x.res.DivergingPackages = slices.Sorted(maps.Keys(packages))
	}
	return out
}

// takeWhole puts the snapshot's graph in the place of this one, and indexes
// what is different here.
func (x *importer) takeWhole(ctx context.Context, here *hashedFiles, differs []string) error {
	m := x.m
	other := map[string]bool{}
	for _, p := range differs {
		other[p] = true
	}
	for p := range here.mtimes {
		if other[p] {
			delete(here.mtimes, p)
		}
	}
	a := graph.Adopted{Path: filepath.Join(x.dir, indexMember), Trusted: x.res.SignatureVerified, Repo: filepath.Base(m.Space.Opts.Root),
		Mtimes: here.mtimes, Differs: differs, Keep: snapshotNotes, Root: x.tree.Root(), Notes: map[string]string{}}
	if len(differs) == 0 {
		a.Skips = here.skips
		a.Notes[workspace.IndexedAtKey] = here.at.UTC().Format(time.RFC3339)
	}
	counts, err := x.put(ctx, a)
	if err != nil {
		return err
	}
	x.res.Status, x.res.NodesImported, x.res.EdgesImported = StatusImported, counts.Nodes, counts.Edges
	if len(differs) == 0 && !here.pushed && maps.Equal(x.r.Manifest.Extractors, x.m.Runs.FactVersions()) {
		return nil
	}
	return x.index(ctx)
}

// put makes the snapshot's graph that of the file.
func (x *importer) put(ctx context.Context, a graph.Adopted) (counts graph.Counts, err error) {
	if x.fresh != nil {
		var link *os.LinkError // somebody was faster, or files cannot have two names here
		if counts, err = graph.Place(ctx, x.home, a); err != nil && !errors.As(err, &link) {
			return counts, err
		}
		placed := err == nil
		m, err := x.fresh()
		if err != nil {
			return counts, err
		}
		x.m = m
		x.m.useSettings(&x.form)
		if placed {
			return counts, nil
		}
	}
	x.m.Links.State = nil
	if err := x.m.Copies.KeepPinned(ctx); err != nil {
		return graph.Counts{}, err
	}
	return x.m.Space.Graph.Adopt(ctx, a)
}

// index brings the graph up to date with the files here.
func (x *importer) index(ctx context.Context) error {
	run := x.m.Runs.IndexLocked
	if x.fresh != nil { // nobody holds the locks yet
		run = x.m.Runs.Index
	}
	res, err := run(ctx, x.o.Progress)
	if err != nil {
		return err
	}
	x.res.ReIndexedFiles = res.Changed
	if res.Changed+res.Removed > 0 {
		x.res.Status = StatusPartial
	}
	return nil
}

// takePart remembers the facts of the package's files and indexes: what is
// here as the snapshot has it is not parsed.
func (x *importer) takePart(ctx context.Context, here *hashedFiles, differs []string) error {
	if !x.res.SignatureVerified {
		if err := graph.CheckFile(ctx, filepath.Join(x.dir, indexMember)); err != nil {
			return fmt.Errorf("%w: %w", archive.ErrFormat, err)
		}
	}
	other := map[string]bool{}
	for _, p := range differs {
		other[p] = true
	}
	err := x.m.Space.Graph.TakeFacts(ctx, filepath.Join(x.dir, indexMember), func(p string) bool {
		return strings.HasPrefix(p, x.folder+"/") && !other[p]
	})
	if err != nil {
		return err
	}
	x.m.Scan.Remember = true
	defer func() { x.m.Scan.Remember = false }()
	if _, err := x.m.Runs.IndexLocked(ctx, x.o.Progress); err != nil {
		return err
	}
	x.res.Status = StatusImported
	if len(differs) > 0 {
		x.res.Status = StatusPartial
	}
	for _, p := range differs {
		if _, ok := here.mtimes[p]; ok {
			x.res.ReIndexedFiles++
		}
	}
	return x.countPart(ctx, other)
}

// countPart counts what the graph has of the files that are as the snapshot
// has them.
func (x *importer) countPart(ctx context.Context, other map[string]bool) error {
	return x.m.Space.Graph.View(ctx, func(r *graph.Reader) error {
		for _, f := range x.tree.Files() {
			if other[f.Path] {
				continue
			}
			nodes, edges, err := r.CountOf(f.Path)
			if err != nil {
				return err
			}
			x.res.NodesImported += nodes
			x.res.EdgesImported += edges
		}
		return nil
	})
}
