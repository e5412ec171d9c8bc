package golink

import (
	"cmp"
	"go/ast"
	"go/types"
	"strings"
)

// declareLib checks the plain declarations of a package that have changed, all
// of them if c is nil, and keeps the others as they are.
func (l *Linker) declareLib(p *pkg, c *change) {
	var kept []types.Object
	if p.lib != nil {
		kept = keep(p.lib.names, nil, c)
	}
	base := newLayer(p.path, p.name, kept)
	d := l.newDeclaration(p, base, c != nil)
	d.conf.Importer.(*importer).lib = true
	skeletons := l.skeletons(p.plain, c)
	if c == nil {
		for _, v := range p.variants { // described only: each check of a variant declares anew
			l.skeletons(v.files, nil)
		}
	}
	p.plainScales = l.scalesFor(p, p.plain, nil)
	if why := d.check(skeletons, p.plainScales); why != "" {
		l.giveUp(p, &p.givenUp, why)
		p.lib = newLayer(p.path, p.name, nil)
		p.lib.lend(p)
		return
	}
	l.giveUp(p, &p.givenUp, "")
	d.remake(c)
	p.lib = newLayer(p.path, p.name, append(kept, objects(p.own.Scope())...))
	p.lib.lend(p)
	l.addRefs(d.refs)
}

// declareTests does the same with the tests of the package itself, on top of
// its plain declarations.
func (l *Linker) declareTests(p *pkg, c *change) {
	if p.testScales = nil; len(p.tests) == 0 {
		p.all = p.lib
		return
	}
	if p.givenUp != "" {
		l.skeletons(p.tests, c)
		p.all, p.testsGivenUp = p.lib, p.givenUp
		return
	}
	kept := objects(p.lib.names)
	if p.all != nil {
		kept = append(kept, keep(p.all.names, p.lib.names, c)...)
	}
	base := newLayer(p.path, p.name, kept)
	d := l.newDeclaration(p, base, c != nil || p.methodsInTests())
	d.tests = true
	skeletons := l.skeletons(p.tests, c)
	p.testScales = l.scalesFor(p, p.tests, p.plainScales)
	if why := d.check(skeletons, p.testScales); why != "" {
		l.giveUp(p, &p.testsGivenUp, why)
		p.all = p.lib
		p.lib.lend(p)
		return
	}
	l.giveUp(p, &p.testsGivenUp, "")
	d.remake(c)
	d.attach()
	p.all = newLayer(p.path, p.name, append(kept, objects(p.own.Scope())...))
	p.lib.lend(p)
	l.addRefs(d.refs)
}

// keep lists the objects of a scope that are neither in the scope below it
// nor to be declared anew.
func keep(s, below *types.Scope, c *change) []types.Object {
	if c == nil {
		return nil
	}
	var out []types.Object
	for _, o := range objects(s) {
		if !c.names[o.Name()] && (below == nil || below.Lookup(o.Name()) != o) {
			out = append(out, o)
		}
	}
	return out
}

// methodsInTests tells whether tests of the package give methods to types
// that its plain files declare.
func (p *pkg) methodsInTests() bool {
	for _, f := range p.tests {
		for i := range f.facts.Defs {
			if d := &f.facts.Defs[i]; d.Form == "method" && d.Parent == 0 && i > 0 {
				return true
			}
		}
	}
	return false
}

// declaration is one check of declarations without bodies.
type declaration struct {
	l     *Linker
	p     *pkg
	conf  *types.Config
	info  *types.Info
	tests bool
	files []skeleton
	base  *layer
	refs  []*ref

	settle func(*types.Info, ...*ast.File) // what is wrong, when the check is over
}

func (l *Linker) newDeclaration(p *pkg, base *layer, defs bool) *declaration {
	d := &declaration{l: l, p: p, base: base, conf: l.config(p)}
	d.conf.IgnoreFuncBodies = true
	d.conf.Error = func(err error) {
		if isRecursion(err) {
			p.recursive = true
		}
	}
	d.settle = l.note(d.conf, false)
	if defs || l.log != nil {
		d.info = &types.Info{Defs: map[*ast.Ident]types.Object{}}
	}
	if l.log != nil {
		d.info.Types, d.info.Uses = map[ast.Expr]types.TypeAndValue{}, map[*ast.Ident]types.Object{}
	}
	return d
}

// check runs the checker, if it may see the declarations; the answer is why
// what it said must not be used.
func (d *declaration) check(files []skeleton, weighed *scales) string {
	unit, all := byte(unitPlain), d.p.plain
	if d.tests {
		unit, all = unitTests, d.p.tests
	}
	if why := cmp.Or(weighed.judge(), d.l.outcome(unit, d.p, all)); why != "" {
		return why
	}
	d.files = files
	d.base.lend(d.p)
	syntax := make([]*ast.File, len(files))
	for i, f := range files {
		syntax[i] = f.syntax
	}
	if d.l.runCheck(check{unit, d.p, nil, d.conf, d.p.own, d.info, syntax}) == abandoned {
		return tooLong
	}
	d.settle(d.info, syntax...)
	for _, f := range files {
		d.record(f)
	}
	return ""
}

// config is the checker's configuration for a package.
func (l *Linker) config(p *pkg) *types.Config {
	return &types.Config{
		Importer:    &importer{l: l, from: p, outsider: map[string]*types.Package{}},
		FakeImportC: true, DisableUnusedImportCheck: true,
		Sizes: sizes, Error: func(error) {},
	}
}

var sizes = types.SizesFor("gc", "amd64")

// attach gives methods that tests declare to the types of the plain files.
func (d *declaration) attach() {
	if d.info == nil || !d.p.methodsInTests() {
		return
	}
	for _, f := range d.files {
		for _, decl := range f.syntax.Decls {
			fd, ok := decl.(*ast.FuncDecl)
			if !ok || fd.Recv == nil || fd.Name.Name == "_" {
				continue
			}
			fn, _ := d.info.Defs[fd.Name].(*types.Func)
			tn, _ := d.base.names.Lookup(recvName(fd)).(*types.TypeName)
			if fn == nil || fn.Type() == nil || tn == nil {
				continue
			}
			if named, ok := types.Unalias(tn.Type()).(*types.Named); ok && named.Obj().Pkg() == d.p.own && !hasMethod(named, fn.Name()) {
				named.AddMethod(fn)
			}
		}
	}
}

func hasMethod(n *types.Named, name string) bool {
	for i := range n.NumMethods() {
		if n.Method(i).Name() == name {
			return true
		}
	}
	return false
}

// isRecursion tells whether an error is that of a type that contains itself.
// The checker makes one of the types around the circle invalid, and which one
// depends on what it has checked before.
func isRecursion(err error) bool {
	return strings.Contains(err.Error(), "invalid recursive type") || strings.Contains(err.Error(), "invalid cycle")
}
