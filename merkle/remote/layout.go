package remote

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"time"

	"github.com/structural-memory/smp/merkle/archive"
)

// Index is the page of a commit.
type Index struct {
	Format    int     `json:"format"`
	Commit    string  `json:"commit_sha"`
	Snapshots []Entry `json:"snapshots"`
}

// Entry is a snapshot of a commit.
type Entry struct {
	SnapshotID string     `json:"snapshot_id"`
	Scope      string     `json:"scope"`
	RootHash   string     `json:"root_hash"`
	Size       int64      `json:"size"`
	Schema     int        `json:"schema"`
	KeyID      string     `json:"key_id,omitempty"`
	SignedAt   *time.Time `json:"signed_at,omitempty"`
}

const (
	indexFormat = 1
	maxIndex    = 256 << 10
	maxEntries  = 100 // of one commit; the oldest go
)

var validCommit = regexp.MustCompile(`^([0-9a-f]{40}|[0-9a-f]{64})$`)

func indexName(commit string) string { return "commits/" + commit + ".json" }
func archiveName(id string) string   { return "snapshots/" + id + ".tar.zst" }

// parseIndex reads a commit's page.
func parseIndex(b []byte, commit string) (*Index, error) {
	x := &Index{}
	if err := json.Unmarshal(b, x); err != nil {
		return nil, fmt.Errorf("the page of the commit %s is damaged: %w", commit, err)
	}
	if x.Format != indexFormat || x.Commit != commit || len(x.Snapshots) > maxEntries {
		return nil, fmt.Errorf("the page of the commit %s is of another form or commit", commit)
	}
	for i := range x.Snapshots {
		if !archive.ValidID(x.Snapshots[i].SnapshotID) {
			return nil, fmt.Errorf("the page of the commit %s names something that is no snapshot", commit)
		}
	}
	return x, nil
}

// page reads what there is of a commit.
func page(ctx context.Context, s Store, commit string) (*Index, error) {
	if !validCommit.MatchString(commit) {
		return nil, fmt.Errorf("%q is no full commit id", commit)
	}
	r, err := s.Get(ctx, indexName(commit))
	if err != nil {
		return nil, err
	}
	b, err := io.ReadAll(io.LimitReader(r, maxIndex))
	if err = errors.Join(err, r.Close()); err != nil {
		return nil, err
	}
	return parseIndex(b, commit)
}

// Push publishes an archive as a snapshot of the commit that its manifest
// names.
func Push(ctx context.Context, s Store, path string) (Entry, error) {
	f, err := os.Open(path)
	if err != nil {
		return Entry{}, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return Entry{}, err
	}
	r, err := archive.NewReader(f, archive.Limits{})
	if err != nil {
		return Entry{}, err
	}
	man := r.Manifest
	r.Close()
	if man.Commit == "" {
		return Entry{}, errors.New("the snapshot is of no commit, so nobody could find it; commit what has changed, index and export again")
	}
	e := Entry{man.SnapshotID, man.Scope, man.RootHash, info.Size(), man.Schema, man.KeyID, man.SignedAt}
	x, err := page(ctx, s, man.Commit)
	if errors.Is(err, ErrNotFound) {
		x, err = &Index{Format: indexFormat, Commit: man.Commit}, nil
	}
	if err != nil {
		return e, err
	}
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return e, err
	}
	if err := s.Put(ctx, archiveName(e.SnapshotID), f, info.Size()); err != nil {
		return e, fmt.Errorf("%s takes no snapshot: %w", s, err)
	}
	x.Snapshots = slices.DeleteFunc(x.Snapshots, func(o Entry) bool { return o.SnapshotID == e.SnapshotID })
	x.Snapshots = append([]Entry{e}, x.Snapshots[:min(len(x.Snapshots), maxEntries-1)]...)
	text, err := json.MarshalIndent(x, "", "  ")
	if err != nil {
		return e, err
	}
	if err := s.Put(ctx, indexName(man.Commit), bytes.NewReader(text), int64(len(text))); err != nil {
		return e, fmt.Errorf("%s takes no page of the commit: %w", s, err)
	}
	return e, nil
}

// Found is a snapshot of one of several commits.
type Found struct {
	Entry
	Commit   string
	Distance int // how many of the commits come before it
}

// Nearest is the snapshot with the scope of the first of the commits that has
// one which this program reads; ErrNotFound where none has.
func Nearest(ctx context.Context, s Store, commits []string, scope string, schema int) (*Found, error) {
	for i, c := range commits {
		x, err := page(ctx, s, c)
		if errors.Is(err, ErrNotFound) {
			continue
		}
		if err != nil {
			return nil, err
		}
		for _, e := range x.Snapshots {
			if e.Scope == scope && e.Schema <= schema {
				return &Found{e, c, i}, nil
			}
		}
	}
	return nil, fmt.Errorf("%w of scope %s at %s for any of %d commits", ErrNotFound, scope, s, len(commits))
}

// Fetch opens the archive of a snapshot.
func Fetch(ctx context.Context, s Store, e Entry) (io.ReadCloser, error) {
	return s.Get(ctx, archiveName(e.SnapshotID))
}
