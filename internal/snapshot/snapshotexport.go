package snapshot

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/structural-memory/smp/internal/relink"
	"github.com/structural-memory/smp/internal/store"
	"github.com/structural-memory/smp/internal/workspace"
	"github.com/structural-memory/smp/merkle"
	"github.com/structural-memory/smp/merkle/archive"
	"github.com/structural-memory/smp/merkle/keys"
)

// ExportOptions say what a snapshot holds and who signs it.
type ExportOptions struct {
	Scope    string      // full (the default), or package:PATH
	KeyID    string      // that signs; by default the only one there is
	Unsigned bool        // nobody signs
	Keys     *keys.Store // nil: the user's
	Commit   string      // that the files are of, in full; "" where they are of none
	SignedAt time.Time   // now by default
	Dir      string      // where it goes; by default the folder snapshots beside the index
}

// ExportResult says what was exported.
type ExportResult struct {
	SnapshotID string           `json:"snapshot_id"`
	RootHash   string           `json:"root_hash"`
	Scope      string           `json:"scope"`
	NodeCount  int              `json:"node_count"`
	EdgeCount  int              `json:"edge_count"`
	SignedAt   *time.Time       `json:"signed_at"` // null where nobody signed
	Signature  workspace.OrNull `json:"signature"`
	ExportURL  string           `json:"export_url"`
	CommitSHA  string           `json:"commit_sha,omitempty"`

	Path string `json:"-"` // of the file
}

// The members of a snapshot.
const (
	indexMember = "index.db"
	treeMember  = "tree.bin"
)

// snapshotNotes are the notes of an index that a snapshot takes along.
var snapshotNotes = []string{workspace.SettingsKey, relink.GoStateKey, relink.MeantKey}

// ExportSnapshot packs the graph as it is into a signed archive that another
// process can import instead of indexing. Equal graphs make equal archives,
// but for who signed them and when; one that is there already is not made
// again.
//
// What people and sessions have added stays here: annotations, enrichments,
// sessions, locks, checkpoints and the audit log.
func (m *Snapshots) ExportSnapshot(ctx context.Context, o ExportOptions) (*ExportResult, error) {
	x, err := m.exporter(ctx, o)
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp(x.dir, "export-*")
	if err != nil {
		return nil, fmt.Errorf("the folder of snapshots cannot be written: %w", err)
	}
	defer os.RemoveAll(dir)
	sources, err := x.members(ctx, dir)
	if err != nil {
		return nil, err
	}
	return x.pack(ctx, dir, sources)
}

// exporter is an export under way.
type exporter struct {
	m        *Snapshots
	o        ExportOptions
	folder   string // of the scope
	dir      string
	manifest archive.Manifest
}

func (m *Snapshots) exporter(ctx context.Context, o ExportOptions) (*exporter, error) {
	x := &exporter{m: m, o: o, dir: o.Dir}
	var err error
	if x.folder, err = merkle.ParseScope(o.Scope); err != nil {
		return nil, &workspace.ParamError{Param: "scope", Value: o.Scope, Hint: `use "full" or "package:PATH"`}
	}
	x.manifest.Scope = merkle.ScopeFull
	if x.folder != "" {
		x.manifest.Scope = "package:" + x.folder
	}
	if x.dir == "" {
		if x.dir, err = m.SnapshotDir(); err != nil {
			return nil, err
		}
	}
	if err := x.chooseKey(); err != nil {
		return nil, err
	}
	notes, err := m.Space.Graph.Notes(ctx, workspace.SettingsKey, relink.ScipKey)
	if err != nil {
		return nil, err
	}
	if notes[relink.ScipKey] != "" {
		return nil, fmt.Errorf("links of this index are from SCIP files of this machine, which whoever imports it would not have; index with --no-scip first: %w", errors.ErrUnsupported)
	}
	if notes[workspace.SettingsKey] == "" {
		return nil, errors.New("there is no index to export; smp index builds it")
	}
	var s workspace.Settings
	if err := json.Unmarshal([]byte(notes[workspace.SettingsKey]), &s); err != nil {
		return nil, fmt.Errorf("the settings of the last index run are damaged (%w); smp index --rebuild makes the index anew", err)
	}
	x.manifest.Extractors, s.Facts = s.Facts, nil
	if x.manifest.Settings, err = json.Marshal(s); err != nil {
		return nil, err
	}
	x.manifest.Commit = o.Commit
	x.manifest.Schema = store.Schema()
	if err := os.MkdirAll(x.dir, 0o755); err != nil {
		return nil, fmt.Errorf("the folder of snapshots cannot be made: %w", err)
	}
	return x, sweep(x.dir, "export-")
}

func (x *exporter) chooseKey() (err error) {
	if x.o.Unsigned {
		return nil
	}
	if x.o.Keys == nil {
		if x.o.Keys, err = keys.Open(""); err != nil {
			return err
		}
	}
	key := keys.Key{}
	if x.o.KeyID == "" {
		key, err = x.o.Keys.Only()
	} else {
		key, err = x.o.Keys.Get(x.o.KeyID)
	}
	if err == nil && !key.CanSign {
		err = fmt.Errorf("%s: %w", key.ID, keys.ErrPrivate)
	}
	if err != nil {
		return &workspace.ParamError{Param: "signing_key_id", Value: fmt.Sprintf("%q", x.o.KeyID), Hint: err.Error()}
	}
	x.o.KeyID = key.ID
	return nil
}

// SnapshotDir is the folder that smp://snapshots/ stands for.
func (m *Snapshots) SnapshotDir() (string, error) { return snapshotDir(m.Space.Store.Path()) }

// snapshotDir is that of an index file.
func snapshotDir(path string) (string, error) {
	if path == ":memory:" {
		return "", fmt.Errorf("an index in memory has no folder for snapshots: %w", errors.ErrUnsupported)
	}
	return filepath.Join(filepath.Dir(path), "snapshots"), nil
}

// sweep removes what processes that died have left under a prefix.
func sweep(dir, prefix string) error {
	list, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, e := range list {
		if info, err := e.Info(); err == nil && strings.HasPrefix(e.Name(), prefix) && time.Since(info.ModTime()) > 24*time.Hour {
			if err := os.RemoveAll(filepath.Join(dir, e.Name())); err != nil {
				return err
			}
		}
	}
	return nil
}

// pack writes the archive, unless it is there.
func (x *exporter) pack(ctx context.Context, dir string, sources []archive.Source) (*ExportResult, error) {
	man := &x.manifest
	if err := man.Describe(sources); err != nil {
		return nil, err
	}
	text, err := json.Marshal(man)
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(text) // before anything is in it that is not of the graph
	man.SnapshotID = "snap_" + hex.EncodeToString(sum[:6])
	man.KeyID = x.o.KeyID
	path := filepath.Join(x.dir, man.SnapshotID+snapshotExt)
	if old, signature, err := x.same(path); err == nil {
		return x.result(old, signature, path), nil
	}
	var sign func([]byte) ([]byte, error)
	if !x.o.Unsigned {
		at := x.o.SignedAt
		if at.IsZero() {
			at = time.Now()
		}
		at = at.UTC().Truncate(time.Second)
		man.SignedAt = &at
		sign = func(message []byte) ([]byte, error) { return x.o.Keys.Sign(man.KeyID, message) }
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	f, err := os.CreateTemp(dir, "archive")
	if err != nil {
		return nil, err
	}
	signature, err := archive.Write(f, man, sources, sign)
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return nil, err
	}
	if err := os.Chmod(f.Name(), 0o644); err != nil {
		return nil, err
	}
	if err := os.Rename(f.Name(), path); err != nil {
		return nil, err
	}
	return x.result(man, signature, path), nil
}

// same reads the archive at path if it is the one that would be written, but
// for when it was signed.
func (x *exporter) same(path string) (*archive.Manifest, []byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	r, err := archive.NewReader(f, archive.Limits{})
	if err != nil {
		return nil, nil, err
	}
	defer r.Close()
	if r.Manifest.KeyID != x.manifest.KeyID || !x.o.SignedAt.IsZero() {
		return nil, nil, errors.New("signed otherwise")
	}
	if !x.o.Unsigned {
		if err := x.o.Keys.Verify(r.Manifest.KeyID, archive.Message(r.Text), r.Signature); err != nil {
			return nil, nil, err
		}
	}
	return r.Manifest, r.Signature, r.Extract(discard)
}

func (x *exporter) result(man *archive.Manifest, signature []byte, path string) *ExportResult {
	res := &ExportResult{SnapshotID: man.SnapshotID, RootHash: man.RootHash, Scope: man.Scope, NodeCount: man.Nodes, EdgeCount: man.Edges,
		SignedAt: man.SignedAt, ExportURL: snapshotURL + filepath.Base(path), CommitSHA: man.Commit, Path: path}
	if len(signature) > 0 {
		res.Signature = workspace.OrNull("ed25519:" + hex.EncodeToString(signature))
	}
	return res
}
