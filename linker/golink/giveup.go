package golink

import (
	"context"
	"go/ast"
	"go/types"
	"sync/atomic"
	"time"

	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/linker"
)

// The type checker cannot be told to stop. What it would not come to an end of
// is found before (see weigh.go and hazards.go); for what slips through there
// is a limit, after which nobody waits for it any more.

// verdict is how a check ended.
type verdict int

const (
	through   verdict = iota
	brokeOff          // on syntax that no compiler would take; what it said until then stands
	abandoned         // nothing that it touches may be used any more
)

const (
	tooLong  = "the type checker takes too long"
	broken   = "the type checker broke off: what comes after that is not linked"
	patience = 5 * time.Second
)

// mostPasses bounds how often linking begins anew since checks were abandoned.
const mostPasses = 4

// check is one call of the type checker.
type check struct {
	unit  byte
	pkg   *pkg
	file  *file // of a check of bodies
	conf  *types.Config
	own   *types.Package
	info  *types.Info
	files []*ast.File
}

// The units that are given up as a whole.
const (
	unitPlain = 'p' // declarations of a package
	unitTests = 't' // those of its tests
	unitFile  = 'f' // bodies of a file
	unitOther = 'v' // a package in another configuration
)

// runCheck checks files.
func (l *Linker) runCheck(c check) verdict {
	var over atomic.Bool // nobody waits any more
	stopIfOver := func() {
		if over.Load() {
			panic(context.Canceled)
		}
	}
	report := c.conf.Error
	c.conf.Error = func(err error) {
		stopIfOver()
		report(err)
	}
	c.conf.Importer = &stoppable{c.conf.Importer, stopIfOver}
	done := make(chan verdict, 1)
	go func() {
		v := brokeOff
		defer func() {
			if v == brokeOff {
				_ = recover()
			}
			if over.Load() {
				l.abandoned.Add(-1)
			} else {
				c.own.SetImports(nil) // they add up otherwise
			}
			done <- v
		}()
		_ = types.NewChecker(c.conf, l.fset, c.own, c.info).Files(c.files)
		v = through
	}()
	v, ended := l.await(done)
	if !ended {
		l.abandoned.Add(1)
		over.Store(true)
		l.abandon(&c)
		return abandoned
	}
	if v == brokeOff {
		l.broken.Add(1)
	}
	return v
}

// stoppable is an importer of a check that may be abandoned.
type stoppable struct {
	types.Importer
	stopIfOver func()
}

func (s *stoppable) Import(path string) (*types.Package, error) {
	s.stopIfOver()
	return s.Importer.Import(path)
}

// await waits for a check as long as there is patience. That is measured in
// what the process has worked meanwhile, so that a busy machine is no reason.
func (l *Linker) await(done <-chan verdict) (verdict, bool) {
	select {
	case v := <-done:
		return v, true
	case <-l.ctx.Done():
		return 0, false
	case <-time.After(firstLook):
	}
	most := l.opts.Patience
	if most == 0 {
		most = patience
	}
	from, began := worked(), time.Now()
	tick := time.NewTicker(firstLook)
	defer tick.Stop()
	for {
		select {
		case v := <-done:
			return v, true
		case <-l.ctx.Done():
			return 0, false
		case <-tick.C:
			share := time.Duration(int64(l.workers) + l.abandoned.Load()) // of the process, that others have
			if time.Since(began) >= most && worked()-from >= most*share || time.Since(began) >= 20*most {
				return 0, false
			}
		}
	}
}

// firstLook is when the clock is looked at: hardly any check takes so long.
const firstLook = 20 * time.Millisecond

// abandon notes what the check was of, so that it is not begun again.
func (l *Linker) abandon(c *check) {
	c.pkg.poisoned.Store(true)
	if l.ctx.Err() != nil {
		return
	}
	key := l.unitKey(c.unit, c.pkg, c.unitFiles())
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.outcomes == nil {
		l.outcomes = map[uint64]string{}
	}
	l.outcomes[key] = tooLong
	l.flipped.Store(true)
}

func (c *check) unitFiles() []*file {
	switch c.unit {
	case unitPlain:
		return c.pkg.plain
	case unitTests:
		return c.pkg.tests
	case unitOther:
		return c.file.variant.files
	}
	return []*file{c.file}
}

// unitKey is the digest of what a unit holds.
func (l *Linker) unitKey(unit byte, p *pkg, files []*file) uint64 {
	d := newDigest()
	d.tag(unit)
	d.str(p.dir)
	d.str(p.name)
	for _, f := range files {
		text, _ := l.content(f)
		d.str(f.path)
		d.str(string(text))
	}
	return uint64(d)
}

// outcome is why a unit was abandoned before, "" if it was not.
func (l *Linker) outcome(unit byte, p *pkg, files []*file) string {
	if l.opts.Refuse != nil && unit == unitFile {
		if why := l.opts.Refuse(files[0].path); why != "" {
			return why
		}
	}
	l.mu.Lock()
	none := len(l.outcomes) == 0
	l.mu.Unlock()
	if none {
		return ""
	}
	key := l.unitKey(unit, p, files)
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.outcomes[key]
}

// giveUp notes why something of a package is given up, or that it is not. In
// an update of what was checked before, that changes what others were checked
// against.
func (l *Linker) giveUp(p *pkg, field *string, why string) {
	if *field != why && !l.anew {
		l.flipped.Store(true)
	}
	*field = why
}

// settled does one pass of linking, and another one of everything if that has
// given up something that others were checked against, or given it back: links
// must not depend on when that was.
func (l *Linker) settled(ctx context.Context, pass func() (map[string]*linker.Links, error)) (map[string]*linker.Links, error) {
	for passes := 0; ; passes++ {
		l.ctx = ctx
		l.flipped.Store(false)
		links, err := pass()
		if err != nil || !l.flipped.Load() || passes == mostPasses {
			return links, err
		}
		pass = func() (map[string]*linker.Links, error) { return l.rebuild(ctx) }
	}
}

// bare are the links of a file whose bodies are not checked: what it imports.
func (l *Linker) bare(f *file, why string) *linker.Links {
	out := &linker.Links{GivenUp: why}
	for i, im := range f.imports {
		line, dir := f.facts.Imports[i].Line, ""
		if im.pkg != nil {
			dir = im.pkg.dir
			out.Edges = append(out.Edges, linker.Edge{Type: graph.Imports, To: linker.Target{Path: dir, Def: linker.PackageDef}, Line: line, Class: graph.Exact, Via: graph.ViaImport})
		} else {
			out.Edges = append(out.Edges, linker.Edge{Type: graph.Imports, To: linker.Target{External: im.path}, Line: line, Class: graph.Outside, Via: graph.ViaImport})
		}
		out.ImportFiles = append(out.ImportFiles, dir)
	}
	f.calls, f.hands, f.takes = dispatchUse{}, nil, nil
	sortLinks(out)
	return out
}

// givenUp is why the bodies of a file cannot be checked, "" if they can.
func (f *file) givenUp() string {
	if f.pkg.givenUp != "" || !f.test {
		return f.pkg.givenUp
	}
	return f.pkg.testsGivenUp
}
