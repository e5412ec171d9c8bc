package scan

import (
	"context"
	"crypto/sha256"
	"errors"
	"io/fs"
	"slices"

	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/index/walk"
)

// Pushes are the files that count as other than the disk has them: a client
// has said what they hold. That is so until the disk changes.
type Pushes struct {
	Rows  map[string]graph.Push // with their content
	Ended []string              // those of files that the disk has otherwise now
}

// Pushes reads the rows that still count.
func (m *Scanner) Pushes(ctx context.Context, reader *walk.Reader) (*Pushes, error) {
	p := &Pushes{Rows: map[string]graph.Push{}}
	err := m.Space.Graph.View(ctx, func(r *graph.Reader) error {
		rows, err := r.Pushed()
		if err != nil {
			return err
		}
		for _, row := range rows {
			disk, err := DiskState(reader, row.Path)
			if err != nil {
				return err
			}
			if !SameHash(disk.Hash, row.Disk) {
				p.Ended = append(p.Ended, row.Path)
				continue
			}
			if row.Content != nil {
				data, found, err := r.Content(row.Content.Hash)
				if err != nil {
					return err
				}
				if !found {
					p.Ended = append(p.Ended, row.Path)
					continue
				}
				row.Content.Data = data
			}
			p.Rows[row.Path] = row
		}
		return nil
	})
	return p, err
}

// LeaveOut takes the files that count otherwise out of what a walk found.
func (p *Pushes) LeaveOut(w *walk.Result) {
	if len(p.Rows) > 0 {
		w.Files = slices.DeleteFunc(w.Files, func(f walk.File) bool { _, ok := p.Rows[f.Path]; return ok })
	}
}

// Source reads as linking is to see the files.
func (p *Pushes) Source(reader *walk.Reader) *Source {
	s := &Source{Reader: reader, Given: map[string][]byte{}}
	for path, row := range p.Rows {
		s.give(path, row.Content)
	}
	return s
}

// give makes a file count as one with this content, or as none.
func (s *Source) give(path string, c *graph.Content) {
	s.Given[path] = nil
	if c != nil {
		s.Given[path] = append([]byte{}, c.Data...)
	}
}

// ScanPushed makes of the pushed files what scan makes of those on disk.
func (m *Scanner) ScanPushed(ctx context.Context, p *Pushes, opts walk.Options, known map[string]graph.FileInfo) (out []Scanned, err error) {
	if len(p.Rows) == 0 {
		return nil, nil
	}
	tree, err := walk.Open(m.Space.Opts.Root, opts)
	if err != nil {
		return nil, err
	}
	w := &Extractors{M: m}
	defer w.Close()
	for path, row := range p.Rows {
		if row.Content == nil {
			continue
		}
		f, err := w.Given(ctx, tree, path, row.Content.Data, known)
		if err != nil {
			return nil, err
		}
		if f != nil {
			out = append(out, *f)
		}
	}
	return out, nil
}

// Given makes of content what file makes of a file on disk; nil where a file
// like this is not indexed.
func (w *Extractors) Given(ctx context.Context, tree *walk.Tree, path string, data []byte, known map[string]graph.FileInfo) (*Scanned, error) {
	x, err := tree.Given(path, data)
	if err != nil || !x.Indexed {
		return nil, err
	}
	f := &Scanned{}
	if err := w.content(ctx, x.File, walk.Content{Data: data}, known, f); err != nil || f.Skip != nil {
		return nil, err
	}
	return f, nil
}

// onDisk is what the disk holds of a file.
type onDisk struct {
	Data []byte
	Hash *[32]byte // nil: no file
}

func DiskState(reader *walk.Reader, path string) (onDisk, error) {
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

func SameHash(a, b *[32]byte) bool { return a == b || a != nil && b != nil && *a == *b }
