package golink

import (
	"go/types"
	"slices"
	"strings"
	"sync/atomic"
)

// pkg is the files of one directory that have one package clause.
type pkg struct {
	dir, name string
	path      string // import path
	mod       *module
	cfg       config
	plain     []*file    // without tests, in the package's configuration, sorted
	tests     []*file    // tests in the package itself
	variants  []*variant // the files that its configuration excludes

	own *types.Package // what its objects say they belong to; its scope is lent to one check at a time
	lib *layer         // plain declarations: what others import
	all *layer         // with tests; the same as lib if there are none

	plainScales, testScales *scales // what its declarations weigh
	givenUp, testsGivenUp   string  // why its declarations, those of its tests, are not checked; "" if they are

	poisoned          atomic.Bool // an abandoned check may still write to what checks of it share
	recursive         bool        // a type contains itself: declarations cannot be checked one by one
	libDeps, testDeps []*pkg      // what the plain files and the tests import, sorted
	order             int         // position in the order of checking
}

// variant is another configuration of a package, for the files that the
// package's own one excludes.
type variant struct {
	cfg   config
	files []*file
	alone bool // "go run" of single files: nothing else of the package belongs to them
}

type pkgKey struct{ dir, name string }

// external tells whether it is the package of external tests of its directory.
func (p *pkg) external() bool {
	return strings.HasSuffix(p.name, "_test") && len(p.plain) == 0
}

// group sorts the files of one directory into its packages. Packages that
// were there before stay the same value.
func (l *Linker) group(dir string, files []*file) []*pkg {
	byName := map[string][]*file{}
	for _, f := range files {
		byName[f.facts.Package] = append(byName[f.facts.Package], f)
	}
	var out []*pkg
	for name, fs := range byName {
		p := l.pkgs[pkgKey{dir, name}]
		if p == nil {
			p = &pkg{dir: dir, name: name}
		}
		p.mod = l.mods.of(dir)
		p.path = l.mods.importPath(p.mod, dir)
		p.arrange(fs)
		if p.external() {
			p.path += "_test"
		}
		if p.own == nil || p.own.Path() != p.path {
			p.own, p.lib, p.all = types.NewPackage(p.path, p.name), nil, nil
			p.recursive, p.givenUp, p.testsGivenUp = false, "", ""
		}
		out = append(out, p)
	}
	slices.SortFunc(out, func(a, b *pkg) int { return strings.Compare(a.name, b.name) })
	return out
}

// arrange splits a package's files by configuration.
func (p *pkg) arrange(files []*file) {
	slices.SortFunc(files, func(a, b *file) int { return strings.Compare(a.path, b.path) })
	p.cfg, p.plain, p.tests, p.variants = primary, nil, nil, nil
	if !slices.ContainsFunc(files, primary.includes) {
		if c, ok := configFor(files[0]); ok && !runsAlone(files[0]) {
			p.cfg = c
		}
	}
	for _, f := range files {
		f.pkg, f.variant = p, nil
		switch {
		case !p.cfg.includes(f):
			p.addVariant(f)
		case f.test:
			p.tests = append(p.tests, f)
		default:
			p.plain = append(p.plain, f)
		}
	}
}

func (p *pkg) addVariant(f *file) {
	c, ok := configFor(f)
	alone := !ok || runsAlone(f)
	for _, v := range p.variants {
		if !alone && !v.alone && v.cfg.includes(f) {
			f.variant, v.files = v, append(v.files, f)
			return
		}
	}
	f.variant = &variant{cfg: c, files: []*file{f}, alone: alone}
	p.variants = append(p.variants, f.variant)
}

// runsAlone tells whether the file is a program of its own beside the package:
// main, and excluded from every build.
func runsAlone(f *file) bool {
	return f.facts.Package == "main" && f.cons != nil && !f.cons.Eval(func(tag string) bool { return tag != "ignore" && primary.has(tag) }) &&
		slices.Contains(tagsOf(f.cons, nil), "ignore")
}

// beside are the files that a check of the variant needs beside its own.
func (p *pkg) beside(v *variant) []*file {
	var out []*file
	if v.alone {
		return nil
	}
	add := func(fs []*file) {
		for _, f := range fs {
			if f.variant != v && v.cfg.includes(f) {
				out = append(out, f)
			}
		}
	}
	isTest := func(f *file) bool { return f.test }
	add(p.plain)
	add(p.tests)
	for _, w := range p.variants {
		if !w.alone {
			add(w.files)
		}
	}
	if !slices.ContainsFunc(v.files, isTest) {
		out = slices.DeleteFunc(out, isTest)
	}
	return out
}
