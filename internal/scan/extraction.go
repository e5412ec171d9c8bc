package scan

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
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
const extractorVersion = 5

// VersionOf is the version of the facts that this memory makes of a language.
// Facts without docstrings and comments are a form of their own.
func (m *Scanner) VersionOf(l *lang.Language) int {
	v := 2 * (extractorVersion*1000 + l.Version)
	if m.Space.Opts.IgnoreDocs {
		v++
	}
	return v
}

// FormOf is the form of the facts that this memory makes of a file.
func (m *Scanner) FormOf(l *lang.Language, path string) int {
	return graph.FactsForm(m.VersionOf(l), path)
}

// Scanned is a file as the scan found it.
type Scanned struct {
	Row     graph.FileRow
	Text    []byte // normalised; kept only while it is needed
	Facts   *facts.FileFacts
	Packed  []byte // encoded facts, if they are new
	Words   []byte // what search keeps of the file
	Vectors []byte
	Changed bool
	Skip    *walk.Skip
}

// Scan reads the walked files and makes facts of those that differ from what
// is stored. Largest files first: the last to finish should be small.
func (m *Scanner) Scan(ctx context.Context, r *walk.Reader, files []walk.File, opts *walk.Options, known map[string]graph.FileInfo, progress func(int)) ([]Scanned, error) {
	order := make([]int, len(files))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Or(cmp.Compare(files[b].Size, files[a].Size), cmp.Compare(a, b)) })
	out := make([]Scanned, len(files))
	var next, done atomic.Int64
	var wg sync.WaitGroup
	var failed atomic.Pointer[error]
	for range m.Workers() {
		wg.Go(func() {
			w := &Extractors{M: m, Cache: len(known) > 0 || m.Remember}
			defer w.Close()
			defer context.AfterFunc(ctx, w.stop)()
			for ctx.Err() == nil && failed.Load() == nil {
				i := int(next.Add(1)) - 1
				if i >= len(order) {
					return
				}
				k := order[i]
				if err := w.File(ctx, r, files[k], opts, known, &out[k]); err != nil {
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

func (m *Scanner) Workers() int {
	if m.Space.Opts.Workers > 0 {
		return m.Space.Opts.Workers
	}
	return runtime.GOMAXPROCS(0)
}

// Extractors are one worker's, made when a file of the language comes.
type Extractors struct {
	M     *Scanner
	made  map[string]lang.Extractor
	mu    sync.Mutex // for made and ended, which stop touches
	ended bool
	words retrieval
	Bare  bool // words and vectors are not wanted
	Cache bool // facts may be there already
}

func (w *Extractors) Close() {
	for _, x := range w.made {
		x.Close()
	}
}

func (w *Extractors) get(l *lang.Language) (lang.Extractor, error) {
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
func (w *Extractors) stop() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.ended = true
	for _, x := range w.made {
		if s, ok := x.(stopper); ok {
			s.Stop()
		}
	}
}

// File reads, hashes and, if it changed, extracts one file.
func (w *Extractors) File(ctx context.Context, r *walk.Reader, f walk.File, opts *walk.Options, known map[string]graph.FileInfo, out *Scanned) error {
	c, err := r.Read(f.Path, opts.MaxFileSize)
	if err != nil {
		var re *walk.ReadError
		if errors.As(err, &re) {
			s := re.Skip()
			out.Skip = &s
			return nil
		}
		return err
	}
	if reason, detail, skip := opts.Content(f, c.Data); skip {
		out.Skip = &walk.Skip{Path: f.Path, Reason: reason, Detail: detail, Size: f.Size}
		return nil
	}
	return w.content(ctx, f, c, known, out)
}

// content hashes what a file holds and, if that is new, extracts it.
func (w *Extractors) content(ctx context.Context, f walk.File, c walk.Content, known map[string]graph.FileInfo, out *Scanned) error {
	out.Row = graph.FileRow{Path: f.Path, Lang: f.Lang, Size: int64(len(c.Data)), Mtime: c.ModTime}
	out.Row.Blob = blobKey(c.Data)
	if old, ok := known[f.Path]; ok && old.Blob == out.Row.Blob && old.Lang == f.Lang {
		out.Row.SHA256 = old.SHA256
		if f.Lang == "go" {
			out.Text = c.Data
		}
		return nil
	}
	out.Changed = true
	out.Row.SHA256 = sha256.Sum256(c.Data)
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
func (w *Extractors) extract(ctx context.Context, f walk.File, src []byte, out *Scanned) error {
	l, ok := lang.Get(f.Lang)
	if !ok {
		out.Skip = &walk.Skip{Path: f.Path, Reason: walk.NoLanguage, Size: f.Size}
		return nil
	}
	text, replaced := walk.Normalize(src)
	if f.Lang == "go" {
		out.Text = text
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
		if ff, err = extractSafely(x, f.Path, text); errors.As(err, new(*fault)) {
			w.drop(l)
		}
		if err != nil {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			out.Skip = &walk.Skip{Path: f.Path, Reason: walk.Reason("unparsable"), Detail: err.Error(), Size: f.Size}
			return nil
		}
		if replaced && !bytes.HasPrefix(src, []byte{0xff, 0xfe}) && !bytes.HasPrefix(src, []byte{0xfe, 0xff}) {
			ff.Flags |= facts.InvalidUTF8
		}
	}
	// Before the comments go: bodies are searched without them.
	if !w.Bare {
		if out.Words, out.Vectors, err = w.words.of(ctx, w.M, f.Path, ff, text); err != nil {
			return err
		}
	}
	if w.M.Space.Opts.IgnoreDocs && !remembered {
		for i := range ff.Defs {
			ff.Defs[i].Doc = ""
		}
		ff.Comments = nil
	}
	out.Facts = ff
	if !remembered {
		out.Packed = graph.PackFacts(ff)
	}
	out.Row.Package, out.Row.Lines, out.Row.Flags = ff.Package, ff.Lines, ff.Flags
	return nil
}

// fault is what a rule of extraction met that it does not foresee.
type fault struct{ why any }

func (e *fault) Error() string { return fmt.Sprintf("a fault in reading it: %v", e.why) }

// extractSafely is Extract where a fault costs the file, not the process.
func extractSafely(x lang.Extractor, path string, text []byte) (ff *facts.FileFacts, err error) {
	defer func() {
		if e := recover(); e != nil {
			ff, err = nil, &fault{e}
		}
	}()
	return x.Extract(path, text)
}

// drop gives up an extractor whose state a fault has left halfway.
func (w *Extractors) drop(l *lang.Language) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.made[l.ID].Close()
	delete(w.made, l.ID)
}

// remembered are the facts of the same bytes at the same path, nil where they
// are not kept. Words are not made of what is left of them without docstrings.
func (w *Extractors) remembered(ctx context.Context, l *lang.Language, path string, f *Scanned) (*facts.FileFacts, error) {
	if !w.Cache || w.M.Space.Opts.IgnoreDocs && !w.Bare {
		return nil, nil
	}
	return w.M.Space.Graph.GetFacts(ctx, f.Row.Blob, l.ID, w.M.FormOf(l, path))
}

// Reextract makes the facts of a file that is unchanged but whose facts are
// not stored in the form of this version.
func (m *Scanner) Reextract(ctx context.Context, f *Scanned) (*facts.FileFacts, error) {
	r, err := walk.OpenReader(m.Space.Opts.Root)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	w := &Extractors{M: m}
	defer w.Close()
	opts := m.WalkOptions()
	out := Scanned{}
	if err := w.File(ctx, r, walk.File{Path: f.Row.Path, Lang: f.Row.Lang, Size: f.Row.Size, Keep: true}, &opts, nil, &out); err != nil {
		return nil, err
	}
	if out.Facts == nil {
		return &facts.FileFacts{Lang: f.Row.Lang, Defs: []facts.Def{{Kind: facts.File, Name: f.Row.Path, Parent: facts.None, Type: facts.None, Value: facts.None, Recv: facts.None}}}, nil
	}
	f.Row.Blob, f.Row.SHA256, f.Text = out.Row.Blob, out.Row.SHA256, out.Text
	return out.Facts, nil
}
