package golink

import (
	"cmp"
	"context"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"sync"

	"github.com/structural-memory/smp/linker"
)

// job is files of one package that are checked one after the other, because a
// package's scope serves one check at a time.
type job struct {
	pkg   *pkg
	files []*file
	size  int
}

// link runs the second stage for the given files, and for those whose
// functions are handed other ones by them.
func (l *Linker) link(ctx context.Context, files []*file) (map[string]*linker.Links, error) {
	out, err := l.bodies(ctx, files)
	if err != nil {
		return nil, err
	}
	more, err := l.bodies(ctx, l.handedAnew(out))
	if err != nil {
		return nil, err
	}
	maps.Copy(out, more)
	l.addHanded(out)
	return out, nil
}

func (l *Linker) bodies(ctx context.Context, files []*file) (map[string]*linker.Links, error) {
	jobs := map[*pkg]*job{}
	for _, f := range files {
		j := jobs[f.pkg]
		if j == nil {
			j = &job{pkg: f.pkg}
			jobs[f.pkg] = j
		}
		j.files = append(j.files, f)
		j.size += int(f.facts.Defs[0].EndByte)
	}
	list := make([]*job, 0, len(jobs))
	for _, j := range jobs {
		slices.SortFunc(j.files, func(a, b *file) int { return cmp.Compare(a.path, b.path) })
		list = append(list, j)
	}
	slices.SortFunc(list, func(a, b *job) int { // the longest first
		return cmp.Or(cmp.Compare(b.size, a.size), comparePkgs(a.pkg, b.pkg))
	})
	workers := make([]*worker, l.workers)
	for i := range workers {
		workers[i] = newWorker(l)
	}
	out := make(map[string]*linker.Links, len(files))
	var mu sync.Mutex
	err := each(ctx, l.workers, len(list), func(w, i int) {
		workers[w].job(ctx, list[i], func(f *file, links *linker.Links) {
			mu.Lock()
			out[f.path] = links
			mu.Unlock()
		})
	})
	return out, err
}

// worker checks bodies; what it needs for that is used again for each file.
type worker struct {
	l     *Linker
	info  *types.Info
	size  int // of the largest file since the maps are new
	names map[uint32]bool

	skeletons map[*file]*ast.File // of the package at hand, for its variants
}

func newWorker(l *Linker) *worker {
	w := &worker{l: l, names: map[uint32]bool{}, skeletons: map[*file]*ast.File{}}
	w.renew()
	return w
}

func (w *worker) renew() {
	w.info = &types.Info{Uses: map[*ast.Ident]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{}}
	w.size = 0
}

func (w *worker) job(ctx context.Context, j *job, done func(*file, *linker.Links)) {
	variants := map[*variant]bool{}
	for _, f := range j.files {
		if ctx.Err() != nil {
			return
		}
		if f.variant == nil {
			done(f, w.file(f))
		} else if !variants[f.variant] {
			variants[f.variant] = true
			for g, links := range w.variant(j.pkg, f.variant) {
				if slices.Contains(j.files, g) {
					done(g, links)
				}
			}
		}
	}
	clear(w.skeletons)
	j.pkg.lib.lend(j.pkg)
}

// skeleton is a file without bodies; the variants of a package share it.
func (w *worker) skeleton(f *file) *ast.File {
	s := w.skeletons[f]
	if s == nil {
		var err error
		if s, err = w.l.parseSkeleton(f); err != nil {
			return nil
		}
		w.skeletons[f] = s
	}
	return s
}

// source is a file parsed with its bodies.
type source struct {
	file   *file
	text   []byte
	syntax *ast.File
	at     span
	lines  []int
}

// parse parses a whole file. forget must be called when it is done with.
func (w *worker) parse(f *file) (*source, error) {
	text, err := w.l.content(f)
	if err != nil {
		return nil, err
	}
	s := &source{file: f, text: text}
	s.syntax, _ = parser.ParseFile(w.l.fset, f.path, text, syntaxMode)
	tf := w.l.fset.File(s.syntax.FileStart)
	if tf == nil {
		return s, nil
	}
	s.at = span{token.Pos(tf.Base()), token.Pos(tf.Base() + tf.Size())}
	s.lines = tf.Lines()
	return s, nil
}

// prepare repairs the syntax for the check and notes the names in it.
// givenUp is the reason why they must not be checked, if there is one.
func (w *worker) prepare(s *source) (givenUp string) {
	clear(w.names)
	h := w.l.hazardsIn(s.file, s.syntax)
	ast.Inspect(s.syntax, func(n ast.Node) bool {
		if n == nil {
			h.leave()
			return true
		}
		h.enter(n)
		if id, ok := n.(*ast.Ident); ok {
			w.names[nameHash(id.Name)] = true
		} else {
			wrapAssertion(n)
		}
		return true
	})
	s.file.idents = sortedKeys(w.names)
	return h.judge()
}

func (w *worker) forget(s *source) {
	if tf := w.l.fset.File(s.at.from); tf != nil {
		w.l.fset.RemoveFile(tf)
	}
}

// ready empties the maps for a check; maps that a large file has blown up are
// not worth emptying for small ones.
func (w *worker) ready(size int) {
	if w.size > 64<<10 && w.size > 8*size {
		w.renew()
	}
	w.size = max(w.size, size)
	clear(w.info.Uses)
	clear(w.info.Selections)
	w.info.Types, w.info.Defs = nil, nil
	if w.l.log != nil {
		w.info.Types, w.info.Defs = map[ast.Expr]types.TypeAndValue{}, map[*ast.Ident]types.Object{}
	}
}

// file checks the bodies of one file against its package's declarations.
func (w *worker) file(f *file) *linker.Links {
	switch why := cmp.Or(f.givenUp(), w.l.outcome(unitFile, f.pkg, []*file{f})); {
	case why != "":
		return w.l.bare(f, why)
	case f.pkg.poisoned.Load(): // the next pass looks at it again
		return w.l.bare(f, tooLong)
	}
	s, err := w.parse(f)
	if err != nil {
		return &linker.Links{ImportFiles: make([]string, len(f.imports))}
	}
	defer w.forget(s)
	ly := f.pkg.lib
	if f.test {
		ly = f.pkg.all
	}
	if why := w.prepare(s); why != "" {
		return w.l.bare(f, why)
	}
	w.ready(len(s.text))
	ly.lend(f.pkg)
	v := through
	for _, part := range parts(withBodies(s.syntax)) {
		conf := w.l.config(f.pkg)
		settle := w.l.note(conf, true)
		ly.lend(f.pkg)
		if v = max(v, w.l.runCheck(check{unitFile, f.pkg, f, conf, f.pkg.own, w.info, []*ast.File{part}})); v == abandoned {
			w.renew()
			return w.l.bare(f, tooLong)
		}
		settle(w.info, part)
	}
	x := w.extraction(s, f.pkg.own, ly.names)
	defer x.border()
	out := x.links()
	if v == brokeOff {
		out.GivenUp = broken
	}
	return out
}

// mostAtOnce is how many declarations are checked at once. When it has seen
// all bodies, the checker works out in which order variables are set, for
// which it compares functions that call one another with each other: a file of
// thousands takes it minutes.
const mostAtOnce = 500

// parts are files with a bounded number of the declarations of one.
func parts(f *ast.File) []*ast.File {
	if len(f.Decls) <= mostAtOnce {
		return []*ast.File{f}
	}
	var imports, rest []ast.Decl
	for _, d := range f.Decls {
		if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.IMPORT {
			imports = append(imports, d)
		} else {
			rest = append(rest, d)
		}
	}
	var out []*ast.File
	for some := range slices.Chunk(rest, mostAtOnce) {
		part := *f
		part.Decls = slices.Concat(imports, some)
		out = append(out, &part)
	}
	return out
}

// withBodies leaves what has bodies or values: types and constants are
// declared already, and would only be declared a second time.
func withBodies(syntax *ast.File) *ast.File {
	out := *syntax
	out.Decls = make([]ast.Decl, 0, len(syntax.Decls))
	for _, d := range syntax.Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok || g.Tok == token.IMPORT {
			out.Decls = append(out.Decls, d)
			continue
		}
		if g.Tok != token.VAR {
			continue
		}
		vars := *g
		vars.Specs = slices.DeleteFunc(slices.Clone(g.Specs), func(s ast.Spec) bool {
			v, ok := s.(*ast.ValueSpec)
			return !ok || len(v.Values) == 0
		})
		if len(vars.Specs) > 0 {
			out.Decls = append(out.Decls, &vars)
		}
	}
	return &out
}
