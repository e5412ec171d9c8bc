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

	"github.com/structural-memory/smp/linker"
)

// Options set up a Linker.
type Options struct {
	Workers int // goroutines; the number of CPUs if 0
}

// Linker links the Go files of one repository and keeps what it needs to do so
// again after an edit. It is used by one goroutine at a time.
type Linker struct {
	src     linker.Source
	workers int
	fset    *token.FileSet

	modFiles map[string][]byte // go.mod and go.work
	mods     *modules
	files    map[string]*file
	pkgs     map[pkgKey]*pkg
	dirs     map[string][]*pkg
	catalog  *catalog
	sorted   []*pkg // in the order of checking
	impls    *implementations

	mu     sync.Mutex
	refs   map[token.Pos]*ref
	parsed map[*file]*ast.File // skeletons that the plan of an update has parsed
	broken atomic.Int64        // checks that broke off
	stale  bool                // an update was interrupted: the next one starts anew
}

// New makes a Linker that knows no file yet.
func New(src linker.Source, opts Options) *Linker {
	l := &Linker{src: src, workers: opts.Workers, modFiles: map[string][]byte{}, files: map[string]*file{}}
	if l.workers <= 0 {
		l.workers = runtime.GOMAXPROCS(0)
	}
	l.reset()
	return l
}

// reset forgets all that was checked.
func (l *Linker) reset() {
	l.fset = token.NewFileSet()
	l.fset.AddFile("stubs", l.fset.Base(), len(stubText)+1024) // their positions are taken
	l.mods = parseModules(l.modFiles)
	l.pkgs, l.dirs = map[pkgKey]*pkg{}, map[string][]*pkg{}
	l.refs = map[token.Pos]*ref{}
	l.parsed = map[*file]*ast.File{}
	for p, f := range l.files {
		l.files[p] = newFile(p, f.facts)
	}
}

// Update replaces the given files (their text is that of the Source, go.mod
// and go.work among them), forgets the removed ones, and returns the links of
// every Go file whose links may have changed: of all files the first time. A
// file without links has an empty value. Definition indices are those of the
// facts given last.
func (l *Linker) Update(ctx context.Context, files []File, removed []string) (map[string]*linker.Links, error) {
	if err := l.take(files, removed); err != nil {
		return nil, err
	}
	l.reset()
	byDir := map[string][]*file{}
	for _, f := range l.files {
		byDir[f.dir] = append(byDir[f.dir], f)
	}
	for dir, fs := range byDir {
		l.dirs[dir] = l.group(dir, fs)
		for _, p := range l.dirs[dir] {
			l.pkgs[pkgKey{p.dir, p.name}] = p
		}
	}
	l.catalog = l.newCatalog()
	for _, f := range l.files {
		l.resolveImports(f)
	}
	l.sortPackages()
	if err := l.declare(ctx, nil); err != nil {
		return nil, err
	}
	l.impls = l.implement()
	return l.link(ctx, slices.Collect(maps.Values(l.files)))
}

// take notes the new state of files.
func (l *Linker) take(files []File, removed []string) error {
	for _, f := range files {
		if b := path.Base(f.Path); b == "go.mod" || b == "go.work" {
			text, err := l.src.Content(f.Path)
			if err != nil {
				return fmt.Errorf("golink: %w", err)
			}
			l.modFiles[f.Path] = text
			continue
		}
		if f.Facts == nil || len(f.Facts.Defs) == 0 {
			return fmt.Errorf("golink: %s comes without facts", f.Path)
		}
		l.files[f.Path] = newFile(f.Path, f.Facts)
	}
	for _, p := range removed {
		delete(l.modFiles, p)
		delete(l.files, p)
	}
	return nil
}

// declare runs the first stage.
func (l *Linker) declare(ctx context.Context, changed map[*pkg]nameSet) error {
	err := inOrder(ctx, l.workers, l.sorted, func(p *pkg) []*pkg { return l.deps(p, false) }, func(p *pkg) {
		l.declareLib(p, nil)
	})
	if err != nil {
		return err
	}
	// Tests that give methods to plain types change what others read: first,
	// and one after the other. External tests need the package's own: last.
	var adding, inner, outer []*pkg
	for _, p := range l.sorted {
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
		l.declareTests(p, nil)
	}
	for _, ps := range [][]*pkg{inner, outer} {
		if err := each(ctx, l.workers, len(ps), func(_, i int) { l.declareTests(ps[i], nil) }); err != nil {
			return err
		}
	}
	return nil
}

func (l *Linker) content(f *file) ([]byte, error) { return l.src.Content(f.path) }
