package golink

import (
	"context"
	"fmt"
	"go/ast"
	"go/token"
	"maps"
	"path"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/structural-memory/smp/linker"
)

// Options set up a Linker.
type Options struct {
	Workers int // goroutines; the number of CPUs if 0

	// Patience is the time of one processor that a check may take; 0: five
	// seconds.
	Patience time.Duration

	// Refuse gives a reason for which a file is not to be linked, "" for none:
	// tests see to it what follows.
	Refuse func(path string) string
}

// Linker links the Go files of one repository and keeps what it needs to do so
// again after an edit. It is used by one goroutine at a time.
type Linker struct {
	src     linker.Source
	opts    Options
	workers int
	fset    *token.FileSet

	modFiles map[string][]byte // go.mod and go.work
	mods     *modules
	files    map[string]*file
	pkgs     map[pkgKey]*pkg
	dirs     map[string][]*pkg
	catalog  *catalog
	sorted   []*pkg // in the order of checking
	cyclic   bool   // plain files import one another in a circle; some import is void
	impls    *implementations

	mu       sync.Mutex
	refs     map[token.Pos]*ref
	parsed   map[*file]*ast.File // skeletons that the update at hand has parsed
	reparsed []*file             // files that it has parsed for their declarations
	broken   atomic.Int64        // checks that broke off

	log        *faultLog   // nil: nobody wants it
	handedOver atomic.Bool // what calls hand over has changed
	handings   *handings
	stale      bool           // what is kept is not sound: begin anew
	owed       map[*file]bool // to be linked again: their links may have been missed

	ctx       context.Context   // of the update at hand
	outcomes  map[uint64]string // what was abandoned before, by its content
	abandoned atomic.Int64      // checks that go on although nobody waits for them
	anew      bool              // all declarations are being checked
	flipped   atomic.Bool       // something was given up in this update, or is no more
}

// New makes a Linker that knows no file yet.
func New(src linker.Source, opts Options) *Linker {
	l := &Linker{src: src, opts: opts, workers: opts.Workers, modFiles: map[string][]byte{}, files: map[string]*file{}, stale: true}
	if l.workers <= 0 {
		l.workers = runtime.GOMAXPROCS(0)
	}
	return l
}

// Update replaces the given files (their text is that of the Source; go.mod
// and go.work are among them), forgets the removed ones, and returns the links
// of every Go file whose links may have changed: of all files the first time,
// and when a go.mod changes. Definition indices are those of the facts given
// last; where only those of another file have moved, the links to it are not
// returned again. After an error the next Update begins anew.
func (l *Linker) Update(ctx context.Context, files []File, removed []string) (map[string]*linker.Links, error) {
	e, err := l.take(files, removed)
	if err != nil {
		l.stale = true
		return nil, err
	}
	incremental := !l.stale && !e.modules
	l.stale = true // until it is done
	return l.done(l.settled(ctx, func() (map[string]*linker.Links, error) {
		if incremental {
			if p := l.plan(e); p != nil {
				return l.relink(ctx, e, p)
			}
		}
		return l.rebuild(ctx)
	}))
}

func (l *Linker) done(links map[string]*linker.Links, err error) (map[string]*linker.Links, error) {
	l.tidy()
	l.parsed = nil
	l.stale = err != nil
	if err != nil {
		return nil, fmt.Errorf("golink: %w", err)
	}
	return links, nil
}

// Broken is the number of checks so far that the type checker broke off: of
// such a package or file only what was said until then is linked.
func (l *Linker) Broken() int { return int(l.broken.Load()) }

// edit is what an update changes.
type edit struct {
	files   []*file       // new, or with new facts
	gone    []*file       // removed
	was     map[*file]was // of the files that were there before
	modules bool          // a go.mod or go.work is among it
}

// was is what has to be known of the former state of a file.
type was struct {
	pkg     *pkg
	imports []imp
}

// take notes the new state of files.
func (l *Linker) take(files []File, removed []string) (*edit, error) {
	e := &edit{was: map[*file]was{}}
	for _, f := range files {
		if b := path.Base(f.Path); b == "go.mod" || b == "go.work" {
			text, err := l.src.Content(f.Path)
			if err != nil {
				return nil, fmt.Errorf("golink: %w", err)
			}
			l.modFiles[f.Path], e.modules = text, true
			continue
		}
		if f.Facts == nil || len(f.Facts.Defs) == 0 {
			return nil, fmt.Errorf("golink: %s comes without facts; extract it first", f.Path)
		}
		g := l.files[f.Path]
		if g == nil {
			g = newFile(f.Path, f.Facts)
			l.files[f.Path] = g
		} else {
			e.was[g] = was{g.pkg, g.imports}
			g.set(f.Facts)
		}
		e.files = append(e.files, g)
	}
	for _, p := range removed {
		if _, ok := l.modFiles[p]; ok {
			delete(l.modFiles, p)
			e.modules = true
		}
		if f := l.files[p]; f != nil {
			delete(l.files, p)
			if len(f.hands) > 0 {
				l.handedOver.Store(true)
			}
			e.gone = append(e.gone, f)
		}
	}
	return e, nil
}

// rebuild forgets all that was checked and links every file.
func (l *Linker) rebuild(ctx context.Context) (map[string]*linker.Links, error) {
	if err := l.declareAll(ctx); err != nil {
		return nil, err
	}
	return l.link(ctx, slices.Collect(maps.Values(l.files)))
}

// declareAll checks all declarations anew.
func (l *Linker) declareAll(ctx context.Context) error {
	l.anew = true
	defer func() { l.anew = false }()
	l.fset = token.NewFileSet()
	l.fset.AddFile("stubs", l.fset.Base(), len(stubText)+1024) // their positions are taken
	l.mods = parseModules(l.modFiles)
	l.pkgs, l.dirs = map[pkgKey]*pkg{}, map[string][]*pkg{}
	l.refs = map[token.Pos]*ref{}
	l.parsed, l.owed = nil, nil
	l.handedOver.Store(true)
	byDir := map[string][]*file{}
	for p, f := range l.files {
		f = newFile(p, f.facts)
		l.files[p] = f
		byDir[f.dir] = append(byDir[f.dir], f)
	}
	for dir, fs := range byDir {
		l.setDir(dir, fs)
	}
	l.catalog = l.newCatalog()
	for _, f := range l.files {
		l.resolveImports(f)
		f.placed = f.placement()
	}
	l.sortPackages()
	all := map[*pkg]*change{}
	for _, p := range l.sorted {
		all[p] = nil
	}
	if err := l.declare(ctx, all); err != nil {
		return err
	}
	l.impls = l.implement()
	return nil
}

// setDir groups the files of a directory into packages.
func (l *Linker) setDir(dir string, files []*file) {
	before := l.dirs[dir]
	l.dirs[dir] = l.group(dir, files)
	for _, p := range before {
		delete(l.pkgs, pkgKey{dir, p.name})
	}
	for _, p := range l.dirs[dir] {
		l.pkgs[pkgKey{dir, p.name}] = p
	}
	if len(files) == 0 {
		delete(l.dirs, dir)
	}
}

// declare runs the first stage for the given packages, each for the names that
// changed, if any (see declareLib).
func (l *Linker) declare(ctx context.Context, changed map[*pkg]*change) error {
	var pkgs []*pkg
	for _, p := range l.sorted {
		if _, ok := changed[p]; ok {
			pkgs = append(pkgs, p)
		}
	}
	before := l.nearest(pkgs)
	deps := func(p *pkg) []*pkg { return before[p] }
	if err := inOrder(ctx, l.workers, pkgs, deps, func(p *pkg) { l.declareLib(p, changed[p]) }); err != nil {
		return err
	}
	// Tests that give methods to plain types change what others read: first,
	// and one after the other. External tests need the package's own: last.
	var adding, inner, outer []*pkg
	for _, p := range pkgs {
		switch {
		case p.external():
			outer = append(outer, p)
		case p.methodsInTests():
			adding = append(adding, p)
		default:
			inner = append(inner, p)
		}
	}
	for _, p := range adding {
		l.declareTests(p, changed[p])
	}
	for _, ps := range [][]*pkg{inner, outer} {
		if err := each(ctx, l.workers, len(ps), func(_, i int) { l.declareTests(ps[i], changed[ps[i]]) }); err != nil {
			return err
		}
	}
	return nil
}

func filter[T any](list []T, keep func(T) bool) []T {
	var out []T
	for _, e := range list {
		if keep(e) {
			out = append(out, e)
		}
	}
	return out
}

func (l *Linker) content(f *file) ([]byte, error) { return l.src.Content(f.path) }
