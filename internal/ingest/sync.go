package ingest

import (
	"context"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/index/walk"
	"github.com/structural-memory/smp/internal/workspace"
	"github.com/structural-memory/smp/merkle"
)

// SyncQuery is what a client has. Hashes are SHA-256 in hexadecimal digits, and
// may be shortened to the first 8 or more.
type SyncQuery struct {
	RootHash string            // of the client's files when it last was in sync; "" where it does not know
	Hashes   map[string]string // of all its files, by path
	Limit    int               // entries in each list; 0 for 10,000
}

// SyncResult is what has to be done until both sides have the same.
type SyncResult struct {
	ServerRootHash string   `json:"server_root_hash"`
	InSync         bool     `json:"in_sync"`
	Diff           SyncDiff `json:"diff"`
	RootKnown      *bool    `json:"client_root_known,omitempty"` // whether the client's root is one that the graph has had; only then deletions can be told from what is new
}

// SyncDiff names the files that differ.
type SyncDiff struct {
	StaleOnServer   []StaleFile   `json:"stale_on_server"`
	MissingOnClient []MissingFile `json:"missing_on_client"`
	DeletedOnServer []DeletedFile `json:"deleted_on_server"`
	Ignored         []IgnoredFile `json:"ignored"` // that the index does not take: they are in sync, and never asked for
	Unchanged       int           `json:"unchanged"`
	More            int           `json:"more,omitempty"` // entries that are left out
}

// StaleFile is one that the client has otherwise, or alone.
type StaleFile struct {
	File       string  `json:"file"`
	ClientHash string  `json:"client_hash"`
	ServerHash *string `json:"server_hash"` // null: it has no such file
	Action     string  `json:"action"`      // push
}

// MissingFile is one that only the server has.
type MissingFile struct {
	File       string `json:"file"`
	ServerHash string `json:"server_hash"`
	Action     string `json:"action"` // pull
}

// IgnoredFile is one that the client has and the index does not take.
type IgnoredFile struct {
	File   string `json:"file"`
	Reason string `json:"reason"` // ignored, vendored, generated, binary, too_large, no_language, …
	Detail string `json:"detail,omitempty"`
}

// DeletedFile is one that the client has deleted.
type DeletedFile struct {
	File   string `json:"file"`
	Action string `json:"action"` // remove_from_graph
}

const defaultSyncLimit = 10_000

// Sync compares a client's files with the graph's. A file that differs, or that
// only the client has, is for the client to push. One that only the graph has
// is for it to pull, unless it was there when both had the client's root: then
// the client has deleted it.
func (m *Runs) Sync(ctx context.Context, q SyncQuery) (*SyncResult, error) {
	s := syncing{limit: q.Limit, prefixes: make(map[string]merkle.Prefix, len(q.Hashes))}
	if s.limit <= 0 {
		s.limit = defaultSyncLimit
	}
	for path, hash := range q.Hashes {
		p, err := merkle.ParsePrefix(hash)
		if err != nil {
			return nil, &workspace.ParamError{Param: "file_hashes", Value: path, Hint: err.Error()}
		}
		rel, err := m.Space.Relative(path)
		if err != nil {
			return nil, err
		}
		s.prefixes[rel] = p
	}
	s.rules, _ = walk.Open(m.Space.Opts.Root, m.Scan.WalkOptions()) // without a folder there are no rules
	return workspace.Read(ctx, m.Space, func(r *graph.Reader) (*SyncResult, error) {
		tree, err := m.treeIn(r)
		if err != nil {
			return nil, err
		}
		if err := s.clientRoot(r, tree, q.RootHash); err != nil {
			return nil, err
		}
		return s.compare(r, tree)
	})
}

// syncing is one comparison.
type syncing struct {
	limit    int
	prefixes map[string]merkle.Prefix
	since    int64 // the version at which the graph had the client's root
	known    bool
	asked    bool
	same     bool       // the client's root is the graph's
	rules    *walk.Tree // which files are taken; nil: not known
}

// clientRoot finds when the graph had the root that the client names.
func (s *syncing) clientRoot(r *graph.Reader, tree *merkle.Tree, text string) error {
	if strings.TrimSpace(text) == "" {
		return nil
	}
	p, err := merkle.ParsePrefix(text)
	if err != nil {
		return &workspace.ParamError{Param: "client_root_hash", Value: text, Hint: err.Error()}
	}
	s.asked = true
	if s.same = p.Matches(tree.Root()); s.same {
		s.known = true
		s.since, err = r.DataVersion()
		return err
	}
	roots, err := r.RootsLike(p.Bytes())
	if err != nil {
		return err
	}
	hashes := make([]merkle.Hash, len(roots))
	for i, root := range roots {
		hashes[i] = root
	}
	root, err := merkle.Resolve(p, hashes...)
	switch {
	case errors.Is(err, merkle.ErrAmbiguous):
		return &workspace.ParamError{Param: "client_root_hash", Value: text, Hint: err.Error()}
	case err != nil:
		return nil // never had
	}
	s.since, s.known, err = r.RootVersion(root)
	return err
}

func (s *syncing) compare(r *graph.Reader, tree *merkle.Tree) (*SyncResult, error) {
	res := &SyncResult{ServerRootHash: tree.Root().String(), Diff: SyncDiff{StaleOnServer: []StaleFile{}, MissingOnClient: []MissingFile{}, DeletedOnServer: []DeletedFile{}, Ignored: []IgnoredFile{}}}
	if s.asked {
		res.RootKnown = &s.known
	}
	if s.same && len(s.prefixes) == 0 {
		res.InSync, res.Diff.Unchanged = true, tree.Len()
		return res, nil
	}
	d := &res.Diff
	for _, f := range tree.Files() {
		p, ok := s.prefixes[f.Path]
		delete(s.prefixes, f.Path)
		switch {
		case !ok:
			gone, err := s.deleted(r, f.Path)
			if err != nil {
				return nil, err
			}
			if gone {
				d.DeletedOnServer = append(d.DeletedOnServer, DeletedFile{f.Path, "remove_from_graph"})
			} else {
				d.MissingOnClient = append(d.MissingOnClient, MissingFile{f.Path, f.Hash.String(), "pull"})
			}
		case p.Matches(f.Hash):
			d.Unchanged++
		default:
			hash := f.Hash.String()
			d.StaleOnServer = append(d.StaleOnServer, StaleFile{f.Path, string(p), &hash, "push"})
		}
	}
	if err := s.ignored(r, d); err != nil {
		return nil, err
	}
	for path, p := range s.prefixes {
		d.StaleOnServer = append(d.StaleOnServer, StaleFile{File: path, ClientHash: string(p), Action: "push"})
	}
	slices.SortFunc(d.StaleOnServer, func(a, b StaleFile) int { return strings.Compare(a.File, b.File) })
	slices.SortFunc(d.Ignored, func(a, b IgnoredFile) int { return strings.Compare(a.File, b.File) })
	res.InSync = len(d.StaleOnServer)+len(d.MissingOnClient)+len(d.DeletedOnServer) == 0
	d.More = shorten(&d.StaleOnServer, s.limit) + shorten(&d.MissingOnClient, s.limit) + shorten(&d.DeletedOnServer, s.limit) + shorten(&d.Ignored, s.limit)
	return res, nil
}

// ignored takes out of what only the client has the files that the index does
// not take: those that the last run left out as they are, and those that the
// rules leave out whatever they hold.
func (s *syncing) ignored(r *graph.Reader, d *SyncDiff) error {
	skips, err := r.Skips()
	if err != nil {
		return err
	}
	left := map[string]graph.Skip{}
	for _, skip := range skips {
		left[skip.Path] = skip
	}
	for path := range s.prefixes {
		if skip, ok := left[path]; ok {
			d.Ignored = append(d.Ignored, IgnoredFile{path, skip.Reason, skip.Detail})
			delete(s.prefixes, path)
			continue
		}
		if x := s.leftOut(path); x != nil {
			d.Ignored = append(d.Ignored, IgnoredFile{path, string(x.Reason), x.Detail})
			delete(s.prefixes, path)
		}
	}
	return nil
}

// leftOut is why a file is not taken, nil where it is or may be.
func (s *syncing) leftOut(file string) *walk.Explanation {
	if s.rules == nil {
		return nil
	}
	x, err := s.rules.Lookup(file)
	if err != nil { // there is none here: its path alone decides, which says no language where a first line would
		x, err = s.rules.Given(file, nil)
		if err != nil || x.Reason == walk.NoLanguage && path.Ext(file) == "" {
			return nil
		}
	}
	if x.Indexed || x.Reason == "" {
		return nil
	}
	return &x
}

// deleted tells whether a file that the client lacks was there when it had the
// root that it names.
func (s *syncing) deleted(r *graph.Reader, path string) (bool, error) {
	if !s.known {
		return false, nil
	}
	had, said, err := r.HadFile(path, s.since)
	return had || !said, err
}

// shorten shortens a list and tells by how much.
func shorten[T any](list *[]T, limit int) int {
	n := max(0, len(*list)-limit)
	*list = (*list)[:len(*list)-n]
	return n
}

// MerkleView is the tree of hashes over the files of a scope, "full" or
// "package:PATH".
func (m *Runs) MerkleView(ctx context.Context, scope string) (*merkle.View, error) {
	folder, err := merkle.ParseScope(scope)
	if err != nil {
		return nil, &workspace.ParamError{Param: "scope", Value: scope, Hint: err.Error()}
	}
	tree, err := m.MerkleTree(ctx)
	if err != nil {
		return nil, err
	}
	v, ok := tree.View(folder)
	if !ok {
		return nil, &workspace.ParamError{Param: "scope", Value: scope, Hint: fmt.Sprintf("the graph has no files below %s", folder)}
	}
	return v, nil
}
