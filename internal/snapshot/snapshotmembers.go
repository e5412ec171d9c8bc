package snapshot

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"time"

	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/index/lang"
	"github.com/structural-memory/smp/internal/community"
	"github.com/structural-memory/smp/internal/store"
	"github.com/structural-memory/smp/internal/views"
	"github.com/structural-memory/smp/internal/workspace"
	"github.com/structural-memory/smp/locate"
	"github.com/structural-memory/smp/merkle"
	"github.com/structural-memory/smp/merkle/archive"
	"github.com/structural-memory/smp/search"
)

// members writes what goes into the archive: the graph in canonical form as an
// index file, and the Merkle tree.
func (x *exporter) members(ctx context.Context, dir string) ([]archive.Source, error) {
	if err := x.m.storeGoState(ctx); err != nil {
		return nil, err
	}
	draft := filepath.Join(dir, "draft.db")
	st, err := store.Open(ctx, draft, store.Options{Readers: 1, Private: true})
	if err != nil {
		return nil, err
	}
	tree, err := x.fill(ctx, New(views.New(&workspace.Space{Opts: x.m.Space.Opts, Store: st, Graph: graph.New(st)}, nil)))
	if err = errors.Join(err, st.Close()); err != nil {
		return nil, err
	}
	sources := []archive.Source{{Name: treeMember, Path: filepath.Join(dir, treeMember)}, {Name: indexMember, Path: filepath.Join(dir, indexMember)}}
	if err := os.WriteFile(sources[0].Path, tree.Encode(nil), 0o600); err != nil {
		return nil, err
	}
	return sources, store.WriteCompact(ctx, draft, sources[1].Path)
}

// storeGoState stores what linking Go has learnt since the file was opened.
func (m *Snapshots) storeGoState(ctx context.Context) error {
	m.Runs.Indexing.Lock()
	defer m.Runs.Indexing.Unlock()
	if m.Space.Opts.ReadOnly {
		return nil
	}
	return m.Links.SaveGoState(ctx)
}

// fill writes the scope into an empty memory and gives its tree.
func (x *exporter) fill(ctx context.Context, to *Snapshots) (*merkle.Tree, error) {
	o := graph.Canonical{Folder: x.folder, Version: x.m.factsVersion, Words: reorderedWords, Notes: snapshotNotes}
	if x.folder != "" {
		o.Notes = []string{workspace.SettingsKey}
	}
	counts, err := x.m.Space.Graph.WriteCanonical(ctx, to.Space.Graph, o)
	if err != nil {
		return nil, err
	}
	if x.folder == "" {
		if err := to.detectAnew(ctx); err != nil {
			return nil, err
		}
	}
	tree, err := to.Runs.MerkleTree(ctx)
	if err != nil {
		return nil, err
	}
	root, ok := tree.Folder(x.folder)
	if !ok {
		return nil, &workspace.NotFoundError{Ref: "package:" + x.folder}
	}
	x.manifest.RootHash = root.String()
	x.manifest.Files, x.manifest.Nodes, x.manifest.Edges = counts.Files, counts.Nodes, counts.Edges
	return tree, nil
}

// factsVersion is the version of the facts of a language, 0 where there is no
// such language.
func (m *Snapshots) factsVersion(id string) int {
	if l, ok := lang.Get(id); ok {
		return m.Scan.VersionOf(l)
	}
	return 0
}

// reorderedWords makes the search index of files with other rows.
func reorderedWords(r *graph.Reader, rows map[int64]int64) (graph.WordsBuilder, error) {
	x, err := locate.LoadWords(r)
	if err != nil {
		return nil, err
	}
	return search.Reorder(x, rows, r.EachWord)
}

// detectAnew finds communities as if there had never been any: what they were
// called before says nothing about the graph.
func (m *Snapshots) detectAnew(ctx context.Context) error {
	d, err := (&community.DetectOptions{}).Parse()
	if err != nil {
		return err
	}
	found, err := workspace.Read(ctx, m.Space, d.Run)
	if err != nil {
		return err
	}
	found.At = time.Unix(0, 0)
	return m.Space.Graph.SetCommunities(ctx, found)
}
