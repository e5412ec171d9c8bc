package smp

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/zeebo/blake3"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/index/lang"
	"github.com/structural-memory/smp/index/walk"
)

// extractorVersion is the version of the facts as a whole: it changes when the
// common part of extraction or the encoding does.
const extractorVersion = 4

// versionOf is the version of the facts that this memory makes of a language.
// Facts without docstrings and comments are a form of their own.
func (m *Memory) versionOf(l *lang.Language) int {
	v := 2 * (extractorVersion*1000 + l.Version)
	if m.opts.ignoreDocs {
		v++
	}
	return v
}

// formOf is the form of the facts that this memory makes of a file.
func (m *Memory) formOf(l *lang.Language, path string) int {
	return graph.FactsForm(m.versionOf(l), path)
}

// scanned is a file as the scan found it.
type scanned struct {
	row     graph.FileRow
	text    []byte // normalised; kept only while it is needed
	facts   *facts.FileFacts
	packed  []byte // encoded facts, if they are new
	words   []byte // what search keeps of the file
	vectors []byte
	changed bool
	skip    *walk.Skip
}

// scan reads the walked files and makes facts of those that differ from what
// is stored. Largest files first: the last to finish should be small.
func (m *Memory) scan(ctx context.Context, r *walk.Reader, files []walk.File, opts *walk.Options, known map[string]graph.FileInfo, progress func(int)) ([]scanned, error) {
	order := make([]int, len(files))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Or(cmp.Compare(files[b].Size, files[a].Size), cmp.Compare(a, b)) })
	out := make([]scanned, len(files))
	var next, done atomic.Int64
	var wg sync.WaitGroup
	var failed atomic.Pointer[error]
	for range m.workers() {
		wg.Go(func() {
			w := &extractors{m: m, cache: len(known) > 0 || m.remember}
			defer w.close()
			defer context.AfterFunc(ctx, w.stop)()
			for ctx.Err() == nil && failed.Load() == nil {
				i := int(next.Add(1)) - 1
				if i >= len(order) {
					return
				}
				k := order[i]
				if err := w.file(ctx, r, files[k], opts, known, &out[k]); err != nil {
					failed.Store(&err)
					return
				}
				progress(int(done.Add(1)))
			}
		})
	}
	wg.Wait()
	if e := failed.Load(); e != nil {
		return nil, *e
	}
	return out, ctx.Err()
}

func (m *Memory) workers() int {
	if m.opts.workers > 0 {
		return m.opts.workers
	}
	return runtime.GOMAXPROCS(0)
}

// extractors are one worker's, made when a file of the language comes.
type extractors struct {
	m     *Memory
	made  map[string]lang.Extractor
	mu    sync.Mutex // for made and ended, which stop touches
	ended bool
	words retrieval
	bare  bool // words and vectors are not wanted
	cache bool // facts may be there already
}

func (w *extractors) close() {
	for _, x := range w.made {
		x.Close()
	}
}

func (w *extractors) get(l *lang.Language) (lang.Extractor, error) {
	if x := w.made[l.ID]; x != nil {
		return x, nil
	}
	x, err := l.New()
	if err != nil {
		return nil, err
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.made == nil {
		w.made = map[string]lang.Extractor{}
	}
	w.made[l.ID] = x
	if s, ok := x.(stopper); ok && w.ended {
		s.Stop()
	}
	return x, nil
}

// stopper is an extractor whose work can be ended from another goroutine.
type stopper interface{ Stop() }

// stop ends the extraction at hand: a file takes a second at most, but whoever
// has interrupted a run should not have to wait for that.
func (w *extractors) stop() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.ended = true
	for _, x := range w.made {
		if s, ok := x.(stopper); ok {
			s.Stop()
		}
	}
}

// file reads, hashes and, if it changed, extracts one file.
func (w *extractors) file(ctx context.Context, r *walk.Reader, f walk.File, opts *walk.Options, known map[string]graph.FileInfo, out *scanned) error {
	c, err := r.Read(f.Path, opts.MaxFileSize)
	if err != nil {
		var re *walk.ReadError
		if errors.As(err, &re) {
			s := re.Skip()
			out.skip = &s
			return nil
		}
		return err
	}
	if reason, detail, skip := opts.Content(f, c.Data); skip {
		out.skip = &walk.Skip{Path: f.Path, Reason: reason, Detail: detail, Size: f.Size}
		return nil
	}
	return w.content(ctx, f, c, known, out)
}

// content hashes what a file holds and, if that is new, extracts it.
func (w *extractors) content(ctx context.Context, f walk.File, c walk.Content, known map[string]graph.FileInfo, out *scanned) error {
	out.row = graph.FileRow{Path: f.Path, Lang: f.Lang, Size: int64(len(c.Data)), Mtime: c.ModTime}
	out.row.Blob = blobKey(c.Data)
	if old, ok := known[f.Path]; ok && old.Blob == out.row.Blob && old.Lang == f.Lang {
		out.row.SHA256 = old.SHA256
		if f.Lang == "go" {
			out.text = c.Data
		}
		return nil
	}
	out.changed = true
	out.row.SHA256 = sha256.Sum256(c.Data)
	return w.extract(ctx, f, c.Data, out)
}

// blobKey is the key of bytes among the facts.
func blobKey(data []byte) (key [16]byte) {
	sum := blake3.Sum256(data)
	copy(key[:], sum[:])
	return key
}

// extract makes the facts of a file, or takes those of an earlier file with
// the same bytes.
func (w *extractors) extract(ctx context.Context, f walk.File, src []byte, out *scanned) error {
	l, ok := lang.Get(f.Lang)
	if !ok {
		out.skip = &walk.Skip{Path: f.Path, Reason: walk.NoLanguage, Size: f.Size}
		return nil
	}
	text, replaced := walk.Normalize(src)
	if f.Lang == "go" {
		out.text = text
	}
	ff, err := w.remembered(ctx, l, f.Path, out)
	if err != nil {
		return err
	}
	remembered := ff != nil
	if !remembered {
		x, err := w.get(l)
		if err != nil {
			return err
		}
		if ff, err = x.Extract(f.Path, text); err != nil {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			out.skip = &walk.Skip{Path: f.Path, Reason: walk.Reason("unparsable"), Detail: err.Error(), Size: f.Size}
			return nil
		}
		if replaced && !bytes.HasPrefix(src, []byte{0xff, 0xfe}) && !bytes.HasPrefix(src, []byte{0xfe, 0xff}) {
			ff.Flags |= facts.InvalidUTF8
		}
	}
	// Before the comments go: bodies are searched without them.
	if !w.bare {
		if out.words, out.vectors, err = w.words.of(ctx, w.m, f.Path, ff, text); err != nil {
			return err
		}
	}
	if w.m.opts.ignoreDocs && !remembered {
		for i := range ff.Defs {
			ff.Defs[i].Doc = ""
		}
		ff.Comments = nil
	}
	out.facts = ff
	if !remembered {
		out.packed = graph.PackFacts(ff)
	}
	out.row.Package, out.row.Lines, out.row.Flags = ff.Package, ff.Lines, ff.Flags
	return nil
}

// remembered are the facts of the same bytes at the same path, nil where they
// are not kept. Words are not made of what is left of them without docstrings.
func (w *extractors) remembered(ctx context.Context, l *lang.Language, path string, f *scanned) (*facts.FileFacts, error) {
	if !w.cache || w.m.opts.ignoreDocs && !w.bare {
		return nil, nil
	}
	return w.m.graph.GetFacts(ctx, f.row.Blob, l.ID, w.m.formOf(l, path))
}

// reextract makes the facts of a file that is unchanged but whose facts are
// not stored in the form of this version.
func (m *Memory) reextract(ctx context.Context, f *scanned) (*facts.FileFacts, error) {
	r, err := walk.OpenReader(m.opts.root)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	w := &extractors{m: m}
	defer w.close()
	opts := m.walkOptions()
	out := scanned{}
	if err := w.file(ctx, r, walk.File{Path: f.row.Path, Lang: f.row.Lang, Size: f.row.Size, Keep: true}, &opts, nil, &out); err != nil {
		return nil, err
	}
	if out.facts == nil {
		return &facts.FileFacts{Lang: f.row.Lang, Defs: []facts.Def{{Kind: facts.File, Name: f.row.Path, Parent: facts.None, Type: facts.None, Value: facts.None, Recv: facts.None}}}, nil
	}
	f.row.Blob, f.row.SHA256, f.text = out.row.Blob, out.row.SHA256, out.text
	return out.facts, nil
}
