package golink

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/structural-memory/smp/linker"
)

// variant checks a package anew in another configuration, for the files that
// only that one has. The declarations of the other files are checked with it
// and forgotten again.
func (w *worker) variant(p *pkg, v *variant) map[*file]*linker.Links {
	own := types.NewPackage(p.path, p.name)
	local := map[token.Pos]linker.Target{}
	var syntax []*ast.File
	var sources []*source
	defer func() {
		for _, s := range sources {
			w.forget(s)
		}
	}()
	size, why := 0, w.l.outcome(unitOther, p, v.files)
	if why == "" {
		why = w.l.scalesFor(p, slices.Concat(v.files, p.beside(v)), nil).judge()
	}
	for _, f := range v.files {
		if why != "" {
			break
		}
		s, err := w.parse(f)
		if err != nil {
			continue
		}
		if why = w.prepare(s); why != "" {
			break
		}
		w.locals(f, s.syntax, local)
		sources, syntax = append(sources, s), append(syntax, s.syntax)
		size += len(s.text)
	}
	if why != "" {
		return w.bareVariant(v, why)
	}
	for _, f := range p.beside(v) {
		if sk := w.skeleton(f); sk != nil {
			w.locals(f, sk, local)
			syntax = append(syntax, sk)
		}
	}
	w.ready(size)
	conf := w.l.config(p)
	settle := w.l.note(conf, true)
	verdict := w.l.runCheck(check{unitOther, p, v.files[0], conf, own, w.info, syntax})
	if verdict == abandoned {
		w.renew()
		return w.bareVariant(v, tooLong)
	}
	settle(w.info, syntax...)
	out := map[*file]*linker.Links{}
	for _, f := range v.files {
		out[f] = &linker.Links{ImportFiles: make([]string, len(f.imports))}
	}
	for _, s := range sources {
		x := w.extraction(s, own, own.Scope())
		x.local = local
		out[s.file] = x.links()
		if verdict == brokeOff {
			out[s.file].GivenUp = broken
		}
	}
	return out
}

func (w *worker) bareVariant(v *variant, why string) map[*file]*linker.Links {
	out := map[*file]*linker.Links{}
	for _, f := range v.files {
		out[f] = w.l.bare(f, why)
	}
	return out
}

// locals notes which definitions the declarations of a parsed file are.
func (w *worker) locals(f *file, syntax *ast.File, to map[token.Pos]linker.Target) {
	r := &recorder{file: f, defs: f.defs(), imports: f.names(syntax), seen: map[refKey]bool{}}
	for _, d := range syntax.Decls {
		r.decl(d)
	}
	for _, ref := range r.refs {
		to[ref.pos] = linker.Target{Path: f.path, Def: ref.def}
	}
}
