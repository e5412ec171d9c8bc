package smp

import (
	"context"
	"crypto/sha256"
	"errors"
	"io/fs"
	"slices"

	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/index/walk"
)

// pushes are the files that count as other than the disk has them: a client
// has said what they hold. That is so until the disk changes.
type pushes struct {
	rows  map[string]graph.Push // with their content
	ended []string              // those of files that the disk has otherwise now
}

// pushes reads the rows that still count.
func (m *Memory) pushes(ctx context.Context, reader *walk.Reader) (*pushes, error) {
	p := &pushes{rows: map[string]graph.Push{}}
	err := m.graph.View(ctx, func(r *graph.Reader) error {
		rows, err := r.Pushed()
		if err != nil {
			return err
		}
		for _, row := range rows {
			disk, err := diskState(reader, row.Path)
			if err != nil {
				return err
			}
			if !sameHash(disk.hash, row.Disk) {
				p.ended = append(p.ended, row.Path)
				continue
			}
			if row.Content != nil {
				data, found, err := r.Content(row.Content.Hash)
				if err != nil {
					return err
				}
				if !found {
					p.ended = append(p.ended, row.Path)
					continue
				}
				row.Content.Data = data
			}
			p.rows[row.Path] = row
		}
		return nil
	})
	return p, err
}

// leaveOut takes the files that count otherwise out of what a walk found.
func (p *pushes) leaveOut(w *walk.Result) {
	if len(p.rows) > 0 {
		w.Files = slices.DeleteFunc(w.Files, func(f walk.File) bool { _, ok := p.rows[f.Path]; return ok })
	}
}

// source reads as linking is to see the files.
func (p *pushes) source(reader *walk.Reader) *source {
	s := &source{reader: reader, given: map[string][]byte{}}
	for path, row := range p.rows {
		s.give(path, row.Content)
	}
	return s
}

// give makes a file count as one with this content, or as none.
func (s *source) give(path string, c *graph.Content) {
	s.given[path] = nil
	if c != nil {
		s.given[path] = append([]byte{}, c.Data...)
	}
}

// scanPushed makes of the pushed files what scan makes of those on disk.
func (m *Memory) scanPushed(ctx context.Context, p *pushes, opts walk.Options, known map[string]graph.FileInfo) (out []scanned, err error) {
	if len(p.rows) == 0 {
		return nil, nil
	}
	tree, err := walk.Open(m.opts.root, opts)
	if err != nil {
		return nil, err
	}
	w := &extractors{m: m}
	defer w.close()
	for path, row := range p.rows {
		if row.Content == nil {
			continue
		}
		f, err := w.given(ctx, tree, path, row.Content.Data, known)
		if err != nil {
			return nil, err
		}
		if f != nil {
			out = append(out, *f)
		}
	}
	return out, nil
}

// given makes of content what file makes of a file on disk; nil where a file
// like this is not indexed.
func (w *extractors) given(ctx context.Context, tree *walk.Tree, path string, data []byte, known map[string]graph.FileInfo) (*scanned, error) {
	x, err := tree.Given(path, data)
	if err != nil || !x.Indexed {
		return nil, err
	}
	f := &scanned{}
	if err := w.content(ctx, x.File, walk.Content{Data: data}, known, f); err != nil || f.skip != nil {
		return nil, err
	}
	return f, nil
}

// onDisk is what the disk holds of a file.
type onDisk struct {
	data []byte
	hash *[32]byte // nil: no file
}

func diskState(reader *walk.Reader, path string) (onDisk, error) {
	c, err := reader.Read(path, -1)
	if err != nil {
		var re *walk.ReadError
		if errors.As(err, &re) && (errors.Is(err, fs.ErrNotExist) || re.Reason == walk.NotRegular || re.Reason == walk.OutsideRoot || re.Reason == walk.Vanished) {
			return onDisk{}, nil
		}
		return onDisk{}, err
	}
	h := sha256.Sum256(c.Data)
	return onDisk{c.Data, &h}, nil
}

func sameHash(a, b *[32]byte) bool { return a == b || a != nil && b != nil && *a == *b }
