package linker

import (
	"cmp"
	"context"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/structural-memory/smp/facts"
)

// File is a file to link, with its facts.
type File struct {
	Path  string
	Facts *facts.FileFacts
	// Known are the Lookups of the last linking, for a file that has been
	// linked before and has not changed since; nil otherwise.
	Known []uint32
}

// Options of a Linker.
type Options struct {
	Workers  int               // default: GOMAXPROCS
	Families map[string]string // language id → family id; what is missing is its own
}

// Linker links the files of one repository, Go files excepted. It keeps what
// it needs to link again the files that a change concerns. It is not safe for
// concurrent use.
type Linker struct {
	src      Source
	opts     Options
	families map[string]*family
	files    map[string]*file
	sorted   []*file
	known    map[string][]uint32
	prints   map[string]prints // what each file offers to others
	cache    *contentCache

	repo // tables over all files
}

// New makes a Linker without files.
func New(src Source, opts Options) *Linker {
	if opts.Workers <= 0 {
		opts.Workers = runtime.GOMAXPROCS(0)
	}
	return &Linker{src: src, opts: opts, families: families(), files: map[string]*file{}, known: map[string][]uint32{}, prints: map[string]prints{}, cache: &contentCache{}}
}

// current is the file whose links a solver is making.
func (l *Linker) current(s *solver) *file { return s.file }

func (l *Linker) familyOf(lang string) *family {
	if id, ok := l.opts.Families[lang]; ok {
		if f := l.families[id]; f != nil {
			return f
		}
	}
	if f := l.families[lang]; f != nil {
		return f
	}
	return l.families[""]
}

// Load puts files into the linker without linking them: those of an earlier
// run, with their Known look-ups.
func (l *Linker) Load(files []File) {
	for _, f := range files {
		l.put(f)
		l.known[f.Path] = f.Known
	}
}

func (l *Linker) put(f File) {
	x := newFile(f.Path, f.Facts, l.familyOf(f.Facts.Lang))
	l.files[f.Path] = x
	l.prints[f.Path] = printsOf(x)
}

// Update tells the linker that files were added or changed, or removed, and
// gives the links of every file whose links may differ from before.
func (l *Linker) Update(ctx context.Context, changed []File, removed []string) (map[string]*Links, error) {
	dirty := newDirty(l)
	l.cache = &contentCache{}
	for _, p := range removed {
		dirty.file(p, l.prints[p], nil)
		delete(l.files, p)
		delete(l.prints, p)
		delete(l.known, p)
	}
	relink := map[string]bool{}
	for _, f := range changed {
		old := l.prints[f.Path]
		l.put(f)
		dirty.file(f.Path, old, l.prints[f.Path])
		relink[f.Path] = true
	}
	l.index(dirty)
	dirty.tables()
	for p, keys := range l.known {
		if !relink[p] && dirty.touches(keys) {
			relink[p] = true
		}
	}
	var todo []*file
	for p := range relink {
		todo = append(todo, l.files[p])
	}
	// Largest first: the last file to finish should be a small one.
	slices.SortFunc(todo, func(a, b *file) int {
		return cmp.Or(cmp.Compare(len(b.facts.Exprs), len(a.facts.Exprs)), cmp.Compare(a.path, b.path))
	})
	out := make([]*Links, len(todo))
	if err := l.parallel(ctx, len(todo), func(s *solver, i int) { out[i] = s.link(todo[i]) }); err != nil {
		return nil, err
	}
	result := make(map[string]*Links, len(todo))
	for i, f := range todo {
		result[f.path] = out[i]
		l.known[f.path] = out[i].Lookups
	}
	return result, nil
}

// parallel runs do for each index, with one solver a worker.
func (l *Linker) parallel(ctx context.Context, n int, do func(*solver, int)) error {
	var next atomic.Int64
	var wg sync.WaitGroup
	for range min(l.opts.Workers, max(1, n)) {
		wg.Go(func() {
			s := newSolver(l)
			for ctx.Err() == nil {
				i := int(next.Add(1)) - 1
				if i >= n {
					return
				}
				do(s, i)
			}
		})
	}
	wg.Wait()
	return ctx.Err()
}
