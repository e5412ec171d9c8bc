package smp

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"time"

	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/index/lang"
	"github.com/structural-memory/smp/internal/store"
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
	tree, err := x.fill(ctx, &Memory{opts: x.m.opts, store: st, graph: graph.New(st)})
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
func (m *Memory) storeGoState(ctx context.Context) error {
	m.indexing.Lock()
	defer m.indexing.Unlock()
	if m.opts.readOnly {
		return nil
	}
	return m.saveGoState(ctx)
}

// fill writes the scope into an empty memory and gives its tree.
func (x *exporter) fill(ctx context.Context, to *Memory) (*merkle.Tree, error) {
	o := graph.Canonical{Folder: x.folder, Version: x.m.factsVersion, Words: reorderedWords, Notes: snapshotNotes}
	if x.folder != "" {
		o.Notes = []string{settingsKey}
	}
	counts, err := x.m.graph.WriteCanonical(ctx, to.graph, o)
	if err != nil {
		return nil, err
	}
	if x.folder == "" {
		if err := to.detectAnew(ctx); err != nil {
			return nil, err
		}
	}
	tree, err := to.MerkleTree(ctx)
	if err != nil {
		return nil, err
	}
	root, ok := tree.Folder(x.folder)
	if !ok {
		return nil, &NotFoundError{Ref: "package:" + x.folder}
	}
	x.manifest.RootHash = root.String()
	x.manifest.Files, x.manifest.Nodes, x.manifest.Edges = counts.Files, counts.Nodes, counts.Edges
	return tree, nil
}

// factsVersion is the version of the facts of a language, 0 where there is no
// such language.
func (m *Memory) factsVersion(id string) int {
	if l, ok := lang.Get(id); ok {
		return m.versionOf(l)
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
func (m *Memory) detectAnew(ctx context.Context) error {
	d, err := (&DetectOptions{}).parse()
	if err != nil {
		return err
	}
	found, err := read(ctx, m, d.run)
	if err != nil {
		return err
	}
	found.At = time.Unix(0, 0)
	return m.graph.SetCommunities(ctx, found)
}
