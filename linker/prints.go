package linker

import (
	"cmp"
	"slices"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/linker/framework"
)

// prints are the fingerprints of what a file offers to others, by key: for
// each name all that the facts say about it, without positions. Two versions
// of a file with the same prints give the same answers to all others.
type prints []print

type print struct {
	key    uint32
	shared bool // other files may offer something under the key too
	hash   uint64
}

// own tells whether a key is one that this file alone answers.
func (p prints) own(k uint32) bool {
	i, ok := slices.BinarySearchFunc(p, k, func(x print, k uint32) int { return cmp.Compare(x.key, k) })
	return ok && !p[i].shared
}

func printsOf(f *file) prints {
	p := &printer{f: f, out: map[uint32]uint64{}, exprs: make([]uint64, len(f.facts.Exprs)), types: make([]uint64, len(f.facts.Types))}
	p.mix(key("path:", f.path), 1)
	p.mix(key(f.path, "*"), p.str(f.facts.Package))
	for i := 1; i < len(f.facts.Defs); i++ {
		p.def(int32(i))
	}
	for i := range f.facts.Binds {
		p.bind(&f.facts.Binds[i])
	}
	for i := range f.facts.Imports {
		im := &f.facts.Imports[i]
		h := p.all(p.str(im.Module), p.str(im.Name), p.str(im.Alias), uint64(im.Kind), uint64(im.Level), uint64(im.Flags), p.scope(im.Scope))
		p.mix(key(f.path, im.Alias), h)
		if im.Alias == "" || im.Kind == facts.ImportReexport {
			p.mix(key(f.path, "*"), h)
		}
	}
	for i := range f.facts.Exports {
		e := &f.facts.Exports[i]
		p.mix(key(f.path, e.Name), p.all(p.str(e.Local), p.expr(e.Expr)))
	}
	for name, calls := range f.builds {
		h := uint64(19)
		for _, c := range calls {
			h = p.all(h, p.expr(c))
		}
		p.mix(key("new:"+f.fam.id, name), h)
	}
	for name, types := range f.mentions {
		h := uint64(23)
		for _, t := range types {
			h = p.all(h, p.typ(t))
		}
		p.mix(key("<>:"+f.fam.id, name), h)
	}
	for name, calls := range f.handing {
		h := uint64(29)
		for _, c := range calls {
			h = p.all(h, p.expr(c))
		}
		p.mix(key("fn:"+f.fam.id, name), h)
	}
	for event, calls := range f.listens {
		h := uint64(37)
		for _, c := range calls {
			h = p.all(h, p.expr(f.facts.Calls[c].Expr), p.scope(f.facts.Calls[c].Def))
		}
		p.mix(key("on:"+f.fam.id, event), h)
	}
	p.mounting()
	shared := map[uint32]bool{key("mount:"+f.fam.id, ""): true}
	for name := range f.builds {
		shared[key("new:"+f.fam.id, name)] = true
	}
	for name := range f.mentions {
		shared[key("<>:"+f.fam.id, name)] = true
	}
	for name := range f.handing {
		shared[key("fn:"+f.fam.id, name)] = true
	}
	for event := range f.listens {
		shared[key("on:"+f.fam.id, event)] = true
	}
	list := make(prints, 0, len(p.out))
	for k, h := range p.out {
		list = append(list, print{k, shared[k], h})
	}
	slices.SortFunc(list, func(a, b print) int { return cmp.Compare(a.key, b.key) })
	return list
}

type printer struct {
	f     *file
	out   map[uint32]uint64
	exprs []uint64
	types []uint64
}

// mounting adds what says where routes stand.
func (p *printer) mounting() {
	if len(p.f.mounting.calls) == 0 {
		return
	}
	h := uint64(31)
	for _, i := range p.f.mounting.calls {
		h = p.all(h, p.expr(p.f.facts.Calls[i].Expr), uint64(len(p.f.around(i))))
		for _, t := range p.f.textsOf(i) {
			h = p.all(h, p.str(t.Name), uint64(t.Arg), p.str(t.Key), p.str(t.Text))
		}
	}
	p.mix(key("mount:"+p.f.fam.id, ""), h)
}

// mix adds to a print; the order in which equal keys are added counts.
func (p *printer) mix(k uint32, h uint64) { p.out[k] = p.out[k]*1099511628211 ^ h ^ h<<29 }

func (p *printer) str(s string) uint64 {
	h := uint64(14695981039346656037)
	for i := 0; i < len(s); i++ {
		h = (h ^ uint64(s[i])) * 1099511628211
	}
	return h
}

func (p *printer) all(hs ...uint64) uint64 {
	h := uint64(14695981039346656037)
	for _, x := range hs {
		h = (h ^ x) * 1099511628211
		h ^= h >> 31
	}
	return h
}

func (p *printer) scope(d int32) uint64 {
	if d <= 0 {
		return 7
	}
	return p.str(p.f.facts.QName(d))
}

func (p *printer) def(i int32) {
	d := &p.f.facts.Defs[i]
	if d.Form == facts.TestBlock {
		return // nothing refers to it
	}
	h := p.all(uint64(d.Kind), p.str(d.Form), p.str(d.Name), p.str(d.Disc), p.scope(d.Parent), uint64(d.Mods), p.typ(d.Type), p.typ(d.Recv), p.expr(d.Value))
	for _, x := range d.Params {
		h = p.all(h, p.str(x.Name), p.str(x.Text), p.typ(x.Type), p.expr(x.Default), uint64(x.Flags))
	}
	for _, x := range d.TypeParams {
		h = p.all(h, p.str(x.Name), p.typ(x.Bound), p.typ(x.Def))
	}
	for _, x := range d.Bases {
		h = p.all(h, p.typ(x.Type), p.expr(x.Expr), uint64(x.Rel))
	}
	if d.Type == facts.None {
		for _, x := range d.Rets {
			h = p.all(h, p.expr(x))
		}
	}
	for _, x := range p.f.blocksOf(i) {
		h = p.all(h, p.expr(x.call), uint64(x.param+1))
	}
	p.mix(key(p.f.path, d.Name), h)
	if fixture := framework.Fixture(p.f.facts.Lang, d); fixture != "" {
		p.mix(key("fixtures:", p.f.path), p.all(h, p.str(fixture)))
	}
	if d.Parent == 0 && framework.NamesPlugins(p.f.facts.Lang, d.Name) {
		p.mix(key("fixtures:", p.f.path), p.str(d.Sig))
	}
	if d.Form == "impl" || d.Form == "extension" {
		p.mix(key(p.f.path, "*"), h)
	}
	if d.Mods&facts.Default != 0 {
		p.mix(key(p.f.path, "default"), h)
	}
	p.listed(i, h)
}

// listed adds a definition to what the one around it holds.
func (p *printer) listed(i int32, h uint64) {
	d := &p.f.facts.Defs[i]
	if d.Parent <= 0 { // of a module it counts what there is, not how it is made
		h = p.all(p.str(d.Name), uint64(d.Kind), uint64(d.Mods), p.expr(d.Value))
	} else if d.Form == "companion" || d.Form == "companion_object" {
		p.mix(key(p.f.path, p.f.facts.Defs[d.Parent].Name), h)
	}
	p.mix(key(p.f.path, listing(p.f, d.Parent)), h)
}

func (p *printer) bind(b *facts.Bind) {
	h := p.all(uint64(b.Kind), p.scope(b.Def), p.typ(b.Type), p.expr(b.Value), p.expr(b.Target), uint64(b.Index))
	p.mix(key(p.f.path, b.Name), h)
}

func (p *printer) typ(i int32) uint64 {
	if i == facts.None {
		return 3
	}
	if p.types[i] != 0 {
		return p.types[i]
	}
	p.types[i] = 5 // a circle cannot be written, but a fuzzer can
	t := &p.f.facts.Types[i]
	h := p.all(uint64(t.Op), p.str(t.Name), p.expr(t.Expr), p.scope(t.Def), p.scope(t.Scope))
	for _, a := range p.f.facts.TypeArgs(i) {
		h = p.all(h, p.typ(a))
	}
	p.types[i] = h | 1
	return h | 1
}

func (p *printer) expr(i int32) uint64 {
	if i == facts.None {
		return 11
	}
	if p.exprs[i] != 0 {
		return p.exprs[i]
	}
	p.exprs[i] = 13
	e := &p.f.facts.Exprs[i]
	h := p.all(uint64(e.Op), p.str(e.Name), p.expr(e.A), p.typ(e.T), p.scope(e.Scope))
	switch e.Op {
	case facts.OpElem, facts.OpParam:
		h = p.all(h, uint64(e.B))
	case facts.OpLambda:
		l := &p.f.facts.Lambdas[e.D]
		h = p.all(h, p.typ(l.Type))
		for _, r := range l.Rets {
			h = p.all(h, p.expr(r))
		}
	case facts.OpName:
		h = p.all(h, p.visible(e))
		h = p.all(h, p.expr(e.B))
	case facts.OpDef, facts.OpObject:
		h = p.all(h, p.scope(e.D))
	default:
		h = p.all(h, p.expr(e.B))
	}
	for _, a := range p.f.facts.Args(i) {
		h = p.all(h, p.expr(a))
	}
	p.exprs[i] = h | 1
	return h | 1
}

// visible says which of a name's bindings are visible at a use and which come
// before it: what a change of order would change.
func (p *printer) visible(e *facts.Expr) uint64 {
	h := uint64(17)
	for d := e.Scope; d != facts.None; d = p.f.facts.Defs[d].Parent {
		for n, i := range p.f.bindsIn(d, e.Name) {
			b := &p.f.facts.Binds[i]
			if e.Pos >= b.From && e.Pos < b.To {
				before := uint64(0)
				if b.Pos <= e.Pos {
					before = 1
				}
				h = p.all(h, uint64(n), before, p.scope(d))
			}
		}
	}
	return h
}

// dirty is the set of keys whose answers a change may have changed.
type dirty struct {
	keys map[uint32]bool
}

// file compares what a file offered with what it offers.
func (d *dirty) file(old, now prints) {
	i, j := 0, 0
	for i < len(old) || j < len(now) {
		switch {
		case j == len(now) || i < len(old) && old[i].key < now[j].key:
			d.keys[old[i].key] = true
			i++
		case i == len(old) || now[j].key < old[i].key:
			d.keys[now[j].key] = true
			j++
		default:
			if old[i].hash != now[j].hash {
				d.keys[old[i].key] = true
			}
			i, j = i+1, j+1
		}
	}
}

// touches tells whether any of the sorted keys is dirty.
func (d *dirty) touches(keys []uint32) bool {
	if len(d.keys)*8 < len(keys) {
		for k := range d.keys {
			if _, ok := slices.BinarySearch(keys, k); ok {
				return true
			}
		}
		return false
	}
	for _, k := range keys {
		if d.keys[k] {
			return true
		}
	}
	return false
}
