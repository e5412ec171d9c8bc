package linker

import (
	"cmp"
	"context"
	"fmt"
	"runtime"
	"slices"
	"strings"
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

	// Refuse gives a reason for which a file is not to be linked, "" for none:
	// tests see to it what follows.
	Refuse func(path string) string
}

// Linker links the files of one repository, Go files excepted. It keeps what
// it needs to link again the files that a change concerns. It is not safe for
// concurrent use.
type Linker struct {
	src      Source
	opts     Options
	families map[string]*family
	files    map[string]*file
	known    map[string][]uint32
	prints   map[string]prints // what each file offers to others
	cache    *contentCache
	loaded   []File

	configs    map[string]configs           // what the roots of each family have read
	configsOf  string                       // whose roots are being made
	rootStates map[string]map[uint32]string // what the roots of each family say
	recheck    []string                     // where configuration may have changed
	linked     *map[string]uint64           // what it meant when the loaded files were linked
	work       atomic.Int64                 // steps of all solvers so far

	faultsMu sync.Mutex
	faults   []string

	repo // tables over all files
}

// New makes a Linker without files.
func New(src Source, opts Options) *Linker {
	if opts.Workers <= 0 {
		opts.Workers = runtime.GOMAXPROCS(0)
	}
	return &Linker{src: src, opts: opts, families: families(), files: map[string]*file{}, known: map[string][]uint32{}, prints: map[string]prints{}, cache: &contentCache{}, configs: map[string]configs{}, rootStates: map[string]map[uint32]string{}, repo: newRepo()}
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
		l.loaded = append(l.loaded, f)
	}
}

// Update tells the linker that files were added or changed, or removed, and
// gives the links of every file whose links may differ from before.
// After an error the Linker is of no use: its tables are between two states.
func (l *Linker) Update(ctx context.Context, changed []File, removed []string) (links map[string]*Links, err error) {
	defer func() {
		if e := recover(); e != nil {
			links, err = nil, fmt.Errorf("linking failed: %v", e)
		}
	}()
	l.cache = &contentCache{}
	if most := l.mostLoaded(changed, removed); most != nil {
		changed, removed = most, nil
	}
	l.takeLoaded()
	moved := l.moved()
	d := &dirty{keys: map[uint32]bool{}}
	grown := map[string]bool{} // families that have other files than before
	for _, p := range removed {
		if old := l.files[p]; old != nil {
			grown[old.fam.id] = true
			d.file(l.prints[p], nil)
			delete(l.files, p)
			l.swap(old, nil, d)
		}
		delete(l.prints, p)
		delete(l.known, p)
	}
	relink := map[string]bool{}
	now := make([]*file, 0, len(changed))
	for _, f := range changed {
		old, prints := l.files[f.Path], l.prints[f.Path]
		x := l.put(f)
		d.file(prints, l.prints[f.Path])
		l.swap(old, x, d)
		now = append(now, x)
		if old == nil || old.fam != x.fam {
			grown[x.fam.id] = true
		}
		if old != nil && old.fam != x.fam {
			grown[old.fam.id] = true
		}
		relink[f.Path] = true
	}
	l.updateRoots(changed, removed, grown, d)
	l.indexHeaders(ctx, now, removed, d)
	for p, keys := range l.known {
		if !relink[p] && (moved[l.files[p].fam.id] || d.touches(keys)) {
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
	if err := l.parallel(ctx, len(todo), func(s *solver, i int) { out[i] = l.linkSafely(s, todo[i]) }); err != nil {
		return nil, err
	}
	result := make(map[string]*Links, len(todo))
	for i, f := range todo {
		result[f.path] = out[i]
		l.known[f.path] = out[i].Lookups
	}
	return result, nil
}

func (l *Linker) put(f File) *file {
	x, p := l.read(f)
	l.files[f.Path], l.prints[f.Path] = x, p
	return x
}

// read makes the indices and fingerprints of a file. Where a fault in a rule
// prevents that, the file offers nothing and has no links.
func (l *Linker) read(f File) (x *file, p prints) {
	defer func() {
		if e := recover(); e != nil {
			l.fault(f.Path, e)
			x = newFile(f.Path, emptied(f.Facts), l.familyOf(f.Facts.Lang))
			x.fault = fmt.Sprint(e)
			p = printsOf(x)
		}
	}()
	faulty(f.Path)
	x = newFile(f.Path, f.Facts, l.familyOf(f.Facts.Lang))
	return x, printsOf(x)
}

// emptied is a file of the same name and size with nothing in it that could be
// found or linked.
func emptied(f *facts.FileFacts) *facts.FileFacts {
	return &facts.FileFacts{Lang: f.Lang, Lines: f.Lines, Flags: f.Flags, Defs: f.Defs[:min(1, len(f.Defs))]}
}

// faulty fails for a path in tests, as a fault in a rule would.
var faulty = func(path string) {}

// fault notes that a file could not be linked.
func (l *Linker) fault(path string, why any) {
	l.faultsMu.Lock()
	defer l.faultsMu.Unlock()
	l.faults = append(l.faults, fmt.Sprintf("%s could not be linked: %v", path, why))
}

// takeLoaded brings the tables to the state that the loaded files describe.
func (l *Linker) takeLoaded() {
	if len(l.loaded) == 0 {
		return
	}
	d := &dirty{keys: map[uint32]bool{}}
	now, all := make([]*file, len(l.loaded)), make([]prints, len(l.loaded))
	_ = l.parallel(context.Background(), len(l.loaded), func(_ *solver, i int) { now[i], all[i] = l.read(l.loaded[i]) })
	grown := map[string]bool{}
	for i, x := range now {
		grown[x.fam.id] = true
		l.files[x.path], l.prints[x.path], l.known[x.path] = x, all[i], l.loaded[i].Known
		l.swap(nil, x, d)
	}
	l.updateRoots(l.loaded, nil, grown, d)
	l.indexHeaders(context.Background(), now, nil, d)
	l.loaded = nil
}

// inOrder are the files by path.
func (l *Linker) inOrder() []*file {
	out := make([]*file, 0, len(l.files))
	for _, f := range l.files {
		out = append(out, f)
	}
	slices.SortFunc(out, func(a, b *file) int { return strings.Compare(a.path, b.path) })
	return out
}

// linkSafely links a file. A fault in a rule costs that file its links and is
// told; it does not cost the run.
func (l *Linker) linkSafely(s *solver, f *file) *Links {
	var out *Links
	why := l.safely(s, f, func() {
		if l.opts.Refuse != nil {
			if why := l.opts.Refuse(f.path); why != "" {
				panic(why)
			}
		}
		out = s.link(f)
	})
	if why != "" {
		out = &Links{ImportFiles: make([]string, len(f.facts.Imports)), GivenUp: why}
	}
	if f.fault != "" {
		out.GivenUp = f.fault
	}
	return out
}

// safely does something for a file, and gives the fault in it, if there was
// one. After one, the solver remembers nothing.
func (l *Linker) safely(s *solver, f *file, do func()) (fault string) {
	defer func() {
		switch e := recover(); e.(type) {
		case nil:
		case stopped:
			panic(e)
		default:
			ctx, steps := s.ctx, s.steps
			*s = *newSolver(l)
			s.ctx, s.steps = ctx, steps
			fault = fmt.Sprint(e)
			l.fault(f.path, e)
		}
	}()
	do()
	return
}

// Faults tells, once, which files could not be linked since the last call,
// and why.
func (l *Linker) Faults() []string {
	l.faultsMu.Lock()
	defer l.faultsMu.Unlock()
	out := l.faults
	l.faults = nil
	slices.Sort(out)
	return out
}

// parallel runs do for each index, with one solver a worker, until all are done
// or the context ends.
func (l *Linker) parallel(ctx context.Context, n int, do func(*solver, int)) error {
	var next atomic.Int64
	var wg sync.WaitGroup
	var fault atomic.Pointer[any] // what a worker met; the caller is to know
	for range min(l.opts.Workers, max(1, n)) {
		wg.Go(func() {
			defer func() {
				if e := recover(); e != nil && e != (stopped{}) {
					fault.CompareAndSwap(nil, &e)
				}
			}()
			s := newSolver(l)
			s.ctx = ctx
			defer func() { l.work.Add(int64(s.steps)) }()
			for ctx.Err() == nil && fault.Load() == nil {
				i := int(next.Add(1)) - 1
				if i >= n {
					return
				}
				do(s, i)
			}
		})
	}
	wg.Wait()
	if e := fault.Load(); e != nil {
		panic(*e)
	}
	return ctx.Err()
}
