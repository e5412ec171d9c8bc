package copies

import (
	"context"
	"crypto/sha256"
	"io/fs"

	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/index/walk"
	"github.com/structural-memory/smp/internal/git"
	"github.com/structural-memory/smp/internal/workspace"
)

// FileReader reads the files that a graph is of.
type FileReader interface {
	Read(path string, max int64) (walk.Content, error)
	Close() error
}

// Reader reads the files as this memory's graph has them: those on disk, or
// those of a view.
func (m *Copies) Reader(ctx context.Context, r *graph.Reader) (FileReader, error) {
	disk, err := walk.OpenReader(m.Space.Opts.Root)
	if err != nil || m.Space.Head == nil {
		return disk, err
	}
	return &viewReader{ctx: ctx, r: r, kept: &KeptTexts{Head: m.Space.Head, Disk: disk, Commits: NonEmpty(m.Space.ViewOf)}}, nil
}

// viewReader finds what the files of a view hold.
type viewReader struct {
	ctx  context.Context
	r    *graph.Reader
	kept *KeptTexts
}

func (v *viewReader) Close() error { return v.kept.Disk.Close() }

func (v *viewReader) Read(path string, max int64) (walk.Content, error) {
	f, err := v.r.File(path)
	if err != nil {
		return walk.Content{}, err
	}
	data, err := v.kept.Find(v.ctx, path, f.SHA256)
	if err != nil {
		return walk.Content{}, err
	}
	if data == nil {
		return walk.Content{}, &walk.ReadError{Path: path, Reason: walk.Vanished, Detail: "what it held is not kept"}
	}
	return walk.Content{Data: data, ModTime: f.Mtime}, nil
}

// KeptTexts finds the bytes of files that are not on disk any more.
type KeptTexts struct {
	Head *workspace.Space
	Disk *walk.Reader

	Commits []string // where git may have them
	repo    *git.Repo
	trees   map[string]map[string]string // blobs by path, by commit
}

// Find returns the bytes with a hash: from disk, from what is kept beside the
// graph, or from git; nil where nobody has them.
func (k *KeptTexts) Find(ctx context.Context, path string, hash [32]byte) ([]byte, error) {
	if c, err := k.Disk.Read(path, -1); err == nil && sha256.Sum256(c.Data) == hash {
		return c.Data, nil
	}
	data, err := workspace.Read(ctx, k.Head, func(r *graph.Reader) ([]byte, error) {
		data, _, err := r.Content(hash)
		return data, err
	})
	if err != nil || data != nil {
		return data, err
	}
	for _, commit := range k.Commits {
		data, err := k.inCommit(ctx, commit, path)
		if err == nil && data != nil && sha256.Sum256(data) == hash {
			return data, nil
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
	}
	return nil, nil
}

// inCommit is what a commit has at a path.
func (k *KeptTexts) inCommit(ctx context.Context, commit, path string) ([]byte, error) {
	if k.repo == nil {
		repo, err := git.Open(ctx, k.Head.Opts.Root)
		if err != nil {
			return nil, err
		}
		k.repo, k.trees = repo, map[string]map[string]string{}
	}
	tree := k.trees[commit]
	if tree == nil {
		files, err := k.repo.Files(ctx, commit)
		if err != nil {
			return nil, err
		}
		tree = make(map[string]string, len(files))
		for _, f := range files {
			if f.Mode.IsFile() {
				tree[f.Path] = f.Blob
			}
		}
		k.trees[commit] = tree
	}
	blob, ok := tree[path]
	if !ok {
		return nil, fs.ErrNotExist
	}
	var out []byte
	err := k.repo.Contents(ctx, []string{blob}, MostFromGit, func(_ int, data []byte, err error) error {
		if err != nil {
			return err
		}
		out = append([]byte{}, data...)
		return nil
	})
	return out, err
}

// MostFromGit bounds a file that is read from git, in bytes.
const MostFromGit = 64 << 20

func NonEmpty(s string) []string {
	if s == "" {
		return nil
	}
	return []string{s}
}
