package snapshot

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/structural-memory/smp/internal/ingest"
	"github.com/structural-memory/smp/internal/store"
	"github.com/structural-memory/smp/internal/views"
	"github.com/structural-memory/smp/internal/workspace"
	"github.com/structural-memory/smp/merkle"
	"github.com/structural-memory/smp/merkle/archive"
	"github.com/structural-memory/smp/merkle/keys"
)

// ImportOptions say which snapshot is taken in, and what is asked of it.
type ImportOptions struct {
	SnapshotID   string    // it must be this one; "" for any
	SourceURL    string    // smp://snapshots/ID.tar.zst, http(s)://, file://; by default the snapshot of this id in the own folder
	Source       io.Reader // the archive itself, instead of an address
	ExpectedRoot string    // its root hash, perhaps shortened; "" for any
	Unverified   bool      // take it in although nobody that is trusted has signed it
	AnyFile      bool      // a file:// address may lead outside of the repository

	Keys     *keys.Store // nil: the user's
	Progress ingest.Progress
}

// The statuses of an import.
const (
	StatusImported = "imported"       // the files here are those of the snapshot
	StatusPartial  = "partial_import" // those that are not have been indexed again
)

// ImportResult says what an import did.
type ImportResult struct {
	Status            string   `json:"status"`
	RootHashVerified  bool     `json:"root_hash_verified"` // the files here have the snapshot's root
	SignatureVerified bool     `json:"signature_verified"`
	NodesImported     int      `json:"nodes_imported"` // of files that are here as the snapshot has them
	EdgesImported     int      `json:"edges_imported"`
	DivergingPackages []string `json:"diverging_packages,omitempty"` // folders that hold files which are not
	ReIndexedFiles    int      `json:"re_indexed_files"`
	DurationMS        int64    `json:"duration_ms"`
}

// SignatureError says that a snapshot is not signed by a key that is trusted.
type SignatureError struct {
	SnapshotID string
	KeyID      string // "" where it is not signed
	Err        error  // what is wrong, as package keys says it; nil where it is not signed
}

func (e *SignatureError) Error() string {
	if e.KeyID == "" {
		return fmt.Sprintf("the snapshot %s is not signed", e.SnapshotID)
	}
	return fmt.Sprintf("the signature of the snapshot %s is not valid: %v", e.SnapshotID, e.Err)
}

func (e *SignatureError) Unwrap() error { return e.Err }

// ImportSnapshot takes in a snapshot in the place of the graph. Its signature,
// its root hash and all bytes are checked before anything is touched.
//
// Where the files here have the snapshot's root, nothing is indexed. Else what
// differs is, and afterwards the graph is that of the files here. A snapshot
// of a package brings the facts of its files, so that none of them is parsed;
// the rest of the graph stays, and what it has to do with the package is
// linked.
//
// Annotations, enrichments, sessions, checkpoints and the audit log stay. A
// process that dies leaves the graph as it was or as the snapshot has it.
func (m *Snapshots) ImportSnapshot(ctx context.Context, o ImportOptions) (*ImportResult, error) {
	x := &importer{m: m, o: &o, start: time.Now(), home: m.Space.Store.Path()}
	defer x.close()
	if err := x.open(ctx); err != nil {
		return nil, err
	}
	return x.into(ctx, m)
}

// OpenSnapshot is Open and ImportSnapshot in one. Where there is no file at
// path yet, the snapshot's index becomes the file as it is, which takes a
// fraction of the time again.
func OpenSnapshot(ctx context.Context, path string, o ImportOptions, opts ...workspace.Option) (*Snapshots, *ImportResult, error) {
	x := &importer{o: &o, start: time.Now(), home: path}
	defer x.close()
	if _, err := os.Stat(path); path == ":memory:" || err == nil {
		return x.intoOpened(ctx, opts)
	}
	var named workspace.Options
	for _, f := range opts {
		f(&named)
	}
	root, err := workspace.RootOf(path, named.Root)
	if err != nil {
		return nil, nil, err
	}
	if err := workspace.MakeFolder(path); err != nil {
		return nil, nil, err
	}
	if x.m, err = open(ctx, ":memory:", append(opts, workspace.WithRoot(root))...); err != nil { // it looks at the files
		return nil, nil, err
	}
	looking := x.m
	defer looking.View.Close()
	if err := x.open(ctx); err != nil {
		return nil, nil, err
	}
	if x.folder != "" {
		return x.intoOpened(ctx, opts)
	}
	x.fresh = func() (*Snapshots, error) { return open(ctx, path, opts...) }
	if err := x.take(ctx); err != nil {
		if x.m != looking {
			err = errors.Join(err, x.m.View.Close())
		}
		return nil, nil, err
	}
	return x.m, x.result(), nil
}

// intoOpened opens the file and imports into it.
func (x *importer) intoOpened(ctx context.Context, opts []workspace.Option) (*Snapshots, *ImportResult, error) {
	m, err := open(ctx, x.home, opts...)
	if err != nil {
		return nil, nil, err
	}
	x.m = m
	if x.r == nil {
		err = x.open(ctx)
	}
	var res *ImportResult
	if err == nil {
		res, err = x.into(ctx, m)
	}
	if err != nil {
		return nil, nil, errors.Join(err, m.View.Close())
	}
	return m, res, nil
}

// into imports what is open and checked.
func (x *importer) into(ctx context.Context, m *Snapshots) (*ImportResult, error) {
	m.Runs.Indexing.Lock()
	defer m.Runs.Indexing.Unlock()
	unlock, err := m.Space.Store.LockIndex(ctx)
	if err != nil {
		return nil, err
	}
	defer unlock()
	if err := x.take(ctx); err != nil {
		return nil, err
	}
	return x.result(), nil
}

func (x *importer) result() *ImportResult {
	x.res.DurationMS = time.Since(x.start).Milliseconds()
	return &x.res
}

// importer is an import under way.
type importer struct {
	m      *Snapshots
	o      *ImportOptions
	start  time.Time
	home   string                     // the index file
	fresh  func() (*Snapshots, error) // opens it, where it is still to be made; else nil
	source io.Closer
	r      *archive.Reader
	folder string             // of the scope
	form   workspace.Settings // of the index in it
	dir    string             // of the members
	tree   *merkle.Tree
	res    ImportResult
}

// open reads a snapshot's manifest and checks what it says.
func (x *importer) open(ctx context.Context) error {
	if x.m.Space.Opts.ReadOnly {
		return &store.Error{Path: x.home, Kind: store.ErrReadOnly, Hint: "it was opened to be read only"}
	}
	in := x.o.Source
	if in == nil {
		from, err := x.fetch(ctx)
		if err != nil {
			return err
		}
		in, x.source = from, from
	}
	var err error
	if x.r, err = archive.NewReader(in, archive.Limits{}); err != nil {
		return err
	}
	return x.check()
}

func (x *importer) close() {
	if x.r != nil {
		x.r.Close()
	}
	if x.source != nil {
		_ = x.source.Close() // all of it has been read and checked, or there is another error
	}
	if x.dir != "" {
		_ = os.RemoveAll(x.dir) // else a later import does
	}
}

// check refuses a snapshot by what its manifest says.
func (x *importer) check() (err error) {
	man := x.r.Manifest
	if x.folder, err = merkle.ParseScope(man.Scope); err != nil {
		return fmt.Errorf("%w: %w", archive.ErrFormat, err)
	}
	if x.o.SnapshotID != "" && man.SnapshotID != x.o.SnapshotID {
		return &workspace.ParamError{Param: "snapshot_id", Value: x.o.SnapshotID, Hint: "the archive is of the snapshot " + man.SnapshotID}
	}
	if err := x.verify(); err != nil {
		return err
	}
	if x.o.ExpectedRoot != "" {
		p, err := merkle.ParsePrefix(x.o.ExpectedRoot)
		if err != nil {
			return &workspace.ParamError{Param: "expected_root_hash", Value: x.o.ExpectedRoot, Hint: err.Error()}
		}
		if h, err := merkle.ParseHash(man.RootHash); err != nil || !p.Matches(h) {
			return &workspace.ParamError{Param: "expected_root_hash", Value: x.o.ExpectedRoot, Hint: "the snapshot has the root hash " + man.RootHash + "; nothing was changed"}
		}
	}
	if man.Schema > store.Schema() {
		return fmt.Errorf("the snapshot %s has schema %d and this program reads %d; update the program: %w", man.SnapshotID, man.Schema, store.Schema(), workspace.ErrNewer)
	}
	return nil
}

// verify checks the signature. Of a snapshot that is taken in without, it says
// all the same whether there is a good one.
func (x *importer) verify() error {
	man := x.r.Manifest
	bad := &SignatureError{SnapshotID: man.SnapshotID, KeyID: man.KeyID}
	if len(x.r.Signature) == 0 || man.KeyID == "" {
		if x.o.Unverified {
			return nil
		}
		return bad
	}
	ring := x.o.Keys
	if ring == nil {
		if ring, bad.Err = keys.Open(""); bad.Err != nil {
			return bad
		}
	}
	bad.Err = ring.Verify(man.KeyID, archive.Message(x.r.Text), x.r.Signature)
	x.res.SignatureVerified = bad.Err == nil
	if bad.Err == nil || x.o.Unverified {
		return nil
	}
	return bad
}

// unpack writes the members aside and checks the tree against the manifest.
func (x *importer) unpack() error {
	parent := os.TempDir()
	if x.home != ":memory:" {
		parent = filepath.Dir(x.home)
		if err := sweep(parent, "import-"); err != nil {
			return err
		}
	}
	var err error
	if x.dir, err = os.MkdirTemp(parent, "import-*"); err != nil {
		return fmt.Errorf("the folder of the index cannot be written: %w", err)
	}
	var files []*os.File
	err = x.r.Extract(func(m archive.Member) (io.Writer, error) {
		f, err := os.OpenFile(filepath.Join(x.dir, m.Name), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
		files = append(files, f)
		return f, err
	})
	for _, f := range files {
		err = errors.Join(err, f.Close())
	}
	if err != nil {
		return err
	}
	text, err := os.ReadFile(filepath.Join(x.dir, treeMember))
	if err != nil {
		return fmt.Errorf("%w: it has no tree", archive.ErrFormat)
	}
	if x.tree, err = merkle.Decode(text); err != nil {
		return fmt.Errorf("%w: %w", archive.ErrFormat, err)
	}
	if root, ok := x.tree.Folder(x.folder); !ok || root.String() != x.r.Manifest.RootHash {
		return fmt.Errorf("%w: its files have another root than its manifest says", archive.ErrFormat)
	}
	if _, err := os.Stat(filepath.Join(x.dir, indexMember)); err != nil {
		return fmt.Errorf("%w: it has no index", archive.ErrFormat)
	}
	return nil
}

func discard(archive.Member) (io.Writer, error) { return io.Discard, nil }

// open opens a file with all that importing needs.
func open(ctx context.Context, path string, opts ...workspace.Option) (*Snapshots, error) {
	v, err := views.Open(ctx, path, opts...)
	if err != nil {
		return nil, err
	}
	return New(v), nil
}
